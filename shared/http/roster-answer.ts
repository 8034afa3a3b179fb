import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';
import { PageMissing } from '../table/store/page-cache.ts';
import type { Reading } from '../table/views/read/live-version.ts';
import { portfolioIdOf, type ScopedClients, scopedClients } from '../table/views/read/scoped-clients.ts';
import { type Answer, type Headers, type TextStream, textAnswer } from './operation.ts';

interface Versioned {
  readonly version: string;
}

/** The list, the account and the validated parameters. Together with the version they identify an answer. */
interface Question {
  readonly list: string;
  readonly account: Account;
  readonly query: object;
}

/** Reads the live version. */
type Open<R> = (reading: Reading) => Promise<R>;
type Render<R> = (roster: R) => Promise<string | TextStream>;

const mostTries = 3;

/** An answer from one version of a roster. Its ETag identifies version and question, so no page is read for it. */
export async function rosterAnswer<R extends Versioned>(
  question: Question,
  open: Open<R>,
  render: Render<R>,
  headersOf: (roster: R) => Headers = () => ({}),
): Promise<Answer> {
  const hash = questionHash(question);
  const etagOf = ({ version }: R) => `${version}.${hash}`;
  const live = await fromLiveVersion(open, async (roster) => roster);
  const make = async (roster: R) => ({ etag: etagOf(roster), body: await render(roster), headers: headersOf(roster) });
  return { etag: etagOf(live), body: () => fromLiveVersion(open, make, live) };
}

/** The same for an answer that also shows facts which the roster's version does not cover: the ETag hashes the text. */
export async function hashedRosterAnswer<R>(open: Open<R>, render: (roster: R) => Promise<string>): Promise<Answer> {
  const live = await fromLiveVersion(open, async (roster) => roster);
  return { body: () => fromLiveVersion(open, async (roster) => textAnswer(await render(roster)), live) };
}

interface ScopedCall {
  readonly account: Account;
  readonly query: { readonly portfolio_id: string | undefined };
}

/** An answer about the clients of one portfolio, or of the whole account. */
export function scopedAnswer(
  list: string,
  { account, query }: ScopedCall,
  deps: Deps,
  render: Render<ScopedClients>,
): Promise<Answer> {
  const portfolioId = portfolioIdOf(query.portfolio_id);
  return rosterAnswer(
    { list, account, query: { ...query, portfolio_id: portfolioId } },
    (reading) => scopedClients(deps, account, portfolioId, reading),
    render,
  );
}

/** Makes something of the live version. Starts again if that version was replaced long ago and its items are deleted. */
export async function fromLiveVersion<R, T>(open: Open<R>, make: (roster: R) => Promise<T>, opened?: R): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await make(tries === 1 && opened !== undefined ? opened : await open({ consistent: tries > 1 }));
    } catch (error) {
      if (!(error instanceof PageMissing) || tries === mostTries) throw error;
    }
  }
}

function questionHash({ list, account, query }: Question): string {
  return createHash('sha256')
    .update(JSON.stringify([list, account, query]))
    .digest('base64url')
    .slice(0, 8);
}

/** Builds `{"clients":[…],"total":1}` from entries that are JSON texts already. */
export function listBody(name: string, texts: readonly string[], rest: object): string {
  const tail = JSON.stringify(rest).slice(1);
  return `{${JSON.stringify(name)}:[${texts.join(',')}],${tail}`;
}
