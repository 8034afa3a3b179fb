import { createHash } from 'node:crypto';
import { isoWeek } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { caps } from '../../../shared/table/facts/schemas.ts';
import { allClients } from '../../../shared/table/records/clients.ts';
import { allPortfolios } from '../../../shared/table/records/portfolios.ts';
import { type Account, streamKey } from '../../../shared/table/store/item-keys.ts';
import { readBatch } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { KindName } from '../files/kinds.ts';
import type { Problems } from '../files/problems.ts';
import type { Source } from '../files/rows.ts';
import { type ClientIndex, createClientIndex } from './client-index.ts';
import { entriesOf } from './entries.ts';
import { type FactOptions, factOf, type ImportEntry, rowName, Unstorable } from './facts.ts';
import { placeOf } from './losses.ts';
import { createSeen, type Seen } from './seen.ts';

/** What the files hold, all of them being valid. */
export interface Checked {
  readonly clients: ClientIndex;
  /** All that the files name. */
  readonly named: Seen;
  readonly counts: ReadonlyMap<KindName, number>;
  /** Reads that were given for another day than a Monday. */
  readonly movedReads: number;
  /** Nothing of the account is stored yet. */
  readonly fresh: boolean;
}

export interface Checking {
  readonly table: Table;
  readonly account: Account;
  readonly making: FactOptions;
  readonly problems: Problems;
  /** What the files do not name will be gone. */
  readonly prune: boolean;
  readonly onBytes?: (count: number) => void;
}

/** Reads all files through and collects what is wrong with them; writes nothing. */
export async function checkFiles(sources: readonly Source[], checking: Checking): Promise<Checked> {
  const { table, account, making, problems, prune, onBytes } = checking;
  const given = new Set(sources.map(({ kind }) => kind.name));
  const clients = createClientIndex();
  const stored = await storedNames(table, account, clients, prune && given.has('clients'));
  const named = createSeen();
  const withoutServiceId = createSeen();
  const counts = new Map<KindName, number>();
  const totals = createTotals();
  const streams = pendingStreams(table, account, problems, stored.fresh || (prune && given.has('streams')));
  let movedReads = 0;

  for (const source of sources) {
    const { kind, name: file } = source;
    for await (const entries of entriesOf(source, clients, problems.add, onBytes)) {
      for (const entry of entries) {
        const { row, clientId } = entry;
        const { line } = row;
        const report = (message: string, column?: string) =>
          problems.add({ file, line, ...(column !== undefined && { column }), message });
        counts.set(kind.name, (counts.get(kind.name) ?? 0) + 1);
        const before = named.add(rowName(entry), line);
        if (before !== undefined) report(twice(entry, before));

        if (kind.name === 'clients') {
          const { serviceId, externalId } = row.given;
          const text = typeof externalId === 'string' ? externalId : undefined;
          const other = text && serviceId ? withoutServiceId.has(text) : false;
          if (other) report('is that of another row, which has no Service ID', 'Client ID');
          if (text && !serviceId) withoutServiceId.add(text, line);
          clients.add(clientId, text);
        }
        const { streamId, portfolioId } = row.given;
        if (streamId && kind.name !== 'streams' && !named.has(`streams ${clientId} ${streamId}`)) {
          await streams.look({ clientId, streamId: String(streamId), file, line });
        }
        if (portfolioId && !named.has(`portfolios ${portfolioId}`) && !stored.portfolios.has(String(portfolioId))) {
          report(`there is no portfolio "${portfolioId}"`, 'Portfolio ID');
        }
        try {
          const fact = factOf(entry, undefined, making);
          const excess = totals.add(fact);
          if (excess !== undefined) report(excess);
          const place = prune ? placeOf(fact) : undefined;
          if (place !== undefined) named.add(`${rowName(entry)} ${place}`, line);
          if (fact.kind === 'alignment' && fact.value.week !== row.given.week) movedReads += 1;
        } catch (error) {
          if (!(error instanceof Unstorable)) throw error;
          for (const { column, message } of error.issues) report(message, column);
        }
      }
    }
    await streams.flush();
  }
  return { clients, named, counts, movedReads, fresh: stored.fresh };
}

function twice({ kind, row }: ImportEntry, before: number): string {
  if (kind.name === 'insights') return `more of the week on line ${before}; let the rows of one week stand together`;
  const hint =
    'id' in row.given || !kind.columns.some(({ field }) => field === 'id') ? '' : '; give them ids if both are meant';
  return `is there twice: first on line ${before}${hint}`;
}

