import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { changesBy, type Fact } from '../../shared/table/facts/facts.ts';
import { alignmentYears } from '../../shared/table/records/alignment.ts';
import { type Client, clientById, toClientItem } from '../../shared/table/records/clients.ts';
import { newestInsights } from '../../shared/table/records/insights.ts';
import { scoredClient } from '../../shared/table/records/known-client.ts';
import { newestNotes } from '../../shared/table/records/notes.ts';
import { peopleOfClient } from '../../shared/table/records/people.ts';
import { allMemberships, allPortfolios } from '../../shared/table/records/portfolios.ts';
import {
  type ClientScore,
  clientScoreOf,
  type Score,
  toScoreItem,
  toStreamScoreItem,
} from '../../shared/table/records/scores.ts';
import { namedSignalsIn } from '../../shared/table/records/signals.ts';
import { streamsOfClient } from '../../shared/table/records/streams.ts';
import { scoreClient } from '../../shared/table/scoring/score-client.ts';
import { asAccount, signalsKey } from '../../shared/table/store/item-keys.ts';
import { type Item, readItem } from '../../shared/table/store/read.ts';
import { putAll } from '../../shared/table/store/write.ts';
import { readPortfolios, readRoster } from '../support/rosters/reading.ts';
import { dumpOf } from '../support/store/dump.ts';
import {
  aClient,
  aMember,
  aNote,
  aPerson,
  aPortfolio,
  aRead,
  aSignal,
  aStream,
  insightsOfWeek,
} from '../support/store/facts.ts';
import { useTable } from '../support/store/table.ts';

// Items as one version of this service wrote them. Never change these files: items in customers' tables must stay
// readable. A new storage format adds a new file.

const db = useTable();
const acme = asAccount('acme');

function golden(name: string): Item[] {
  const text = readFileSync(join(import.meta.dirname, 'golden', `${name}.json`), 'utf8');
  const items = JSON.parse(text, (key, value) => (key === 'B' ? Uint8Array.from(Buffer.from(value, 'base64')) : value));
  return (items as Record<string, AttributeValue>[]).map((item) => unmarshall(item) as Item);
}

const facts: Fact[] = [
  aClient('c1', {
    name: 'Brown & Söhne',
    favorite: true,
    externalId: 'X-1',
    lastContactDate: '2026-11-18T09:30:00.000Z',
    metadata: {
      accountOwner: 'Ada Okafor',
      industry: 'Retail',
      location: 'Lyon',
      revenueTTM: 1_250_000.5,
      isKey: true,
    },
    spotlightSummary: 'Steady.',
    importedScore: 71.5,
  }),
  aStream('c1', 's1', { goals: 'Grow', spotlight: 'Good.', importedScore: 90 }),
  aPortfolio('p1', { description: 'Key clients', userIds: ['u1', 'u2'], createdAt: '2025-03-01T09:00:00.000Z' }),
  aMember('p1', 'c1', { tier: 'Gold', segment: 'Enterprise' }),
  aNote('c1', 'n1'),
  aPerson('c1', 'k1', { title: 'CFO', email: 'k1@example.com' }),
  insightsOfWeek('c1', 's1', '2026-11-16'),
  aRead('c1', '2025-11-17', { value: 'red' }),
  aRead('c1', '2026-11-16'),
  aSignal('c1', 'g1', { stream: 's1', polarity: -0.3 }),
  aSignal('c1', 'g2'),
];
const factOf = (kind: Fact['kind']) => facts.find((fact) => fact.kind === kind)?.value;
const topics = Array.from({ length: 15 }, (_, at) => (at % 3 === 2 ? null : 60 + at * 5.25));
const history = { last: 20_777, points: Uint16Array.of(0, 700, 1399, 2000, 815) };
const computed = { history, topics, source: 'chr2', model: 1 };
const latestRead = {
  value: 'green',
  week: '2026-11-16',
  updatedAt: '2026-11-20T09:00:00.000Z',
  updatedBy: 'Ben Larsson',
};

