import { score as scoreOf, signalsOfClient, signalsOfStream } from '../../domain/scoring/scoring.ts';
import type { Client } from '../records/clients.ts';
import { type ClientScore, fromScoreItem, fromStreamScoreItem, replaceScore, type Score } from '../records/scores.ts';
import { firstWeekOf, fromSignalsItem } from '../records/signals.ts';
import { type ScoredStream, scoredStreams } from '../records/streams.ts';
import {
  type Account,
  type ItemKey,
  isScore,
  isSignals,
  nightRange,
  scoreKey,
  scoresRange,
  streamScoreKey,
} from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { afterRun, isDue, type Run } from './run.ts';

/** What is computed of a client, and its streams. */
export interface ClientRecords {
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
}

export async function recordsOfClient(table: Table, account: Account, client: Client): Promise<ClientRecords> {
  const items = await readRange(table, scoresRange(account, client.id), { consistent: true });
  return { score: scoreAmong(items), streams: scoredStreams(items) };
}

/** Scores a client and its streams for the run's day, and returns what it has then. */
export async function scoreClient(table: Table, account: Account, client: Client, run: Run): Promise<ClientRecords> {
  const items = await readForNight(table, account, client, run);
  const before = scoreAmong(items);
  const streams = scoredStreams(items);
  if (![before, ...streams.map(({ score }) => score)].some((each) => isDue(each, run))) {
    return { score: before, streams };
  }

  const signals = items.filter(isSignals).flatMap(fromSignalsItem);
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));
  const ofClient = scoreOf(signalsOfClient(signals, active), run.day);
  const [score, ...streamScores] = await Promise.all([
    writeScore(table, scoreKey(account, client.id), before, run, (found) =>
      afterRun(found, ofClient, client.importedScore, run),
    ),
    ...streams.map(({ stream, score: streamBefore }) => {
      const ofStream = scoreOf(signalsOfStream(signals, stream.id), run.day);
      return writeScore(table, streamScoreKey(account, client.id, stream.id), streamBefore, run, (found) =>
        afterRun(found, ofStream, stream.importedScore, run),
      );
    }),
  ]);
  return {
    score: { notes: 0, latestRead: null, projectedMark: '', ...before, ...score },
    streams: streams.map(({ stream }, at) => ({ stream, score: streamScores[at] })),
  };
}

/**
 * A read at half the price may be old. The mark that its record follows is written after the facts that it is about,
 * into the same partition: a read that shows the client's last mark shows those facts too, and any other is repeated.
 */
async function readForNight(table: Table, account: Account, client: Client, run: Run): Promise<Item[]> {
  const range = nightRange(account, client.id, firstWeekOf(run.day));
  // signals leave no mark, and whoever scores by hand has just imported some
  const items = await readRange(table, range, { consistent: run.rescore });
  if (run.rescore || scoreAmong(items)?.projectedMark === client.changeMark) return items;
  return readRange(table, range, { consistent: true });
}

/** Writes what the run makes of the record; when another was quicker, of the record as that one left it. */
async function writeScore(
  table: Table,
  key: ItemKey,
  before: Score | undefined,
  run: Run,
  next: (before: Score | undefined) => Score,
): Promise<Score> {
  let found = before;
  while (!found || isDue(found, run)) {
    const after = next(found);
    const replacement = await replaceScore(table, key, found, after);
    // somebody removed the client meanwhile, and will ask the views to follow
    if (replacement === 'replaced' || replacement === 'deleted') return after;
    found = fromStreamScoreItem(replacement.found);
  }
  return found;
}

function scoreAmong(items: readonly Item[]): ClientScore | undefined {
  const item = items.find(isScore);
  return item && fromScoreItem(item);
}
