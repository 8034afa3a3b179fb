import {
  allPortfolios,
  type ExtraColumns,
  fromMemberItem,
  fromPortfolioItem,
  membershipsOf,
  toPortfolioItem,
} from '../records/portfolios.ts';
import { fromStreamItem } from '../records/streams.ts';
import { type Account, idIn, isStream, streamsWithScoresRange } from '../store/item-keys.ts';
import { eachLimit, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import type { Change } from './fact.ts';
import { caps } from './schemas.ts';

/** The facts are valid, but an account or a client would have too many or too large ones. */
export class CapExceeded extends Error {
  override name = 'CapExceeded' as const;
}

/** Checks the caps on everything that one item or page collects from several facts. */
export async function checkTotals(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  for (const { item, clientId } of ofKind(changes, 'signal')) {
    refuse(bytesOf(item.signals) > caps.signalsBytes, `a week of signals of client ${clientId} is too large`);
  }
  await checkPortfolios(table, account, ofKind(changes, 'portfolio'));
  await checkStreams(table, account, ofKind(changes, 'stream'));
  await checkColumns(table, account, changes);
}

/** One item, the portfolio view, holds all portfolios. */
async function checkPortfolios(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  if (changes.length === 0) return;
  const all = new Map((await allPortfolios(table, account)).map((portfolio) => [portfolio.id, portfolio]));
  for (const { item } of changes) all.set(idIn(item.sk), fromPortfolioItem(item));
  refuse(all.size > caps.portfolios, `an account has at most ${caps.portfolios} portfolios`);
  const bytes = [...all.values()].reduce((sum, portfolio) => sum + bytesOf(toPortfolioItem(account, portfolio)), 0);
  refuse(bytes > caps.portfoliosBytes, `the portfolios of the account take more than ${caps.portfoliosBytes} bytes`);
}

async function checkStreams(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  const added = Map.groupBy(
    changes.filter(({ stored }) => !stored).map(({ item }) => fromStreamItem(item)),
    ({ clientId }) => clientId,
  );
  await eachLimit([...added], clientsAtOnce, async ([clientId, streams]) => {
    const records = await readRange(table, streamsWithScoresRange(account, clientId), { consistent: true });
    const count = records.filter(isStream).length + streams.length;
    refuse(count > caps.streams, `client ${clientId} has more than ${caps.streams} streams`);
  });
}

/**
 * A client's entry holds its extra columns of all portfolios. Only large memberships need a sum: the cap holds for 200
 * small ones.
 */
async function checkColumns(table: Table, account: Account, changes: readonly Change[]): Promise<void> {
  const columns = new Map<string, Map<string, ExtraColumns>>();
  for (const { item } of ofKind(changes, 'member')) {
    const { clientId, portfolioId, extraColumns } = fromMemberItem(item);
    const ofClient = columns.get(clientId) ?? new Map<string, ExtraColumns>();
    columns.set(clientId, ofClient.set(portfolioId, extraColumns));
  }
  const large = [...columns].filter(([, changed]) =>
    [...changed.values()].some((each) => bytesOf(each) > smallColumns),
  );
  if (large.length === 0) return;
  const clientIds = large.map(([clientId]) => clientId);
  const stored = await membershipsOf(table, account, await allPortfolios(table, account), clientIds);
  for (const [clientId, changed] of large) {
    const all = new Map([...(stored.get(clientId) ?? []), ...changed]);
    const bytes = [...all.values()].reduce((sum, each) => sum + bytesOf(each), 0);
    refuse(
      bytes > caps.columnsBytes,
      `the extra columns of client ${clientId} take more than ${caps.columnsBytes} bytes`,
    );
  }
}

const clientsAtOnce = 8;
/** Extra columns up to this size fit into the cap for every number of portfolios, so nobody needs to add them up. */
export const smallColumns = Math.floor(caps.columnsBytes / caps.portfolios);

function ofKind(changes: readonly Change[], kind: Change['kind']): Change[] {
  return changes.filter((change) => change.kind === kind);
}

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

function refuse(exceeded: boolean, reason: string): void {
  if (exceeded) throw new CapExceeded(reason);
}
