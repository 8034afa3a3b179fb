import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outgoing } from '../../shared/jobs/queue.ts';
import { NoSuchAccount, readAccount } from '../../shared/table/access/accounts.ts';
import {
  beginRun,
  changeRun,
  endRun,
  type InboxRun,
  type InboxSettings,
  type RunFile,
  readInbox,
} from '../../shared/table/access/inboxes.ts';
import { AccountLocked, LockLost } from '../../shared/table/access/writer-lock.ts';
import { allClients } from '../../shared/table/records/clients.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Effects, Importer } from '../effects.ts';
import { InvalidFiles, problemLines } from '../files/problems.ts';
import { type ImportOptions, importFiles } from '../import.ts';
import { type LoadedMapping, loadMapping } from '../mapping/load.ts';
import type { Removals } from '../prune/prune.ts';
import type { RejectLimit } from '../rejects/rejects.ts';
import type { FileStore, InboxFile } from './file-store.ts';
import { arrivedAt, endedKey, endingOf, incomingOf, plainName, rejectsKey, reportKey } from './keys.ts';
import { importedReport, type ReportedFile, type RunReport, reportText } from './report.ts';

export interface InboxDeps {
  readonly table: Table;
  readonly store: FileStore;
  readonly importer: Importer;
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Sends requests to the worker. */
  readonly ask: (requests: readonly Outgoing[]) => Promise<void>;
  /** Milliseconds for which a run belongs to one process: longer than an invocation can last. */
  readonly holdFor: number;
  /** A run with more bytes is refused: it would not end. */
  readonly mostBytes?: number;
  /** Whether there is time for another batch. */
  readonly hasTime?: () => boolean;
  /** Called with the report of each run. */
  readonly onReport?: (report: RunReport) => void;
}

/** `later`: not finished; work on it again. */
export type Outcome = 'nothing' | 'done' | 'failed' | 'later';

const mostAttempts = 3;
const mostFiles = 500;

/** There is no time for the rest of the rows. */
class OutOfTime extends Error {
  override name = 'OutOfTime' as const;
}

/** What the files or the settings of the account make impossible: another attempt would end the same way. */
class Refused extends Error {
  override name = 'Refused' as const;
}

/**
 * Imports what has arrived for an account, as one import, and moves the files to `done` or `failed`. Everything can be
 * interrupted and repeated: a run is stored before it begins, its files are read by their versions, an import that is
 * repeated writes the same, and files are moved only after the result is stored.
 */
export async function workInbox(deps: InboxDeps, account: Account): Promise<Outcome> {
  const { table, clock } = deps;
  try {
    await readAccount(table, account);
  } catch (error) {
    if (error instanceof NoSuchAccount) return 'nothing';
    throw error;
  }
  const inbox = await readInbox(table, account);
  const run = inbox.run ?? (await newRun(deps, account, inbox.settings));
  if (!run) return 'nothing';
  if (run.until > clock()) return 'later';
  const isLast = run.state === 'importing' && run.attempts >= mostAttempts;
  // counted before the work begins: a process that is killed cannot count
  const attempts = run.state === 'importing' ? run.attempts + 1 : run.attempts;
  const held = { ...run, attempts, step: run.step + 1, until: clock() + deps.holdFor };
  if (!(await changeRun(table, account, run, held))) return 'later';
  if (isLast) {
    const reason = `Three attempts did not end. Try it by hand: import FOLDER --account ${account}, or put fewer files at once.`;
    return finish(deps, account, held, { result: 'failed', files: filesOf(held), reason });
  }
  if (held.state === 'moving') return moved(deps, account, held);
  const bytes = held.files.reduce((sum, { size }) => sum + size, 0);
  if (bytes > (deps.mostBytes ?? Infinity)) {
    const reason = `${bytes} bytes are more than the ${deps.mostBytes} that one run can import. Use: import FOLDER --account ${account}`;
    return finish(deps, account, held, { result: 'failed', files: filesOf(held), reason });
  }
  return attempt(deps, account, held);
}

