import { describe, expect, it } from 'vitest';
import { historyDays } from '../../../shared/domain/scoring/model.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { noCounts } from '../../../shared/table/entities/client.ts';
import { changesBy, type Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { type BuiltList, toListItem } from '../../../shared/table/views/model/lists.ts';
import { toPageItems } from '../../../shared/table/views/model/pages.ts';
import { toPortfolioViewItems } from '../../../shared/table/views/model/portfolio-view.ts';
import { randomOf } from '../../support/random.ts';
import { viewsOf } from '../../support/rosters/put-views.ts';
import { sizeOf } from '../../support/store/capacity.ts';
import { aClient, aMember, aNote, aPerson, aPortfolio, aRead, aSignal, aStream } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const kilobyte = 1024;
const longId = (letter: string) => letter.repeat(64);
const account = asAccount(longId('a'));
const client = longId('c');

const random = randomOf(7);
/** Incompressible text, of characters that take three bytes each. */
const wild = (length: number) =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + Math.floor(random() * 20_000))).join('');
/** Incompressible JSON text of exactly the given number of bytes. */
const metadata = (bytes: number) => {
  const known = { location: 'Lyon', revenueTTM: 123_456.78, accountOwner: '' };
  const letters = (bytes - Buffer.byteLength(JSON.stringify(known))) / 3;
  return { ...known, accountOwner: wild(Math.floor(letters)) };
};
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const columns = (bytes: number) =>
  Object.fromEntries(Array.from({ length: Math.floor(bytes / 310) }, (_, at) => [`${at}${wild(2)}`, wild(96)]));

const score = {
  history: { last: 20_777, points: new Uint16Array(historyDays).map((_, day) => (day * 997) % 2001) },
  topics: topics.map((_, at) => at * 1.1),
  source: 'chr2' as const,
  model: 12,
};

describe('the largest item that may be stored', () => {
  const week = (at: number) => new Date(Date.UTC(2026, 0, 5 + 7 * at)).toISOString().slice(0, 10);
  const insights = many(40, () => ({ topic: wild(100), summary: wild(500), sentiment: wild(50) }));

  it.each<{ what: string; facts: Fact[] }>([
    {
      what: 'client',
      facts: [
        aClient(client, {
          name: wild(200),
          externalId: wild(100),
          spotlightSummary: wild(2000),
          metadata: metadata(2048),
        }),
      ],
    },
    {
      what: 'stream',
      facts: [aStream(client, longId('s'), { name: wild(200), goals: wild(2000), spotlight: wild(2000) })],
    },
    {
      what: 'portfolio',
      facts: [
        aPortfolio(longId('p'), { name: wild(200), description: wild(500), userIds: many(100, () => wild(100)) }),
      ],
    },
    {
      what: 'member',
      facts: [aMember(longId('p'), client, Object.fromEntries(many(10, (at) => [`${at}${wild(99)}`, wild(100)])))],
    },
    {
      what: 'note',
      facts: [aNote(client, longId('n'), { content: wild(8000), createdBy: wild(200), type: wild(50) })],
    },
    { what: 'person', facts: [aPerson(client, longId('k'), { name: wild(200), title: wild(200), email: wild(200) })] },
    {
      what: 'week of insights',
      facts: [
        { kind: 'insights', value: { clientId: client, streamId: longId('s'), weekDate: '2026-11-16', insights } },
      ],
    },
    { what: 'year of reads', facts: many(52, (at) => aRead(client, week(at), { updatedBy: wild(200) })) },
    {
      what: 'week of signals',
      facts: many(550, (at) =>
        aSignal(client, `${at}`.padStart(64, '0'), { polarity: -0.12345678901234, stream: longId('s') }),
      ),
    },
  ])('takes less than 100 KB: a $what', async ({ facts }) => {
    const changes = await changesBy(db.table, account, facts);

    expect(changes).toHaveLength(1);
    expect(Math.max(...changes.map(({ item }) => sizeOf(item)))).toBeLessThan(100 * kilobyte);
  });

  it('takes less than 100 KB: a page, a portfolio view, a list item', () => {
    const portfolios = many(200, (at) => ({
      id: `${at}`.padStart(64, 'p'),
      name: wild(60),
      color: '#000000',
      description: wild(30),
    }));
    const facts = (at: number) => {
      const value = aClient(`${at}`.padStart(64, 'c'), {
        name: wild(200),
        externalId: wild(100),
        metadata: metadata(2048),
        favorite: true,
      });
      const stream = aStream(value.value.id, longId('s'), { name: wild(200), goals: wild(2000) });
      // the most that the limits allow: many small memberships and a large one
      const memberships = new Map(
        portfolios.map(({ id }, each) => [id, each === 0 ? columns(32 * kilobyte) : columns(320)]),
      );
      return {
        client: { ...value.value, ...noCounts },
        score,
        streams: [{ stream: stream.value, score }],
        memberships: at % 5 === 0 ? memberships : new Map(),
      };
    };

    const { built, portfolios: shown } = viewsOf(account, many(60, facts), portfolios, 20_777);

    const pages = built.flatMap((list) => list.pages.flatMap((page) => toPageItems(account, list.roster, page, 9)));
    const sizes = pages.map(sizeOf);
    expect(Math.max(...sizes)).toBeGreaterThan(50 * kilobyte);
    expect(Math.max(...sizes)).toBeLessThan(100 * kilobyte);
    const [ofAccount, ...shares] = toPortfolioViewItems(account, shown, 9).map(sizeOf);
    expect(ofAccount).toBeLessThan(40 * kilobyte);
    expect(shares.length).toBeGreaterThan(8);
    expect(Math.max(...shares)).toBeLessThan(16 * kilobyte);
    for (const list of built) expect(sizeOf(toListItem(account, list, 9))).toBeLessThan(4 * kilobyte);
  });
});

describe('the largest account that docs/operations.md names, with the shortest pages and parts that alternate at random', () => {
  const randomIn = (most: number) => Math.floor(random() * most);
  const refs = (entries: number, perPage: number) =>
    many(Math.ceil(entries / perPage), (at) => ({
      id: Buffer.from(many(12, () => randomIn(256))).toString('base64url'),
      count: perPage,
      start: at * perPage,
    }));
  const list = (entries: number, parts: number, { names = false, perPage = 66 } = {}): BuiltList => ({
    roster: 'clients',
    id: 'x',
    pages: [],
    list: {
      parts: many(parts, () => ({
        tally: { total: entries, sumOfTenths: 1, bands: { highRisk: 1, mediumRisk: 2, lowRisk: 3, onTrack: 4 } },
        pages: refs(entries / parts, perPage),
      })),
      order: many(entries, () => randomIn(parts)).join(''),
      starts: [],
      names: names ? many(2, () => refs(entries / 2, 330)) : [],
      overviews: names ? [] : many(2, () => JSON.stringify(metadata(1200))),
    },
  });

  it.each([
    ['list of 500,000 clients', list(500_000, 2, { names: true })],
    ['list of 500,000 trending clients', list(500_000, 6)],
    ['list of 900,000 streams', list(900_000, 2)],
  ])('has list items of at most 350 KB: the %s', (_, built) => {
    expect(sizeOf(toListItem(account, built, 9))).toBeLessThan(350 * kilobyte);
  });
});
