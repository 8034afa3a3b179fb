import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { importFiles } from '../../../import/import.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { type Day, dateOf, dayOf } from '../../../shared/domain/dates.ts';
import { modelVersion } from '../../../shared/domain/scoring/model.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { NormsOfAccount } from '../../../shared/table/night/norms.ts';
import { scoreClient } from '../../../shared/table/night/score-client.ts';
import { type ClientScore, toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import type { DemoAccount } from './accounts.ts';

/** The files of the demos are of the evening before this Monday. */
const monday = dayOf('2026-11-16');
const dayMs = 86_400_000;
/** So many days are scored, as when files arrive for the first time. */
const history = 90;

/**
 * Imports the files of an account, as anybody's are, and runs the night of `today`, into a table that has no data of it.
 * All dates are moved by the same number of whole weeks, so that the files are of the last Sunday.
 */
export async function loadDemo(
  table: Table,
  demo: DemoAccount,
  today: Day,
  onLoading: (share: number) => void = () => undefined,
): Promise<void> {
  const account = asAccount(demo.customerId);
  const weeks = Math.floor((today - monday) / 7);
  const clock = () => (monday + 7 * weeks) * dayMs - 3_600_000;
  await createAccount(table, account, demo.name);
  const folder = await mkdtemp(join(tmpdir(), 'client-health-demo-'));
  try {
    await copyMoved(demo.folder, folder, 7 * weeks);
    const maps = await Promise.all(demo.presets.map(loadMapping));
    const effects = {
      table,
      importer: { place: 'the demo' },
      clock,
      randomBytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
      begin: () => ({ add: () => undefined, end: () => undefined }),
      confirm: async () => undefined,
      onBatch: async (rows: number, of: number) => onLoading(rows / of / 2),
    };
    await importFiles(effects, folder, { account, maps });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const norms = new NormsOfAccount(table, account, { oldest: today - history, again: false });
  const items: Item[] = [];
  await rebuild(table, account, {
    now: today * dayMs,
    scoredFor: today,
    computedFrom: today - history,
    records: async (stored) => {
      const { leftAt } = stored.client;
      // a client that has left was scored until the eve of its notice
      const day = leftAt === undefined ? today : Math.min(today, dayOf(leftAt) - 1);
      const run = { day, rescore: false, factsAreOld: false, history, norms };
      const { score, streams } = await scoreClient(table, account, stored, run);
      if (!score) return { score, streams };
      const said = asSaid(score);
      items.push(toScoreItem(account, stored.client.id, said));
      return { score: said, streams };
    },
  });
  await putAll(table, items);
  onLoading(1);
}

async function copyMoved(from: string, to: string, days: number): Promise<void> {
  const moved = (text: string) =>
    text.replaceAll(/\b20\d\d-\d\d-\d\d(?=\b|T|to)/g, (date) => dateOf(dayOf(date) + days));
  for (const name of await readdir(from))
    await writeFile(join(to, moved(name)), moved(await readFile(join(from, name), 'utf8')));
}

/** As if each day had been scored in its night. */
function asSaid(score: ClientScore): ClientScore {
  const { last, points } = score.history;
  const nights = { last, points: Uint16Array.from(points), models: new Uint8Array(points.length).fill(modelVersion) };
  return { ...score, nights };
}
