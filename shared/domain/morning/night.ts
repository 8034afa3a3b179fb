import { type Day, dateOf, startOfDay } from '../dates.ts';
import {
  changedLevel,
  countsOf,
  fallen,
  noDataText,
  sharedReasons,
  toDoFirst,
  withLittleData,
} from '../lists/attention.ts';
import { healthScore, tallyOf } from '../lists/health.ts';
import { sinceAWeek, type WeekClient } from '../lists/since-a-week.ts';
import { bandOf, bands, levelNames } from '../scoring/bands.ts';
import type { TrackRecord } from '../track-record/record.ts';
import { recordSentence } from '../track-record/sentence.ts';
import { plainText, points, type Section, signed } from './sections.ts';

/** What the event of a night says of a client. */
export interface NightClient extends WeekClient {
  /** What the night before said; undefined if it said nothing. */
  readonly before: number | undefined;
  /** The day of its first score. */
  readonly firstDay?: Day | undefined;
  /** Ids of its portfolios. */
  readonly portfolios?: readonly string[];
}

/** A client that has left, as a night knows it. */
export interface LeftClient {
  readonly id: string;
  readonly name: string;
  readonly owner?: string;
  readonly portfolios: readonly string[];
  /** A date. */
  readonly leftAt: string;
  readonly leftBecause?: string;
}

export interface Night {
  readonly customerId: string;
  readonly day: Day;
  /** The clients that are not archived. */
  readonly clients: readonly NightClient[];
  readonly leavers?: TrackRecord['leavers'];
  /** What is wrong with the files of the account. */
  readonly feedFaults?: readonly string[];
  /** Once a quarter: did the score warn? */
  readonly record?: TrackRecord | undefined;
}

const mostListed = 50;
/** Characters of what is said since a week ago, in a line. */
const mostFacts = 2000;
/** Bytes of the event's detail. */
export const mostBytes = 64 * 1024;

/**
 * The detail of the event of a night, as JSON: counts, what is new since a week ago, who changed level since the day
 * before, who fell most in 7 days, who has little data, and all of it as text. At most 50 clients a list, fewer if it would exceed 64 KB. Names of
 * clients, and of files, only on demand.
 */
export function nightDetail(night: Night, { withNames }: { readonly withNames: boolean }): string {
  const unnamed = <T extends { readonly id: string }>(all: readonly T[] = []) =>
    all.map((each) => ({ ...each, name: each.id, owner: undefined, followUp: undefined, followedUpOn: undefined }));
  const { feedFaults = [] } = night;
  const count = feedFaults.length;
  const shown = withNames
    ? night
    : {
        ...night,
        clients: unnamed(night.clients),
        leavers: unnamed(night.leavers),
        feedFaults: count === 0 ? [] : [`${count} ${count === 1 ? 'thing is' : 'things are'} wrong with them`],
      };
  for (let most = mostListed; ; most = Math.floor(most / 2)) {
    const detail = JSON.stringify(detailOf(shown, withNames, most));
    if (Buffer.byteLength(detail) <= mostBytes || most === 0) return detail;
  }
}

function detailOf(night: Night, withNames: boolean, most: number) {
  const { customerId, day, clients, record } = night;
  const date = dateOf(day);
  const tally = tallyOf(clients.map(({ score }) => score));
  const score = healthScore(tally);
  const changed = changedLevel(clients, ({ before }) => (before === undefined ? undefined : bandOf(before)));
  const lists = {
    changedLevel: changed.map(({ client }) => client),
    toDoFirst: toDoFirst(clients),
    fell: fallen(clients, 'moved7'),
    littleData: withLittleData(clients),
  };
  const named = ({ id, name, score: current }: NightClient) => ({ id, ...(withNames && { name }), score: current });
  const listOf = (list: readonly NightClient[], more: (client: NightClient) => object) => ({
    total: list.length,
    clients: list.slice(0, most).map((client) => ({ ...named(client), ...more(client) })),
  });
  const sectionOf = (title: string, list: readonly NightClient[], facts: (client: NightClient) => string): Section => ({
    title,
    total: list.length,
    lines: list.slice(0, most).map((client) => ({ name: client.name, facts: facts(client) })),
  });
  const week = sinceAWeek(clients, { ...night, scoresUpdatedAt: startOfDay(day) }).map((line) => ({
    ...line,
    facts: line.facts.slice(0, mostFacts),
  }));
  const levels = bands.map((band) => `${tally.bands[band]} ${levelNames[band]}`).join(', ');
  const text = plainText({
    title: `${customerId}, ${date}`,
    summary: [
      tally.total === 0
        ? 'There are no clients.'
        : `Portfolio score ${points(score)} (${levelNames[bandOf(score)]}). ${tally.total} ${tally.total === 1 ? 'client' : 'clients'}: ${levels}.`,
      ...[noDataText(clients), ...sharedReasons(clients)].filter((text) => text !== ''),
      ...(record ? [recordSentence(record)] : []),
    ].join('\n'),
    sections: [
      { title: 'Since a week ago', total: week.length, lines: week },
      sectionOf(
        'Changed level since the day before',
        lists.changedLevel,
        (client) =>
          `${levelNames[levelBefore(client)]} to ${levelNames[bandOf(client.score)]}, now ${points(client.score)}`,
      ),
      sectionOf('What to do first', lists.toDoFirst, (client) =>
        [
          points(client.score),
          client.followUp,
          client.reason,
          client.nextStep && `Next: ${client.nextStep.replace(/\.$/, '')}`,
        ]
          .filter(Boolean)
          .join('. '),
      ),
      sectionOf('Fell in 7 days', lists.fell, (client) => `${signed(client.moved7 ?? 0)} to ${points(client.score)}`),
      sectionOf('With little data', lists.littleData, (client) => points(client.score)),
    ],
  });
  return {
    id: `${customerId}-${date}`,
    customerId,
    day: date,
    score,
    total: tally.total,
    counts: tally.bands,
    sinceAWeek: week.map(({ client, name: about, facts }) => ({ ...(client && { id: client.id }), about, facts })),
    changedLevel: listOf(lists.changedLevel, (client) => ({ from: levelBefore(client), to: bandOf(client.score) })),
    toDoFirst: listOf(lists.toDoFirst, ({ reason, nextStep, followUp }) => ({ reason, nextStep, followUp })),
    fell: listOf(lists.fell, ({ moved7 }) => ({ change: moved7 })),
    littleData: listOf(lists.littleData, () => ({})),
    noData: countsOf(clients).noData,
    ...(record && { trackRecord: recordSentence(record) }),
    text,
  };
}

const levelBefore = ({ before, score }: NightClient) => bandOf(before ?? score);
