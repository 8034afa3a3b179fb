import { expect } from 'vitest';
import type { RejectedFile } from '../../../import/facts/rejects.ts';
import { presets } from '../../../import/mapping/presets.ts';
import { type Day, dateOf } from '../../../shared/domain/dates.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { cliOn } from '../../support/cli/cli.ts';
import { randomOf } from '../../support/random.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { Model } from './model.ts';
import { oldName, renameWeek, type System, sundayOf, type TrueRow, withoutColumn, worldOf } from './world.ts';

type Fault = 'missing' | 'late' | 'empty' | 'columns' | 'refused';

/** The first weeks have each fault once; later, a feed at random has one every third week. */
function faultOf(
  week: number,
  systems: readonly System[],
  random: () => number,
): { readonly system?: System; readonly fault?: Fault } {
  const [crm, desk, survey, bills, talks] = systems;
  const early: Record<number, readonly [System | undefined, Fault]> = {
    2: [talks, 'missing'],
    3: [bills, 'columns'],
    4: [survey, 'empty'],
    5: [desk, 'refused'],
    6: [talks, 'late'],
    8: [crm, 'missing'],
    10: [desk, 'columns'],
    11: [crm, 'empty'],
  };
  const [system, fault] = early[week] ?? [];
  if (system && fault) return { system, fault };
  if (week < 14 || week % 3 !== 0) return {};
  const faults: Fault[] = ['missing', 'late', 'empty', 'columns', 'refused'];
  const at = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)] as T;
  return { system: at(systems), fault: at(faults) };
}

const share = 0.02;
const spoiledInRefused = 9;
const aliasWeek = renameWeek + 2;

