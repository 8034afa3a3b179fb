import { beforeAll, describe, expect, it } from 'vitest';
import { inspectClient } from '../../../bin/admin/inspect/inspect-client.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { aClient, aNote, aPerson, aRead, aSignal, aStream, insightsOfWeek } from '../../support/store/facts.ts';
import { memoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { atTerminal } from '../at-terminal.ts';

const table = memoryTable('job');
const admin = atTerminal(() => table);
const [acme, many] = [asAccount('acme'), asAccount('many')];
const randomBytes = bytesOf(randomOf(5));
const write = (account: typeof acme, facts: readonly Fact[]) =>
  writeFacts({ table, randomBytes, changed: async () => undefined }, account, facts);
const inspected = async (client: string) => {
  const { out } = await admin(`inspect ${client} --account acme --json`);
  return JSON.parse(out[0] ?? '');
};
/** Without the spaces that align. */
const linesOf = async (client: string) =>
  (await admin(`inspect ${client} --account acme`)).out.map((line) => line.trimEnd().replaceAll(/(\S) {2,}/g, '$1 | '));

const signal = (id: string, day: string, topic: string, polarity: number, more: object = {}) =>
  aSignal('harbor', id, { day: dayOf(day), topic, polarity, ...more });
const openSignal = (id: string, more: object): Fact => ({
  kind: 'open-signal',
  clientId: 'harbor',
  value: {
    ...{ id, feed: 'invoices', since: dayOf('2026-11-10'), topic: 'billing_payment', weight: 3 },
    ...{ steps: [{ most: 5 }, { polarity: -0.5 }], seen: dayOf('2026-11-19'), ...more },
  },
});

// the clock is fixed at noon on 20 November 2026
beforeAll(async () => {
  for (const account of [acme, many]) await createAccount(table, account, account);
  await write(acme, [
    aClient('harbor', {
      ...{ name: 'Harbor Light', externalId: 'CRM-7', archived: true, favorite: true, importedScore: 88.5 },
      ...{
        lastContactDate: '2026-11-18T09:00:00.000Z',
        metadata: { industry: 'Food', active: true, accountOwner: 'Ada' },
      },
    }),
    ...[aClient('quiet', { name: 'Quiet' }), aClient('silent', { name: 'Silent', importedScore: 61.25 })],
    aClient('old', { name: 'Old' }),
    ...[aStream('harbor', 'web', { name: 'Website' }), aStream('harbor', 'gone', { state: 'inactive' })],
    aStream('harbor', 'new', { name: 'New', importedScore: 77 }),
    ...[aNote('harbor', 'n1'), aPerson('harbor', 'p1'), aPerson('harbor', 'p2')],
    ...['2026-11-02', '2026-11-09', '2026-11-16'].map((week) => insightsOfWeek('harbor', 'web', week)),
    ...['2025-06-02', '2026-05-04', '2026-11-02'].map((week) => aRead('harbor', week)),
    // 90 days and one day before the 20th count, 91 days before it and the day itself do not
    ...[signal('first', '2026-08-22', 'trust', -1), signal('last', '2026-11-19', 'trust', 1, { weight: 2 })],
    ...[signal('early', '2026-08-21', 'trust', -1, { stream: 'web' }), signal('today', '2026-11-20', 'trust', -1)],
    signal('slow', '2026-10-20', 'timeliness', -0.5, { stream: 'web' }),
    signal('inactive', '2026-11-19', 'trust', -1, { stream: 'gone' }),
    ...[openSignal('late', {}), openSignal('paid', { since: dayOf('2026-11-15') })],
    ...[aClient('heavy'), aSignal('heavy', 'a', { day: dayOf('2026-08-27'), weight: 2 })],
    ...[
      aSignal('heavy', 'b', { day: dayOf('2026-11-19') }),
      aSignal('heavy', 'c', { day: dayOf('2026-10-11'), weight: 9 }),
    ],
    aSignal('old', 'o1', { day: dayOf('2026-08-10'), topic: 'trust', polarity: 0.5 }),
  ]);
  await admin('score --account acme --date 2026-08-15');
  await admin('score --account acme');
  await write(acme, [
    aClient('new', { name: 'New One', importedScore: 88.5 }),
    aClient('blank', { name: 'Blank', metadata: {} }),
    ...[aClient('zero', { name: 'Zero', importedScore: 0 }), aStream('new', 'site', { importedScore: 66 })],
  ]);
  await admin('rebuild --account acme');
});

it('shows what is stored and how the score was computed', async () => {
  const { topics, ...rest } = await inspected('harbor');

  expect(rest).toEqual({
    client: {
      ...{ id: 'harbor', externalId: 'CRM-7', name: 'Harbor Light', archived: true, favorite: true },
      ...{
        lastContactDate: '2026-11-18T09:00:00.000Z',
        metadata: { industry: 'Food', active: true, accountOwner: 'Ada' },
      },
      ...{ importedScore: 88.5, updatedAt: '2026-11-20T08:00:00.000Z' },
    },
    stored: {
      ...{ streams: 3, notes: 1, people: 2, 'weeks of insights': 3, 'years of reads': 2 },
      ...{ signals: 6, 'open signals': 2, 'signals in the window': 5 },
    },
    viewsFollow: true,
    // timeliness 50, trust 188 and billing 50, each the only topic of its category
    score: {
      ...{ score: 96, band: 'mediumRisk', source: 'chr2', scoredFor: '2026-11-20', scoredTopics: 3 },
      why: 'the night of 2026-11-20: 4 signals of the 90 days before it, in 3 of 15 topics',
    },
    // in the order of the topics, the heaviest first
    signals: [
      {
        ...{ topic: 'timeliness', id: 'slow', date: '2026-10-20', polarity: -0.5, weight: 1 },
        ...{ remainingWeight: 0.49, open: false, stream: 'web' },
      },
      {
        ...{ topic: 'trust', id: 'last', date: '2026-11-19', polarity: 1, weight: 2 },
        ...{ remainingWeight: 1.95, open: false },
      },
      {
        ...{ topic: 'trust', id: 'first', date: '2026-08-22', polarity: -1, weight: 1 },
        ...{ remainingWeight: 0.13, open: false },
      },
      {
        ...{ topic: 'billing_payment', id: 'late', date: '2026-11-19', polarity: -0.5, weight: 3 },
        ...{ remainingWeight: 2.93, open: true },
      },
    ],
    streams: [
      { id: 'gone', name: 'Stream gone', state: 'inactive', score: 0, signals: 1 },
      { id: 'new', name: 'New', state: 'active', score: 77, signals: 0 },
      { id: 'web', name: 'Website', state: 'active', score: 50, signals: 1 },
    ],
  });
  expect(topics).toHaveLength(15);
  expect(topics.filter(({ signals }: { signals: number }) => signals > 0)).toEqual([
    { id: 'timeliness', signals: 1, signalWeight: 0.49, score: 50, weight: 0.3333, contribution: -16.6 },
    { id: 'trust', signals: 2, signalWeight: 2.08, score: 188, weight: 0.3333, contribution: 29.3 },
    { id: 'billing_payment', signals: 1, signalWeight: 2.93, score: 50, weight: 0.3333, contribution: -16.7 },
  ]);
});

it('explains the last scored night, also days later', async () => {
  const later = atTerminal(() => table, { clock: () => noon + 5 * 86_400_000 });
  expect(await later('inspect harbor --account acme')).toEqual(await admin('inspect harbor --account acme'));
});

it('prints it as text', async () => {
  expect(await linesOf('harbor')).toEqual([
    '*Harbor Light (harbor)*',
    '  Client ID: CRM-7',
    '  last contact: 2026-11-18T09:00:00.000Z',
    '  changed: 2026-11-20T08:00:00.000Z',
    '  imported score: 88.5',
    '  archived: true',
    '  favorite: true',
    '  metadata.accountOwner: Ada',
    '  metadata.active: true',
    '  metadata.industry: Food',
    '  streams: 3',
    '  notes: 1',
    '  people: 2',
    '  weeks of insights: 3',
    '  years of reads: 2',
    '  signals: 6',
    '  open signals: 2',
    '  signals in the window: 5',
    '  views: up to date',
    '',
    '*Score 96*, medium risk',
    'the night of 2026-11-20: 4 signals of the 90 days before it, in 3 of 15 topics',
    `  98 days | ${'_'.repeat(49)}- | 88.5 to 96.0`,
    `  90 days | ${'_'.repeat(49)}- | 88.5 to 96.0`,
    '  change in 7 days: +7.5, 30 days: +7.5',
    '',
    '* | TOPIC, WORST FIRST | SCORE | POINTS | SIGNALS*',
    `  billing_payment | ########${'.'.repeat(22)} | 50.0 | -16.7 | 1`,
    '      2026-11-19 | 1 day old, weight left 2.93, polarity -0.50',
    `  timeliness | ########${'.'.repeat(22)} | 50.0 | -16.6 | 1`,
    '      2026-10-20 | 31 days old, weight left 0.49, polarity -0.50, stream web',
    `  trust | ${'#'.repeat(28)}.. | 188.0 | +29.3 | 2`,
    '      2026-11-19 | 1 day old, weight left 1.95, polarity +1.00',
    '      2026-08-22 | 90 days old, weight left 0.13, polarity -1.00',
    '',
    '*SIGNAL OF | * | *ID | * | *DATE | * | *POLARITY* | *WEIGHT* | *LEFT*',
    'timeliness | slow | 2026-10-20 | -0.5 | 1 | 0.49',
    'trust | last | 2026-11-19 | 1 | 2 | 1.95',
    'trust | first | 2026-08-22 | -1 | 1 | 0.13',
    'billing_payment | late | open | -0.5 | 3 | 2.93',
    '',
    '*STREAM* | *STATE | * | *SCORE* | *SIGNALS* | *NAME | *',
    'gone | inactive | 0 | 1 | Stream gone',
    'new | active | 77 | 0 | New',
    'web | active | 50 | 1 | Website',
  ]);
});

it('has the signals of which most is left first, and neither the largest nor the newest', async () => {
  expect((await inspected('heavy')).signals.map(({ id }: { id: string }) => id)).toEqual(['c', 'b', 'a']);
  const left = (await linesOf('heavy')).flatMap((line) => /weight left [\d.]+/.exec(line) ?? []);
  expect(left).toEqual(['weight left 3.57', 'weight left 0.98', 'weight left 0.28']);
});

it('leaves out what a client does not have', async () => {
  expect(await linesOf('blank')).toEqual([
    '*Blank (blank)*',
    '  last contact: never',
    '  changed: 2026-11-20T08:00:00.000Z',
    ...['streams', 'notes', 'people', 'weeks of insights', 'years of reads', 'signals', 'signals in the window'].map(
      (name) => `  ${name}: 0`,
    ),
    '  views: up to date',
    '',
    '*Score 100*, low risk (not computed yet)',
    'not scored yet: no imported score, so 100',
  ]);
  expect(await inspected('blank')).toMatchObject({ viewsFollow: true, signals: [], streams: [] });

  await write(acme, [aNote('blank', 'n')]);
  expect(await linesOf('blank')).toContain('  views: behind; run rebuild, or wait for the next check');
});

it.each([
  ['quiet', [100, 'lowRisk', 'chr1', '2026-11-20'], 'the night of 2026-11-20: no imported score, so 100'],
  ['silent', [61.3, 'highRisk', 'chr1', '2026-11-20'], 'the night of 2026-11-20: the imported score'],
  [
    'old',
    [150, 'onTrack', 'chr2', '2026-11-20'],
    'the night of 2026-11-20: no signals in the 90 days before it, so the previous score is kept',
  ],
  ['new', [88.5, 'mediumRisk', 'chr1', null], 'not scored yet: the imported score'],
  ['zero', [0, 'highRisk', 'chr1', null], 'not scored yet: the imported score'],
])('explains the score of the client %s', async (client, [score, band, source, scoredFor], why) => {
  expect((await inspected(client)).score).toEqual({ score, band, source, scoredFor, scoredTopics: 0, why });
});

it('shows an imported score of 0', async () => {
  expect(await linesOf('zero')).toContain('  imported score: 0');
});

it('shows the imported score of a stream that is not scored yet', async () => {
  expect((await inspected('new')).streams).toEqual([
    { id: 'site', name: 'Stream site', state: 'active', score: 66, signals: 0 },
  ]);
});

describe('a client', () => {
  const today = dayOf('2026-11-20');
  beforeAll(() =>
    write(many, [
      aClient('alpha', { name: 'Caf\u00e9 Nord', externalId: 'X-1' }),
      aClient('beta', { name: 'X-1', externalId: 'X-2' }),
      ...[aClient('gamma', { name: 'Twin' }), aClient('kappa', { name: 'Between' }), aClient('zeta', { name: 'TWIN' })],
    ]),
  );
  /** DynamoDB answers with one client at a time. */
  async function found(name: string) {
    const weak: string[] = [];
    const end = aroundCalls(table, (send, command, input) => {
      if (!command.startsWith('Query')) return send();
      if (!JSON.stringify(input).includes('"ConsistentRead":true')) weak.push(command);
      return send({ ...input, Limit: 1 });
    });
    const answer = await inspectClient(table, many, name, today).then(
      ({ inspected: { client } }) => client.id,
      ({ message }: Error) => message,
    );
    end();
    // somebody may have just imported what is looked at
    expect(weak).toEqual([]);
    return answer;
  }

  it.each([
    ['its id', 'zeta', 'zeta'],
    ['the id that the customer uses, before a name', 'X-1', 'alpha'],
    ['the id that the customer uses, on a later part of the list', 'X-2', 'beta'],
    ['its name, whatever its case, form and spaces', ' cafe\u0301 NORD ', 'alpha'],
    ['its name, on a later part of the list', 'between', 'kappa'],
  ])('is found by %s', async (_, name, id) => {
    expect(await found(name)).toBe(id);
  });

  it.each([
    ['twin', 'Several clients are named twin: gamma, zeta. Give an id.'],
    ['gama', 'There is no client gama in the account many. Did you mean gamma?'],
    ['X-22', 'There is no client X-22 in the account many. Did you mean X-2?'],
    ['zetas', 'There is no client zetas in the account many. Did you mean zeta?'],
    ['undefine', 'There is no client undefine in the account many.'],
    ['harbor', 'There is no client harbor in the account many.'],
  ])('is not guessed: %s', async (name, message) => {
    expect(await found(name)).toBe(message);
  });

  it('is asked for with the account', async () => {
    expect(await admin('inspect harbor')).toMatchObject({ out: [], exitCode: 2 });
    expect(await admin('inspect --account acme')).toMatchObject({ out: [], exitCode: 2 });
    expect(await admin('inspect harbor --account nobody')).toMatchObject({
      err: ['error: There is no client harbor in the account nobody.'],
      exitCode: 1,
    });
  });
});
