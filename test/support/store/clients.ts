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

/** Waits for longer than what is ready takes: what nobody waits for has not happened before it ends. */
export async function lateOn(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A client whose writes take long, but for those that are sent meanwhile: tests see what does not wait for a write. */
export function slowWrites(table: Table): Table {
  let underWay = 0;
  aroundCalls(table, async (send, command) => {
    if (/^(Get|Query|BatchGet)/.test(command)) return send();
    underWay += 1;
    if (underWay === 1) await lateOn();
    return send().finally(() => {
      underWay -= 1;
    });
  });
  return table;
}
