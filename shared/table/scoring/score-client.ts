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

/** The score record of a client, and its streams with their scores. */
export interface ClientRecords {
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
}

export async function recordsOfClient(table: Table, account: Account, client: Client): Promise<ClientRecords> {
  const items = await readRange(table, scoresRange(account, client.id), { consistent: true });
  return { score: scoreAmong(items), streams: scoredStreams(items) };
}

/** Scores a client and its streams for the day of the run. Returns the records afterwards. */
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
 * Reads eventually consistently, which costs half as much, and repeats a read that may be stale. The projected mark is
 * written after the facts, into the same partition, so a read that contains the client's current mark contains its
 * facts.
 */
async function readForNight(table: Table, account: Account, client: Client, run: Run): Promise<Item[]> {
  const range = nightRange(account, client.id, firstWeekOf(run.day));
  // signals set no mark, and before a rescore an operator has probably just imported some
  const items = await readRange(table, range, { consistent: run.rescore });
  if (run.rescore || scoreAmong(items)?.projectedMark === client.changeMark) return items;
  return readRange(table, range, { consistent: true });
}

/** Writes the result of the run. If another run has changed the record, computes the result again from that record. */
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
    // `deleted`: the client was removed, and the removal requests a projection itself
    if (replacement === 'replaced' || replacement === 'deleted') return after;
    found = fromStreamScoreItem(replacement.found);
  }
  return found;
}

function scoreAmong(items: readonly Item[]): ClientScore | undefined {
  const item = items.find(isScore);
  return item && fromScoreItem(item);
}
