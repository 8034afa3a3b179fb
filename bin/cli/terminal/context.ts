import { InvalidArgumentError } from 'commander';
import { isId } from '../../../shared/domain/ids.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Target } from '../service/target.ts';
import { withSuggestion } from './errors.ts';
import type { Terminal } from './terminal.ts';

/** The effects that commands use. */
export interface Context {
  /** Opens the stack of that name, or else the local service (the one on that port if several are running). */
  readonly open: (stack?: string, port?: string) => Promise<Target>;
  readonly terminal: Terminal;
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
}

export interface Output {
  readonly json?: boolean;
}

export const jsonOption = ['--json', 'print one line of JSON; errors too'] as const;
export const accountOption = ['--account <id>', 'the customer account'] as const;

export async function withTarget<T>({ open }: Context, work: (target: Target) => Promise<T>): Promise<T> {
  const target = await open();
  try {
    return await work(target);
  } catch (error) {
    throw await withSuggestion(target.table, error);
  } finally {
    target.close();
  }
}

export function parseAccount(text: string): Account {
  if (!isId(text)) {
    throw new InvalidArgumentError('Use 1 to 64 letters, digits, - and _, starting with a letter or digit.');
  }
  return asAccount(text);
}

export function parseDays(text: string): number {
  const days = Number(text);
  if (!/^\d+$/.test(text) || days < 1 || days > 365) throw new InvalidArgumentError('Use a number of days, 1 to 365.');
  return days;
}

const longestName = 200;

export function parseName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > longestName) {
    throw new InvalidArgumentError(`Use 1 to ${longestName} characters.`);
  }
  return name;
}

/** The parser of options that may be repeated. */
export const collected = (value: string, before: readonly string[] = []) => [...before, value];
