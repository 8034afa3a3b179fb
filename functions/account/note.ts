import { documentAnswer } from '../../account/view/document.ts';
import { escapeMarkup } from '../../shared/domain/markup.ts';
import type { Invitation } from '../../shared/table/access/invitations.ts';

// Pages for somebody of whom no account is known, or whose account is of no use now.

/** Where the page is, and how whoever sees a note signs out. */
export interface Exits {
  /** Of the page, without a slash at the end. */
  readonly base: string;
  /** What the forms of the session carry; absent for somebody without a session. */
  readonly token: string | undefined;
  /** Ends the session of the pool's own pages. */
  readonly poolUrl: string;
}

interface Note {
  readonly status: number;
  readonly title: string;
  readonly text: string;
}

export function noteAnswer({ status, title, text }: Note, exits: Exits) {
  const leave =
    exits.token === undefined && status === 403
      ? ` or <a href="${escapeMarkup(exits.poolUrl)}">sign in as somebody else</a>`
      : '';
  const html = `<p class="card">${escapeMarkup(text)}</p><p><a href="${escapeMarkup(exits.base)}">To the page of your account</a>${leave}</p>`;
  return pageOf(status, title, html, exits);
}

/** The first page of somebody who is invited and belongs to no account yet. */
export function invitationsAnswer(status: number, invitations: readonly Invitation[], exits: Exits) {
  const cards = invitations.map(
    ({ customerId, accountName, role, by, expires }) =>
      `<li class="card"><strong>${escapeMarkup(accountName)}</strong> (${customerId})<br>${escapeMarkup(by)} invites you as ${role}, until ${new Date(expires * 1000).toISOString().slice(0, 10)}.${form(exits, '/accept', `<input type="hidden" name="account" value="${customerId}"><button>Accept<span class="off"> (${escapeMarkup(accountName)})</span></button>`)}</li>`,
  );
  const html = `<p>If you accept, you belong to this account: it gets the files that you hand in, and its administrators see your address. You can belong to one account. If you do not know who invites you, do not accept: the invitation ends by itself.</p><ul class="plain">${cards.join('')}</ul>`;
  return pageOf(status, 'You are invited', html, exits);
}

function pageOf(status: number, title: string, html: string, exits: Exits) {
  const leave = exits.token === undefined ? '' : form(exits, '/sign-out', '<button>Sign out</button>');
  const body = `<main class="board account"><h1>${escapeMarkup(title)}</h1>${html}${leave}</main>`;
  return documentAnswer({ status, title, body, policy: `form-action 'self' ${new URL(exits.poolUrl).origin}` });
}

const form = ({ base, token = '' }: Exits, path: string, fields: string) =>
  `<form class="fields" method="post" action="${escapeMarkup(base + path)}"><input type="hidden" name="token" value="${escapeMarkup(token)}">${fields}</form>`;
