import type { Source } from '../files/source.ts';

/** True for a file of signals that is read again for what is not over. What is wrong with it is reported once. */
export function isOpenTwin({ kind, mapping }: Source): boolean {
  return kind.name === 'open-signals' && mapping !== undefined;
}
