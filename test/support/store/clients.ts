import { localAddress } from '../../../bin/local/store/table.ts';
import type { Calls, Sending, Table, TableAddress } from '../../../shared/table/store/table.ts';
import type { TestTable } from './table.ts';
import { openWired } from './wired.ts';

/** What tests open another client of: a table of this test file, or any local address. */
export type Opened = Pick<TestTable, 'open'> | TableAddress;

export function clientOf(opened: Opened): Table {
  return 'open' in opened ? opened.open() : openWired(localAddress(`${opened.endpoint}`, opened.tableName), 'job');
}

type Made = (call: keyof Calls, command: object, sending: Sending) => Promise<unknown>;

/** What is done instead of a call: `send` makes it, with another command if one is given. */
type Instead = (
  send: (command?: object) => Promise<unknown>,
  call: keyof Calls,
  command: object,
  tableName: string,
) => Promise<unknown>;

export const isRead = (call: string) => ['get', 'getMany', 'query'].includes(call);

/** Does something around every call of a client, outside its retries. Returns a function that ends it. */
export function aroundCalls(table: Table, instead: Instead): () => void {
  let isOver = false;
  const around = (made: Made) => (call: keyof Calls, command: object, sending: Sending) => {
    const send = (changed: object = command) => made(call, changed, sending);
    return isOver ? send() : instead(send, call, command, sending.name);
  };
  Object.assign(table, { send: around(table.send as Made), write: around(table.write as Made) });
  return () => {
    isOver = true;
  };
}
