import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { chunks, eachLimit, sendUntilProcessed } from '../../../../shared/table/store/batches.ts';
import { readBatch } from '../../../../shared/table/store/read.ts';
import { isThrottled, withSignal } from '../../../../shared/table/store/table.ts';
import { putAll } from '../../../../shared/table/store/write.ts';
import type { Input } from '../../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../../support/mem-dynamo/table.ts';
import { skipPauses } from '../../../support/skip-pauses.ts';

const item = (id: number) => ({ pk: 'P', sk: String(id) });
const keys = Array.from({ length: 25 }, (_, id) => item(id));

/** A table that processes at most `most` entries of each batch; `sizes` are the sizes of the batches it received. */
function busyTable(most: number) {
  const sizes: number[] = [];
  const perform = (operation: string, { RequestItems = {} }: Input) => {
    const [[name, asked] = ['', []]] = Object.entries(RequestItems);
    const all: readonly object[] = 'Keys' in asked ? asked.Keys : asked;
    sizes.push(all.length);
    return operation === 'BatchWriteItem'
      ? { UnprocessedItems: { [name]: all.slice(most) } }
      : { Responses: { [name]: all.slice(0, most) }, UnprocessedKeys: { [name]: { Keys: all.slice(most) } } };
  };
  return { table: memTable({ perform }, 'job'), sizes };
}

const withoutPauses = () => vi.spyOn(Math, 'random').mockReturnValue(0);

describe('a long list', () => {
  it('is cut into parts of the same size, and a shorter last one', () => {
    expect(chunks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]]);
    expect(chunks([1, 2], 2)).toEqual([[1, 2]]);
    expect(chunks([], 2)).toEqual([]);
  });

  it('is worked through with a limited number of entries at a time', async () => {
    const done: number[] = [];
    let running = 0;
    let most = 0;

    await eachLimit([1, 2, 3, 4, 5], 2, async (entry) => {
      running += 1;
      most = Math.max(most, running);
      await setImmediate();
      running -= 1;
      done.push(entry);
    });

    expect(done).toEqual([1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });
});

describe('a batch that DynamoDB processes in part', () => {
  it('is sent again with the unprocessed entries until none are left', async () => {
    withoutPauses();
    const writes = busyTable(10);
    const reads = busyTable(10);

    await putAll(writes.table, keys);

    expect(await readBatch(reads.table, keys)).toEqual(keys);
    expect([writes.sizes, reads.sizes]).toEqual([
      [25, 15, 5],
      [25, 15, 5],
    ]);
  });

  it('is sent 26 times at most, with pauses of up to 2 seconds, and then fails as throttled, so that an import repeats it', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(1);
    const [writes, reads] = [busyTable(0), busyTable(0)];
    const sends: [number, () => Promise<unknown>][] = [
      [25, () => putAll(writes.table, keys)],
      [25, () => readBatch(reads.table, keys)],
      [3, () => sendUntilProcessed(keys, async (left) => left.slice(0, 3))],
    ];
    for (const [left, send] of sends) {
      const pauses = skipPauses();
      const error = await send().catch((thrown: unknown) => thrown);

      const message = `${left} entries of a batch were still throttled after 26 attempts.`;
      expect(error).toMatchObject({ name: 'BatchThrottled', message });
      expect(isThrottled(error)).toBe(true);
      expect(pauses).toEqual([50, 100, 200, 400, 800, 1600, ...Array(19).fill(2000)]);
    }
    expect([writes.sizes, reads.sizes]).toEqual(Array(2).fill(Array(26).fill(25)));
  });

  it('stops waiting when the signal aborts', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const table = () => withSignal(busyTable(0).table, AbortSignal.timeout(20));

    for (const stopped of [putAll(table(), keys), readBatch(table(), keys)]) {
      await expect(stopped).rejects.toMatchObject({ name: 'AbortError' });
    }
  });
});