/** A weekly unattended import of five systems. After each week every score equals that of the model. */
export async function liveThrough(table: Table, weeks: number, seed: number): Promise<void> {
  const world = worldOf(seed, weeks);
  const { clients, systems } = world;
  const random = randomOf(seed + 1);
  let now = 0;
  const admin = cliOn(() => table, { clock: () => now });
  const account = `year-${seed}`;
  now = sundayOf(0) * 86_400_000;
  await admin(`accounts create --account ${account} --name Year`);
  const [known, truth] = [new Model(), new Model()];
  const rejected: Record<string, string>[] = [];
  const spoiledRows = new Map<string, TrueRow>();
  const lastFiles = new Map<
    System,
    { name: string; text: string; rows: readonly TrueRow[]; bad: ReadonlySet<string> }
  >();
  const mappings = temporaryFolder(Object.fromEntries(systems.map(({ map }) => [`${map}.json`, withoutMeasures(map)])));
  const maps = systems.map(({ map }) => `--map ${mappings}/${map}.json`).join(' ');

  const lists = systems.filter(({ map }) => map !== 'hubspot');

  for (let week = 0; week < weeks; week += 1) {
    const sunday = sundayOf(week);
    now = sunday * 86_400_000 + 22.5 * 3_600_000;
    // what the last week lacks would come in the next one
    const planned: ReturnType<typeof faultOf> = week === weeks - 1 ? {} : faultOf(week, systems, random);
    const files: Record<string, string> = {};
    let refused: readonly TrueRow[] | undefined;
    const expected = {
      rejects: {} as Record<string, { rows: number; references: number; refused?: true }>,
      ids: {} as Record<string, string[]>,
      faults: [] as string[],
    };
    for (const system of systems) {
      const fault = planned.system === system ? planned.fault : undefined;
      const rows = system.rowsOn(sunday);
      for (const row of rows) truth.add(row);
      const name = system.fileName(dateOf(sunday));
      const feeds = [system.feed, ...(system.secondFeed && fault !== 'columns' ? [system.secondFeed] : [])];
      if (fault) expected.faults.push(...feeds.map((feed) => `${feed} ${fault}`));
      if (fault === 'missing') continue;
      if (fault === 'empty') {
        files[name] = csvOf(system, []);
        continue;
      }
      const last = lastFiles.get(system);
      if (fault === 'late' && last) {
        files[last.name] = last.text;
        judge(last.name, last.rows, last.bad, sunday, false);
        continue;
      }
      const spoiled = new Map<TrueRow, Readonly<Record<string, string>>>();
      for (const row of fault === 'columns' || week === 0 ? [] : rows) {
        const isSpoiled = fault === 'refused' ? spoiled.size < spoiledInRefused : random() < share && spoiled.size < 5;
        const cells = isSpoiled ? system.spoiled(row, random) : undefined;
        if (cells) spoiled.set(row, cells);
      }
      const isRenamed = fault === 'columns';
      const text = csvOf(
        system,
        rows.map((row) => spoiled.get(row) ?? row.cells),
        isRenamed ? system.renamed : undefined,
      );
      files[name] = text;
      if (fault === 'refused') {
        // as many as it takes; the file of a small system may have too few rows
        expect(spoiled.size).toBe(spoiledInRefused);
        expected.rejects[name] = { rows: spoiledInRefused, references: 0, refused: true };
        // all rows come back, so that none of them is lost when the bad ones are mended
        expected.ids[name] = rows.map(({ record }) => record);
        for (const row of spoiled.keys()) spoiledRows.set(row.record, row);
        refused = rows;
        continue;
      }
      const said = isRenamed ? rows.map((row) => withoutColumn(system, row)) : rows;
      for (const row of spoiled.keys()) spoiledRows.set(row.record, row);
      const bad = new Set([...spoiled.keys()].map(({ record }) => record));
      judge(name, said, bad, sunday, isRenamed && system.map === 'stripe');
      if (!isRenamed) lastFiles.set(system, { name, text, rows, bad });
    }

    /** What an import does with the rows of a file. */
    function judge(name: string, rows: readonly TrueRow[], bad: ReadonlySet<string>, on: Day, saysNothing: boolean) {
      const isUnknown = (row: TrueRow) =>
        row.client === clients[0] &&
        on > sundayOf(renameWeek) &&
        on <= sundayOf(aliasWeek) &&
        row.cells['Record ID'] === undefined;
      for (const row of rows) {
        const says = row.signals.length + row.open.length > 0;
        const isBad = bad.has(row.record);
        if (!isBad && !(says && isUnknown(row))) {
          known.add(row, !saysNothing);
          continue;
        }
        const counts = expected.rejects[name] ?? { rows: 0, references: 0 };
        expected.rejects[name] = counts;
        if (isBad) counts.rows += 1;
        else counts.references += 1;
        expected.ids[name] = [...(expected.ids[name] ?? []), row.record];
      }
    }

    const rejects = temporaryFolder();
    const { out, err, exitCode } = await admin(
      `import ${temporaryFolder(files)} --account ${account} ${maps} --every 7 --rejects ${rejects} --score --json`,
    );
    const report = JSON.parse(out[0] ?? err[0] ?? '{}');
    const found = {
      week,
      exitCode,
      faults: (report.feeds ?? []).flatMap(faultsOf).sort(),
      rejects: Object.fromEntries((report.rejected?.files ?? []).map(rejectedOf)),
      ids: rejectedIds(filesIn(rejects)),
      scores: await scoresOf(admin, account, clients),
    };
    const isRejected = Object.keys(expected.rejects).length > 0;
    expect(found).toEqual({
      week,
      exitCode: expected.faults.length > 0 ? 6 : isRejected ? 5 : 0,
      faults: expected.faults.sort(),
      rejects: expected.rejects,
      ids: Object.fromEntries(Object.entries(expected.ids).map(([name, ids]) => [name, ids.sort()])),
      scores: Object.fromEntries(clients.map((client) => [client, known.score(client, sunday)])),
    });
    // a file that came back whole is mended at once: later, its rows would be older than what came meanwhile
    if (refused) {
      await importMended(filesIn(rejects));
      for (const row of refused) known.add(row, true);
    } else rejected.push(filesIn(rejects));
    if (week === aliasWeek) {
      const aliases = temporaryFolder({ 'aliases.csv': `Name,Client ID\n${oldName},${clients[0]}\n` });
      expect((await admin(`import ${aliases} --account ${account}`)).exitCode).toBe(0);
    }
  }

  // mended, the rejected rows of the lists bring the scores to the truth
  for (const files of rejected) await importMended(files);
  const last = sundayOf(weeks - 1);
  expect(await scoresOf(admin, account, clients)).toEqual(
    Object.fromEntries(clients.map((client) => [client, truth.score(client, last)])),
  );

  async function importMended(files: Readonly<Record<string, string>>) {
    const mended = Object.fromEntries(
      Object.entries(files).flatMap(([name, text]) => {
        const system = lists.find(({ headers }) => text.startsWith(`\ufeff${csvLine(headers).trimEnd().slice(0, 40)}`));
        return system ? [[name, mendedText(system, text, spoiledRows)]] : [];
      }),
    );
    if (Object.keys(mended).length === 0) return;
    const { err, exitCode } = await admin(`import ${temporaryFolder(mended)} --account ${account} ${maps} --score`);
    expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
  }
}

