import { fold } from '../../shared/domain/lists/search.ts';
import type { Account } from './account.ts';

export type Texts = Readonly<Record<string, string | undefined>>;

/** One of the operations, as a plain function. Undefined means 404. */
export type Operations = Record<string, (account: Account, path: Texts, query: Texts) => object | string | undefined>;

export class Refused extends Error {
  readonly status: 400 | 404;
  constructor(status: 400 | 404) {
    super();
    this.status = status;
  }
}

export const compare = <T>(a: T, b: T) => (a < b ? -1 : a > b ? 1 : 0);
/** The quotient, rounded to an integer, halves away from zero. */
export const half = (dividend: number, divisor: number) =>
  Math.sign(dividend) * Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
export const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
export const tenths = (score: number) => Math.round(score * 10);
export const mean = (scores: readonly number[]) =>
  scores.length > 0 ? half(sum(scores.map(tenths)), scores.length) / 10 : 0;
export const count = <T>(list: readonly T[], is: (entry: T) => boolean) => list.filter(is).length;

/** Best score first where there is one, then by name, then by id. */
export function inOrder<T>(
  list: readonly T[],
  of: (entry: T) => { score?: number; name: string; id: string; last?: string },
): T[] {
  const keyed = list.map((entry) => ({ entry, score: 0, last: '', ...of(entry) }));
  keyed.sort(
    (a, b) =>
      b.score - a.score || compare(fold(a.name), fold(b.name)) || compare(a.id, b.id) || compare(a.last, b.last),
  );
  return keyed.map(({ entry }) => entry);
}

/** Integers near the parts with this sum: what is missing goes to the largest remainders, of equal ones to the first. */
export function inParts(parts: readonly number[], total: number): number[] {
  const whole = parts.map((part) => Math.floor(part + 1e-8));
  const rest = (at: number) => Math.round(((parts[at] ?? 0) - (whole[at] ?? 0)) * 1e8);
  const missing = total - sum(whole);
  const raised = [...parts.keys()].sort((a, b) => rest(b) - rest(a) || a - b).slice(0, missing);
  return whole.map((part, at) => part + (raised.includes(at) ? 1 : 0));
}

export const page = <T>(list: readonly T[], { limit = '100', offset = '0' }: Texts) =>
  list.slice(Number(offset), Number(offset) + Number(limit));
