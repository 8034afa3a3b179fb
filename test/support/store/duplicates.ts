import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls } from './clients.ts';

interface Batch {
  readonly RequestItems?: Record<string, readonly Request[] | { readonly Keys: readonly Key[] }>;
}
type Key = Readonly<Record<string, unknown>>;
type Request = { readonly PutRequest?: { readonly Item: Key }; readonly DeleteRequest?: { readonly Key: Key } };

/** A client that refuses a batch which names a key twice, as DynamoDB does and the table in memory does not. */
export function refusesDuplicates(table: Table): Table {
  aroundCalls(table, (send, command, { RequestItems = {} }: Batch) => {
    for (const asked of Object.values(RequestItems)) {
      const keys = 'Keys' in asked ? asked.Keys : asked.map((each) => each.PutRequest?.Item ?? each.DeleteRequest?.Key);
      const names = keys.map((key) => `${key?.pk} ${key?.sk}`);
      const twice = names.find((name, at) => names.indexOf(name) !== at);
      if (twice !== undefined) return Promise.reject(new Error(`${command} names ${twice} twice`));
    }
    return send();
  });
  return table;
}
