import { beforeAll, expect, it } from 'vitest';
import { streamsOfClient } from '../../../shared/table/records/scored-streams.ts';
import { clientScoreOf, type Score } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { cliOn } from '../../support/cli/cli.ts';
import { memoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// History from the start: days before the first score, computed from the stored signals.

const table = memoryTable();
let now = 0;
const admin = cliOn(() => table, { clock: () => now });
const clients = 'Client ID,Name\nA,Alpha\nB,Beta\nC,Gamma\n';
const streams = 'Client ID,Stream ID,Name,State\nA,web,Website,active\nA,old,Old website,inactive\n';
const signals = [
  'Client ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID',
  ...Array.from({ length: 30 }, (_, at) => {
    const date = `2026-${['07', '08', '09', '10'][at % 4]}-${10 + (at % 15)}`;
    return `A,a${at},${date},trust,${(at % 7) / 7 - 0.4},1,${at % 3 === 0 ? 'web' : ''}`;
  }),
  'B,b1,2026-10-30,timeliness,0.5,1,',
].join('\n');
const open = [
  'Client ID,Signal ID,Feed,Since,Topic,Steps,Stream ID',
  ...['B,late_1,f,2026-10-20', 'A,late_2,f,2026-10-25', 'A,late_3,f,2026-10-15'].map(
    (row, at) => `${row},billing_payment,"0:,14:-0.3,:-1",${['', 'web', 'old'][at]}`,
  ),
].join('\n');
const files = { 'clients.csv': clients, 'streams.csv': streams, 'signals.csv': signals, 'open-signals.csv': open };

async function histories(account: string) {
  const all: Record<string, { last: number; points: number[] }> = {};
  const put = (name: string, score: Score | undefined) => {
    if (score?.history) all[name] = { last: score.history.last, points: [...score.history.points] };
  };
  for (const id of ['A', 'B', 'C']) {
    put(id, await clientScoreOf(table, asAccount(account), id));
    for (const { stream, score } of await streamsOfClient(table, asAccount(account), id))
      put(`${id}/${stream.id}`, score);
  }
  return all;
}

const day = 86_400_000;
const today = Date.parse('2026-11-20T12:00:00Z');

beforeAll(async () => {
  now = today;
  for (const account of ['nightly', 'at-once', 'later']) {
    await admin(`accounts create --account ${account} --name X`);
    await admin(`import ${temporaryFolder(files)} --account ${account}`);
  }
});

it('equals nights run day by day, from the first signal on', async () => {
  for (let back = 90; back >= 0; back -= 1) {
    now = today - back * day;
    await admin(`score --account nightly`);
  }
  now = today;
  expect((await admin(`score --account at-once --history 90`)).exitCode).toBe(0);

  const [nightly, atOnce] = [await histories('nightly'), await histories('at-once')];
  for (const id of ['A', 'A/web', 'A/old', 'B', 'C']) {
    const { points = [], last } = atOnce[id] ?? { last: 0 };
    expect({ id, last, points }).toEqual({ id, last, points: nightly[id]?.points.slice(-points.length) });
  }
  // Alpha has signals before the 90 days; open invoices count from 2026-10-17 on for its old website, and from
  // 2026-10-22 on for Beta; Gamma has none
  expect(Object.values(atOnce).map(({ points }) => points.length)).toEqual([91, 35, 91, 30, 1]);
});

it('adds days before those that nights have scored', async () => {
  now = today - 2 * day;
  await admin('score --account later');
  now = today;
  await admin('score --account later --history 30');
  const [later, atOnce] = [await histories('later'), await histories('at-once')];

  for (const id of ['A', 'A/web']) {
    expect(later[id]?.points.slice(0, -2)).toEqual(atOnce[id]?.points.slice(-31, -2));
  }
  expect((await admin('score --account later --history 0')).exitCode).toBe(2);
});
