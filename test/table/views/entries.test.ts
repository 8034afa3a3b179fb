import { expect, it } from 'vitest';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { type Client, noCounts } from '../../../shared/table/records/clients.ts';
import type { Score } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { memberText } from '../../../shared/table/views/model/descriptions.ts';
import { clientEntry, streamEntry } from '../../../shared/table/views/model/entries.ts';
import { nightClientOf } from '../../../shared/table/views/model/night-client.ts';
import { aClient, aStream } from '../../support/store/facts.ts';

const account = asAccount('acme');

function client(given: Partial<Client> = {}): Client {
  return { ...aClient('c1', { name: 'Acme', metadata: {} }).value, ...noCounts, ...given };
}

/** 80 and then 90 on 20 November 2026; so many topics have a score. */
function scored(count: number, given: Partial<Score> = {}): Score {
  return {
    history: { last: 20_777, points: Uint16Array.of(800, 900) },
    topics: topics.map((_, at) => (at < count ? 90 : null)),
    source: 'chr2',
    model: 1,
    ...given,
  };
}

it('the entry of a client has what lists show, what exports add, and what sums are made of', () => {
  const latestRead = { value: 'red', week: '2026-11-16', updatedAt: '2026-11-17T08:00:00Z', updatedBy: 'Ada' } as const;
  const everything = client({
    favorite: true,
    latestRead,
    externalId: 'X-1',
    metadata: { revenueTTM: 1200, location: 'Oslo', industry: 'Banking', accountOwner: 'Ada' },
  });
  const streams = (['active', 'inactive', 'pending', 'inactive'] as const).map(
    (state, at) => aStream('c1', `s${at}`, { state }).value,
  );
  const memberships = new Map([
    ['q', { tier: 'Gold', area: 'North' }],
    ['p', {}],
  ]);

  const { text, fields } = clientEntry(account, everything, scored(7), streams, memberships);

  const metadata = { accountOwner: 'Ada', industry: 'Banking', revenueTTM: 1200 };
  const shown = { id: 'c1', customerId: 'acme', name: 'Acme', score: 90, lastContactDate: null };
  // the same entry always has the same text
  expect(text).toBe(JSON.stringify({ ...shown, hasInsufficientData: true, metadata }));
  expect(streams.map((each) => streamEntry(account, everything, each, undefined).part)).toEqual([0, 1, 1, 1]);
  expect(JSON.stringify(fields.portfolios)).toBe('{"p":{},"q":{"area":"North","tier":"Gold"}}');
  expect(fields).toEqual({
    id: 'c1',
    name: 'Acme',
    score: 90,
    favorite: true,
    insufficient: true,
    topics: 7,
    topicScores: [...Array(7).fill(90), ...Array(8).fill(null)],
    points: 2,
    source: 'chr2',
    externalId: 'X-1',
    latestRead,
    location: 'Oslo',
    revenueTTM: 1200,
    streams: 1,
    portfolios: { p: {}, q: { tier: 'Gold', area: 'North' } },
  });
});

it('the entry of a stream has what lists show, with its own score', () => {
  const stream = aStream('c1', 's1', { name: 'Audit', goals: 'Grow', state: 'pending', importedScore: 40 }).value;
  const entryOf = (score?: Score) => streamEntry(account, client({ importedScore: 90 }), stream, score);
  const points = Uint16Array.from({ length: 31 }, (_, at) => at * 10);

  const shown = {
    ...{ id: 's1', name: 'Audit', customerId: 'acme', parentClientId: 'c1', parentClientName: 'Acme', score: 40 },
    ...{ streamState: 'pending', goals: 'Grow', hasInsufficientData: true, historicalData: [] },
  };
  expect(JSON.parse(entryOf().text)).toEqual(shown);
  expect(entryOf().fields).toEqual({ id: 's1 c1', name: 'Audit', score: 40 });
  expect(JSON.parse(entryOf(scored(8, { history: { last: 20_777, points } })).text)).toEqual({
    ...{ ...shown, score: 30, hasInsufficientData: false, historicalData: [...points.slice(1)].map((at) => at / 10) },
    scoreChanges: {
      '7day': { change: 7, percentage: 30.4, previousScore: 23 },
      '30day': { change: 30, percentage: 100, previousScore: 0 },
    },
  });
});

it('the entry of a client leaves out what there is not', () => {
  const { fields } = clientEntry(account, client(), undefined, [], new Map());

  expect(fields).toStrictEqual({
    id: 'c1',
    name: 'Acme',
    score: 100,
    insufficient: true,
    source: 'chr1',
    streams: 0,
    portfolios: {},
  });
});

it('what is empty or 0 is not what there is not', () => {
  const metadata = { location: '', revenueTTM: 0 };
  const empty = client({ metadata, externalId: '', importedScore: 90 });
  const score = scored(8, { history: { last: 20_777, points: Uint16Array.of(0) } });

  expect(clientEntry(account, empty, score, [], new Map()).fields).toMatchObject({
    ...metadata,
    ...{ externalId: '', score: 0 },
  });
  const numbered = client({ metadata: { location: 0, revenueTTM: 'none' } });
  expect(clientEntry(account, numbered, score, [], new Map()).fields).toMatchObject({ location: '0' });
  expect(clientEntry(account, numbered, score, [], new Map()).fields).not.toHaveProperty('revenueTTM');
});

it('the event of a night says of a client what its entry says, and its score of the day before', () => {
  // 30 days ago 50, a week ago 60, two days ago 70, yesterday 0, then 90
  const points = Uint16Array.from({ length: 31 }, (_, at) => ({ 0: 500, 23: 600, 28: 700, 29: 0, 30: 900 })[at] ?? 100);

  expect(nightClientOf(client(), scored(8, { history: { last: 20_777, points } }))).toEqual({
    ...{ id: 'c1', name: 'Acme', score: 90, hasLittleData: false, before: 0, change: 30 },
  });
  expect(nightClientOf(client({ importedScore: 0 }), undefined)).toEqual({
    ...{ id: 'c1', name: 'Acme', score: 0, hasLittleData: true, before: undefined, change: undefined },
  });
});

it('eight topics with a score are sufficient', () => {
  const insufficient = (count: number) => {
    const stream = JSON.parse(streamEntry(account, client(), aStream('c1', 's1').value, scored(count)).text);
    expect(clientEntry(account, client(), scored(count), [], new Map()).fields.insufficient ?? false).toBe(
      stream.hasInsufficientData,
    );
    return stream.hasInsufficientData;
  };

  expect([7, 8, 9].map(insufficient)).toEqual([true, false, false]);
});

it('a change of a score is shown from the seventh day on', () => {
  const after = (days: number) => {
    const points = Uint16Array.from({ length: days + 1 }, (_, day) => (day === 0 ? 800 : 900));
    const score = scored(15, { history: { last: 20_777, points } });
    const { fields } = clientEntry(account, client(), score, [], new Map());
    const texts = [streamEntry(account, client(), aStream('c1', 's1').value, score).text, memberText(fields, 'p')];
    return texts.map((text) => JSON.parse(text).scoreChanges);
  };

  expect(after(6)).toEqual([undefined, undefined]);
  expect(after(7)).toEqual(Array(2).fill({ '7day': { change: 10, percentage: 12.5, previousScore: 80 } }));
});
