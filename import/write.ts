import { setTimeout } from 'node:timers/promises';
import { type FactWriter, writeFacts } from '../shared/table/facts/facts.ts';
import { isThrottled } from '../shared/table/store/table.ts';
import { batchesOf, factsOf, rowsIn } from './batches.ts';
import type { Checked, Checking } from './check/check.ts';
import type { Source } from './files/source.ts';
import type { Comparison } from './plan.ts';

export interface Writing extends Pick<Checking, 'table' | 'account' | 'factOptions'> {
  readonly writer: FactWriter;
  readonly onWritten?: (rows: number) => Promise<void>;
  /** Rows at the beginning that an earlier part of this import has written, if it is the rest of one. */
  readonly skip?: number;
  /** Milliseconds before the first retry after throttling. */
  readonly pause?: number;
}

/** Writes the facts of the files in batches, in order. Running it again completes a killed import. */
export async function writeImport(
  sources: readonly Source[],
  checked: Checked,
  { plan, changed }: Pick<Comparison, 'plan' | 'changed'>,
  { table, account, factOptions, writer, onWritten = async () => undefined, skip, pause = 1000 }: Writing,
): Promise<void> {
  let written = skip ?? 0;
  for (const source of sources) {
    const counts = plan.get(source.kind.name);
    if (skip === undefined && counts?.added === 0 && counts.changed === 0) continue;
    // of several reads for a week, each depends on those before it
    const known = skip === undefined && source.kind.name !== 'alignment' ? changed.get(source) : undefined;
    let number = -1;
    for await (const entries of batchesOf(source, checked)) {
      const rows = rowsIn(entries);
      number += 1;
      if (written >= rows || known?.has(number) === false) {
        written = Math.max(0, written - rows);
        await onWritten(rows);
        continue;
      }
      // from the first batch that is not complete, everything is written
      written = 0;
      await whileThrottled(pause, async () => {
        const { facts, known } = await factsOf(table, account, entries, factOptions);
        await writeFacts(writer, account, facts, known);
      });
      await onWritten(rows);
    }
  }
}

const mostPauses = 10;
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
