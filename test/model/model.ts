import type { Account } from './account.ts';
import { Refused, type Texts } from './basics.ts';
import { clients } from './clients.ts';
import { others } from './others.ts';
import { records } from './records.ts';

// A second, simple implementation of the service, written from the contract and the design: it filters, sorts and
// slices arrays. It has no table, no pages and no versions.

const operations = { ...clients, ...records, ...others };

export interface ModelRequest {
  readonly operation: string;
  readonly path: Texts;
  readonly query: Texts;
}
/** The body of a 200 response, JSON or text; otherwise the status. */
export type Expected = object | string | 400 | 404;

export function expectedOf(account: Account, { operation, path, query }: ModelRequest): Expected {
  try {
    return operations[operation]?.(account, path, query) ?? 404;
  } catch (error) {
    if (error instanceof Refused) return error.status;
    throw error;
  }
}