async function newRun(deps: InboxDeps, account: Account, settings: InboxSettings): Promise<InboxRun | undefined> {
  const { table, store, clock, randomBytes } = deps;
  const files = (await store.list(incomingOf(account))).filter(({ key }) => arrivedAt(key)?.account === account);
  if (files.length === 0) return undefined;
  const startedAt = new Date(clock()).toISOString();
  const run: InboxRun = {
    id: `${startedAt.slice(0, 19).replaceAll(/[-:]/g, '')}-${Buffer.from(randomBytes(3)).toString('hex')}`,
    startedAt,
    files: files
      .sort((a, b) => a.storedAt - b.storedAt)
      .slice(0, mostFiles)
      .map(runFile),
    settings,
    ...{ attempts: 0, step: 0, until: 0, state: 'importing' },
  };
  return (await beginRun(table, account, run)) ? run : undefined;
}

function runFile({ key, version, size, storedAt }: InboxFile): RunFile {
  return { key, name: arrivedAt(key)?.name ?? key, version, size, storedAt };
}

async function attempt(deps: InboxDeps, account: Account, run: InboxRun): Promise<Outcome> {
  const { table, store, clock } = deps;
  let held = run;
  const change = async (more: Partial<InboxRun>) => {
    const after = { ...held, ...more, step: held.step + 1 };
    if (!(await changeRun(table, account, held, after))) throw new LockLost(account, 'import');
    held = after;
  };
  const folder = await mkdtemp(join(tmpdir(), 'client-health-inbox-'));
  const rejectsFolder = await mkdtemp(join(tmpdir(), 'client-health-rejects-'));
  let written: InboxRun['written'];
  try {
    const files = await fetchFiles(store, run, folder);
    if (files.every(({ refusal }) => refusal !== undefined)) {
      return await finish(deps, account, held, { result: 'failed', files, reason: 'No file can be read.' });
    }
    const options = await optionsFor(account, run, folder, rejectsFolder);
    const effects: Effects = {
      ...deps,
      begin: (step, total) => {
        if (step !== 'writing') return { add: () => undefined, end: () => undefined };
        let rows = 0;
        return {
          add: (count) => {
            rows += count;
            written = { rows, of: total };
            if (rows > (run.written?.rows ?? 0) && deps.hasTime?.() === false) throw new OutOfTime('no time left');
          },
          end: () => undefined,
        };
      },
      confirm: (removals) => confirmRemovals(deps, account, removals, run.settings),
    };
    const imported = await importFiles(effects, join(folder, 'files'), options);
    if (imported.update.requests.length > 0) await deps.ask(imported.update.requests);
    const rejects = await keepRejects(store, account, run, rejectsFolder);
    const { result, lines, ...rest } = importedReport(imported);
    return await finish(deps, account, held, { result, files, ...rest, rejects }, lines);
  } catch (error) {
    if (error instanceof InvalidFiles) {
      const problems = error.problems;
      const found = { problems: problems.groups(), reason: 'The files have problems.' };
      return await finish(
        deps,
        account,
        held,
        { result: 'failed', files: filesOf(run), ...found },
        problemLines(problems),
      );
    }
    if (error instanceof OutOfTime) {
      // it made progress, so it was no attempt
      await change({ attempts: held.attempts - 1, until: 0, ...(written && { written }) });
      return 'later';
    }
    if (error instanceof AccountLocked || error instanceof LockLost) {
      await change({ attempts: held.attempts - 1, until: clock() + 60_000 });
      return 'later';
    }
    if (error instanceof NoSuchAccount) return 'nothing';
    if (error instanceof Refused || isAboutFiles(error)) {
      return await finish(deps, account, held, {
        result: 'failed',
        files: filesOf(run),
        reason: (error as Error).message,
      });
    }
    await change({ until: clock() + 30_000 }).catch(() => undefined);
    throw error;
  } finally {
    for (const each of [folder, rejectsFolder]) await rm(each, { recursive: true, force: true });
  }
}

/** Errors of mappings and files have no class of their own; those of the table, of S3 and of the system have one. */
function isAboutFiles(error: unknown): boolean {
  return error instanceof Error && error.name === 'Error' && !('code' in error) && !('$metadata' in error);
}

/** Copies the files of the run to the folder. Says which of them are not read, and why. */
async function fetchFiles(store: FileStore, run: InboxRun, folder: string): Promise<ReportedFile[]> {
  await mkdir(join(folder, 'files'));
  const names = namesOf(run);
  const found: ReportedFile[] = [];
  for (const file of run.files) {
    const refusal = arrivedAt(file.key)?.refusal;
    const name = names.get(file.key) ?? '';
    const target = join(folder, 'files', name);
    if (refusal !== undefined) found.push({ name, refusal });
    else if (await store.download(file, target)) {
      // the newest file of a feed counts
      await utimes(target, file.storedAt / 1000, file.storedAt / 1000);
      found.push({ name });
    } else {
      await rm(target, { force: true });
      found.push({ name, refusal: 'it was replaced in the meantime; the new one is imported next' });
    }
  }
  return found;
}

