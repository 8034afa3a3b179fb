import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls, isRead } from './clients.ts';

/** Waits for longer than what is ready takes: what nobody waits for has not happened before it ends. */
export async function lateOn(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A client whose writes take long, but for those that are sent meanwhile: tests see what does not wait for a write. */
export function slowWrites(table: Table): Table {
  let underWay = 0;
  aroundCalls(table, async (send, call) => {
    if (isRead(call)) return send();
    underWay += 1;
    if (underWay === 1) await lateOn();
    return send().finally(() => {
      underWay -= 1;
    });
  });
  return table;
}
