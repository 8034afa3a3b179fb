import { expect, it } from 'vitest';
import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { modelVersion } from '../../shared/domain/scoring/model.ts';
import { lifeOf } from '../support/service/life.ts';

// A client gives notice, is gone from the lists, kept in the record of leavers, and comes back.

const first = dayOf('2026-08-01');
const noon = (day: number) => day * 86_400_000 + 43_230_000;
const list = (leftAt: string, because = '') =>
  `Client ID,Name,Left At,Left Because\nharbor,Harbor,${leftAt},${because}\nopus,Opus,,\n`;
const signal = (day: number, polarity: number) => `harbor,${dateOf(day)},trust,${polarity}\n`;

it('from its day of notice on a client is archived and not scored, and is in the record, and comes back when the date is removed', async () => {
  const life = lifeOf(new Map(), noon(first - 1));
  await life.run('accounts create --account acme --name Acme');
  const signals = [...Array(20).keys()].map((at) => signal(first - 20 + at, at < 10 ? 0.5 : -0.9)).join('');
  const read = (value: string, days: number) => `harbor,${dateOf(first - days)},${value},${dateOf(first - days)},Ada\n`;
  const reads = read('green', 60) + read('amber', 29) + read('red', 5);
  await life.importFiles('acme', {
    'clients.csv': list(''),
    'signals.csv': `Client ID,Date,Topic,Polarity\n${signals}`,
    'alignment.csv': `Client ID,Week,Value,Updated At,Updated By\n${reads}`,
    'notes.csv': `Client ID,Created At,Created By,Content\nharbor,${dateOf(first - 3)},Ada,Unhappy\n`,
  });
  await life.night(first);
  const { apiKey } = await life.newKey('acme');
  const ask = async (path: string) => JSON.parse((await (await life.asker(apiKey))(path)).body);
  const before = await ask('/clients/harbor');
  expect(before.score).toBeLessThan(100);

  // announced today, for tomorrow
  life.world.now = noon(first);
  await life.importFiles('acme', { 'clients.csv': list(dateOf(first + 1), 'Price') });
  await life.run('rebuild --account acme');
  expect((await ask('/clients')).total).toBe(2);
  await life.night(first + 1);
  await life.night(first + 2);

  expect((await ask('/clients')).clients.map(({ id }: { id: string }) => id)).toEqual(['opus']);
  expect((await ask('/streams')).total).toBe(0);
  const gone = await ask('/clients/harbor');
  const leaving = { leftAt: dateOf(first + 1), leftBecause: 'Price' };
  expect(gone).toEqual({ ...before, lastUpdatedAt: gone.lastUpdatedAt, metadata: { archived: true, ...leaving } });
  expect((await ask('/clients?include_archived=true')).clients[1].metadata).toEqual(gone.metadata);
  expect((await ask('/clients/harbor/notes')).total).toBe(1);
  // of the two nights before notice one is in the record, and it did not warn in time: 1 day
  const record = async () => (await ask('/clients/statistics/overview')).trackRecord;
  expect(await record()).toMatchObject({
    left: 1,
    inferred: 0,
    unscored: 0,
    undated: 0,
    score: [{ leavers: 1, medianDays: 1, missed: 0, before: { 3: { known: 1, worst: 0, warned: 1 } } }],
    reads: { leavers: 1, medianDays: 30, before: [{ worst: 0, warned: 0 }, {}, { worst: 0, warned: 1 }, { worst: 1 }] },
    warnedFirst: { people: { clients: 1, medianDays: 29 } },
    leavers: [{ id: 'harbor', ...leaving, inferred: false, scoreWarned: 1, peopleWarned: 30 }],
  });
  expect(await life.run('track-record --account acme')).toContain(
    [
      'Of 1 client that left in the last year, the score stood below 100 on the day before notice for 1 of 1, at the median for 1 day, and people had filed red or amber for 1 of 1.',
      '',
      'CLIENT  LEFT        90 DAYS BEFORE  60  30  1     SCORE WARNED  PEOPLE WARNED  READ',
      `Harbor  2026-08-02  -               -   -   ${before.score.toFixed(1)}  1 day         30 days        red`,
    ].join('\n'),
  );
  expect(JSON.parse(await life.run('track-record --account acme --json'))).toEqual(await record());
  expect((await life.run('track-record --account acme --csv')).split('\r\n')[1]).toBe(
    `harbor,Harbor,2026-08-02,Price,false,${modelVersion},,,,${before.score},,green,amber,red,1,30`,
  );

  life.world.now = noon(first + 2);
  const better = `Client ID,Date,Topic,Polarity\n${signal(first + 1, 1)}`;
  await life.importFiles('acme', { 'clients.csv': list(''), 'signals.csv': better });
  await life.night(first + 3);

  expect((await ask('/clients')).total).toBe(2);
  expect((await ask('/clients/harbor')).metadata).toEqual({});
  expect(await record()).toMatchObject({ left: 0, leavers: [] });
  // the days in between repeat the score of the last night
  const { historicalData } = await ask('/clients/harbor/history');
  expect(historicalData).toHaveLength(4);
  expect(historicalData.slice(0, 3)).toEqual([before.score, before.score, before.score]);
  expect(historicalData[3]).toBeGreaterThan(before.score);
});

it('the first morning of a quarter says in a sentence whether the score warned', async () => {
  const october = dayOf('2026-10-01');
  const life = lifeOf(new Map(), noon(october - 3));
  const said: { day: string; trackRecord?: string; text: string }[] = [];
  life.world.bus = (detail) => void said.push(JSON.parse(detail));
  await life.run('accounts create --account acme --name Acme');
  await life.importFiles('acme', { 'clients.csv': list(dateOf(october - 9)) });
  for (const day of [october - 2, october - 1, october, october + 1]) await life.night(day);

  const sentence =
    'Of 1 client that left in the last year, no score of the day before notice counts, and people had filed no reads.';
  expect(said.map(({ day, trackRecord }) => [day, trackRecord])).toEqual([
    ['2026-09-29', undefined],
    ['2026-09-30', undefined],
    ['2026-10-01', sentence],
    ['2026-10-02', undefined],
  ]);
  expect(said[2]?.text.split('\n')[2]).toBe(sentence);
});