const faultsOf = ({ feed, faults }: { feed: string; faults: { is: string }[] }) =>
  faults.map(({ is }) => `${feed} ${is}`);

const rejectedOf = ({ file, rows, references, refused }: RejectedFile) =>
  [file, { rows, references, ...(refused !== undefined && { refused: true }) }] as const;

/** A preset whose rules give polarities only: this proof is about imports; test/proof/warning is about measures. */
function withoutMeasures(preset: string): string {
  return JSON.stringify(presets.get(preset), (name, value) => (name === 'measure' ? undefined : value));
}

async function scoresOf(admin: ReturnType<typeof cliOn>, account: string, clients: readonly string[]) {
  const scores: Record<string, number> = {};
  for (const client of clients) {
    const { out } = await admin(`inspect ${client} --account ${account} --json`);
    scores[client] = JSON.parse(out[0] ?? '{}').score.score;
  }
  return scores;
}

function csvOf(
  { headers, subheaders }: System,
  rows: readonly Readonly<Record<string, string>>[],
  renamed?: System['renamed'],
): string {
  const shown = headers.map((header) => (header === renamed?.[0] ? renamed[1] : header));
  const lines = rows.map((cells) => headers.map((header) => cells[header] ?? ''));
  return [shown, ...(subheaders ? [subheaders] : []), ...lines].map(csvLine).join('');
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\r\n`;
}

const idColumns = /^(Record ID|Ticket ID|Respondent ID|Number|Meeting ID)$/;

/** The rows of a file of rejects by their ids. The cells before the id have no commas. */
function rowsById(text: string): (readonly [id: string, row: string])[] {
  const [header = '', ...rows] = text.replace('\ufeff', '').trimEnd().split('\r\n');
  const at = header.split(',').findIndex((each) => idColumns.test(each));
  return rows.map((row) => [row.split(',')[at] ?? '', row]);
}

function rejectedIds(files: Readonly<Record<string, string>>): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(files).map(([name, text]) => [
      name,
      rowsById(text)
        .map(([id]) => id)
        .sort(),
    ]),
  );
}

/** The rows as they are in truth, with the column that says what was wrong. */
function mendedText(system: System, text: string, spoiled: ReadonlyMap<string, TrueRow>): string {
  const mended = rowsById(text).map(([id, row]) => {
    const right = spoiled.get(id);
    return right ? csvLine([...system.headers.map((each) => right.cells[each] ?? ''), 'mended']) : `${row}\r\n`;
  });
  return `${text.slice(0, text.indexOf('\r\n') + 2)}${mended.join('')}`;
}
