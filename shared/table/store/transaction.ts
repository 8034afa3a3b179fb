import { backOff } from './backoff.ts';
import { type Part, type Table, TransactionCanceled } from './table.ts';

const maxAttempts = 5;

/** Writes all parts or none. Returns the indexes of the parts whose conditions failed; empty after success. */
export async function transact(table: Table, parts: readonly Part[]): Promise<readonly number[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.write('transact', parts, table);
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceled)) throw error;
      const { reasons } = error;
      const failed = reasons.flatMap((reason, at) => (reason === 'ConditionalCheckFailed' ? [at] : []));
      if (failed.length > 0) return failed;
      // no adapter retries a conflict with another write
      if (!reasons.includes('TransactionConflict') || attempt === maxAttempts) throw error;
      await backOff(attempt, table.signal);
    }
  }
}
