import { expect, it } from 'vitest';
import { asAccount, normsKey } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { cliOn } from '../support/admin/cli.ts';
import { memoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// What is usual in an account is worked out once a week and used by every day of it.

const table = memoryTable();
let now = Date.parse('2026-11-19T12:00:00Z');
const admin = cliOn(() => table, { clock: () => now });
const clients = `Client ID,Name\n${Array.from({ length: 12 }, (_, at) => `C${at},Client ${at}`).join('\n')}\n`;
const tickets = (hours: (client: number, week: number) => number) =>
  `Ticket ID,Client ID,Created At,Solved At,First Response Hours\n${Array.from({ length: 12 * 20 }, (_, at) => {
    const [client, week] = [at % 12, Math.floor(at / 12)];
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
