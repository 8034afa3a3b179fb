import { dayOf } from '../../shared/domain/dates.ts';
import { caps } from '../../shared/table/facts/schemas.ts';
import { allAliases } from '../../shared/table/records/aliases.ts';
import { allClients } from '../../shared/table/records/clients.ts';
import { allPortfolios } from '../../shared/table/records/portfolios.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { entriesOf } from '../entries.ts';
import { isOpenTwin } from '../feeds/open-twin.ts';
import type { Entry, FactOptions, KindName } from '../files/kinds/kind.ts';
import { LineSet } from '../files/line-set.ts';
import type { Problem, Problems } from '../files/problems.ts';
import type { Source } from '../files/source.ts';
import type { UnknownName } from '../files/unknown-name.ts';
import { isOrdered, type OrderedEntries, orderedEntries } from '../ordered.ts';
import type { Rejects } from '../rejects/rejects.ts';
import { warnAboutFact } from '../warnings.ts';
import { type ClientIndex, createClientIndex } from './client-index.ts';
import { ownDomain } from './mail-domains.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import { createNewestDates } from './newest-dates.ts';
import { createPlaces } from './places.ts';
import {
  aliasesAreFree,
  clientIdsAreUnique,
  factsAreStorable,
  isNewest,
  portfoliosExist,
  recordsAreUnique,
  streamsExist,
} from './rules.ts';
import { createSignalSummary, type SignalSummary } from './signal-summary.ts';
import { createUnknownNames } from './unknown-names.ts';

/** What the files contain, if they have no problems. */
export interface Checked {
  readonly clients: ClientIndex;
  /** The names of all records in the files. */
  readonly named: NameIndex;
  readonly counts: ReadonlyMap<KindName, number>;
  /** Alignment reads given for another day than a Monday. */
  readonly movedReads: number;
  /** Rows that a newer file of the same feed has too. */
  readonly superseded: number;
  /** False if a newer file of the same feed describes the record. */
  readonly isCounted: (entry: Entry, source: Source) => boolean;
  readonly signals: SignalSummary;
  /** Names that no client has. */
  readonly unknown: readonly UnknownName[];
  /** The newest date in the rows of each feed. */
  readonly newest: ReadonlyMap<string, string>;
  /** Nothing is stored in the account yet. */
  readonly isEmpty: boolean;
  /** The entries of the files of signals. */
  readonly ordered: ReadonlyMap<Source, OrderedEntries>;
}

export interface Checking {
  readonly table: Table;
  readonly account: Account;
  readonly factOptions: FactOptions;
  readonly problems: Problems;
  /** Records that the files do not name will be removed. */
  readonly prune: boolean;
  /** A file refers to clients by name. */
  readonly refersByName?: boolean;
  readonly warnings?: Problems;
  /** Collects the rows that have problems, instead of `problems`. */
  readonly rejects?: Rejects;
  readonly onBytes?: (count: number) => void;
}

