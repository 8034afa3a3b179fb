import { join } from 'node:path';
import { writeLogLine } from '../../shared/table/access/account-log.ts';
import { changeRun, defaultSettings, endRun, type InboxRun, readInbox } from '../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { endingOf } from '../files/readers/content.ts';
import { aliasesText, withProposals } from '../files/unknown-name.ts';
import type { ImportResult } from '../result.ts';
import type { InboxDeps, Outcome } from './deps.ts';
import { draftRun } from './draft-run.ts';
import { type FileStore, pagesOf } from './file-store.ts';
import {
  allRejectsOf,
  arrivedAt,
  arrivingKey,
  endedKey,
  importedName,
  isDecision,
  plainName,
  rejectsKey,
  reportKey,
  waitingKey,
  waitingOf,
} from './keys.ts';
import { noticeOf } from './notice.ts';
import {
  headlineOfRun,
  isDiscardedRun,
  type ReportedFile,
  type RunReport,
  type RunResult,
  reportText,
} from './report.ts';

/** Stores the rows that were not imported, and proposals for names that no client has. Returns the keys. */
export async function storeRejects(
  store: FileStore,
  account: Account,
  { id }: InboxRun,
  { rejected, unknownNames }: Pick<ImportResult, 'rejected' | 'unknownNames'>,
  folder: string,
): Promise<string[]> {
  const keys: string[] = [];
  for (const name of (rejected?.written ?? []).toSorted()) {
    const key = rejectsKey(account, id, name);
    await store.upload(key, join(folder, name));
    keys.push(key);
  }
  const named = withProposals(unknownNames);
  if (named.length === 0) return keys;
  const key = rejectsKey(account, id, 'aliases.csv');
  const own = keys.includes(key) ? rejectsKey(account, id, 'aliases (2).csv') : key;
  await store.put(own, `\ufeff${aliasesText(named)}`);
  return [...keys, own];
}

/** Stores the report and the result, then moves the files. */
export async function finish(deps: InboxDeps, account: Account, run: InboxRun, result: RunResult): Promise<Outcome> {
  const { table, store } = deps;
  const report: RunReport = { run: run.id, account, startedAt: run.startedAt, ...result };
  await storeReport(store, account, report);
  await logRun(table, account, report);
  const moving: InboxRun = { ...run, step: run.step + 1, state: 'moving', result: result.result };
  if (!(await changeRun(table, account, run, moving))) return 'later';
  deps.onReport?.(report);
  return moved(deps, account, moving);
}

/** A run that is repeated writes the same line again. */
function logRun(table: Table, account: Account, report: RunReport): Promise<void> {
  const what =
    report.result === 'failed' || isDiscardedRun(report)
      ? 'files not imported'
      : report.takenBack
        ? 'import taken back'
        : 'files imported';
  const line = { at: report.startedAt, who: 'inbox', what, about: headlineOfRun(report).slice(0, 300) } as const;
  return writeLogLine(table, account, line, (count) => Buffer.alloc(count, report.run));
}

async function storeReport(store: FileStore, account: Account, report: RunReport) {
  await store.put(reportKey(account, report.run, 'json'), `${JSON.stringify(report)}\n`);
  await store.put(reportKey(account, report.run, 'txt'), reportText(report));
}

/** Moves the files of a run to where its report says that they belong. */
async function moveFiles(store: FileStore, account: Account, run: InboxRun, report: RunReport | undefined) {
  const names = namesOf(run);
  const reported = new Map(report?.files.map((file) => [file.name, file]));
  for (const file of run.files) {
    const name = names.get(file.key) ?? '';
    const { refusal, waits } = reported.get(name) ?? {};
    const result = refusal !== undefined ? 'failed' : isDecision(file.key) ? 'done' : (run.result ?? 'failed');
    const isDropped = arrivedAt(file.key)?.isDropped ?? false;
    const to = waits ? waitingKey(account, run.id, { name, isDropped }) : endedKey(result, account, run.id, name);
    await store.move(file, to);
  }
  const mended = new Set(report?.mended);
  if (mended.size > 0)
    for await (const page of pagesOf(store, allRejectsOf(account)))
      for (const file of page.filter(({ key }) => mended.has(key)))
        await store.move(file, endedKey('done', account, run.id, `mended ${file.key.split('/').slice(2).join(' ')}`));
  const { chosen = [], learned = [], kinds = {} } = report ?? {};
  if (chosen.length > 0 || learned.length > 0 || (kinds.clients?.added ?? 0) > 0) await lookAgain(store, account, run);
}

