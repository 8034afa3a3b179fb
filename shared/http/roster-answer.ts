import { createHash } from 'node:crypto';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';
import { PageMissing } from '../table/views/read/page-store.ts';
import { portfolioIdOf, type ScopedClients, scopedClients } from '../table/views/read/scoped-clients.ts';
import { type Answer, type Headers, type MadeBody, type TextStream, textAnswer } from './operation.ts';

interface Versioned {
  readonly head: { readonly version: string };
}

/** The list, the account and the validated parameters. Together with the version they identify an answer. */
interface Question {
  readonly list: string;
  readonly account: Account;
  readonly query: object;
}

/** Reads the live version; strongly consistent if a page of an older version was missing. */
type Open<R> = (reading: { consistent: boolean }) => Promise<R>;
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
  const etagOf = ({ head }: R) => `${head.version}.${hash}`;
  const live = await open({ consistent: false });
  const make = async (roster: R) => ({ etag: etagOf(roster), body: await render(roster), headers: headersOf(roster) });
  return { etag: etagOf(live), body: () => fromLiveVersion(live, open, make) };
}

/** The same for an answer that also shows facts which the roster's version does not cover: the ETag hashes the text. */
export async function hashedRosterAnswer<R>(open: Open<R>, render: (roster: R) => Promise<string>): Promise<Answer> {
  const live = await open({ consistent: false });
  return { body: () => fromLiveVersion(live, open, async (roster) => textAnswer(await render(roster))) };
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

/** Starts again from the live version if the opened version was replaced and its pages have been deleted. */
async function fromLiveVersion<R>(opened: R, open: Open<R>, make: (roster: R) => Promise<MadeBody>): Promise<MadeBody> {
  let roster = opened;
  for (let tries = 1; ; tries += 1) {
    try {
      return await make(roster);
    } catch (error) {
      if (!(error instanceof PageMissing) || tries === mostTries) throw error;
    }
    roster = await open({ consistent: true });
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
