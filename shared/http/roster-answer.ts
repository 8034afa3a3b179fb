import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';
import { PageMissing } from '../table/views/read/page-store.ts';
import { portfolioIdOf, type ScopedClients, scopedClients } from '../table/views/read/scoped-clients.ts';
import { type Answer, type TextStream, textAnswer } from './operation.ts';

interface Versioned {
  readonly head: { readonly version: string };
}

/** What was asked: which list, of whom, and the parameters as they were understood. */
interface Asked {
  readonly list: string;
  readonly account: Account;
  readonly query: object;
}

/** Opens the version that is live; after a version was lost, the one that is live beyond doubt. */
type Open<R> = (reading: { consistent: boolean }) => Promise<R>;
type Render<R> = (roster: R) => Promise<string | TextStream>;

const mostTries = 3;

/**
 * An answer made of one version of a roster: its ETag is the version and what was asked, known before any page is read.
 * When the version is replaced and swept while it is being read, the answer starts again from the live one.
 */
export function rosterAnswer<R extends Versioned>(
  asked: Asked,
  open: Open<R>,
  render: Render<R>,
  headers: Answer['headers'] = {},
): Promise<Answer> {
  const hash = questionHash(asked);
  return answerOf(open, render, (roster, body) => ({ etag: `${roster.head.version}.${hash}`, body, headers }));
}

/** The same where a version does not say all that the answer is made of: the ETag is that of the text. */
export function hashedRosterAnswer<R>(open: Open<R>, render: Render<R>): Promise<Answer> {
  return answerOf(open, render, (_, body) => ({
    body: async () => {
      const made = await body();
      return typeof made === 'string' ? textAnswer(made) : made;
    },
  }));
}

interface ScopedCall {
  readonly account: Account;
  readonly query: { readonly portfolio_id: string | undefined };
}

/** An answer about the clients of one portfolio, or of all. */
export function scopedAnswer(
  list: string,
  { account, query }: ScopedCall,
  deps: Deps,
  render: Render<ScopedClients>,
  headers: Answer['headers'] = {},
): Promise<Answer> {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { list, account, query: { ...query, portfolio_id: portfolioId } },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    render,
    headers,
  );
}

async function answerOf<R>(
  open: Open<R>,
  render: Render<R>,
  finish: (roster: R, body: () => Promise<string | TextStream | Answer>) => Answer,
  tries = mostTries,
): Promise<Answer> {
  const roster = await open({ consistent: tries < mostTries });
  return finish(roster, async () => {
    try {
      return await render(roster);
    } catch (error) {
      if (!(error instanceof PageMissing) || tries <= 1) throw error;
      return answerOf(open, render, finish, tries - 1);
    }
  });
}

function questionHash({ list, account, query }: Asked): string {
  return createHash('sha256')
    .update(JSON.stringify([list, account, query]))
    .digest('base64url')
    .slice(0, 8);
}

/** `{"clients":[…],"total":1}` around texts that are JSON already. */
export function listBody(name: string, texts: readonly string[], rest: object): string {
  const tail = JSON.stringify(rest).slice(1);
  return `{${JSON.stringify(name)}:[${texts.join(',')}],${tail}`;
}
