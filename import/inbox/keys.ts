import { isId } from '../../shared/domain/ids.ts';
import { type Account, asAccount } from '../../shared/table/store/item-keys.ts';
import { isOfSystem } from '../files/of-system.ts';

// Where the files of an inbox are, in a bucket and in a folder alike.

export const incoming = 'in/';
export const incomingOf = (account: Account) => `in/${account}/`;
/** Sorts after all files of the account, and before those of the next one: `0` follows `/`. */
export const behindFilesOf = (account: Account) => `in/${account}0`;
export const endedKey = (result: 'done' | 'failed', account: Account, run: string, name: string) =>
  `${result}/${account}/${run}/${name}`;
export const reportKey = (account: Account, run: string, ending: 'json' | 'txt') =>
  `${reportsOf(account)}${run}.${ending}`;
export const rejectsKey = (account: Account, run: string, name: string) => `${rejectsOf(account, run)}${name}`;
export const rejectsOf = (account: Account, run: string) => `rejects/${account}/${run}/`;
export const reportsOf = (account: Account) => `reports/${account}/`;
/** Everything of an account. */
export const prefixesOf = (account: Account) =>
  ['in', 'done', 'failed', 'reports', 'rejects'].map((part) => `${part}/${account}/`);

export interface Arrived {
  readonly account: Account;
  /** Without the folder of the account. */
  readonly name: string;
  /** Why it cannot be imported. */
  readonly refusal?: string;
}

const longestName = 200;
const readableEnding = /\.((csv|tsv|txt)(\.gz)?|xlsx)$/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

/** The account and the name that a key stands for. Undefined for a placeholder of a folder, what systems leave, and other prefixes. */
export function arrivedAt(key: string): Arrived | undefined {
  const [first, id = '', ...rest] = key.split('/');
  const name = rest.join('/');
  if (first !== 'in' || !isId(id) || name === '' || name.endsWith('/') || isOfSystem(name)) return undefined;
  const refusal = refusalOf(name);
  return { account: asAccount(id), name, ...(refusal && { refusal }) };
}

function refusalOf(name: string): string | undefined {
  if (unprintable.test(name)) return 'its name has control characters; rename it';
  if (name.includes('/') || name.includes('\\')) return 'it is in a folder of its own; put it directly into the inbox';
  if (name.startsWith('.') || name.includes('..'))
    return 'its name begins with a dot or has two dots in a row; rename it';
  if (name.length > longestName) return `its name is longer than ${longestName} characters; rename it`;
  if (!readableEnding.test(name)) return 'it is no .csv, .tsv, .txt or .xlsx file, nor one of these with .gz';
  return undefined;
}

/** A name that is safe in a key and in a terminal. */
export function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').slice(-longestName) || 'file';
}

/** The ending by which readers know the format. */
export function endingOf(name: string): string {
  return readableEnding.exec(name)?.[0].toLowerCase() ?? '';
}
