import type { Day } from '../../../domain/dates.ts';
import type { Client } from '../../records/clients.ts';
import { allMemberships, allPortfolios, type ExtraColumns } from '../../records/portfolios.ts';
import type { ClientRecords } from '../../scoring/score-client.ts';
import type { Account } from '../../store/item-keys.ts';
import type { Table } from '../../store/table.ts';
import { buildViews, entriesOfClient, entryCollector } from './build-views.ts';
import { eachClient, type WalkOptions } from './each-client.ts';
import { lastPublishedNight, publish, readLive } from './publish.ts';
import { refreshCounts } from './refresh-counts.ts';

export interface RebuildOptions extends WalkOptions {
  /** What is computed of a client, once the pass has been there. */
  readonly records: (client: Client) => Promise<ClientRecords>;
  /** The night that the views show then; without it the one that they show already. */
  readonly scoredFor?: Day;
  /** Marks what is written, for the sweep. */
  readonly today: Day;
}

export interface RebuildResult {
  readonly clients: number;
  /** The last client before time ran out. */
  readonly stoppedAt?: string;
  /** Whether the account has its new views. Only a pass from the first client to the last has what they are made of. */
  readonly published: boolean;
}

/** Goes through all clients of an account, builds its views anew from what it finds, and switches to them. */
export async function rebuild(table: Table, account: Account, pass: RebuildOptions): Promise<RebuildResult> {
  // before any fact is read: what is published meanwhile is not overwritten
  const [live, portfolios] = await Promise.all([readLive(table, account), allPortfolios(table, account)]);
  const whole = pass.after === undefined;
  const memberships = whole ? await allMemberships(table, account, portfolios) : nobody;
  const { book, add } = entryCollector();
  let clients = 0;
  const stoppedAt = await eachClient(table, account, pass, async (client) => {
    const found = { client, ...(await pass.records(client)), memberships: memberships.get(client.id) ?? nowhere };
    const facts = await refreshCounts(table, account, found);
    clients += 1;
    if (whole) add(entriesOfClient(account, facts));
  });
  if (stoppedAt !== undefined) return { clients, stoppedAt, published: false };
  if (!whole) return { clients, published: false };

  const shown = lastPublishedNight(live);
  const scoredFor = pass.scoredFor === undefined ? shown : Math.max(pass.scoredFor, shown ?? pass.scoredFor);
  await publish(table, account, live, buildViews(book, portfolios, scoredFor), pass.today);
  return { clients, published: true };
}

const nowhere: ReadonlyMap<string, ExtraColumns> = new Map();
const nobody: ReadonlyMap<string, ReadonlyMap<string, ExtraColumns>> = new Map();
