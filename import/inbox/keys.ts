import { isId } from '../../shared/domain/ids.ts';
import { type Account, asAccount } from '../../shared/table/store/item-keys.ts';
import { dayInName } from '../arrived/name-date.ts';
import { isOfSystem } from '../files/of-system.ts';
import { endingOf, otherEnding } from '../files/readers/content.ts';
import { foreignName } from '../files/readers/foreign.ts';

// Where the files of an inbox are, in a bucket and in a folder alike.

export const incoming = 'in/';
export const incomingOf = (account: Account) => `in/${account}/`;
/** Sorts after all files of the account, and before those of the next one: `0` follows `/`. */
export const behindFilesOf = (account: Account) => `in/${account}0`;
export const endedKey = (result: 'done' | 'failed', account: Account, run: string, name: string) =>
  `${result}/${account}/${run}/${name}`;
/** `columns`: the first rows of files that nothing describes; `records`: what the run has written. */
export const reportKey = (account: Account, run: string, ending: 'json' | 'txt' | 'columns' | 'records') =>
  `${reportsOf(account)}${run}.${ending}`;
export const rejectsKey = (account: Account, run: string, name: string) => `${rejectsOf(account, run)}${name}`;
export const rejectsOf = (account: Account, run: string) => `rejects/${account}/${run}/`;
export const reportsOf = (account: Account) => `reports/${account}/`;
/** Files that wait until somebody decides about them. */
export const waitingOf = (account: Account) => `waiting/${account}/`;
export const waitingKey = (account: Account, run: string, file: Pick<Arrived, 'name' | 'isDropped'>) =>
  `${waitingOf(account)}${run}/${pathOf(file)}`;
/** Where a file of the page arrives, and any other one. */
export const arrivingKey = (account: Account, file: Pick<Arrived, 'name' | 'isDropped'>) =>
  `${incomingOf(account)}${pathOf(file)}`;
const ofPage = '_page/';
const pathOf = ({ name, isDropped }: Pick<Arrived, 'name' | 'isDropped'>) => `${isDropped ? ofPage : ''}${name}`;
/** Mappings that people of the account have made. */
export const mappingsOf = (account: Account) => `mappings/${account}/`;
/** What people of the account have mended for good. */
export const mendedKey = (account: Account) => `mended/${account}/mended.json`;
export const allRejectsOf = (account: Account) => `rejects/${account}/`;
/** What a person has decided on the page of the account. */
export const decisionKey = (account: Account, id: string) => `${incomingOf(account)}${id}.decision.json`;
export const isDecisionName = (name: string) => /^[\w-]+\.decision\.json$/.test(name);
export const isDecision = (key: string) =>
  key.startsWith(incoming) && isDecisionName(key.split('/').slice(2).join('/'));
/** Everything of an account. */
export const prefixesOf = (account: Account) =>
  ['in', 'waiting', 'done', 'failed', 'reports', 'rejects', 'mappings', 'mended'].map((part) => `${part}/${account}/`);

export interface Arrived {
  readonly account: Account;
  /** Without the folder of the account. */
  readonly name: string;
  /** A person has put it there, on the page of the account. */
  readonly isDropped: boolean;
  /** Why it cannot be imported. */
  readonly refusal?: string;
}

const longestName = 200;
const longestPath = 500;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/;

/** The account and the name that a key stands for. Undefined for a placeholder of a folder, what systems leave, and other prefixes. */
export function arrivedAt(key: string): Arrived | undefined {
  const [first, id = '', ...rest] = key.split('/');
  // files that wait are below the run that has looked at them
  const path = (first === 'waiting' ? rest.slice(1) : rest).join('/');
  const isDropped = path.startsWith(ofPage);
  const name = isDropped ? path.slice(ofPage.length) : path;
  if ((first !== 'in' && first !== 'waiting') || !isId(id) || name === '' || name.endsWith('/') || isOfSystem(name))
    return undefined;
  if (isOfPipeline(name)) return undefined;
  const refusal = isDecision(key) ? undefined : refusalOf(name);
  return { account: asAccount(id), name, isDropped, ...(refusal && { refusal }) };
}

/** What pipelines keep for themselves next to their files: `_dlt_loads/…`, `_SUCCESS`, `init`. */
function isOfPipeline(name: string): boolean {
  const parts = name.split('/');
  return name === 'init' || parts.some((part, at) => /^_/.test(part) && (at < parts.length - 1 || !part.includes('.')));
}

function refusalOf(name: string): string | undefined {
  const last = name.slice(name.lastIndexOf('/') + 1);
  if (unprintable.test(name)) return 'its name has control characters; rename it';
  // S3 replaces variables in the keys of forms, so a form for this name would take any name
  if (name.includes('${')) return 'its name has ${, which begins a variable of S3; rename it';
  if (name.includes('\\')) return 'its name has a backslash; rename it';
  if (/(^|\/)\./.test(name) || name.includes('..'))
    return 'its name begins with a dot or has two dots in a row; rename it';
  if (name.length > longestPath) return `its folders and name are longer than ${longestPath} characters; rename them`;
  if (last.length > longestName) return `its name is longer than ${longestName} characters; rename it`;
  if (endingOf(name) === '' && otherEnding.test(last))
    return foreignName(last) ?? 'it is no .csv, .tsv, .txt, .jsonl, .xlsx or .ics file, nor one of these with .gz';
  return undefined;
}

/** A name that is safe in a key and in a terminal. */
export function plainName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N} ._()-]/gu, '_').slice(-longestName) || 'file';
}

/** The name under which a file of a run is imported: of one in folders its feed, which is the first, and its day. */
export function importedName({ name, storedAt }: { readonly name: string; readonly storedAt: number }): string {
  const [feed = '', ...rest] = name.split('/');
  if (rest.length === 0) return name;
  const day = dayInName(rest.join('-')) ?? new Date(storedAt).toISOString().slice(0, 10);
  return `${feed}-${day}${endingOf(name)}`;
}
