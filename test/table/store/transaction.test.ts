import { afterEach, expect, it, vi } from 'vitest';
import { type Part, type Table, TransactionCanceled, withSignal } from '../../../shared/table/store/table.ts';
import { transact } from '../../../shared/table/store/transaction.ts';
import { skipPauses } from '../../support/skip-pauses.ts';

const parts: Part[] = ['a', 'b', 'c'].map((sk) => ({ put: { item: { pk: 'P', sk } } }));

const canceled = (...reasons: string[]) => new TransactionCanceled(reasons);

/** A table that fails with these errors, one after the other, and then succeeds. */
function tableThatFails(...errors: Error[]) {
  const sent: unknown[] = [];
  const write = async (_: string, command: unknown) => {
    sent.push(command);
    const error = errors.shift();
    if (error) throw error;
  };
  return { table: { write } as unknown as Table, sent };
}

afterEach(() => vi.restoreAllMocks());

it('a transaction writes all parts', async () => {
  const { table, sent } = tableThatFails();

  expect(await transact(table, parts)).toEqual([]);
  expect(sent).toEqual([parts]);
});

it('a transaction returns the parts whose conditions failed, and is not repeated', async () => {
  const { table, sent } = tableThatFails(
    canceled('ConditionalCheckFailed', 'TransactionConflict', 'None', 'ConditionalCheckFailed'),
  );

  expect(await transact(table, [...parts, ...parts.slice(0, 1)])).toEqual([0, 3]);
  expect(sent).toHaveLength(1);
});

it('a transaction that meets another writer is repeated, five times in all', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const pauses = skipPauses();
  const conflict = () => canceled('None', 'TransactionConflict', 'None');
  const four = tableThatFails(...Array.from({ length: 4 }, conflict));
  const five = tableThatFails(...Array.from({ length: 5 }, conflict));

  expect(await transact(four.table, parts)).toEqual([]);
  await expect(transact(five.table, parts)).rejects.toThrow(TransactionCanceled);
  expect([four.sent.length, five.sent.length]).toEqual([5, 5]);
  expect(pauses).toEqual([50, 100, 200, 400, 50, 100, 200, 400]);
});

it('a transaction stops waiting when the signal aborts', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(1);
  const { table } = tableThatFails(canceled('TransactionConflict'));

  await expect(transact(withSignal(table, AbortSignal.timeout(10)), parts)).rejects.toMatchObject({
    name: 'AbortError',
  });
});

it.each([
  ['is canceled for another reason', canceled('None', 'ValidationError', 'None')],
  ['is canceled without a reason', canceled()],
  ['fails', new Error('no network')],
])('a transaction that %s is not repeated', async (_, error) => {
  const { table, sent } = tableThatFails(error);

  await expect(transact(table, parts)).rejects.toBe(error);
  expect(sent).toHaveLength(1);
});
