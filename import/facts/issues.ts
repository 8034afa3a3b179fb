import { InvalidCell, quoted } from '../../shared/domain/cells/cells.ts';
import { ownDomain } from '../../shared/table/entities/client.ts';
import type { FactOptions, Row, Statement } from '../../shared/table/entities/entity.ts';
import { type Fact, factOf } from '../../shared/table/entities/kinds.ts';
import { caps } from '../../shared/table/entities/limits.ts';
import { Unstorable } from '../../shared/table/entities/statement.ts';
import {
  columnsExcess,
  hasLargeColumns,
  peopleExcess,
  signalsExcess,
  streamsExcess,
} from '../../shared/table/facts/totals.ts';
import type { Issue } from '../files/problems.ts';
import type { ClientIndex } from './client-index.ts';
import { type Name, nameOf } from './name-index.ts';
import { clientOfOtherList } from './other-list.ts';
import { weekOf } from './statement-list.ts';

/** The client of a row: empty for portfolios. */
export function clientIdOf(
  row: Row,
  clients: ClientIndex,
  newClients: ReadonlySet<string>,
  system?: string,
): string | Issue {
  const { kind } = row;
  if (kind.name === 'portfolios') return '';
  try {
    if (kind.name !== 'clients') return clients.referredId(row.given, system);
    return row.follows === undefined
      ? clients.idForRow(row.given, ownDomain(row.own))
      : clientOfOtherList(row, row.follows, clients, newClients);
  } catch (error) {
    if (!(error instanceof InvalidCell)) throw error;
    const { serviceId, externalId, clientName, clientEmail } = row.given;
    const byName = clientName == null && clientEmail != null ? 'clientEmail' : 'clientName';
    const isNamed = clientName !== undefined || clientEmail !== undefined;
    const field = serviceId ? 'serviceId' : isNamed && !externalId ? byName : 'externalId';
    const column = row.headers[field] ?? 'Client ID';
    return { column, message: error.message, ...(kind.name !== 'clients' && { reference: true as const }) };
  }
}

/** Two rows without ids may both be meant, although they say the same. */
export function couldHaveId({ row }: Statement): boolean {
  return !('id' in row.given) && row.kind.columns.some(({ field }) => field === 'id');
}

export function duplicateIssue(statement: Statement, file: string, line: number): Issue {
  return {
    message: `duplicate of ${file}:${line}${couldHaveId(statement) ? '; give both an id if both are meant' : ''}`,
  };
}

/** An alias must not be the name of a client. */
export function aliasIssue({ row }: Statement, clients: ClientIndex): Issue | undefined {
  const name = String(row.given.alias);
  if (row.kind.name !== 'aliases' || !clients.hasName(name)) return undefined;
  return { column: 'Name', message: `${quoted(name)} is the name of a client` };
}

/** A Client ID given to a Service ID must not also be that of a row without one. */
export function clientIssue({ row }: Statement, isNamed: (name: Name) => boolean): Issue | undefined {
  const { serviceId, externalId } = row.given;
  if (row.kind.name !== 'clients' || !serviceId || typeof externalId !== 'string') return undefined;
  if (!isNamed(withoutServiceId(externalId))) return undefined;
  return { column: 'Client ID', message: 'another row has this Client ID and no Service ID' };
}

/** The name of a Client ID that a row has without a Service ID. */
export function withoutServiceId(externalId: string): Name {
  return nameOf(`client without Service ID ${externalId}`);
}

export function portfolioIssue(id: string): Issue {
  return { column: 'Portfolio ID', message: `there is no portfolio ${quoted(id)}`, reference: true };
}

/** The stream that a statement refers to. */
export function streamOf({ row }: Statement): string | undefined {
  const { streamId } = row.given;
  return row.kind.name === 'streams' || streamId == null || streamId === '' ? undefined : String(streamId);
}

export function streamIssue({ row }: Statement): Issue {
  return { column: 'Stream ID', message: `the client has no stream ${quoted(row.given.streamId)}`, reference: true };
}

/** What a statement states, or what is wrong with it. */
export function factOrIssues(statement: Statement, options: FactOptions): Fact | Issue[] {
  try {
    return factOf(statement, [], options);
  } catch (error) {
    if (!(error instanceof Unstorable)) throw error;
    return error.issues.map(({ column, message }) => ({ message, ...(column !== undefined && { column }) }));
  }
}

export const tooMuchMetadata = `a client has at most ${caps.metadataKeys} metadata values; not imported. Choose others with --metadata`;

const weeksCounted = 2 ** 20;

/** What the facts of each client add up to: single facts are below the caps, their sum may not be. */
export type ClientTotals = Map<number, number>;

interface WithTotals {
  readonly totals: ClientTotals;
}

interface Share {
  /** A number for client and week: a text would take ten times the memory. */
  readonly key: number;
  readonly amount: number;
  /** Which cap such a total exceeds, in words. */
  readonly excess: (total: number) => string | undefined;
}

/** What a fact adds to a total of its client; undefined for kinds without a cap. */
function shareOf(fact: Fact, numberOf: (clientId: string) => number): Share | undefined {
  // a client has streams, people and columns in files of different kinds, which are not added
  if (fact.kind === 'stream') return { key: -1 - numberOf(fact.value.clientId), amount: 1, excess: streamsExcess };
  if (fact.kind === 'person') return { key: -1 - numberOf(fact.value.clientId), amount: 1, excess: peopleExcess };
  if (fact.kind === 'member' && hasLargeColumns(fact.value.extraColumns)) {
    const amount = Buffer.byteLength(JSON.stringify(fact.value.extraColumns));
    return { key: -1 - numberOf(fact.value.clientId), amount, excess: columnsExcess };
  }
  if (fact.kind === 'signal') {
    const { id, topic, polarity, weight, stream = '', day } = fact.value;
    const amount = id.length + topic.length + stream.length + `${polarity}${weight}`.length + 12;
    return { key: numberOf(fact.clientId) * weeksCounted + weekOf(day), amount, excess: signalsExcess };
  }
  return undefined;
}

/** Adds the fact to the totals of its file. Which cap it exceeds with those of other files, in words. */
export function addToTotals(
  { totals }: WithTotals,
  others: readonly WithTotals[],
  fact: Fact,
  numberOf: (clientId: string) => number,
): string | undefined {
  const share = shareOf(fact, numberOf);
  if (!share) return undefined;
  const { key, amount, excess } = share;
  const own = (totals.get(key) ?? 0) + amount;
  const problem = excess(others.reduce((sum, other) => sum + (other.totals.get(key) ?? 0), own));
  if (problem === undefined) totals.set(key, own);
  return problem;
}
