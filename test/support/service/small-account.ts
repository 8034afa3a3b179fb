import { beforeAll, expect } from 'vitest';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import type { Account, Computed } from '../../model/account.ts';
import { write } from '../../model/store.ts';
import { useMemoryTable } from '../store/table.ts';
import { putKey } from './api-keys.ts';
import { expectConforms } from './conformance.ts';
import { fakeDeps } from './deps.ts';
import { type Ask, askerOf } from './whole-service.ts';

// Five clients, four streams, two portfolios: small enough to remember while reading the tests of the operations.

const scored = (topic: number, given: Record<string, number> = {}) => topics.map(({ id }) => given[id] ?? topic);
const scoredIn = (given: Record<string, number>) => topics.map(({ id }) => given[id] ?? null);

/** `count` equal points followed by these, the last one on 20 November 2026. */
function nights(topicScores: Computed['topics'], equal: [count: number, score: number], ...points: number[]): Computed {
  const [count, score] = equal;
  const all = [...Array<number>(count).fill(score), ...points];
  return { last: '2026-11-20', points: all, topics: topicScores, source: 'chr2' };
}

const flags = { archived: false, favorite: false };
const facts = { ...flags, lastContactDate: null, metadata: {}, updatedAt: '2026-11-02T08:00:00Z' };
const unscored = { computed: undefined, insights: [] };
const meeting = { content: 'Asked for an earlier launch', type: 'meeting' };
const nothing = { computed: undefined, streams: [], notes: [], people: [], reads: [] };
const aStream = { clientId: 'northwind', goals: null };
const aNote = { clientId: 'northwind', createdBy: 'Ada Okafor', type: 'call' };
const aPerson = { clientId: 'northwind', title: '', email: '', phone: '', role: '', department: '' };

const smallAccount: Account = {
  customerId: 'acme',
  scoredFor: '2026-11-20',
  clients: [
    {
      client: {
        ...facts,
        id: 'northwind',
        name: 'Northwind Bank',
        favorite: true,
        externalId: 'NW-7',
        lastContactDate: '2026-11-18T15:30:00Z',
        metadata: { accountOwner: 'Ada Okafor', industry: 'Banking', location: 'Oslo', revenueTTM: 1200000 },
      },
      // a month ago 100, a week ago 150
      computed: nights(scored(150, { trust: 187.5 }), [24, 100], 150, 150, 150, 150, 150, 150, 150, 152.5),
      streams: [
        {
          stream: { ...aStream, id: 'web', name: 'Website', state: 'active', goals: 'Double the sign-ups' },
          computed: nights(scoredIn({ timeliness: 62.5, billing_payment: 45, trust: 158 }), [7, 80], 88.5),
          insights: [
            {
              clientId: 'northwind',
              streamId: 'web',
              weekDate: '2026-11-16',
              insights: [{ topic: 'timeliness', summary: 'The launch moved by a week.', sentiment: 'negative' }],
            },
            { clientId: 'northwind', streamId: 'web', weekDate: '2026-11-09', insights: [] },
          ],
        },
        { ...unscored, stream: { ...aStream, id: 'audit', name: 'Audit', state: 'pending', importedScore: 120 } },
      ],
      notes: [
        { ...aNote, id: 'n1', createdAt: '2026-10-01T09:00:00Z', content: 'Kick-off' },
        { ...aNote, ...meeting, id: 'n2', createdAt: '2026-11-18T15:30:00Z' },
      ],
      people: [
        { ...aPerson, id: 'p1', name: 'Zoë Lind', title: 'CFO', email: 'zoe@northwind.example' },
        { ...aPerson, id: 'p2', name: 'erik Moe' },
      ],
      reads: [
        { value: 'amber', week: '2026-10-05', updatedAt: '2026-10-06T10:00:00Z', updatedBy: 'Ada Okafor' },
        { value: 'green', week: '2026-11-16', updatedAt: '2026-11-17T10:00:00Z', updatedBy: 'Ben Larsson' },
      ],
    },
    {
      ...nothing,
      client: { ...facts, id: 'muller', name: 'Café Müller', metadata: { revenueTTM: 90000.5 } },
      // a week ago 110, a month ago nothing yet
      computed: nights(scoredIn({ timeliness: 99.5 }), [7, 110], 99.5),
      streams: [
        {
          stream: { ...aStream, clientId: 'muller', id: 'shop', name: 'Shop', state: 'active' },
          computed: nights(scoredIn({}), [3, 150]),
          insights: [],
        },
        { ...unscored, stream: { ...aStream, clientId: 'muller', id: 'web', name: 'Website', state: 'inactive' } },
      ],
    },
    {
      ...nothing,
      client: { ...facts, id: 'harbour', name: 'Blue Harbour', spotlightSummary: 'About to leave.' },
      computed: nights(scored(0), [3, 0]),
      reads: [{ value: 'red', week: '2026-11-09', updatedAt: '2026-11-09T10:00:00Z', updatedBy: 'Ben Larsson' }],
    },
    { ...nothing, client: { ...facts, id: 'cafe', name: 'CAFE MULLER & Sons', importedScore: 99.5 } },
    {
      ...nothing,
      client: {
        ...facts,
        archived: true,
        favorite: true,
        id: 'mill',
        name: 'Old Mill',
        metadata: { location: '=Graz' },
      },
      computed: nights(scored(140), [31, 140]),
    },
  ],
  portfolios: [
    {
      portfolio: {
        id: 'key',
        name: 'Key accounts',
        color: '#AA3300',
        description: 'Those that matter most',
        userIds: ['u1'],
        createdAt: '2026-01-05T08:00:00Z',
      },
      members: new Map([
        ['northwind', { segment: 'Enterprise', tier: '1' }],
        ['cafe', {}],
        ['mill', { segment: 'Small' }],
      ]),
    },
    { portfolio: { id: 'empty', name: 'an empty one', color: '#0033AA' }, members: new Map() },
  ],
};

/** The small account in its own table, and functions that send requests for it. */
export function useSmallAccount() {
  const db = useMemoryTable();
  let ask: Ask | undefined;
  beforeAll(async () => {
    await write(db.table, smallAccount);
    ask = await askerOf(fakeDeps(db.table), await putKey(db.table));
  });
  const answer: Ask = (url, headers) => {
    if (!ask) throw new Error('the account is there only while tests run');
    return ask(url, headers);
  };
  /** The body of a 200 response. */
  const read = async (url: string) => {
    const { operationId, status, headers, body } = await answer(url);
    expectConforms(operationId, status, headers, body);
    expect({ url, status }).toEqual({ url, status: 200 });
    return JSON.parse(body);
  };
  /** Status and detail of an error response. */
  const refusal = async (url: string) => {
    const { operationId, status, headers, body } = await answer(url);
    expectConforms(operationId, status, headers, body);
    return [status, JSON.parse(body).detail];
  };
  return { db, ask: answer, read, refusal };
}