/** What waited may be read with the mappings that are known now, or refer to clients that are known now. */
async function lookAgain(store: FileStore, account: Account, { id }: InboxRun) {
  for await (const page of pagesOf(store, waitingOf(account)))
    for (const file of page) {
      const arrived = arrivedAt(file.key);
      if (!arrived || file.key.startsWith(`${waitingOf(account)}${id}/`)) continue;
      await store.move(file, arrivingKey(account, arrived));
    }
}

/** Moves the files of a folder that belongs to no account to `failed`, with a report: nobody would import them. */
export async function refuseFiles(deps: InboxDeps, account: Account): Promise<void> {
  const run = await draftRun(deps, account, defaultSettings);
  if (!run) return;
  const reason = `There is no account ${account}. Put the files into the folder of an account, or create this one first.`;
  const about = { run: run.id, account, startedAt: run.startedAt };
  const report: RunReport = { ...about, result: 'failed', files: filesOf(run), reason };
  await storeReport(deps.store, account, report);
  deps.onReport?.(report);
  await moveFiles(deps.store, account, run, report);
}

/** Moves the files of a run whose report is stored, and sends the notice. Can be repeated. */
export async function moved(deps: InboxDeps, account: Account, run: InboxRun): Promise<Outcome> {
  const { table, store, clock } = deps;
  const { result = 'failed' } = run;
  const stored = await store.read(reportKey(account, run.id, 'json'));
  const report = stored === undefined ? undefined : (JSON.parse(stored) as RunReport);
  await moveFiles(store, account, run, report);
  await sendNotice(deps, account, report);
  const newest = hasWritten(run) ? run.id : (await readInbox(table, account)).last?.newest;
  const ended = { id: run.id, result, endedAt: new Date(clock()).toISOString(), files: run.files.length };
  const last = { ...ended, ...(newest !== undefined && { newest }) };
  return (await endRun(table, account, run, last)) ? result : 'later';
}

/** Whether it writes is stored before it does so. */
function hasWritten({ plan }: InboxRun): boolean {
  const { kinds = {}, removed = {} } = plan ?? {};
  return Object.values(kinds).some(({ added, changed }) => added + changed > 0) || Object.keys(removed).length > 0;
}

/** A notice that cannot be sent keeps no file waiting: the report says the same. */
async function sendNotice({ notify, onNoticeFailure }: InboxDeps, account: Account, report: RunReport | undefined) {
  if (!notify) return;
  try {
    const notice = report && noticeOf(report);
    if (notice) await notify(account, notice);
  } catch (error) {
    onNoticeFailure?.(error);
  }
}

/** Moves the files of a run to `failed`, whose attempts all ended without a result. */
export async function giveUp(deps: InboxDeps, account: Account, run: InboxRun): Promise<Outcome> {
  const held = { ...run, step: run.step + 1, until: deps.clock() + deps.holdFor };
  if (!(await changeRun(deps.table, account, run, held))) return 'later';
  const { rows, of } = run.written ?? {};
  const part = rows === undefined ? '' : ` ${rows} of ${of} rows are written.`;
  const reason = `Three attempts did not end.${part} Import the files by hand: import FOLDER --account ${account}, or put fewer at once.`;
  return finish(deps, account, held, { result: 'failed', files: filesOf(held), reason });
}

export function filesOf(run: InboxRun): ReportedFile[] {
  return [...namesOf(run)].flatMap(([key, name]) => (isDecision(key) ? [] : [{ name }]));
}

/** A name of its own for each file of the run: names that differ in odd characters only are numbered. */
export function namesOf({ files }: InboxRun): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    files.map(({ key, ...file }) => {
      const name = importedName(file);
      const ending = endingOf(name);
      const stem = plainName(name.slice(0, name.length - ending.length));
      let own = `${stem}${ending}`;
      for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${stem} (${number})${ending}`;
      taken.add(own.toLowerCase());
      return [key, own];
    }),
  );
}
