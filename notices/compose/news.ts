import { type Day, dateOf, dayOf, mondayOf } from '../../shared/domain/dates.ts';
import { type FeedFault, type FeedRecord, faultsOn, faultText } from '../../shared/domain/feeds.ts';
import { changedLevel, hasNoData } from '../../shared/domain/lists/attention.ts';
import { healthScore, tallyOf } from '../../shared/domain/lists/health.ts';
import type { NightClient } from '../../shared/domain/morning/night.ts';
import { type Band, bandOf } from '../../shared/domain/scoring/bands.ts';
import type { NewNight } from '../../shared/table/views/write/rebuild.ts';

// What a night has to say to the notices of its account. It is stored as JSON before the night is shown: messages are
// composed of it, and of nothing that can change in the meantime.

/** A client, and what notices choose it by. */
export interface Scoped {
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
  readonly portfolios: readonly string[];
}

export interface Changed extends Scoped {
  readonly from: Band;
  readonly to: Band;
  readonly score: number;
  /** Since the night, or the week, before. */
  readonly change: number;
  readonly reason?: string;
  readonly nextStep?: string;
}

export interface Left extends Scoped {
  readonly leftAt: string;
  readonly because?: string;
}

export interface Fault {
  readonly feed: string;
  readonly due?: string;
  readonly is: FeedFault['is'];
  readonly words: string;
}

export interface Period {
  /** Worst first, at most `mostChanged`. */
  readonly changed: readonly Changed[];
  /** So many more changed level. */
  readonly more: number;
  readonly fresh: readonly Scoped[];
  readonly left: readonly Left[];
  readonly faults: readonly Fault[];
}

/** What is kept of news that were sent. */
export type Told = Pick<News, 'said'>;

export interface News {
  readonly day: string;
  readonly score: number;
  readonly total: number;
  readonly levels: Readonly<Record<Band, number>>;
  /** Since the night before. */
  readonly night: Period;
  /** Since a week ago, in the first night of a week. */
  readonly week?: Period;
  /** What the next night does not say again: clients that left in the last 60 days, those that began today, faults. */
  readonly said: Readonly<Record<'left' | 'fresh' | 'faults', readonly string[]>>;
}

const mostChanged = 200;
const mostOthers = 100;
/** That are remembered; of more, days tell what was said. */
const mostIds = 1000;
/** An item of the table has 400 KB: a night whose news did not fit would never be shown. */
const mostBytes = 300_000;
/** Files may tell weeks later that a client left. */
const leftDays = 60;

/** `before` is what the last night said; undefined if nobody had a notice then. */
export function newsOf(night: NewNight, before: Told | undefined): News {
  for (let share = 1; ; share /= 2) {
    const news = newsWithin(night, before, share);
    if (share < 0.05 || Buffer.byteLength(JSON.stringify(news)) <= mostBytes) return news;
  }
}

/** With this share of what a period has at most. */
function newsWithin(night: NewNight, before: Told | undefined, share: number): News {
  const { day, last, clients, feeds } = night;
  const tally = tallyOf(clients.map(({ score }) => score));
  const faults = feeds.flatMap((feed) => faultsOn(feed, day).map((fault) => faultOf(feed, fault)));
  const left = night.left
    .filter(({ leftAt }) => dayOf(leftAt) > day - leftDays)
    .map(({ leftBecause, ...each }) => ({ ...each, ...(leftBecause !== undefined && { because: cut(leftBecause) }) }));
  const isRemembered = (ids: readonly string[] = []) => before !== undefined && ids.length < mostIds;
  const isNews =
    before && isRemembered(before.said.left)
      ? (each: Left) => !before.said.left.includes(each.id)
      : (each: Left) => dayOf(each.leftAt) > (last ?? day);
  const [saidFaults, saidFresh] = [new Set(before?.said.faults), new Set(before?.said.fresh)];
  // files of the day before bring clients that have scores of that day, but were in no night
  const beganSince = (since: Day) => (client: NightClient) => client.firstDay !== undefined && client.firstDay >= since;
  const isFresh = last === null ? () => false : beganSince(isRemembered(before?.said.fresh) ? last : last + 1);
  const sinceNight = {
    change: ({ score, before: earlier = score }: NightClient) => score - earlier,
    isFresh: (client: NightClient) => isFresh(client) && !saidFresh.has(client.id),
    levelBefore: (client: NightClient) => (client.before === undefined ? undefined : bandOf(client.before)),
    left: left.filter(isNews),
    faults: faults.filter(({ words }) => !saidFaults.has(words)),
  };
  const sinceWeek = {
    change: ({ change7 = 0 }: NightClient) => change7,
    isFresh: beganSince(day - 6),
    left: left.filter(({ leftAt }) => dayOf(leftAt) > day - 7),
    faults,
  };
  return {
    day: dateOf(day),
    score: healthScore(tally),
    total: tally.total,
    levels: tally.bands,
    night: periodOf(clients, sinceNight, share),
    ...(last !== null && mondayOf(day) > last && { week: periodOf(clients, sinceWeek, share) }),
    said: {
      left: idsOf(left).slice(0, mostIds),
      fresh: idsOf(clients.filter(beganSince(day))).slice(0, mostIds),
      faults: faults.map(({ words }) => words),
    },
  };
}

const idsOf = (all: readonly { readonly id: string }[]) => all.map(({ id }) => id);

interface Since {
  readonly change: (client: NightClient) => number;
  readonly isFresh: (client: NightClient) => boolean;
  readonly levelBefore?: (client: NightClient) => Band | undefined;
  readonly left: readonly Left[];
  readonly faults: readonly Fault[];
}

function periodOf(
  clients: readonly NightClient[],
  { change, isFresh, levelBefore, left, faults }: Since,
  share: number,
): Period {
  const [most, others] = [mostChanged, mostOthers].map((each) => Math.ceil(each * share)) as [number, number];
  const [began, known] = [clients.filter(isFresh), clients.filter((client) => !isFresh(client))];
  const changed = changedLevel(known, levelBefore);
  // of an account that begins, all are new
  const fresh = known.length === 0 ? [] : began.filter((client) => !hasNoData(client));
  return {
    changed: changed.slice(0, most).map(({ client, from }) => changedOf(client, from, change(client))),
    more: Math.max(0, changed.length - most),
    fresh: fresh.slice(0, others).map(scopedOf),
    left: left.slice(0, others),
    faults: faults.slice(0, others),
  };
}

const scopedOf = ({ id, name, owner, portfolios = [] }: NightClient): Scoped => ({
  id,
  name,
  ...(owner !== undefined && { owner }),
  portfolios,
});

function changedOf(client: NightClient, from: Band, change: number): Changed {
  const { score, moved30 = 0, reason, largestMove, nextStep } = client;
  const why = change < 0 ? reason : moved30 > 0 ? largestMove : undefined;
  return {
    ...scopedOf(client),
    from,
    to: bandOf(score),
    score,
    change: Math.round(change * 10) / 10,
    ...(why && { reason: cut(why) }),
    ...(change < 0 && nextStep !== undefined && { nextStep: cut(nextStep) }),
  };
}

const faultOf = (feed: FeedRecord, fault: FeedFault): Fault => ({
  feed: feed.feed,
  ...(feed.due !== undefined && { due: feed.due }),
  is: fault.is,
  words: cut(faultText(feed, fault)),
});

const mostText = 400;

function cut(text: string): string {
  const characters = [...text];
  return characters.length <= mostText ? text : `${characters.slice(0, mostText - 1).join('')}…`;
}
