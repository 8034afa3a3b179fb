import { setTimeout } from 'node:timers/promises';
import { type FactWriter, writeFacts } from '../../shared/table/facts/facts.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { isThrottled } from '../../shared/table/store/table.ts';
import type { Facts } from '../facts/check.ts';
import type { FactOptions } from '../files/kinds/kind.ts';
import { kinds } from '../files/kinds.ts';
import type { Comparison } from './compare.ts';
import { factsOf } from './facts-of.ts';

export interface Writing {
  readonly account: Account;
  readonly facts: FactOptions;
  readonly writer: FactWriter;
  readonly onWritten: (rows: number) => Promise<void>;
  /** Rows at the beginning that an earlier part of this import has written: the order is the same. */
  readonly skip: number;
}

/** Writes the facts that change something, in the order in which they were compared. Running it again completes it. */
export async function writeImport(
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
