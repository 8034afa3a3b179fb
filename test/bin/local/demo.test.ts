import { beforeAll, describe, expect, it } from 'vitest';
import { brightwater } from '../../../bin/local/demo/brightwater.ts';
import type { DemoAccount } from '../../../bin/local/demo/demo-account.ts';
import { edgeCases } from '../../../bin/local/demo/edge-cases.ts';
import { type DemoClient, demoClient } from '../../../bin/local/demo/generate/demo-client.ts';
import { portfoliosOf } from '../../../bin/local/demo/generate/portfolios.ts';
import { loadDemo } from '../../../bin/local/demo/load.ts';
import { northlight } from '../../../bin/local/demo/northlight.ts';
import { dateOf, dayOf } from '../../../shared/domain/dates.ts';
import type { TrackRecord } from '../../../shared/domain/track-record/record.ts';
import { clientById } from '../../../shared/table/entities/client.ts';
import { changesBy, type Fact } from '../../../shared/table/facts/facts.ts';
import { scoreClient } from '../../../shared/table/night/score-client.ts';
import { streamsOfClient } from '../../../shared/table/records/scored-streams.ts';
import { clientScoreOf } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import { standingOf } from '../../../shared/table/views/model/entries.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { readViews } from '../../support/rosters/reading.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const today = dayOf('2026-11-20');
const db = useMemoryTable();
const accounts = [brightwater, northlight, edgeCases];

function clientsOf(demo: DemoAccount, day = today): DemoClient[] {
  return demo.profiles().map((profile) => demoClient(demo, profile, day));
}

const [large, small, edge] = [clientsOf(brightwater), clientsOf(northlight), clientsOf(edgeCases)];
const everyClient = [
  ...large.map((client) => ({ client, demo: brightwater })),
  ...small.map((client) => ({ client, demo: northlight })),
  ...edge.map((client) => ({ client, demo: edgeCases })),
];

beforeAll(async () => {
  for (const demo of accounts) await loadDemo(db.table, demo, today);
});

describe('the demo in the table', () => {
  it(`equals an import of the facts of ${everyNthSaid(10)} client`, async () => {
    for (const demo of accounts) {
      const portfolios = portfoliosOf(demo.portfolios, today).map((value) => ({ kind: 'portfolio' as const, value }));
      const facts = [...portfolios, ...everyNth(10, clientsOf(demo)).flatMap((client) => client.facts)];

      expect(await changesBy(db.table, asAccount(demo.customerId), facts)).toEqual([]);
    }
  });

  it('has up-to-date views: a rebuild on the next day writes nothing', async () => {
    const { table, calls } = dying(db);
    for (const { customerId } of accounts) await rebuild(table, asAccount(customerId), { now: 0 });

    expect(calls).not.toEqual([]);
    // a process can be killed at its writes
    expect(deathsIn(calls)).toEqual([]);
  });

  it(`has the scores that a night computes from the signals in the table, of ${everyNthSaid(4)} client`, async () => {
    for (const { client, demo } of everyNth(
      4,
      everyClient.filter(({ client }) => client.score),
    )) {
      const account = asAccount(demo.customerId);
      const stored = await clientById(db.table, account, client.client.id);
      if (!stored) throw new Error(`${client.client.id} is not in the table`);
      const [score, streams] = await Promise.all([
        clientScoreOf(db.table, account, stored.id),
        streamsOfClient(db.table, account, stored.id),
      ]);
      const scorable = { client: stored, streams: streams.map(({ stream }) => stream) };
      const after = await scoreClient(db.table, account, scorable, { day: today, rescore: true, factsAreOld: false });

      const { ofStreams: _, ...again } = after.score ?? expect.unreachable();
      expect(score).toMatchObject(again);
      const scored = new Set(streams.filter((each) => each.score).map(({ stream }) => stream.id));
      expect(after.streams.filter(({ stream }) => scored.has(stream.id))).toEqual(streams.filter((each) => each.score));
    }
  });

  it('shows the night of its day', async () => {
    for (const { customerId, profiles } of accounts) {
      const { scoredFor, clients } = await readViews(db.table, asAccount(customerId));
      expect({ scoredFor, clients: clients.length }).toEqual({ scoredFor: today, clients: profiles().length });
    }
  });
});

describe('the year of the demo', () => {
  it('ends today, covers 365 nights for most clients, and has no signal of today or later', () => {
    const lengths = large.flatMap(({ client: { leftAt }, score }) =>
      score
        ? [[leftAt ? score.history.last + today - dayOf(leftAt) + 1 : score.history.last, score.history.points.length]]
        : [],
    );

    expect(lengths.every(([last, length = 0]) => last === today && length <= 365)).toBe(true);
    expect(lengths.filter(([, length]) => length === 365).length).toBeGreaterThan(large.length / 2);
    expect(large.flatMap(({ signals }) => signals).filter(({ day }) => day >= today)).toEqual([]);
  });
});

