import type { Account } from './account.ts';
import { Refused, type Texts } from './basics.ts';
import { clients } from './clients.ts';
import { others } from './others.ts';
import { records } from './records.ts';

// The service once more, as plainly as can be: arrays that are filtered, sorted and sliced, written from the contract
// and the design. It knows no table, no pages and no versions.

const operations = { ...clients, ...records, ...others };

export interface Asked {
  readonly operation: string;
  readonly path: Texts;
  readonly query: Texts;
}
/** The body of a 200, JSON or text; or another status. */
export type Expected = object | string | 400 | 404;

export function expectedOf(account: Account, { operation, path, query }: Asked): Expected {
  try {
    return operations[operation]?.(account, path, query) ?? 404;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}
