import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb';
import { sendOptions, type Table } from './table.ts';

export type Part = NonNullable<TransactWriteCommandInput['TransactItems']>[number];

const attempts = 5;

/** Writes all parts or none. Returns the places of those whose conditions failed: none, when it was done. */
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
      // it met another write; the SDK does not try that again
      if (!codes.includes('TransactionConflict') || attempt === attempts) throw error;
      await new Promise((resolve) => setTimeout(resolve, 20 * 2 ** attempt));
    }
  }
}
