import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NoSuchAccount, readAccount } from '../../shared/table/access/accounts.ts';
import {
  beginRun,
  changeRun,
  type InboxRun,
  type InboxSettings,
  learnPresets,
  learnsPresets,
  readInbox,
} from '../../shared/table/arrivals/inboxes.ts';
import { AccountLocked, LockLost } from '../../shared/table/facts/writer-lock.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import type { Effects } from '../effects.ts';
import { mostOf } from '../files/reject-limit.ts';
import { importFiles } from '../import.ts';
import type { Imported } from '../imported.ts';
import type { ClientChanges } from '../plan/client-changes.ts';
import type { Removals } from '../plan/prune.ts';
import type { WrittenRecords } from '../plan/written-records.ts';
import { takeBack } from '../take-back.ts';
import { adviceFor } from './advice.ts';
import { keepTakenBack } from './decisions.ts';
import { type InboxDeps, mostAttempts, type Outcome } from './deps.ts';
import { draftRun } from './draft-run.ts';
import { filesOf, finish, moved, namesOf, storeRejects } from './end-run.ts';
import type { FileStore } from './file-store.ts';
import { changesMany, countClients, heldChanges } from './held.ts';
import { isDecision, reportKey } from './keys.ts';
import { heldReport, importedReport, type ReportedFile, type RunResult } from './report.ts';
import { askingFirst, fetchFiles, fetchMended, limitOf, optionsFor, takeDecisions } from './run-input.ts';
import { newestRun } from './taken-back.ts';

/** How often a run stores what is written. Milliseconds. */
const progressEvery = 10_000;

/** The next invocation does the rest: there is no time for it now, or the run has other files. */
class GoesOn extends Error {
  override name = 'GoesOn' as const;
}

/** Another process works on the run: this one was not heard of for too long. */
class RunTaken extends Error {
  override name = 'RunTaken' as const;
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
  // the check of the inboxes gives it up
  if (run.state === 'importing' && run.attempts >= mostAttempts) return 'later';
  // counted before the work begins: a process that is killed cannot count
  const attempts = run.state === 'importing' ? run.attempts + 1 : run.attempts;
  const held = { ...run, attempts, step: run.step + 1, until: clock() + deps.holdFor };
  if (!(await changeRun(table, account, run, held))) return 'later';
  if (held.state === 'moving') return moved(deps, account, held);
  const bytes = held.files.reduce((sum, { size }) => sum + size, 0);
  const { mostBytes = Infinity } = deps;
  if (bytes > mostBytes) {
    const reason = `The files have ${megabytes(bytes)} MB together, and an inbox imports at most ${megabytes(mostBytes)} MB at once. Nothing was imported. Put fewer files at once, or use: client-health import FOLDER --account ${account}`;
    return finish(deps, account, held, { result: 'failed', files: tooLarge(deps.store, held), reason });
  }
  return attempt(deps, account, held, run.attempts);
}

/** The files of a run that has too many bytes. Says which of them cannot be kept in `failed`. */
function tooLarge({ mostMoved = Infinity }: FileStore, run: InboxRun): ReportedFile[] {
  const names = namesOf(run);
  const refusal = `it has more than ${Math.floor(mostMoved / 2 ** 30)} GiB and was deleted: S3 does not move it`;
  return run.files.map(({ key, size }) => ({ name: names.get(key) ?? '', ...(size > mostMoved && { refusal }) }));
}

async function newRun(deps: InboxDeps, account: Account, settings: InboxSettings): Promise<InboxRun | undefined> {
  const run = await draftRun(deps, account, settings);
  return run && (await beginRun(deps.table, account, run)) ? run : undefined;
}

