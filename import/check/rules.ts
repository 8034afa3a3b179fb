import type { Fact } from '../../shared/table/facts/facts.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { streamKey } from '../../shared/table/store/item-keys.ts';
import { readBatch } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { Unstorable } from '../files/kinds/fact.ts';
import type { Entry, FactOptions } from '../files/kinds/kind.ts';
import { recordName } from '../files/kinds.ts';
import { quoted } from '../files/quoted.ts';
import type { Source } from '../files/source.ts';
import { storedPlaceOf } from '../prune/removals.ts';
import type { ClientIndex } from './client-index.ts';
import { createClientTotals } from './client-totals.ts';
import { ownDomain } from './mail-domains.ts';
import { createNameIndex, type NameIndex } from './name-index.ts';
import type { Places } from './places.ts';

type Report = (message: string, column?: string, isReference?: boolean) => void;

/** A rule that every entry of the files must satisfy. It receives the entries in order. */
interface Rule {
  readonly check: (entry: Entry, report: Report) => void | Promise<void>;
  readonly endFile?: () => Promise<void>;
}

/** False if a newer file of the same feed describes it, so that this entry does not count. */
export function isNewest(entry: Entry, source: Source, named: NameIndex, places: Places): boolean {
  const first = named.placeOf(recordName(entry));
  if (first === undefined || entry.kind.name === 'alignment') return true;
  const other = places.placeOf(first).source;
  return other === undefined || other === source || other.feed !== source.feed || other.origin === source.origin;
}

export function recordsAreUnique(named: NameIndex, places: Places): Rule {
  return {
    check: (entry, report) => {
      const { kind, row } = entry;
      const first = named.add(recordName(entry), places.numberOf(row.line));
      // several reads for the same week are allowed: the newest one is kept
      if (first === undefined || kind.name === 'alignment') return;
      const { file, line } = places.placeOf(first);
      if (kind.name === 'insights') {
        return report(`more insights of the week at ${file}:${line}; put the rows of one week together`);
      }
      const couldHaveId = !('id' in row.given) && kind.columns.some(({ field }) => field === 'id');
      report(`duplicate of ${file}:${line}${couldHaveId ? '; give both an id if both are meant' : ''}`);
    },
  };
}

/** Adds the clients to the index. A Client ID given to a Service ID must not also be that of a row without one. */
export function clientIdsAreUnique(clients: ClientIndex): Rule {
  const withoutServiceId = createNameIndex();
  return {
    check: ({ kind, row, clientId }, report) => {
      if (kind.name !== 'clients') return;
      const { serviceId, externalId } = row.given;
      const text = typeof externalId === 'string' ? externalId : undefined;
      if (text && serviceId && withoutServiceId.has(text)) {
        report('another row has this Client ID and no Service ID', 'Client ID');
      }
      if (text && !serviceId) withoutServiceId.add(text, row.line);
      clients.add(clientId, text, String(row.given.name), ownDomain(row.own));
    },
  };
}

/** Adds the aliases to the index. */
export function aliasesAreFree(clients: ClientIndex): Rule {
  return {
    check: ({ kind, row, clientId }, report) => {
      if (kind.name !== 'aliases') return;
      const name = String(row.given.alias);
      if (clients.hasName(name)) report(`${quoted(name)} is the name of a client`, 'Name');
      else clients.addAlias(name, clientId);
    },
  };
}

export function portfoliosExist(named: NameIndex, stored: ReadonlySet<string>): Rule {
  return {
    check: ({ row }, report) => {
      const { portfolioId } = row.given;
      if (!portfolioId || named.has(`portfolios ${portfolioId}`) || stored.has(String(portfolioId))) return;
      report(`there is no portfolio ${quoted(portfolioId)}`, 'Portfolio ID', true);
    },
  };
}

const streamsAtOnce = 100;

/** Streams that are not in the files must be stored; they are read in batches. */
export function streamsExist(table: Table, account: Account, named: NameIndex, noneStored: boolean): Rule {
  interface Reference {
    readonly clientId: string;
    readonly streamId: string;
    readonly report: Report;
  }
  const nameOf = ({ clientId, streamId }: Omit<Reference, 'report'>) => `${clientId} ${streamId}`;
  const stored = createNameIndex();
  let pending: Reference[] = [];

  const flush = async () => {
    const references = pending;
    pending = [];
    if (!noneStored && references.length > 0) {
      const keys = new Map(references.map((each) => [nameOf(each), streamKey(account, each.clientId, each.streamId)]));
      for (const { clientId, id } of await readBatch(table, [...keys.values()], { consistent: true })) {
        stored.add(nameOf({ clientId: String(clientId), streamId: String(id) }), 1);
      }
    }
    for (const each of references) {
      if (!stored.has(nameOf(each)))
        each.report(`the client has no stream ${quoted(each.streamId)}`, 'Stream ID', true);
    }
  };
  return {
    check: ({ kind, row, clientId }, report) => {
      const streamId = String(row.given.streamId ?? '');
      if (streamId === '' || kind.name === 'streams' || named.has(`streams ${clientId} ${streamId}`)) return;
      if (stored.has(nameOf({ clientId, streamId }))) return;
      pending.push({ clientId, streamId, report });
      return pending.length >= streamsAtOnce ? flush() : undefined;
    },
    endFile: flush,
  };
}

interface FactObserver {
  /** With --prune: also remembers where a record is stored. */
  readonly namedWithPlace?: NameIndex;
  readonly onMovedRead: () => void;
  readonly onFact: (entry: Entry, fact: Fact) => void;
}

export function factsAreStorable(options: FactOptions, { namedWithPlace, onMovedRead, onFact }: FactObserver): Rule {
  const totals = createClientTotals();
  return {
    check: (entry, report) => {
      try {
        const fact = entry.kind.toFact(entry, [], options);
        const excess = totals.add(fact);
        if (excess !== undefined) report(excess);
        const place = storedPlaceOf(fact);
        if (place !== undefined) namedWithPlace?.add(`${recordName(entry)} ${place}`, 1);
        if (fact.kind === 'alignment' && fact.value.week !== entry.row.given.week) onMovedRead();
        onFact(entry, fact);
      } catch (error) {
        if (!(error instanceof Unstorable)) throw error;
        for (const { column, message } of error.issues) report(message, column);
      }
    },
  };
}
