import type { Day } from '../../domain/dates.ts';
import { newestDays, prolonged } from '../../domain/scoring/history.ts';
import { isHistory, isScore } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';
import { type ClientScore, fromScoreItem, fromStreamScoreItem, type Score } from './scores.ts';
import { isRewritingNight } from './stream-tails.ts';

// A year of points would be half of a client's score record, which every night writes. So one night in thirty copies the
// history into a record of its own and cuts the score record down to the days that most answers show. Both records keep
// the days that they share; a record that was never cut has all points.

/** The days that a score record keeps: as many as a client's detail shows. */
export const keptDays = 90;

/** A history record that is older is rewritten on any night, long before the score record could lose its connection. */
const longestLag = 60;

export interface StoredScore {
  /** The score record as it is stored. */
  readonly stored: ClientScore | undefined;
  /** The history record; its points may be newer than those of the score record if a run was killed. */
  readonly older: Score | undefined;
  /** The score with its whole history. */
  readonly whole: ClientScore | undefined;
}

/** The score of a client among its records. */
export function clientScoreIn(records: readonly Item[]): StoredScore {
  const [scoreItem, historyItem] = [records.find(isScore), records.find(isHistory)];
  const stored = scoreItem && fromScoreItem(scoreItem);
  const older = historyItem && fromStreamScoreItem(historyItem);
  // without the mark of a cut, the history record is left over from a killed run or a removed client with the same id
  const whole =
    stored?.isCut && stored.history && older?.history
      ? { ...stored, history: prolonged(stored.history, older.history) }
      : stored;
  return { stored, older, whole };
}

/** True if an eventually consistent read returned the cut score record without the history record written before it. */
export function lacksHistory(records: readonly Item[]): boolean {
  const score = records.find(isScore);
  return score !== undefined && fromScoreItem(score).isCut === true && !records.some(isHistory);
}

/** How a score is stored: with all points, or with those of the last days and the others in the history record. */
export interface CutScore {
  readonly score: Score;
  readonly isCut: boolean;
  /** Whether the history record has to be written first. */
  readonly writesHistory: boolean;
}

export function cutScore(clientId: string, { stored, older }: StoredScore, after: Score, day: Day): CutScore {
  const { history } = after;
  if (!history || history.points.length <= keptDays) return { score: after, isCut: false, writesHistory: false };
  const copied = stored?.isCut ? older?.history : undefined;
  const isOld = copied !== undefined && history.last - copied.last > longestLag;
  const writesHistory = isRewritingNight(clientId, day) || isOld;
  if (!writesHistory && !copied) return { score: after, isCut: false, writesHistory };
  return { score: { ...after, history: newestDays(history, keptDays) }, isCut: true, writesHistory };
}
