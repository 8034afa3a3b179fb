import { openTable, type Table, type TableAddress } from '../../../shared/table/store/table.ts';
import type { TestTable } from './table.ts';

/** What tests open another client of: a table of this test file, or any address. */
export type Opened = Pick<TestTable, 'open'> | TableAddress;

export function clientOf(opened: Opened): Table {
  return 'open' in opened ? opened.open() : openTable(opened, 'job');
}

type Send = (input?: object) => Promise<{ readonly output: object }>;

/** What is done instead of a call: `send` makes it, with another input if one is given. */
type Instead = (send: Send, command: string, input: object) => Promise<unknown>;

let steps = 0;

/** Does something around every call of a client, outside the retries of the SDK. Returns a function that ends it. */
export function aroundCalls({ documents: { middlewareStack } }: Table, instead: Instead): () => void {
  steps += 1;
  const name = `around-${steps}`;
  middlewareStack.add(
    (next, { commandName = '' }) =>
      (args) => {
        const send = (input: object = args.input) => next({ ...args, input } as typeof args);
        return instead(send, `${commandName}`, args.input) as ReturnType<typeof next>;
      },
    { step: 'initialize', name },
  );
  return () => void middlewareStack.remove(name);
}
