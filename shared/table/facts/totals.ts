import { caps } from '../entities/limits.ts';
import { type ExtraColumns, fromMemberItem, membershipsOf } from '../entities/member.ts';
import { fromPersonItem } from '../entities/person.ts';
import { allPortfolios, fromPortfolioItem, toPortfolioItem } from '../entities/portfolio.ts';
import { fromStreamItem } from '../entities/stream.ts';
import { eachLimit } from '../store/batches.ts';
import { type Account, idIn, peopleRange, streamsRange } from '../store/item-keys.ts';
import { countRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Change } from './change.ts';

/** The facts are valid, but an account or a client would have too many or too large ones. */
export class CapExceeded extends Error {
  override name = 'CapExceeded' as const;
}

// The caps of one client. Each function returns a description of the exceeded cap, if there is one.

export function streamsExcess(count: number, clientId?: string): string | undefined {
  return count > caps.streams ? `${named(clientId)} has more than ${caps.streams} streams` : undefined;
}

export function peopleExcess(count: number, clientId?: string): string | undefined {
  return count > caps.people ? `${named(clientId)} has more than ${caps.people} key people` : undefined;
}

export function columnsExcess(bytes: number, clientId?: string): string | undefined {
  if (bytes <= caps.columnsBytes) return undefined;
  return `the extra columns of ${named(clientId)} take more than ${caps.columnsBytes} bytes`;
}

/** Memberships with smaller columns need no sum: all portfolios of an account together stay below the cap. */
export function hasLargeColumns(columns: ExtraColumns): boolean {
  return bytesOf(columns) > Math.floor(caps.columnsBytes / caps.portfolios);
}

export function signalsExcess(bytes: number, clientId?: string): string | undefined {
  if (bytes <= caps.signalsBytes) return undefined;
  return `${named(clientId)} has more than ${caps.signalsBytes} bytes of signals in this week`;
}

function openExcess(bytes: number, clientId?: string): string | undefined {
  return bytes <= caps.openBytes
    ? undefined
    : `${named(clientId)} has more than ${caps.openBytes} bytes of open signals`;
}

function named(clientId: string | undefined): string {
  return clientId === undefined ? 'the client' : `client "${clientId}"`;
}

/** Checks the caps on items and pages that collect several facts. */
export async function checkTotals(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  for (const { item, clientId } of ofKind(changes, 'signal')) {
    refuse(signalsExcess(bytesOf(item.signals), clientId));
  }
  for (const { item, clientId } of ofKind(changes, 'open-signal')) refuse(openExcess(bytesOf(item.open), clientId));
  await checkPortfolios(table, account, ofKind(changes, 'portfolio'));
  await checkStreams(table, account, ofKind(changes, 'stream'));
  await checkPeople(table, account, ofKind(changes, 'person'));
  await checkColumns(table, account, changes);
}

/** One item, the portfolio view, holds all portfolios. */
async function checkPortfolios(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const all = new Map((await allPortfolios(table, account)).map((portfolio) => [portfolio.id, portfolio]));
  for (const { item } of changes) all.set(idIn(item.sk), fromPortfolioItem(item));
  if (all.size > caps.portfolios) refuse(`an account has at most ${caps.portfolios} portfolios`);
  const bytes = [...all.values()].reduce((sum, portfolio) => sum + bytesOf(toPortfolioItem(account, portfolio)), 0);
  if (bytes > caps.portfoliosBytes) {
    refuse(`the portfolios of the account take more than ${caps.portfoliosBytes} bytes`);
  }
}

async function checkStreams(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  const added = Map.groupBy(
    changes.filter(({ stored }) => !stored).map(({ item }) => fromStreamItem(item)),
    ({ clientId }) => clientId,
  );
  await eachLimit([...added], clientsAtOnce, async ([clientId, streams]) => {
    const stored = await countRange(table, streamsRange(account, clientId), { consistent: true });
    refuse(streamsExcess(stored + streams.length, clientId));
  });
}

async function checkPeople(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  const added = Map.groupBy(
    changes.filter(({ stored }) => !stored).map(({ item }) => fromPersonItem(item)),
    ({ clientId }) => clientId,
  );
  await eachLimit([...added], clientsAtOnce, async ([clientId, people]) => {
    const stored = await countRange(table, peopleRange(account, clientId), { consistent: true });
    refuse(peopleExcess(stored + people.length, clientId));
  });
}

/**
 * A client's entry holds its extra columns of all portfolios. Only large memberships have to be summed: 200 small ones
 * together stay below the cap.
 */
async function checkColumns(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  const columns = new Map<string, Map<string, ExtraColumns>>();
  for (const { item } of ofKind(changes, 'member')) {
    const { clientId, portfolioId, extraColumns } = fromMemberItem(item);
    const ofClient = columns.get(clientId) ?? new Map<string, ExtraColumns>();
    columns.set(clientId, ofClient.set(portfolioId, extraColumns));
  }
  const large = [...columns].filter(([, changed]) => [...changed.values()].some(hasLargeColumns));
  if (large.length === 0) return;
  const clientIds = large.map(([clientId]) => clientId);
  const stored = await membershipsOf(table, account, await allPortfolios(table, account), clientIds);
  for (const [clientId, changed] of large) {
    const all = new Map([...(stored.get(clientId) ?? []), ...changed]);
    const bytes = [...all.values()].reduce((sum, each) => sum + bytesOf(each), 0);
    refuse(columnsExcess(bytes, clientId));
  }
}

const clientsAtOnce = 8;

function ofKind(changes: readonly Change[], kind: Change['kind']): Change[] {
  return changes.filter((change) => change.kind === kind);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function refuse(reason: string | undefined): void {
  if (reason !== undefined) throw new CapExceeded(reason);
}
