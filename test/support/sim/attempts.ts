import type { Table } from '../../../shared/table/store/table.ts';
import { type Around, ErrorAnswer, type Send, wiresOf } from '../store/wired.ts';

export type { Send };

/** Wraps every attempt of a client, inside its retries: `around` may delay, repeat, drop or change the attempt. */
export function aroundAttempts(table: Table, around: Around): Table {
  wiresOf(table).around.push(around);
  return table;
}

/** The first attempt of every call takes effect, but its response is lost. */
export function losingFirstAnswers(table: Table): Table {
  const seen = new WeakSet<object>();
  return aroundAttempts(table, async (send, input) => {
    if (seen.has(input)) return send();
    seen.add(input);
    await send().catch(() => undefined);
    throw connectionResetError();
  });
}

export function connectionResetError(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });
}

export function timeoutError(): Error {
  return Object.assign(new Error('no answer in time'), { name: 'TimeoutError' });
}

export function throttlingError(): Error {
  return new ErrorAnswer('ProvisionedThroughputExceededException', { status: 400 });
}

export function serverError(): Error {
  return new ErrorAnswer('InternalServerError', { status: 500 });
}

/** For `aroundAttempts`: lets only some attempts be under way at a time. An attempt that waits does not time out. */
export function atMost(most: number): (send: Send) => Promise<unknown> {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  return async (send) => {
    while (underWay >= most) await new Promise<void>((go) => waiting.push(go));
    underWay += 1;
    try {
      return await send();
    } finally {
      underWay -= 1;
      waiting.shift()?.();
    }
  };
}
