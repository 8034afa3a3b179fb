import { bindingRate } from '../../../shared/domain/access/windows.ts';
import { RateLimited } from '../../../shared/domain/errors.ts';
import { KeyChecker } from '../../../shared/http/admission.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { fakeDeps } from '../service/deps.ts';

/** The outcome of a request, as plain values. */
export type Answer =
  | { readonly admitted: string; readonly limit: number; readonly remaining: number; readonly reset: number }
  | { readonly refused: string; readonly limit?: number; readonly reset?: number; readonly retryAfter?: number };

/** A warm container: one KeyChecker, a clock that the test moves, and the log. */
export function keyCheckerOn(table: Table, { randomBytes }: { randomBytes?: (count: number) => Uint8Array } = {}) {
  const deps = fakeDeps(table);
  const checker = new KeyChecker(randomBytes ? Object.assign(deps, { randomBytes }) : deps);
  const ask = async (apiKey: string | undefined): Promise<Answer> => {
    try {
      const { account, rates, cleanUp } = await checker.check(apiKey, table).admission;
      await cleanUp;
      return { admitted: account, ...bindingRate(rates) };
    } catch (error) {
      return refusalOf(error);
    }
  };
  return { deps, checker, ask };
}

function refusalOf(error: unknown): Answer {
  if (error instanceof RateLimited) {
    const { name, limit, reset, retryAfter } = error;
    return { refused: name, limit, reset, retryAfter };
  }
  return { refused: error instanceof Error ? error.name : String(error) };
}

/** Random bytes that differ between containers, as in production. */
export function idsOf(container: number): () => Uint8Array {
  let drawn = 0;
  return () => {
    drawn += 1;
    return Uint8Array.from([container, drawn >>> 24, drawn >>> 16, drawn >>> 8, drawn]);
  };
}
