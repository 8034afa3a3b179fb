import { randomBytes } from 'node:crypto';
import { type LocalService, startService } from '../bin/local/service.ts';
import { localAddress } from '../bin/local/store/table.ts';
import { makeKey } from '../shared/domain/access/api-key.ts';
import { activateKey, mostKeys, writePendingKey } from '../shared/table/access/issue-key.ts';
import { asAccount } from '../shared/table/store/item-keys.ts';
import { openTable } from '../shared/table/store/sdk.ts';

/** The local service with its demo accounts. Ten keys per account, because the rate limit of one is 100 a minute. */
export interface Target {
  readonly baseUrl: string;
  /** Keys by account. */
  readonly keys: Readonly<Record<string, readonly string[]>>;
  /** A further key, for the check that needs answers of 429. */
  readonly keyToSpend: string;
  readonly stop: () => Promise<void>;
}

export async function startTarget(): Promise<Target> {
  const service = await startService({ port: 0 });
  try {
    const { baseUrl, stop } = service;
    const keys = await issueKeys(service);
    return { baseUrl, keys, keyToSpend: Object.values(keys)[0]?.pop() ?? '', stop };
  } catch (error) {
    await service.stop();
    throw error;
  }
}

async function issueKeys({ accounts, tableName, dynamodbEndpoint }: LocalService): Promise<Record<string, string[]>> {
  const table = openTable(localAddress(dynamodbEndpoint, tableName));
  const keys: Record<string, string[]> = {};
  try {
    for (const { customerId, apiKey: first } of accounts) {
      const issued = [first];
      while (issued.length < mostKeys) {
        const apiKey = makeKey('svctest', randomBytes);
        const name = `tools ${issued.length}`;
        const key = { account: asAccount(customerId), apiKey, name, created: Date.now() };
        await activateKey(table, await writePendingKey(table, key), 'pending');
        issued.push(apiKey);
      }
      keys[customerId] = issued;
    }
  } finally {
    table.close();
  }
  return keys;
}
