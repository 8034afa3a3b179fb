import { type Day, dayOf, mondayOf } from '../../domain/dates.ts';
import { inactiveSince } from '../../domain/scoring/last-contact.ts';
import { type Norms, normsFrom } from '../../domain/scoring/norms.ts';
import { signalsOfRun } from '../../domain/scoring/open-signals.ts';
import { score as scoreOf, signalsOfClient } from '../../domain/scoring/scoring.ts';
import { shownTopicScores, type TopicScores } from '../../domain/scoring/topic-scores.ts';
import { openSignalsIn } from '../entities/open-signal.ts';
import { namedSignalsIn } from '../entities/signal.ts';
import { fromStreamItem } from '../entities/stream.ts';
import { fromScoreItem } from '../records/scores.ts';
import {
  type Account,
  isOpenSignals,
  isScore,
  isSignals,
  nightRange,
  normsRange,
  streamsRange,
} from '../store/item-keys.ts';
import { readRange } from '../store/read.ts';
import type { RequestTable } from '../store/table.ts';

const weeks = 52;

/** Topic scores of a client on a day of each of the last 52 weeks, oldest first, as its signals say it now. */
export async function topicYear(
  table: RequestTable,
  account: Account,
  client: string,
): Promise<readonly { readonly day: Day; readonly topics: TopicScores }[]> {
  const [items, streams, normItems] = await Promise.all([
    readRange(table, nightRange(account, client, '')),
    readRange(table, streamsRange(account, client)),
    readRange(table, normsRange(account)),
  ]);
  const scoreItem = items.find(isScore);
  const score = scoreItem && fromScoreItem(scoreItem);
  if (!score?.history) return [];
  const { last } = score.history;
  const active = new Set(streams.map(fromStreamItem).flatMap(({ id, state }) => (state === 'active' ? [id] : [])));
  const closed = signalsOfClient(items.filter(isSignals).flatMap(namedSignalsIn), active);
  const open = inactiveSince(items.filter(isOpenSignals).flatMap(openSignalsIn), score.lastContact);
  const norms = new Map<Day, Norms>(
    normItems.map((item) => {
      const stored = normsFrom(mondayOf(dayOf(String(item.monday))), String(item.norms));
      return [stored.monday, stored];
    }),
  );
  return Array.from({ length: weeks + 1 }, (_, at) => last - (weeks - at) * 7).map((day) => {
    // of the last day, the night has said it
    if (day === last) return { day, topics: shownTopicScores(score.topics) };
    const signals = signalsOfClient([...closed, ...signalsOfRun(open, day)], active);
    return { day, topics: shownTopicScores(scoreOf(signals, day, norms.get(mondayOf(day))).topics) };
  });
}
