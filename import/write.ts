import { setTimeout } from 'node:timers/promises';
import { rebuilding, rescoring } from '../shared/jobs/requests.ts';
import type { Erased } from '../shared/table/access/erased.ts';
import type { FactOptions } from '../shared/table/entities/entity.ts';
import { kinds } from '../shared/table/entities/kinds.ts';
import { type FactWriter, writeFacts } from '../shared/table/facts/facts.ts';
import { writingFacts } from '../shared/table/facts/writer.ts';
import type { WriterLock } from '../shared/table/facts/writer-lock.ts';
import type { Account } from '../shared/table/store/item-keys.ts';
import { isThrottled } from '../shared/table/store/table.ts';
import type { Effects } from './effects.ts';
import { countsOf, type Facts } from './facts/check.ts';
import type { ImportOptions, ViewUpdate } from './imported.ts';
import { closeRows } from './plan/closed-rows.ts';
import { type Comparison, planOf, renamedIn, writtenIn } from './plan/compare.ts';
import { factsOf } from './plan/facts-of.ts';
import { letLeave } from './plan/gone.ts';
import { removeUnnamed } from './plan/prune.ts';
import { factOptions, type Planned, sumOf } from './planned.ts';

export interface LockedEffects extends Effects {
  /** Throws if the lock of the account is lost. */
  readonly confirmLock: WriterLock['confirm'];
}

export const noUpdate: ViewUpdate = { requests: [], clients: 0 };

/** Writes the rows and removes what the files do not name. Returns the requests for the worker. */
export async function writePlanned(
  effects: LockedEffects,
  { facts, comparison, removed, closed, gone }: Planned,
  options: ImportOptions,
  now: string,
  erased: Erased,
): Promise<ViewUpdate> {
  const { table, clock, randomBytes, begin, confirm, onRecords, onPlan, onBatch, confirmLock } = effects;
  const { account, score, history, prune = false, written } = options;
  const removes = removed.counts.size + removed.reduced.length > 0;
  if (removes) await confirm(removed);
  await onRecords?.(writtenIn(comparison));
  await onPlan?.(planOf(comparison), removed, renamedIn(comparison));
  const rows = sumOf(countsOf(facts));
  const writing = begin('writing', rows);
  // with other rows than then, all are written again
  const skip = written?.of === rows ? written.rows : 0;
  let done = 0;
  const onWritten = async (count: number) => {
    done += count;
    writing.add(count);
    if (done > skip) await onBatch?.(done, rows);
  };
  const left = new Set(removed.clients.map(({ id }) => id));
  const closing = closed.clientIds.filter((id) => !left.has(id));
  const onCounting = (clients: number) => begin('counting', clients);
  const forWriter = { table, clock, randomBytes, confirm: confirmLock, onCounting };
  const { isBehind } = await writingFacts(forWriter, account, async (writer) => {
    await writeImport(facts, comparison, {
      account,
      facts: { ...factOptions(now, prune, erased), isOtherName: facts.clients.isOtherName },
      writer,
      skip,
      onWritten,
    });
    writing.end();
    await closeRows(writer, account, closed, closing);
    if (gone) await letLeave(writer, account, gone, now);
    if (!removes) return;
    const removing = begin('removing', sumOf(removed.counts));
    await removeUnnamed(writer, account, removed, facts.isUnnamed, removing.add);
    removing.end();
  });

  const clients = facts.clients.size;
  // scores the day again if it was scored before the import
  if (score) return { requests: [rescoring(account, now.slice(0, 10), randomBytes, history)], clients };
  if (!isBehind) return noUpdate;
  return { requests: [rebuilding(account, randomBytes)], clients };
}

interface Writing {
  readonly account: Account;
  readonly facts: FactOptions;
  readonly writer: FactWriter;
  readonly onWritten: (rows: number) => Promise<void>;
  /** Rows at the beginning that an earlier part of this import has written: the order is the same. */
  readonly skip: number;
}

/** Writes the facts that change something, in the order in which they were compared. Running it again completes it. */
async function writeImport(
  { statements }: Pick<Facts, 'statements'>,
  comparison: Comparison,
  { account, facts: options, writer, onWritten, skip }: Writing,
): Promise<void> {
  let passed = 0;
  for (const { name } of kinds) {
    const ordered = statements.get(name);
    if (!ordered) continue;
    const changed = comparison.get(name)?.changed;
    const first = passed;
    const isWanted = (place: number) => first + place >= skip && (changed === undefined || changed[place] === 1);
    for (const { statements: batch, places } of ordered.batches(isWanted)) {
      await whileThrottled(firstPause, async () => {
        const { facts, known } = await factsOf(writer.table, account, batch, options);
        await writeFacts(writer, account, facts, known);
      });
      // with those before it that change nothing
      const upTo = first + 1 + Math.max(...places.map((each) => each.at(-1) ?? 0));
      await onWritten(upTo - passed);
      passed = upTo;
    }
    if (first + ordered.count > passed) await onWritten(first + ordered.count - passed);
    passed = first + ordered.count;
  }
}

const mostPauses = 10;
/** Milliseconds. */
const firstPause = 1000;
const longestPause = 30_000;

/** Retries work that the client gave up because of throttling, with growing pauses. */
export async function whileThrottled(pause: number, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isThrottled(error) || attempt > mostPauses) throw error;
      await setTimeout(Math.min(longestPause, pause * 2 ** (attempt - 1)));
    }
  }
}