describe.each(['version-1'])('items of %s', (name) => {
  // attributes that a later version adds are ignored
  beforeAll(() =>
    putAll(
      db.table,
      golden(name).map((item) => ({ ...item, addedLater: { by: ['a', 'later', 'version'] } })),
    ),
  );

  it('contain every fact in full', async () => {
    const weekOfSignals = await readItem(db.table, signalsKey(acme, 'c1', '2026-W46'));

    expect(await clientById(db.table, acme, 'c1')).toMatchObject(factOf('client') ?? {});
    expect(await allPortfolios(db.table, acme)).toMatchObject([factOf('portfolio')]);
    expect(await allMemberships(db.table, acme, await allPortfolios(db.table, acme))).toEqual(
      new Map([['c1', new Map([['p1', { tier: 'Gold', segment: 'Enterprise' }]])]]),
    );
    expect(await newestNotes(db.table, acme, 'c1', 9)).toMatchObject([factOf('note')]);
    expect(await peopleOfClient(db.table, acme, 'c1')).toMatchObject([factOf('person')]);
    expect(await newestInsights(db.table, acme, 'c1', 's1')).toMatchObject([factOf('insights')]);
    expect(await alignmentYears(db.table, acme, 'c1')).toEqual([
      { year: '2025', carried: null, reads: [{ ...latestRead, value: 'red', week: '2025-11-17' }] },
      { year: '2026', carried: { ...latestRead, value: 'red', week: '2025-11-17' }, reads: [latestRead] },
    ]);
    expect(weekOfSignals && namedSignalsIn(weekOfSignals)).toEqual([
      { id: 'g1', day: 20_770, topic: 'trust', polarity: -0.3, weight: 1, stream: 's1' },
      { id: 'g2', day: 20_770, topic: 'trust', polarity: 0.5, weight: 1 },
    ]);
  });

  it('contain every score in full', async () => {
    expect(await clientScoreOf(db.table, acme, 'c1')).toMatchObject({ ...computed, notes: 1, latestRead });
    expect(await streamsOfClient(db.table, acme, 'c1')).toMatchObject([{ stream: factOf('stream'), score: computed }]);
  });

  it('give the original views', async () => {
    const clients = await readRoster(db.table, acme, 'clients');
    const streams = await readRoster(db.table, acme, 'streams');
    const { view, version } = await readPortfolios(db.table, acme);

    expect(clients.lines.map(({ text }) => JSON.parse(text ?? ''))).toEqual([
      {
        id: 'c1',
        customerId: 'acme',
        name: 'Brown & Söhne',
        score: 81.5,
        lastContactDate: '2026-11-18T09:30:00.000Z',
        hasInsufficientData: false,
        metadata: { accountOwner: 'Ada Okafor', industry: 'Retail', isKey: true, revenueTTM: 1_250_000.5 },
      },
    ]);
    expect(clients.lines.map(({ fields }) => fields)).toEqual([
      {
        id: 'c1',
        name: 'Brown & Söhne',
        score: 81.5,
        favorite: true,
        source: 'chr2',
        externalId: 'X-1',
        latestRead,
        location: 'Lyon',
        revenueTTM: 1_250_000.5,
        streams: 1,
        portfolios: { p1: { tier: 'Gold', segment: 'Enterprise' } },
      },
    ]);
    expect(streams.lines.map(({ text }) => JSON.parse(text ?? ''))).toMatchObject([
      { id: 's1', score: 81.5, goals: 'Grow' },
    ]);
    expect(view).toMatchObject({
      roster: version,
      portfolios: [{ ...factOf('portfolio'), clients: { main: { total: 1, sumOfTenths: 815 } } }],
    });
  });
});

describe('items that are written today', () => {
  it('equal those of version-1, attribute by attribute', async () => {
    await putAll(db.table, golden('version-1'));

    expect(await changesBy(db.table, acme, facts)).toEqual([]);
    const items = golden('version-1');
    const score = {
      ...computed,
      notes: 1,
      latestRead,
      projectedMark: items.find(({ sk }) => sk === 'SCORE')?.followed,
    };
    expect(items).toContainEqual(toScoreItem(acme, 'c1', score as ClientScore));
    expect(items).toContainEqual(toStreamScoreItem(acme, 'c1', 's1', computed as Score));
  });
});

describe('a night after version-1', () => {
  const day = history.last + 1;
  const records = ['SCORE', 'SSCORE#s1', 'STREAM#s1'];

  it('writes the items of stream-tail, attribute by attribute', async () => {
    await putAll(db.table, golden('version-1'));
    const client = await clientById(db.table, acme, 'c1');
    if (!client) throw new Error('the client is missing');

    await scoreClient(db.table, acme, client, { day, rescore: false, isOnTime: true });

    const written = (await dumpOf(db.table, acme)).filter(({ sk }) => records.includes(sk));
    expect(written).toEqual(golden('stream-tail'));
  });

  it('leaves items that contain every score in full', async () => {
    await putAll(db.table, golden('stream-tail'));

    const ofClient = await clientScoreOf(db.table, acme, 'c1');
    const [ofStream] = await streamsOfClient(db.table, acme, 'c1');

    expect(ofClient?.history).toEqual({ last: day, points: Uint16Array.of(...history.points, 1100) });
    expect(ofStream?.score).toMatchObject({
      history: { last: day, points: Uint16Array.of(...history.points, 700) },
      topics: Array.from({ length: 15 }, (_, topic) => (topic === 5 ? 70 : null)),
      source: 'chr2',
      model: 1,
    });
  });
});

describe('a night that copies the history of a client', () => {
  const account = asAccount('long');
  // one night in thirty for this id
  const day = 20_792;
  const points = Uint16Array.from({ length: 120 }, (_, at) => 500 + at * 3);
  const before: ClientScore = {
    ...{ ...(computed as Score), history: { last: day - 1, points } },
    ...{ notes: 0, latestRead: null, projectedMark: '' },
  };
  const after = { last: day, points: Uint16Array.of(...points, points.at(-1) ?? 0) };

  it('writes the items of history-record, attribute by attribute', async () => {
    const { value } = aClient('c1');
    const client = { ...value, changeMark: 'm' } as Client;
    await putAll(db.table, [toClientItem(account, client), toScoreItem(account, 'c1', before)]);

    await scoreClient(db.table, account, client, { day, rescore: false, isOnTime: true });

    const written = (await dumpOf(db.table, account)).filter(({ sk }) => sk.startsWith('SCORE'));
    expect(written).toEqual(golden('history-record'));
  });

  it('leaves items that contain the whole history, and the newest 90 days without the history record', async () => {
    await putAll(db.table, golden('history-record'));

    expect((await scoredClient(db.table, account, 'c1', 365)).score?.history).toEqual(after);
    expect((await scoredClient(db.table, account, 'c1', 90)).score?.history).toEqual({
      last: day,
      points: after.points.slice(-90),
    });
  });
});
