import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import type { Erased } from '../../shared/table/access/erased.ts';
import { comparedName } from '../../shared/table/entities/alias.ts';
import type { FactOptions, KindName } from '../../shared/table/entities/entity.ts';
import { kindOf, kinds } from '../../shared/table/entities/kinds.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { isFollowing, kindsOf, listedKinds } from '../files/source.ts';
import type { UnknownName } from '../files/unknown-name.ts';
import type { FileOfRows } from '../rows/read.ts';
import { type CheckOptions, checkFile, type UnknownRows } from './check-file.ts';
import type { ClientIndex } from './client-index.ts';
import { ClientNumbers, type FileFacts } from './file-facts.ts';
import { NameIndex, nameOf } from './name-index.ts';
import { type OrderedStatements, orderedStatements } from './ordered.ts';
import type { Rejects } from './rejects.ts';
import { storedNames, storedStreams } from './stored-names.ts';
import { createUnknownNames } from './unknown-names.ts';
import { type IsUnnamed, protectedFrom } from './unnamed.ts';

/** What the files of a run state, without the rows and files that are rejected. */
export interface Facts {
  readonly files: readonly FileFacts[];
  readonly clients: ClientIndex;
  readonly statements: ReadonlyMap<KindName, OrderedStatements>;
  /** Nothing is stored in the account yet. */
  readonly isEmpty: boolean;
  /** Names that no client has. */
  readonly unknown: readonly UnknownName[];
  readonly isNamed: (record: string) => boolean;
  /** Names a stored record that was matched with a row without an id, so that it is not pruned. */
  readonly addNamed: (record: string) => void;
  /** Records of kinds that have a file, which no file has or could have. */
  readonly isUnnamed: IsUnnamed;
}

export interface Checking {
  readonly table: Table;
  readonly account: Account;
  readonly facts: FactOptions;
  readonly unknown: UnknownRows;
  readonly notClients: ReadonlySet<string>;
  readonly newClients: ReadonlySet<string>;
  readonly erased: Erased;
  /** Kinds of feeds whose file is missing: what it could have named stays. */
  readonly missing: ReadonlySet<KindName>;
  readonly begin: () => { readonly add: (rows: number) => void; readonly end: () => void };
}

/**
 * Checks the files, and gives what they state to `accept`, until both reject nothing more. A row counts until something is
 * wrong with it, and other rows are judged by those that count. What is rejected when others have been judged by it, here
 * or by `accept`, is left out, and all begins again: clients of a file that is refused; rows that make no fact together; a
 * file that is read for several kinds, whose rows count for all or none; what exceeds a cap together with what is stored.
 */
export async function checkFiles<T>(
  files: readonly FileOfRows[],
  checking: Checking,
  rejects: Rejects,
  accept: (facts: Facts) => Promise<T | undefined>,
): Promise<T> {
  const unknown = createUnknownNames();
  for (;;) {
    const progress = checking.begin();
    const facts = await checkOnce(files, checking, rejects, { onRows: progress.add, onUnknown: unknown.add });
    progress.end();
    const accepted = facts && (await accept({ ...facts, unknown: unknown.named(facts.clients) }));
    if (accepted !== undefined) return accepted;
  }
}

/** Lists of clients that another one leads find its clients, also by other names. */
const turns = kinds.flatMap((kind) => [
  { kind, follows: false },
  ...(kind.name === 'aliases' ? [{ kind: kindOf('clients'), follows: true }] : []),
]);