/** Clients and portfolios of the account; clients that will be gone are left out. */
async function storedNames(table: Table, account: Account, clients: ClientIndex, clientsGo: boolean) {
  const portfolios = await allPortfolios(table, account);
  let count = 0;
  for await (const part of allClients(table, account)) {
    count += part.length;
    if (!clientsGo) for (const { id, externalId } of part) clients.add(id, externalId);
  }
  return { fresh: count === 0 && portfolios.length === 0, portfolios: new Set(portfolios.map(({ id }) => id)) };
}

interface Looked {
  readonly clientId: string;
  readonly streamId: string;
  readonly file: string;
  readonly line: number;
}

/** Streams that no file names may be in the table: asked for many at a time. */
function pendingStreams(table: Table, account: Account, problems: Problems, none: boolean) {
  let pending: Looked[] = [];
  const known = createSeen();
  const flush = async () => {
    const asked = pending;
    pending = [];
    const keys = new Map(
      none ? [] : asked.map((each) => [nameOfStream(each), streamKey(account, each.clientId, each.streamId)]),
    );
    const found = await readBatch(table, [...keys.values()], { consistent: true });
    for (const { clientId, id } of found)
      known.add(nameOfStream({ clientId: String(clientId), streamId: String(id) }), 1);
    for (const each of asked) {
      if (known.has(nameOfStream(each))) continue;
      const { file, line, streamId } = each;
      problems.add({ file, line, column: 'Stream ID', message: `the client has no stream "${streamId}"` });
    }
  };
  return {
    look: async (each: Looked) => {
      if (known.has(nameOfStream(each))) return;
      pending.push(each);
      if (pending.length >= 100) await flush();
    },
    flush,
  };
}

function nameOfStream({ clientId, streamId }: Pick<Looked, 'clientId' | 'streamId'>): string {
  return `${clientId} ${streamId}`;
}

const smallColumns = Math.floor(caps.columnsBytes / caps.portfolios);

/** What single facts are well below, but all of a client's together may not be. */
function createTotals() {
  const streams = new Map<string, number>();
  const columns = new Map<string, number>();
  const signals = createBusyWeeks();
  const sum = (totals: Map<string, number>, name: string, more: number) => {
    const total = (totals.get(name) ?? 0) + more;
    totals.set(name, total);
    return total;
  };
  return {
    /** What is too much with this fact. */
    add: (fact: Fact): string | undefined => {
      if (fact.kind === 'stream' && sum(streams, fact.value.clientId, 1) > caps.streams) {
        return `the client has more than ${caps.streams} streams`;
      }
      if (fact.kind === 'member') {
        const bytes = Buffer.byteLength(JSON.stringify(fact.value.extraColumns));
        if (bytes > smallColumns && sum(columns, fact.value.clientId, bytes) > caps.columnsBytes) {
          return `the client's extra columns take more than ${caps.columnsBytes} bytes`;
        }
      }
      if (fact.kind === 'signal') {
        const { id, topic, polarity, weight, stream = '', day } = fact.value;
        const bytes = id.length + topic.length + stream.length + `${polarity}${weight}`.length + 12;
        const week = `${fact.clientId} ${isoWeek(day)}`;
        if (signals.add(week, bytes) > caps.signalsBytes) {
          return `the client has more than ${caps.signalsBytes} bytes of signals in this week`;
        }
      }
      return undefined;
    },
  };
}

const buckets = 2 ** 20;
const quiet = caps.signalsBytes / 32;

/**
 * Adds up the bytes of a client's signals in a week, in the memory of the few weeks that have many: others share
 * buckets, and what a bucket held before is counted to each of its weeks, which is at most a 32nd too much.
 */
function createBusyWeeks() {
  const shared = new Uint32Array(buckets);
  const busy = new Map<string, number>();
  return {
    add: (week: string, bytes: number): number => {
      const bucket = createHash('sha1').update(week).digest().readUInt32LE(0) % buckets;
      const before = shared[bucket] ?? 0;
      if (before + bytes <= quiet) {
        shared[bucket] = before + bytes;
        return 0;
      }
      const total = (busy.get(week) ?? before) + bytes;
      busy.set(week, total);
      return total;
    },
  };
}
