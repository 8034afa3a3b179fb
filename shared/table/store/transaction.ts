import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { backOff } from './backoff.ts';
import { sendOptions, type Table } from './table.ts';

export type Part = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const maxAttempts = 5;

/** Writes all parts or none. Returns the indexes of the parts whose conditions failed; empty after success. */
export async function transact(table: Table, parts: readonly Part[]): Promise<readonly number[]> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await table.documents.send(new TransactWriteCommand({ TransactItems: [...parts] }), sendOptions(table));
      return [];
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      const codes = (error.CancellationReasons ?? []).map(({ Code }) => Code);
      const failed = codes.flatMap((code, at) => (code === 'ConditionalCheckFailed' ? [at] : []));
      if (failed.length > 0) return failed;
      // the SDK does not retry a conflict with another write
      if (!codes.includes('TransactionConflict') || attempt === maxAttempts) throw error;
      await backOff(attempt, table.signal);
    }
  }
}
