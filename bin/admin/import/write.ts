import { setTimeout } from 'node:timers/promises';
import { isThrottlingError } from '@smithy/core/retry';
import { type FactWriter, writeFacts } from '../../../shared/table/facts/facts.ts';
import type { Source } from '../files/rows.ts';
import { batchesOf, factsFrom } from './batches.ts';
import type { Checked, Checking } from './check.ts';
import type { Plan } from './plan.ts';

export interface Writing extends Pick<Checking, 'table' | 'account' | 'making'> {
  readonly writer: FactWriter;
  readonly onWritten?: (entries: number) => void;
  /** Milliseconds before the first repetition of what was throttled. */
  readonly pause?: number;
}

/** Writes what the files say, a batch at a time and in their order. Killed anywhere and run again it completes. */
export async function writeImport(
  sources: readonly Source[],
  checked: Checked,
  plan: Plan,
  { table, account, making, writer, onWritten = () => undefined, pause = 1000 }: Writing,
): Promise<void> {
  for (const source of sources) {
    const tally = plan.get(source.kind.name);
    // other facts are written even if they are there: whose views a killed run left behind is found by that
    if (source.kind.name === 'signals' && tally?.added === 0 && tally.changed === 0) continue;
    for await (const entries of batchesOf(source, checked.clients)) {
      await whileThrottled(pause, async () => {
        await writeFacts(writer, account, await factsFrom(table, account, entries, making));
      });
      onWritten(entries.length);
    }
  }
}

const mostPauses = 10;
const longestPause = 30_000;

/** What the SDK gave up on, because the table takes no more for now, is done again after a while: it is the same twice. */
export async function whileThrottled(pause: number, work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isThrottlingError(error as Parameters<typeof isThrottlingError>[0]) || attempt > mostPauses) throw error;
      await setTimeout(Math.min(longestPause, pause * 2 ** (attempt - 1)));
    }
  }
}
