import { expect, it } from 'vitest';
import { asAccount, normsKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { cliOn } from '../../support/cli/cli.ts';
import { memoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// What is usual in an account is worked out once a week and used by every day of it.

const table = memoryTable();
let now = Date.parse('2026-11-19T12:00:00Z');
const admin = cliOn(() => table, { clock: () => now });
const named = Array.from({ length: 12 }, (_, at) => `C${at},Client ${at},`);
const clients = ['Client ID,Name,Archived', ...named, 'C12,Client 12,true'].join('\n');
const tickets = (hours: (client: number, week: number) => number) =>
  `Ticket ID,Client ID,Created At,Solved At,First Response Hours\n${Array.from({ length: 13 * 20 }, (_, at) => {
    const [client, week] = [at % 13, Math.floor(at / 13)];
    const date = new Date(Date.parse('2026-11-18') - week * 7 * 86_400_000).toISOString().slice(0, 10);
    return `t${at},C${client},${date},${date},${hours(client, week)}`;
  }).join('\n')}\n`;
const scoreOf = async (id: string) => {
  const { out } = await admin(`inspect ${id} --account norms --json`);
  return JSON.parse(out[0] ?? '').score.score as number;
};
const stored = () => readItem(table, normsKey(asAccount('norms'), '2026-W47'), { consistent: true });

it('a client is compared with its account, from values that a preset reads', async () => {
  await admin('accounts create --account norms --name X');
  const slow = tickets((client, week) => (client === 3 && week < 5 ? 60 : 5));
  const files = temporaryFolder({ 'clients.csv': clients, 'desk.csv': slow });
  await admin(`import ${files}/clients.csv --account norms`);
  await admin(`import ${files}/desk.csv --account norms --map tickets --score --history 20`);

  expect(await scoreOf('C3')).toBeLessThan(80);
  expect(await scoreOf('C4')).toBeGreaterThan(100);
  // of 19 weeks and the twelve clients that are not archived
  expect(String((await stored())?.norms)).toMatch(/^reply-hours\/responsiveness 228 /);
});

it('a day that is scored again uses what was usual before, whatever was imported since', async () => {
  const [before, norms] = [await scoreOf('C4'), await stored()];
  const others = tickets((client) => (client === 4 ? 5 : 500));
  const later = temporaryFolder({
    'desk.csv': others
      .replaceAll(/^t/gm, 'u')
      .replace('uicket', 'Ticket')
      .replaceAll(/^.*,C4,.*\n/gm, ''),
  });
  await admin(`import ${later}/desk.csv --account norms --map tickets --score`);

  expect(await scoreOf('C4')).toBe(before);
  expect(await stored()).toEqual(norms);
  now += 7 * 86_400_000;
  await admin('score --account norms');
  expect(await readItem(table, normsKey(asAccount('norms'), '2026-W48'))).toBeDefined();
});

it('a client has the same score wherever it stands in the list', async () => {
  await admin('accounts create --account order --name X');
  const ids = ['A', ...Array.from({ length: 30 }, (_, at) => `M${at}`), 'Z'];
  const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString().slice(0, 10);
  const tickets = ids.flatMap((id) => {
    // the first and the last had many tickets until four months ago, and wait for an answer
    const from = id.startsWith('M') ? 2 : 135;
    const closed = Array.from({ length: 8 }, (_, at) => `${id}${at},${id},${daysAgo(from + 5 * at)},5,Closed`);
    return closed.map((line) => line.split(','));
  });
  const rows = tickets.map(([id, client, day]) => [
    id,
    client,
    `${day} 08:00`,
    `${day} 13:00`,
    `${day} 14:00`,
    'Closed',
  ]);
  const waiting = ['B', 'Y'].map((id) => [`${id}0`, id, `${daysAgo(9)} 08:00`, '', '', 'Open']);
  const header = 'Ticket ID,Company Name,Created time,Initial response time,Resolved time,Status';
  const files = temporaryFolder({
    'clients.csv': ['Client ID,Name', ...[...ids, 'B', 'Y'].map((id) => `${id},${id}`)].join('\n'),
    'desk.csv': [header, ...[...rows, ...waiting].map((cells) => cells.join(','))].join('\n'),
  });
  await admin(`import ${files}/clients.csv --account order`);
  await admin(`import ${files}/desk.csv --account order --map freshdesk --score`);
  const found = async (id: string) => {
    const { out } = await admin(`inspect ${id} --account order --json`);
    return JSON.parse(out[0] ?? '').score.score as number;
  };

  expect([await found('A'), await found('B')]).toEqual([await found('Z'), await found('Y')]);
});