async function optionsFor(account: Account, run: InboxRun, folder: string, rejects: string): Promise<ImportOptions> {
  const { maps, score, prune, maxRejects, every } = run.settings;
  const loaded: LoadedMapping[] = [];
  for (const [at, { name, text }] of maps.entries()) {
    const path = join(folder, `mapping-${at}.json`);
    if (text !== undefined) await writeFile(path, text);
    loaded.push({ ...(await loadMapping(text === undefined ? name : path)), name });
  }
  return {
    ...{ account, score, prune, rejects, now: run.startedAt, arrivals: true },
    ...(every !== undefined && { every }),
    ...(run.written && { written: run.written }),
    ...(loaded.length > 0 && { maps: loaded }),
    ...(maxRejects !== undefined && { maxRejects: limitOf(maxRejects) }),
  };
}

/** `N` or `N%`. */
function limitOf(text: string): RejectLimit {
  return text.endsWith('%') ? { percent: Number(text.slice(0, -1)) } : { rows: Number(text) };
}

async function confirmRemovals({ table }: InboxDeps, account: Account, removals: Removals, settings: InboxSettings) {
  const { maxRemovals = '5%' } = settings;
  const removed = [...removals.counts.values()].reduce((sum, count) => sum + count, 0);
  let most = Number(maxRemovals.replace('%', ''));
  if (maxRemovals.endsWith('%')) {
    let clients = 0;
    for await (const part of allClients(table, account)) clients += part.length;
    most = Math.floor((clients * most) / 100);
  }
  if (removed <= most) return;
  throw new Refused(
    `${removed} records are in no file and would be removed; --max-removals ${maxRemovals} allows ${most}. Nothing was imported.`,
  );
}

async function keepRejects(store: FileStore, account: Account, run: InboxRun, folder: string): Promise<string[]> {
  const keys: string[] = [];
  for (const name of (await readdir(folder)).sort()) {
    const key = rejectsKey(account, run.id, name);
    await store.put(key, await readFile(join(folder, name)));
    keys.push(key);
  }
  return keys;
}

function filesOf(run: InboxRun): ReportedFile[] {
  return [...namesOf(run).values()].map((name) => ({ name }));
}

type Result = Omit<RunReport, 'run' | 'account' | 'startedAt'>;

/** Stores the report and the result, then moves the files. */
async function finish(
  deps: InboxDeps,
  account: Account,
  run: InboxRun,
  result: Result,
  lines: readonly string[] = [],
): Promise<Outcome> {
  const { table, store } = deps;
  const report: RunReport = { run: run.id, account, startedAt: run.startedAt, ...result };
  await store.put(reportKey(account, run.id, 'json'), `${JSON.stringify(report)}\n`);
  await store.put(reportKey(account, run.id, 'txt'), reportText(report, lines));
  const moving: InboxRun = { ...run, step: run.step + 1, state: 'moving', result: result.result };
  if (!(await changeRun(table, account, run, moving))) return 'later';
  deps.onReport?.(report);
  return moved(deps, account, moving);
}

async function moved({ table, store, clock }: InboxDeps, account: Account, run: InboxRun): Promise<Outcome> {
  const { result = 'failed' } = run;
  const names = namesOf(run);
  for (const file of run.files) {
    const ended = arrivedAt(file.key)?.refusal === undefined ? result : 'failed';
    await store.move(file, endedKey(ended, account, run.id, names.get(file.key) ?? ''));
  }
  const last = { id: run.id, result, endedAt: new Date(clock()).toISOString(), files: run.files.length };
  return (await endRun(table, account, run, last)) ? result : 'later';
}

/** A name of its own for each file of the run: names that differ in odd characters only are numbered. */
function namesOf({ files }: InboxRun): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    files.map(({ key, name }) => {
      const ending = endingOf(name);
      const stem = plainName(name.slice(0, name.length - ending.length));
      let own = `${stem}${ending}`;
      for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${stem} (${number})${ending}`;
      taken.add(own.toLowerCase());
      return [key, own];
    }),
  );
}
