import { join } from 'node:path';
import { formats } from '../../../bin/cli/morning/formats.ts';
import { readMorning } from '../../../bin/cli/morning/morning.ts';
import { collect } from '../../../board/data/collect.ts';
import { type Row, readRows } from '../../../board/data/rows.ts';
import { boardPage } from '../../../board/page.ts';
import { createClient, type Fetch } from '../../../client/index.ts';
import { readFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { processIn } from '../../functions/worker/world.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { boxIn } from '../../support/scenario/box.ts';
import { dayMs, lifeOf, noonAfter } from '../../support/service/life.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Agency } from './systems.ts';
import { fileWeeks, firstDay, firstNight, type Truth } from './truth.ts';

/** What people read on a day. */
export interface Read {
  readonly day: number;
  readonly board: string;
  readonly morning: string;
  readonly rows: readonly Row[];
}

const account = asAccount('agency');
/** Files are made on Sundays at this time, in days. */
const evening = 22 / 24;

/** Files come into the inbox week by week, and every night is run; on the days that `reads` names, board and morning are made. */
export async function live(
  { systems, name, mapping }: Agency,
  truth: Truth,
  reads: (day: number) => boolean,
  weeks = fileWeeks,
): Promise<{ readonly texts: readonly Read[]; readonly unread: readonly string[] }> {
  const life = lifeOf(new Map(), firstNight * dayMs);
  const box = boxIn({ folder: temporaryFolder(), world: life.world, subscribers: new Set() });
  await life.run(`accounts create --account agency --name ${name}`);
  if (mapping) {
    const own = join(temporaryFolder({ 'requests.json': JSON.stringify(mapping.own) }), 'requests.json');
    const maps = [own, ...mapping.presets].map((map) => `--map ${map}`).join(' ');
    await life.run(`inbox configure --account agency ${maps}`);
  }
  const { table } = processIn(life.world);
  const { apiKey } = await life.newKey('agency');
  const ask = await life.asker(apiKey);
  const fetch: Fetch = async (url) => {
    const { status, headers, body } = await ask(new URL(url).pathname.replace(/^\/v1/, '') + new URL(url).search);
    return { status, headers: new Headers(headers), text: async () => body };
  };
  const api = createClient({ baseUrl: 'https://api.example.com/v1', apiKey, fetch });
  const random = bytesOf(randomOf(5));
  const unread: string[] = [];
  const lastFile = new Map<string, number>();

  /** The files that are made in the night before a day. */
  const arrive = async (day: number) => {
    let some = false;
    for (const system of systems) {
      const made = day - 1 - (system.later ?? 0) / 24;
      const week = (made + 1 - firstNight) / 7;
      if (!Number.isInteger(week) || week < 0 || week > fileWeeks || !(system.has?.(week) ?? true)) continue;
      const until = day - 1 + evening;
      const [file, text] = system.file(truth, until, lastFile.get(system.name) ?? firstDay - 100);
      lastFile.set(system.name, until);
      life.world.now = until * dayMs;
      await box.store.upload(`in/agency/${file}`, join(temporaryFolder({ [file]: text }), file));
      some = true;
    }
    if (!some) return;
    life.world.now = (day - 1) * dayMs + 22.5 * 3_600_000;
    const report = await box.watch(table, random);
    unread.push(...report.split('; ').filter((line) => / not imported/.test(line)));
  };
  const read = async (day: number): Promise<Read> => {
    life.deps.now = noonAfter(day);
    const feeds = await readFeeds(table, account);
    const board = boardPage(await collect(api, { title: name, feeds }), life.deps.now);
    const morning = formats.text(await readMorning(api, { title: name }));
    const { rows } = await readRows(api, {});
    return { day, board, morning, rows };
  };

  const texts: Read[] = [];
  for (let day = firstNight; day < firstNight + 7 * weeks; day += 1) {
    await arrive(day);
    life.world.now = day * dayMs;
    // who begins with a year of exports counts the days before as well
    if (day === firstNight) await life.run('score --account agency --history 60');
    await life.night(day);
    if (reads(day)) texts.push(await read(day));
  }
  return { texts, unread };
}