/** Imports the files of a run that this process holds. */
async function attempt(deps: InboxDeps, account: Account, run: InboxRun, attempts: number): Promise<Outcome> {
  const { table, clock } = deps;
  const held = holding(table, account, run);
  const folder = await mkdtemp(join(tmpdir(), 'client-health-inbox-'));
  try {
    const result = await imported(deps, account, held, attempts, folder);
    return await finish(deps, account, held.run(), result);
  } catch (error) {
    if (error instanceof RunTaken) return 'later';
    if (error instanceof GoesOn) {
      await held.change({ until: 0 });
      return 'more';
    }
    if (error instanceof AccountLocked || error instanceof LockLost) {
      await held.change({ attempts, until: clock() + 60_000 });
      return 'later';
    }
    if (error instanceof NoSuchAccount) {
      // its deletion waits for the run
      await held.change({ until: 0 }).catch(() => undefined);
      return 'nothing';
    }
    await held.change({ until: clock() + 30_000 }).catch(() => undefined);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A run that this process holds. */
interface Held {
  readonly run: () => InboxRun;
  /** Throws `RunTaken` if another process has changed it. */
  readonly change: (more: Partial<InboxRun>) => Promise<void>;
}

function holding(table: Table, account: Account, run: InboxRun): Held {
  let held = run;
  return {
    run: () => held,
    change: async (more) => {
      const after = { ...held, ...more, step: held.step + 1 };
      if (!(await changeRun(table, account, held, after))) throw new RunTaken('another process has the run');
      held = after;
    },
  };
}

/** Imports the files, or says what is wrong with them. Throws what another attempt may not meet. */
async function imported(
  deps: InboxDeps,
  account: Account,
  held: Held,
  attempts: number,
  folder: string,
): Promise<RunResult> {
  const { table, store, ask } = deps;
  const run = held.run();
  const [arrived, rejected] = [join(folder, 'files'), join(folder, 'rejects')];
  const decisions = await takeDecisions(store, account, run);
  const [back] = decisions.flatMap(({ takeBack: id }) => id ?? []);
  if (back !== undefined) return takenBack(deps, account, held, back);
  const files = await fetchFiles(store, account, run, decisions, arrived);
  const asking = askingFirst(run, decisions);
  const names = decisions.flatMap(({ mapping }) => mapping?.name ?? []);
  const chosen = names.length > 0 && { chosen: names };
  const mended = await fetchMended(store, account, decisions, arrived);
  const isEmpty = mended.length === 0 && (await readdir(arrived)).length === 0;
  if (isEmpty && files.every(({ refusal }) => refusal !== undefined)) {
    if (decisions.length > 0) return { result: 'done', files, ...chosen };
    const areWaiting = files.every(({ waits }) => waits !== undefined);
    return { result: 'failed', files, ...(!areWaiting && { reason: 'No file can be read.' }) };
  }
  let done: Imported;
  try {
    const options = await optionsFor(deps, account, run, rejected);
    const effects = effectsOf(deps, account, held, attempts);
    const onRecords = async (records: WrittenRecords) => {
      const { added, changed } = records;
      if (added.length + changed.length === 0) return;
      await store.put(reportKey(account, run.id, 'records'), JSON.stringify(records));
    };
    const isHeld = (changes: ClientChanges) => changesMany(table, account, changes);
    const first = run.plan ? {} : { onRecords, ...(asking.size > 0 && { isHeld }) };
    done = await importFiles({ ...effects, ...first }, arrived, options);
  } catch (error) {
    if (!(error instanceof Refused) && !isAboutFiles(error)) throw error;
    return { result: 'failed', files: filesOf(run), reason: error.message };
  }
  const { result, update, samples } = done;
  if (samples.length > 0) await store.put(reportKey(account, run.id, 'columns'), JSON.stringify(samples));
  if (done.held) {
    const others = run.files.filter(({ key }) => !asking.has(key));
    if (mended.length === 0 && others.every(({ key }) => isDecision(key)))
      return { ...heldReport(done, files, await heldChanges(table, account, done, done.held)), ...chosen };
    await held.change({ files: others, attempts });
    throw new GoesOn('the files that ask first are left to the next run');
  }
  if (result.learned.length > 0) await learnPresets(table, account, run.settings, result.learned);
  if (update.requests.length > 0) await ask(update.requests);
  const rejects = await storeRejects(store, account, run, result, rejected);
  const advice = adviceFor(account, run.settings, result);
  // the plan is what the whole run changes, if this is only the last part of it
  const report = importedReport(result, files, samples, learnsPresets(run.settings));
  return { ...report, ...held.run().plan, rejects, advice, ...chosen, ...(mended.length > 0 && { mended }) };
}

/** Removes what the newest run has added. */
async function takenBack(deps: InboxDeps, account: Account, held: Held, id: string): Promise<RunResult> {
  const { table, store, importer, clock, randomBytes, ask } = deps;
  const run = held.run();
  const newest = await newestRun(deps, account, id);
  if (!newest)
    return { result: 'failed', files: [], reason: 'Another run has imported since. Nothing was taken back.' };
  const { report, records } = newest;
  const add = report.files.flatMap(({ content, refusal }) => (content && refusal === undefined ? [content] : []));
  await keepTakenBack(store, account, { add, on: run.startedAt.slice(0, 10) });
  const effects = { table, clock, randomBytes, importer: { ...importer, owner: run.owner } };
  const { score } = run.settings;
  let kept = 0;
  const update = await takeBack(effects, { account, added: records.added, score }, async (found) => {
    kept = found.kept;
    const removed = Object.fromEntries(found.removals.counts);
    // a run that goes on finds only the rest
    if (!run.plan) await held.change({ plan: { kinds: {}, removed } });
  });
  if (update.requests.length > 0) await ask(update.requests);
  const files = report.files.flatMap(({ name, refusal }) => (refusal === undefined ? [name] : []));
  const removed = held.run().plan?.removed ?? {};
  return { result: 'done', files: [], removed, takenBack: { run: id, startedAt: report.startedAt, files, kept } };
}

/** An invocation that makes progress is no attempt: the run then has the `attempts` of before. */
function effectsOf(deps: InboxDeps, account: Account, held: Held, attempts: number): Effects {
  const { clock, hasTime = () => true, mostReading = Infinity, mostRows = Infinity, mostBytes = Infinity } = deps;
  const { owner, plan, settings, written } = held.run();
  const startedAt = clock();
  let storedAt = startedAt;
  return {
    ...deps,
    // rows take no more than their file, and some bytes each
    room: { rows: mostRows, bytes: 3 * mostBytes, advice: byHand(account) },
    importer: {
      ...deps.importer,
      owner,
      passesOn: (error) => error instanceof GoesOn || error instanceof RunTaken,
    },
    begin: (step) => ({
      add: () => {
        const isReading = !['writing', 'removing', 'counting'].includes(step) && !plan;
        if (isReading && clock() - startedAt > mostReading) throw tooLong(mostReading, account);
      },
      end: () => undefined,
    }),
    // a run that goes on was allowed to when it began
    confirm: async (removals) => {
      if (!plan) await confirmRemovals(deps, account, removals, settings);
    },
    // a run that goes on finds its own rows as unchanged
    onPlan: async (planned, { counts }, renamed) => {
      if (plan) return;
      const whole = { kinds: Object.fromEntries(planned), removed: Object.fromEntries(counts), renamed };
      await held.change({ plan: whole });
    },
    onBatch: async (rows, of) => {
      if (rows <= (written?.rows ?? 0)) return;
      const isOver = !hasTime();
      if (isOver || clock() - storedAt >= progressEvery) {
        storedAt = clock();
        await held.change({ written: { rows, of }, attempts });
      }
      if (isOver) throw new GoesOn('no time left');
    },
  };
}

function tooLong(mostReading: number, account: Account): Refused {
  const minutes = Math.round(mostReading / 60_000);
  return new Refused(
    `Reading the files takes longer than ${minutes} minutes, which is the most that an inbox can do. Nothing was imported. ${byHand(account)}`,
  );
}

const byHand = (account: Account) => `Put fewer rows at once, or use: client-health import FOLDER --account ${account}`;

const megabytes = (bytes: number) => Math.ceil(bytes / 1e6);

/** Errors of mappings and files have no class of their own; those of the table, of S3 and of the system have one. */
function isAboutFiles(error: unknown): error is Error {
  return error instanceof Error && error.name === 'Error' && !('code' in error) && !('$metadata' in error);
}

async function confirmRemovals({ table }: InboxDeps, account: Account, removals: Removals, settings: InboxSettings) {
  const { maxRemovals = '5%' } = settings;
  const removed = [...removals.counts.values()].reduce((sum, count) => sum + count, 0);
  const most = mostOf(await countClients(table, account), limitOf(maxRemovals));
  if (removed <= most) return;
  throw new Refused(
    `${removed} records are in no file and would be removed; --max-removals ${maxRemovals} allows ${most}. Nothing was imported.`,
  );
}