/** Kind by kind, as they depend on each other. Undefined if something that counted before is rejected. */
async function checkOnce(
  files: readonly FileOfRows[],
  checking: Checking,
  rejects: Rejects,
  { onRows, onUnknown }: Pick<CheckOptions, 'onRows' | 'onUnknown'>,
) {
  const { table, account, facts, unknown, notClients, newClients, erased, missing } = checking;
  const given = new Set(files.flatMap(({ source }) => listedKinds(source)));
  const isMended = (kind: KindName) => files.some(({ source }) => source.isRepair && kindsOf(source).includes(kind));
  const removes = (kind: KindName) => facts.prune && given.has(kind) && !isMended(kind);
  const stored = await storedNames(table, account, removes('clients'));
  const { clients } = stored;
  for (const { name, client } of stored.aliases) clients.addStoredAlias(name, client);
  const kept: FileFacts[] = [];
  const clientNumbers = new ClientNumbers();
  const named = new NameIndex();
  const isNamed = (record: string) => {
    const name = nameOf(record);
    return [named, ...kept.map(({ names }) => names)].some((each) => each.lineOf(name) !== undefined);
  };
  // the day of payment was found with an earlier file, and no file names it again
  const hasEnded = ([kind, , id = '']: readonly string[]) =>
    kind === 'signals' && kept.some(({ open }) => open.ended.lineOf(nameOf(id)) !== undefined);
  const isKept = (record: string) => isNamed(record) || hasEnded(record.split(' '));
  const isUnnamed = protectedFrom(files, given, isKept, rejects, clients, missing);
  const stays = (kind: KindName, ...parts: readonly unknown[]) => !removes(kind) || !isUnnamed(kind, ...parts);
  const today = dayOf(facts.now.slice(0, 10));
  const options: CheckOptions = { facts, today, unknown, notClients, newClients, erased, onRows, onUnknown };
  let isLate = false;
  for (const { kind, follows } of turns) {
    for (const file of files) {
      const { name } = file.source;
      if (file.source.kind !== kind || isFollowing(file.source) !== follows || rejects.isRefused(name)) continue;
      const before = rejects.rowsOf(name);
      const found = await checkFile(
        file,
        {
          files: kept,
          clients,
          isNamed,
          clientNumbers,
          isOfSeveral: files.filter(({ source }) => source.feed === file.source.feed).length > 1,
          keep: (id) => named.add(nameOf(`clients ${id}`), 1),
          isStoredPortfolio: (id) => stored.portfolios.has(id) && stays('portfolios', id),
          storedStreams: async (streams) => {
            if (stored.isEmpty) return new Set<string>();
            const staying = streams.filter((name) => stays('streams', ...name.split(' ')));
            return storedStreams(table, account, staying);
          },
        },
        options,
        rejects,
      );
      if (found === 'again') return undefined;
      const isRejected = rejects.rowsOf(name) > before || rejects.isRefused(name);
      if (isRejected) isLate ||= kept.some((other) => other.file.source.name === name);
      if (found) kept.push(found);
      // its clients are known by now
      else if (rejects.isOverLimit(name) && (kind.name === 'clients' || kind.name === 'aliases')) return undefined;
    }
    if (kind.name === 'clients' && !follows)
      for (const { id, externalId, name, domain } of stored.leaving)
        if (stays('clients', id)) clients.add(id, externalId, name, domain);
    if (kind.name === 'aliases')
      for (const { name, client } of stored.aliases)
        if (stays('aliases', comparedName(name))) clients.addAlias(name, client.id);
  }
  if (isLate) return undefined;
  const statements = new Map<KindName, OrderedStatements>();
  for (const kind of kinds) {
    const stating = kept.filter((file) => file.statements.has(kind.name));
    if (stating.length > 0) statements.set(kind.name, orderedStatements(kind, stating, clientNumbers.ids));
  }
  const addNamed = (record: string) => named.add(nameOf(record), 1);
  return { files: kept, clients, statements, isEmpty: stored.isEmpty, isNamed, addNamed, isUnnamed };
}

/** How many rows of each kind are imported. */
export function countsOf({ statements }: Pick<Facts, 'statements'>): ReadonlyMap<KindName, number> {
  return new Map([...statements].flatMap(([kind, { count }]) => (count > 0 ? [[kind, count] as const] : [])));
}

/** The newest date in the rows of each feed. */
export function newestDates({ files }: Pick<Facts, 'files'>): ReadonlyMap<string, string> {
  const found = files.flatMap(({ file, newest }) => {
    return newest === undefined ? [] : [[file.source.feed, dateOf(newest)] as const];
  });
  return new Map(found.sort(([, a], [, b]) => (a < b ? -1 : 1)));
}
