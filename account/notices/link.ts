import { escaped, isolated } from '../../board/view/text.ts';
import { isId } from '../../shared/domain/ids.ts';
import type { LogLine } from '../../shared/table/access/account-log.ts';
import { changeNotice, type Notice } from '../../shared/table/access/notices.ts';
import { type Account, asAccount } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { PageAnswer, PageRequest } from '../ports.ts';
import { documentAnswer } from '../view/document.ts';
import { noticeOfLink } from './port.ts';

interface LinkPlace {
  readonly clock: () => number;
  /** With the rights of this account alone. */
  readonly open: (
    account: Account,
  ) => Promise<{ readonly table: Table; readonly append: (line: LogLine) => Promise<void> }>;
}

/**
 * Where the receiver of a mail confirms the address, or ends the mails. Nobody signs in: the link is the right to do this
 * and nothing else. Looking changes nothing, because programs of mail look at links too; mail programs end mails with one
 * click by a POST (RFC 8058). Undefined for other addresses; `wrong` if the link is of no notice.
 */
export async function answerLink(
  { method, base, path, body }: Pick<PageRequest, 'method' | 'base' | 'path' | 'body'>,
  { clock, open }: LinkPlace,
): Promise<PageAnswer | 'wrong' | undefined> {
  const [, id = '', noticeId = '', token = ''] = /^\/notice\/([\w-]+)\/([\w-]+)\/([\w-]+)$/.exec(path) ?? [];
  if (!isId(id)) return undefined;
  const account = asAccount(id);
  const { table, append } = await open(account);
  const notice = await noticeOfLink(table, account, noticeId, token);
  if (!notice) return 'wrong';
  const action = `${base}${path}`;
  if (method !== 'POST') return pageOf(notice, account, action, clock());
  const isConfirmed = new URLSearchParams(body).get('do') === 'confirm';
  const [now, at] = [clock(), new Date(clock()).toISOString()];
  if (isConfirmed && confirmed(notice, now) === notice) return pageOf(notice, account, action, now);
  const what = isConfirmed ? 'notice confirmed' : 'notice ended';
  await append({ at, who: 'receiver', what, about: `${notice.kind} ${notice.id}` });
  const after = await changeNotice(table, account, noticeId, (known) =>
    isConfirmed ? confirmed(known, now) : ended(known, at),
  );
  if (!after) return 'wrong';
  return pageOf(after, account, action, now);
}

export const wrongLink = (): PageAnswer =>
  said(
    404,
    'This link has ended',
    '<p class="card">It was used, it is too old, or the notice was removed. Mails do not come from it.</p>',
  );

const isTooOld = ({ confirmUntil = '' }: Notice, now: number) => now >= Date.parse(confirmUntil);

function confirmed(notice: Notice, now: number): Notice {
  const { confirmUntil: _, ...said } = notice;
  return notice.state !== 'waiting' || isTooOld(notice, now) ? notice : { ...said, state: 'on' };
}

function ended({ token: _, confirmUntil: __, ...notice }: Notice, at: string): Notice {
  return { ...notice, state: 'off', because: `The receiver ended the mails on ${at.slice(0, 10)}.` };
}

function pageOf(notice: Notice, account: Account, action: string, now: number): PageAnswer {
  const { state, to } = notice;
  const button = (what: string, text: string) =>
    `<form class="fields" method="post" action="${escaped(action)}"><input type="hidden" name="do" value="${what}"><button>${text}</button></form>`;
  if (state === 'waiting' && isTooOld(notice, now))
    return said(
      200,
      'This link has ended',
      '<p class="card">The address was not confirmed in time. Mails do not come from it.</p>',
    );
  if (state === 'waiting')
    return said(
      200,
      'Do you want these mails?',
      `<p class="card">Somebody of ${isolated(account)} wants to send the news about its clients to ${isolated(to)}.</p>${button('confirm', 'Yes, confirm')}${button('end', 'No')}`,
    );
  if (state === 'on')
    return said(
      200,
      'You get these mails',
      `<p class="card">The news about the clients of ${isolated(account)} is mailed to ${isolated(to)}.</p>${button('end', 'End them')}`,
    );
  return said(
    200,
    'No mails come',
    `<p class="card">The news about the clients of ${isolated(account)} is not mailed to ${isolated(to)}.</p>`,
  );
}

const said = (status: number, title: string, html: string) =>
  documentAnswer({
    status,
    title,
    body: `<main class="board account"><h1>${title}</h1>${html}</main>`,
    policy: "form-action 'self'",
  });
