import type { Day } from '../../../domain/dates.ts';
import { type FeedRecord, faultTexts } from '../../../domain/feeds.ts';
import { hasLeft } from '../../../domain/leaving.ts';
import { daysToCount } from '../../../domain/lists/health-history.ts';
import type { LeftClient, NightClient } from '../../../domain/morning/night.ts';
import { type TrackRecord, trackRecord } from '../../../domain/track-record/record.ts';
import { readFeeds } from '../../arrivals/feeds.ts';
import { asOf } from '../../entities/client.ts';
import { allMemberships, noMemberships } from '../../entities/member.ts';
import { allPortfolios } from '../../entities/portfolio.ts';
import type { ClientRecords } from '../../night/score-client.ts';
import { healthHistory, storeHealth } from '../../records/health-history.ts';
import { withScores } from '../../records/scored-streams.ts';
import type { Account } from '../../store/item-keys.ts';
import { PageMissing } from '../../store/page-cache.ts';
import type { Table } from '../../store/table.ts';
import { addEntries, buildViews, noEntries } from '../model/build-views.ts';
import { leftClientOf, nightClientOf } from '../model/night-client.ts';
import { changedBefore } from '../read/changed.ts';
import { readMark } from '../root/facts-mark.ts';
import { type Root, readRoot } from '../root/root.ts';
import { eachClient, type StoredClient, type WalkOptions } from './each-client.ts';
import { type OnProgress, publish } from './publish.ts';

export interface RebuildOptions extends WalkOptions {
  /** Epoch milliseconds: when what changed counts as changed. */
  readonly now: number;
  /** Returns the scores of a client: a night computes them here. By default, the stored ones. */
  readonly records?: (stored: StoredClient) => Promise<ClientRecords>;
  /** Puts all lists and pages again, also those that the live root leads to. */
  readonly again?: boolean;
  /** Builds nothing if the lists show all facts. */
  readonly ifBehind?: boolean;
  /** The night that the new views show; by default the one that the live views show. */
  readonly scoredFor?: Day;
  /** The first day that this night computes; by default its own. */
  readonly computedFrom?: Day;
  /** Called before a night is shown that is later than the last one; what it stores is there before the night is. */
  readonly beforeNight?: ((night: NewNight) => Promise<void>) | undefined;
  readonly onProgress?: OnProgress | undefined;
}

export interface NewNight {
  readonly day: Day;
  /** The night that is shown until now. */
  readonly last: Day | null;
  /** Without archived ones. */
  readonly clients: readonly NightClient[];
  readonly left: readonly LeftClient[];
  readonly feeds: readonly FeedRecord[];
  readonly feedFaults: readonly string[];
  /** What was said of clients that left. */
  readonly record: () => TrackRecord;
}

export interface RebuildResult {
  readonly clients: number;
  /** The last client visited before time ran out. */
  readonly stoppedAt?: string;
  /** True if nothing is left to publish: only a pass over all clients can build the views. */
  readonly published: boolean;
}

async function storedRecords({ score, streams }: StoredClient): Promise<ClientRecords> {
  return { score, streams: withScores(streams, score) };
}

/** Visits all clients of an account, builds its views from them and publishes them. */
export async function rebuild(table: Table, account: Account, pass: RebuildOptions): Promise<RebuildResult> {
  // both are read before any fact, one after the other: the lists never claim facts that were written later
  const mark = await readMark(table, account);
  const root = await readRoot(table, account, { consistent: true });
  if (!root || (pass.ifBehind && !mark.isOpen && root.facts === mark.value)) return { clients: 0, published: true };
  const portfolios = await allPortfolios(table, account);
  const last = root.scoredFor;
  const scoredFor = pass.scoredFor === undefined ? last : Math.max(pass.scoredFor, last ?? pass.scoredFor);
  const { records: recordsOf = storedRecords } = pass;
  const whole = pass.after === undefined;
  const memberships = whole ? await allMemberships(table, account, portfolios) : undefined;
  const isNight = pass.scoredFor !== undefined && pass.scoredFor === scoredFor;
  const counted = isNight
    ? daysToCount(await healthHistory(table, account), scoredFor, pass.computedFrom ?? scoredFor)
    : [];
  const feeds = scoredFor === null ? [] : await readFeeds(table, account);
  const feedFaults = scoredFor === null ? [] : faultTexts(feeds, scoredFor);
  const entries = noEntries(scoredFor, counted, feedFaults);
  const ofNight: NightClient[] = [];
  const left: LeftClient[] = [];
  let clients = 0;
  const walk = { ...pass, withScores: pass.records === undefined };
  const stoppedAt = await eachClient(table, account, walk, async (stored) => {
    const { client } = stored;
    const ofClient = memberships?.get(client.id) ?? noMemberships;
    const records = await recordsOf(stored);
    const shown = asOf(client, scoredFor);
    clients += 1;
    pass.onProgress?.('clients', 1);
    if (!whole) return;
    addEntries(entries, account, { client: shown, ...records, memberships: ofClient });
    if (!pass.beforeNight) return;
    const portfolioIds = [...ofClient.keys()];
    if (!shown.archived) ofNight.push(nightClientOf(client, records.score, portfolioIds));
    const { leftAt } = client;
    if (leftAt !== undefined && hasLeft(client, scoredFor))
      left.push(leftClientOf({ ...client, leftAt }, portfolioIds));
  });
  if (stoppedAt !== undefined) return { clients, stoppedAt, published: false };
  if (!whole) return { clients, published: false };

  if (scoredFor !== null && scoredFor > (last ?? -1)) {
    const tracked = [...(entries.record?.clients.values() ?? [])];
    const record = () => trackRecord(tracked, scoredFor, { named: true });
    await pass.beforeNight?.({ day: scoredFor, last, clients: ofNight, left, feeds, feedFaults, record });
  }
  const before = { changed: await changedBefore(table, account, root), clock: pass.now };
  const views = { ...buildViews(entries, portfolios, scoredFor, before), facts: mark.isOpen ? root.facts : mark.value };
  if (isNight)
    await storeHealth(
      table,
      account,
      new Map([...entries.days.tallies, [scoredFor, views.portfolios.all.main]]),
      scoredFor,
    );
  const publishFrom = (live: Root['live']) => publish(table, account, { ...root, live }, views, pass.onProgress);
  await publishFrom(pass.again ? null : root.live).catch((error: unknown) => {
    if (!(error instanceof PageMissing)) throw error;
    // a list that is replaced, or the portfolio view, was lost
    return publishFrom(null);
  });
  return { clients, published: true };
}
