import { isDeepStrictEqual } from 'node:util';
import type { Account } from './account.ts';
import { compare, type Texts } from './basics.ts';
import { isArchived, readsOf } from './figures.ts';

// What changed since when: each publication is compared with the one before it.

type FactsIn = (account: Account) => (readonly [key: string, facts: unknown])[];

/** What an import says of a client, without signals, notes' texts, people and insights. */
const clientFacts: FactsIn = ({ clients, portfolios, scoredFor }) =>
  clients.map((known) => {
    const { client, notes } = known;
    const memberships = portfolios.flatMap(({ portfolio, members }) =>
      members.has(client.id) ? [[portfolio.id, members.get(client.id)]] : [],
    );
    const newest = notes
      .map(({ createdAt }) => createdAt)
      .sort(compare)
      .at(-1);
    return [client.id, [client, isArchived(known, scoredFor), readsOf(known), notes.length, newest, memberships]];
  });

const streamFacts: FactsIn = ({ clients, scoredFor }) =>
  clients.flatMap((known) =>
    known.streams.map(({ stream }) => {
      const { id, name } = known.client;
      return [`${id},${stream.id}`, [stream, name, isArchived(known, scoredFor)]] as const;
    }),
  );

interface Since {
  readonly at: string;
  /** Undefined once it was removed. */
  readonly facts: unknown;
}

function sinceOf(account: Account, factsIn: FactsIn): Map<string, Since> {
  const { at, before } = account.published ?? { at: '' };
  const since = before ? sinceOf(before, factsIn) : new Map<string, Since>();
  const now = new Map(factsIn(account));
  for (const [key, facts] of now) if (!isDeepStrictEqual(since.get(key)?.facts, facts)) since.set(key, { at, facts });
  for (const [key, { facts }] of since)
    if (!now.has(key) && facts !== undefined) since.set(key, { at, facts: undefined });
  return since;
}

export function changesOf(
  account: Account,
  part: 'clients' | 'streams',
  { updated_since: after = '', limit = '100' }: Texts,
) {
  const since = [...sinceOf(account, part === 'clients' ? clientFacts : streamFacts)];
  const all = since
    .map(([key, { at, facts }]) => ({ place: `${at},${key}`, key, isThere: facts !== undefined }))
    .sort((a, b) => compare(a.place, b.place));
  const later = all.filter(({ place }) => place > after);
  const page = later.slice(0, Number(limit));
  const keys = (isThere: boolean) => page.filter((each) => each.isThere === isThere).map(({ key }) => key);
  const next = page.at(-1)?.place ?? all.at(-1)?.place ?? '1970-01-01T00:00:00.000Z';
  return { changed: keys(true), removed: keys(false), rest: { total: later.length, next } };
}