const standing = ({ client, score }: DemoClient) => standingOf(score && { ...score }, client.importedScore);
const factsOf = <Kind extends Fact['kind']>({ facts }: DemoClient, kind: Kind) =>
  facts.flatMap((fact) => (fact.kind === kind ? [fact.value as Extract<Fact, { kind: Kind }>['value']] : []));

it('the large account of the demo has five leavers: one missed by the score and seen by people, one the other way round, one by both', async () => {
  const { overviews } = await (
    await liveVersion({ table: db.table, pages: new PageCache(0) }, asAccount('brightwater'), { consistent: true })
  )
    .list('overview')
    .item();
  const { leavers } = JSON.parse(overviews[0] ?? '').trackRecord as TrackRecord;

  expect(leavers?.map(({ id, scoreWarned, peopleWarned }) => [id, !!scoreWarned, !!peopleWarned])).toEqual([
    ['c-1123', true, true],
    ['c-1136', false, true],
    ['c-1151', true, false],
    ['c-1079', true, true],
    ['c-1150', false, false],
  ]);
});

// README.md shows its score, its topics and its newest note
it('the client of the demo that fell most did so because its sponsor left: notes, people, reads and insights agree', () => {
  const falling = large.find(({ client }) => client.id === 'c-1044') ?? expect.unreachable();
  const texts = (kind: 'note' | 'person') => factsOf(falling, kind).map((each) => JSON.stringify(each));
  const reads = factsOf(falling, 'alignment').map(({ value }) => value);

  expect(texts('note').join()).not.toContain('reference');
  expect(texts('person')[0]).toContain('"title":"Interim Marketing Lead","role":"Acting sponsor"');
  expect(texts('person').join()).not.toMatch(/Edgar Sandoval|Executive sponsor/);
  expect(reads.join(' ')).toMatch(/^(green )+(amber )+(red ?)+$/);
  expect(falling.client.spotlightSummary).toBeUndefined();
  expect(
    factsOf(falling, 'insights')
      .filter(({ weekDate }) => weekDate > dateOf(today - 14))
      .flatMap(({ insights }) => insights)
      .some(({ sentiment }) => sentiment === 'negative'),
  ).toBe(true);
});

describe('the account of edge cases', () => {
  it.each<[string, (client: DemoClient) => unknown]>([
    ['at 0', (each) => standing(each).score === 0],
    ['at 200', (each) => standing(each).score === 200],
    ['never scored, never contacted', ({ score, client }) => score === undefined && client.lastContactDate === null],
    ['archived', ({ client }) => client.archived],
    ['that a spreadsheet would read as a formula', ({ client }) => /^[=+\-@]/.test(client.name)],
    ['that must be quoted in CSV', ({ client }) => /[",\n]/.test(client.name)],
    ['with markup', ({ client }) => /<script>|<img/.test(client.name)],
    ['with a line end', ({ client }) => client.name.includes('\n')],
    ['with characters that cannot be seen', ({ client }) => /[\u200b\ufeff\u2028]/.test(client.name)],
    ['with a character that reverses what follows', ({ client }) => client.name.includes('\u202e')],
    ['with an emoji', ({ client }) => /\p{Emoji_Presentation}/u.test(client.name)],
    ['in Japanese', ({ client }) => /\p{Script=Han}/u.test(client.name)],
    ['in Arabic', ({ client }) => /\p{Script=Arabic}/u.test(client.name)],
    ['in Hebrew', ({ client }) => /\p{Script=Hebrew}/u.test(client.name)],
    ['with combining characters', ({ client }) => client.name !== client.name.normalize('NFC')],
    ['with a name of 200 characters', ({ client }) => client.name.length === 200],
  ])('has a client %s', (_, is) => {
    expect(edge.filter(is)).not.toEqual([]);
  });
});

describe('the demo', () => {
  it('is the same for the same day, and shifts with the day', () => {
    expect(clientsOf(northlight)).toEqual(small);
    expect(clientsOf(northlight, today + 400)[0]?.score?.history?.points).toEqual(small[0]?.score?.history?.points);
  });

  it('writes to nobody, and calls nobody: addresses and numbers are those that are kept for examples', () => {
    const people = [...large, ...small].flatMap((client) => factsOf(client, 'person'));
    expect(people.length).toBeGreaterThan(500);
    const real = people.filter(
      ({ email, phone }) => !/^([a-z]+\.[a-z]+@[a-z]-\d+\.example)?$/.test(email) || !/^(\+1 555 01\d\d)?$/.test(phone),
    );
    expect(real).toEqual([]);
  });
});
