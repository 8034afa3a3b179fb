import * as z from 'zod';
import type { Erased } from '../../shared/table/access/erased.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { namesErased } from '../facts/erased-rows.ts';
import type { MendedCell } from '../files/source.ts';
import type { LoadedMapping } from '../mapping/load.ts';
import { parseMapping } from '../mapping/load.ts';
import { type MappingFile, mappingSchema } from '../mapping/schema.ts';
import { headersName } from '../rows/mended.ts';
import type { FileStore } from './file-store.ts';
import { decisionKey, mappingsOf, mendedKey } from './keys.ts';
import { keysBelow } from './stored-runs.ts';

// What a person decides on the page of the account. The page itself changes nothing: it puts the decision into the inbox
// as a file, and the next run carries it out, as whole and as repeatable as an import.

const decisionSchema = z.strictObject({
  /** Who has decided. */
  by: z.string(),
  /** How files with the headers of this mapping are read from now on. */
  mapping: z.strictObject({ name: z.string().regex(/^[\w-]{1,60}$/), text: mappingSchema }).optional(),
  /** Keys of files that wait and are not wanted. */
  discard: z.array(z.string()).optional(),
  /** Keys of files that wait and that somebody has looked at. */
  import: z.array(z.string()).optional(),
  /** The newest run, of which what it added is removed. */
  takeBack: z.string().optional(),
  /** Rows that were not imported: what is right instead, and files of them to read again. */
  mend: z
    .strictObject({
      cells: z.array(
        z.strictObject({ headers: z.string(), row: z.string(), column: z.string(), was: z.string(), is: z.string() }),
      ),
      /** The id of the client that is called so; null: it is no client. */
      names: z.record(z.string(), z.string().nullable()),
      /** Names of new clients. */
      newClients: z.array(z.string()).optional(),
      again: z.array(z.string()),
    })
    .optional(),
});

/** What people of the account have mended: it holds for all files that come. */
export interface Mended {
  readonly cells: readonly MendedCell[];
  /** Names and addresses that are no clients. */
  readonly notClients: readonly string[];
  /** Names in a list of clients that are new clients, although another list leads. */
  readonly newClients?: readonly string[];
  /** Files that somebody has taken back, by the hash of their content, and when. */
  readonly takenBack?: Readonly<Record<string, string>>;
}

const mostMended = 10_000;
/** Of each list of what was mended: every run reads it. */
const mostMendedBytes = 2 ** 21;
const mostTakenBack = 1000;

/** Bytes of a decision: the page writes no larger one. */
const largestDecision = 2 ** 22;

export type Decision = z.output<typeof decisionSchema>;

export function putDecision(store: FileStore, account: Account, id: string, decision: Decision): Promise<void> {
  return store.put(decisionKey(account, id), JSON.stringify(decision));
}

/** Undefined if it is none: nobody but the page writes them. */
export async function readDecision(
  store: FileStore,
  { key, size }: { readonly key: string; readonly size: number },
): Promise<Decision | undefined> {
  const text = size > largestDecision ? undefined : await store.read(key);
  try {
    return decisionSchema.parse(JSON.parse(text ?? ''));
  } catch {
    return undefined;
  }
}

/** Keeps what was decided for good. Can be repeated. */
export async function keepDecision(store: FileStore, account: Account, { mapping, mend }: Decision): Promise<void> {
  if (mapping) {
    // of two mappings for the same headers neither could read a file
    const same = (await ownMappings(store, account)).find((own) => headersIn(own) === headersIn(mapping.text));
    const key = `${mappingsOf(account)}${same?.name ?? mapping.name}.json`;
    await store.put(key, `${JSON.stringify(mapping.text, undefined, 2)}\n`);
  }
  if (!mend) return;
  const { cells, notClients, newClients = [], ...taken } = await mendedOf(store, account);
  const others = Object.entries(mend.names).flatMap(([name, id]) => (id === null ? [name] : []));
  const idOf = ({ headers, row, column, was }: MendedCell) => [headers, row, column, was].join('\n');
  const all = new Map([...cells, ...mend.cells].map((cell) => [idOf(cell), cell]));
  const kept: Mended = {
    cells: newest([...all.values()]),
    notClients: newest([...new Set([...notClients, ...others])]),
    newClients: newest([...new Set([...newClients, ...(mend.newClients ?? [])])]),
    ...taken,
  };
  await putMended(store, account, kept);
}

/** The newest of a list, as many as are kept. */
function newest<T>(list: readonly T[]): T[] {
  let bytes = 0;
  const from = list.findLastIndex((each) => {
    bytes += Buffer.byteLength(JSON.stringify(each));
    return bytes > mostMendedBytes;
  });
  return list.slice(Math.max(from + 1, list.length - mostMended));
}

function putMended(store: FileStore, account: Account, mended: Mended): Promise<void> {
  return store.put(mendedKey(account), `${JSON.stringify(mended, undefined, 1)}\n`);
}

/** Remembers files that were taken back, and forgets those that somebody wants nonetheless. */
export async function keepTakenBack(
  store: FileStore,
  account: Account,
  change: { readonly add?: readonly string[]; readonly remove?: readonly string[]; readonly on: string },
): Promise<void> {
  const { add = [], remove = [], on } = change;
  if (add.length + remove.length === 0) return;
  const mended = await mendedOf(store, account);
  const all = [...Object.entries(mended.takenBack ?? {}), ...add.map((hash) => [hash, on] as const)];
  const takenBack = all.filter(([hash]) => !remove.includes(hash)).slice(-mostTakenBack);
  await putMended(store, account, { ...mended, takenBack: Object.fromEntries(takenBack) });
}

function headersIn({ files }: MappingFile): string {
  const all = files.flatMap(({ match }) => (match?.headers ?? []).flat());
  return headersName(all.toSorted());
}

export async function mendedOf(store: FileStore, account: Account): Promise<Mended> {
  const text = await store.read(mendedKey(account));
  return text === undefined ? { cells: [], notClients: [] } : JSON.parse(text);
}

/** Forgets what was mended about people and clients that were erased. */
export async function forgetErased(store: FileStore, account: Account, erased: Erased): Promise<void> {
  const { cells, notClients, newClients, ...others } = await mendedOf(store, account);
  const isKept = (text: string) => !namesErased(text, erased);
  const kept: Mended = {
    // a row is known by its own number: `Client ID=CRM-7`
    cells: cells.filter(({ row, was, is }) => [row.slice(row.indexOf('=') + 1), was, is].every(isKept)),
    notClients: notClients.filter(isKept),
    ...(newClients && { newClients: newClients.filter(isKept) }),
    ...others,
  };
  const count = (all: Mended) => all.cells.length + all.notClients.length + (all.newClients?.length ?? 0);
  if (count(kept) < count({ cells, notClients, ...(newClients && { newClients }) }))
    await store.put(mendedKey(account), `${JSON.stringify(kept, undefined, 1)}\n`);
}

/** The mappings that people of the account have made. */
export async function ownMappings(store: FileStore, account: Account): Promise<LoadedMapping[]> {
  const maps: LoadedMapping[] = [];
  for (const key of await keysBelow(store, mappingsOf(account))) {
    const text = await store.read(key);
    const name = key.slice(mappingsOf(account).length).replace(/\.json$/, '');
    if (text !== undefined) maps.push({ name, isChosen: true, ...parseMapping(text, key) });
  }
  return maps;
}