/** Reads all files and collects their problems. Writes nothing. */
export async function checkFiles(sources: readonly Source[], checking: Checking): Promise<Checked> {
  const { table, account, factOptions, prune, warnings, rejects, onBytes } = checking;
  const found = rejects ? { add: withClient(rejects) } : checking.problems;
  // a row can be read for signals and again for what is not over: its client is unknown once
  const unknownAt = new Map<string, LineSet>();
  const isFirst = ({ file, line }: Problem) => {
    const lines = unknownAt.get(file) ?? new LineSet();
    unknownAt.set(file, lines);
    return lines.add(line);
  };
  const problems = {
    add: (problem: Problem) => {
      if (problem.reference && isFirst(problem)) unknown.add(problem);
      found.add(problem);
    },
  };
  // repaired rows remove nothing
  const removes = (name: KindName) =>
    prune &&
    sources.some(({ kind }) => kind.name === name) &&
    !sources.some((each) => each.kind.name === name && each.isRepair);
  const clients = createClientIndex(checking.refersByName ?? false);
  const stored = await storedNames(table, account, clients, removes, rejects);
  if (checking.refersByName && !removes('aliases')) {
    for (const { name, clientId } of await allAliases(table, account)) clients.addAlias(name, clientId);
  }
  const unknown = createUnknownNames();
  const named = createNameIndex();
  const places = createPlaces();
  // Set before the first row is read.
  let [currentFile, currentFeed] = ['', ''];
  const counts = new Map<KindName, number>();
  let [movedReads, superseded] = [0, 0];
  const today = factOptions.now.slice(0, 10);
  const signals = createSignalSummary(dayOf(today));
  const dates = createNewestDates(dayOf(today));
  const noStreams = stored.isEmpty || removes('streams');
  const rules = [
    recordsAreUnique(named, places),
    clientIdsAreUnique(clients),
    aliasesAreFree(clients),
    streamsExist(table, account, named, noStreams),
    portfoliosExist(named, stored.portfolios),
    factsAreStorable(factOptions, {
      ...(prune && { namedWithPlace: named }),
      onMovedRead: () => {
        movedReads += 1;
      },
      onFact: (entry, fact) => {
        signals.add(fact);
        dates.add(currentFeed, fact);
        const { line, own } = entry.row;
        if (fact.kind === 'client') {
          for (const key of own.keys()) {
            if (Object.hasOwn(fact.value.metadata, key)) continue;
            const message = `a client has at most ${caps.metadataKeys} metadata values; not imported. Choose others with --metadata`;
            warnings?.add({ file: currentFile, line, column: key, message });
          }
        }
        warnAboutFact(fact, today, (message, column) => warnings?.add({ file: currentFile, line, column, message }));
      },
    }),
  ];

  const skipped = (problem: Problem) => {
    if (rejects) return problems.add(problem);
    if (!isFirst(problem)) return;
    unknown.add(problem);
    return warnings?.add({ ...problem, message: `${problem.message}; the row is skipped` });
  };

  const severalFiles = feedsOfSeveralFiles(sources);
  // most feeds have one file, whose millions of names need not be compared with a newer one
  const isCounted = (entry: Entry, source: Source) =>
    !severalFiles.has(source.feed) || isNewest(entry, source, named, places);

  const ordered = new Map<Source, OrderedEntries>();
  for (const source of sources) {
    const { kind, name: file } = source;
    const kept = isOrdered(kind) ? orderedEntries() : undefined;
    if (kept) ordered.set(source, kept);
    places.begin(source);
    [currentFile, currentFeed] = [file, source.feed];
    const add: Problems['add'] = (problem) =>
      isOpenTwin(source) && !problem.reference ? undefined : problems.add(problem);
    for await (const entries of entriesOf(source, clients, add, onBytes, skipped)) {
      for (const entry of entries) {
        if (!isCounted(entry, source)) {
          superseded += entry.rows.length;
          continue;
        }
        kept?.add(entry);
        const { line, given } = entry.row;
        const report = (message: string, column?: string, isReference = false) =>
          problems.add({
            file,
            line,
            kind: kind.name,
            given,
            message,
            ...(column !== undefined && { column }),
            ...(isReference && { reference: true }),
          });
        counts.set(kind.name, (counts.get(kind.name) ?? 0) + entry.rows.length);
        for (const { check } of rules) {
          const reading = check(entry, report);
          // a file can have millions of rows, and most rules wait for nothing
          if (reading) await reading;
        }
      }
    }
    for (const { endFile } of rules) await endFile?.();
  }
  return {
    clients,
    named,
    counts,
    movedReads,
    superseded,
    isCounted,
    isEmpty: stored.isEmpty,
    signals,
    newest: dates.found(),
    unknown: unknown.named(clients),
    ordered,
  };
}

function feedsOfSeveralFiles(sources: readonly Source[]): ReadonlySet<string> {
  // With all feeds in the set, more names are compared, and nothing else changes.
  const first = new Map<string, string>();
  const several = new Set<string>();
  for (const { feed, origin } of sources) {
    if ((first.get(feed) ?? origin) !== origin) several.add(feed);
    first.set(feed, origin);
  }
  return several;
}

/** Says of a row without a known client that its client was rejected, if that is why. */
function withClient(rejects: Rejects): Problems['add'] {
  return (problem) => {
    const place = problem.reference && problem.given && rejects.rejectedClient(problem.given);
    rejects.add(place ? { ...problem, message: `${problem.message}; the client was rejected, ${place}` } : problem);
  };
}

/** Reads clients and portfolios of the account. Those that may be removed cannot be referred to. */
async function storedNames(
  table: Table,
  account: Account,
  clients: ClientIndex,
  removes: (name: KindName) => boolean,
  rejects: Rejects | undefined,
) {
  const [removesClients, removesPortfolios] = [removes('clients'), removes('portfolios')];
  const portfolios = await allPortfolios(table, account);
  let count = 0;
  for await (const part of allClients(table, account)) {
    count += part.length;
    for (const { id, externalId, name, metadata } of part) {
      const stays = !removesClients || rejects?.rejectedClient({ serviceId: id });
      if (stays) clients.add(id, externalId, name, ownDomain(metadata));
      else clients.addStored(id, externalId, name);
    }
  }
  const isEmpty = count === 0 && portfolios.length === 0;
  const rejected = rejects?.rows().filter(({ kind = 'portfolios' }) => kind === 'portfolios') ?? [];
  const staying = portfolios.filter(
    ({ id }) => !removesPortfolios || rejected.some(({ given }) => (given?.id ?? id) === id),
  );
  return { isEmpty, portfolios: new Set(staying.map(({ id }) => id)) };
}
