import { type Day, mondayOf } from '../../domain/dates.ts';
import type { Norms } from '../../domain/scoring/norms.ts';
import { signalsOfRun } from '../../domain/scoring/open-signals.ts';
import { score as scoreOf, signalsOfClient, signalsOfStream } from '../../domain/scoring/scoring.ts';
import { clientScoreIn, cutScore, type StoredScore } from '../records/client-history.ts';
import type { Client } from '../records/clients.ts';
import { openSignalsIn } from '../records/open-signals.ts';
import { type ClientScore, isSameRecord, type Replacement, replaceScore, type Score } from '../records/scores.ts';
import { firstWeekOf, fromSignalsItem } from '../records/signals.ts';
import {
  packTails,
  rewritesOwnRecord,
  type StreamTail,
  tailAfter,
  tailsAtMost,
  unpackTails,
} from '../records/stream-tails.ts';
import { type ScoredStream, scoredStreams } from '../records/streams.ts';
import {
  type Account,
  historyKey,
  isOpenSignals,
  isSignals,
  nightRange,
  scoreKey,
  scoresRange,
  streamScoreKey,
} from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { afterRun, isDue, type Run, withPast } from './run.ts';

/** The score record of a client, and its streams with their scores. */
export interface ClientRecords {
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
  /** Facts may have been written after they were counted. */
  readonly countAgain?: boolean;
}

export async function recordsOfClient(table: Table, account: Account, client: Client): Promise<ClientRecords> {
  const { whole, streams } = await readRecords(table, scoresRange(account, client.id), { consistent: true });
  return { score: whole, streams };
}

/** What one read shows of a client. */
interface FoundRecords extends StoredScore {
  readonly items: readonly Item[];
  readonly streams: ReturnType<typeof scoredStreams>;
}

async function readRecords(...read: Parameters<typeof readRange>): Promise<FoundRecords> {
  const items = await readRange(...read);
  return { items, ...clientScoreIn(items), streams: scoredStreams(items) };
}

/** Scores a client and its streams for the day of the run. Returns the records afterwards. */
export async function scoreClient(table: Table, account: Account, client: Client, run: Run): Promise<ClientRecords> {
  const rangeOf = (usesHabits = false) =>
    nightRange(account, client.id, firstWeekOf(run.day - (run.history ?? 0), usesHabits));
  const readsHabits = run.norms?.areUsed ?? false;
  let range = rangeOf(readsHabits);
  let found = await readRecords(table, range, { consistent: run.rescore });
  if (run.norms && !readsHabits && found.items.some(hasValues)) {
    // one of the first clients with values of systems: those that are read from here on are read with their habits
    await run.norms.of(run.day);
    range = rangeOf(true);
    found = await readRecords(table, range, { consistent: run.rescore });
  }
  if (!run.rescore && !isExact(found, client, run)) found = await readRecords(table, range, { consistent: true });
  for (;;) {
    const after = await scoreRecords(table, account, client, run, found);
    if (after) return after;
    // another run has changed a record in between
    found = await readRecords(table, range, { consistent: true });
  }
}

/**
 * Whether an eventually consistent read, which costs half as much, shows the latest facts and scores. It does if no fact
 * has been written since the last night and each score is that of the last night: all of that is hours old. Signals set
 * no mark; those that arrive at midnight may count a night later.
 */
function isExact({ stored, streams }: FoundRecords, client: Client, { day }: Run): boolean {
  if (stored?.scoredMark !== client.changeMark || stored.projectedMark !== client.changeMark) return false;
  return [stored, ...streams.map(({ score }) => score)].every((each) => each?.history?.last === day - 1);
}

/** Whether signals have values of systems; said by the text, since most accounts have none. */
function hasValues(item: Item): boolean {
  return (
    (isSignals(item) && String(item.signals).includes('@')) ||
    (isOpenSignals(item) && String(item.open).includes('days-late'))
  );
}

/** The norms of the days of a run, by day. */
async function normsOfDays({ norms, day, history = 0 }: Run): Promise<(day: Day) => Norms | undefined> {
  if (!norms?.areUsed) return () => undefined;
  const byMonday = new Map<Day, Norms>();
  for (let monday = mondayOf(day - history); monday <= day; monday += 7) byMonday.set(monday, await norms.of(monday));
  return (on) => byMonday.get(mondayOf(on));
}

/** Returns nothing if a record was not the one that was read. What was written until then is not due any more. */
async function scoreRecords(
  table: Table,
  account: Account,
  client: Client,
  run: Run,
  found: FoundRecords,
): Promise<ClientRecords | undefined> {
  const { items, stored, older, whole: before, streams } = found;
  const countAgain = !isSettled(before, client);
  if (![before, ...streams.map(({ score }) => score)].some((each) => isDue(each, run))) {
    return { score: before, streams, countAgain };
  }

  const open = items.filter(isOpenSignals).flatMap(openSignalsIn);
  const closed = items.filter(isSignals).flatMap(fromSignalsItem);
  const signals = [...closed, ...signalsOfRun(open, run.day)];
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));
  const openOfClient = open.filter(({ stream }) => stream === undefined || active.has(stream));
  const normsOn = await normsOfDays(run);
  const ofClient = scoreOf(signalsOfClient(signals, active), run.day, normsOn(run.day));
  const now = before && !isDue(before, run) ? before : afterRun(before, ofClient, client.importedScore, run);
  const after = withPast(now, signalsOfClient(closed, active), openOfClient, run, normsOn);
  const scored = streams.map(({ stream, own, score }) => {
    if (score && !isDue(score, run)) return { stream, own, score };
    const ofStream = scoreOf(signalsOfStream(signals, stream.id), run.day, normsOn(run.day));
    const ofNow = afterRun(score, ofStream, stream.importedScore, run);
    const openOfStream = open.filter((each) => each.stream === stream.id);
    return { stream, own, score: withPast(ofNow, signalsOfStream(closed, stream.id), openOfStream, run, normsOn) };
  });

  const { tails, ownRecords } = placed(client, before, scored, run);
  const cut = cutScore(client.id, found, after, run.day);
  const writes = ownRecords.map(({ stream, own, score }) =>
    replaceScore(table, streamScoreKey(account, client.id, stream.id), own, score),
  );
  const isPastNew = cut.isCut && run.history !== undefined && run.history > 0;
  if ((cut.writesHistory || isPastNew) && !isSameRecord(older, after)) {
    writes.push(replaceScore(table, historyKey(account, client.id), older, after));
  }
  // the score record continues the streams' own records and the history record, so those are written first
  if ((await Promise.all(writes)).includes('changed')) return undefined;
  const scoredMark = run.isOnTime ? markAfterNight(before, client) : before?.scoredMark;
  if (!isSameRecord(stored, cut.score, tails)) {
    // `deleted`: the client was removed, and the removal asks for a rebuild itself
    const others = { tails, scoredMark, isCut: cut.isCut };
    const replacement: Replacement = await replaceScore(table, scoreKey(account, client.id), stored, cut.score, others);
    if (replacement === 'changed') return undefined;
  }
  const score = { notes: 0, latestRead: null, projectedMark: '', ...before, ...after };
  return { score, streams: scored, countAgain };
}

// A writer can be killed after another one has closed the client's mark and a rebuild has stored it: then nothing
// shows that its last fact was not counted. So the first two nights that find a new mark count again. By the second one,
// no writer that was at work before the mark was closed is alive.

const firstNight = '?';

function markAfterNight(before: ClientScore | undefined, { changeMark }: Client): string {
  const isKnown = before?.scoredMark === changeMark || before?.scoredMark === firstNight + changeMark;
  return isKnown || isOfEarlierVersion(before) ? changeMark : firstNight + changeMark;
}

function isSettled(score: ClientScore | undefined, { changeMark }: Client): boolean {
  return score?.scoredMark === changeMark || isOfEarlierVersion(score);
}

/** Its worker did not store the mark, so all clients would count as changed. */
function isOfEarlierVersion(score: ClientScore | undefined): boolean {
  return score?.history !== undefined && score.scoredMark === undefined;
}

interface PlacedStream extends ScoredStream {
  readonly own: Score | undefined;
  readonly score: Score;
}

/** Which scores are stored as tails in the client's record, and which in the streams' own records. */
function placed(
  client: Client,
  before: ClientScore | undefined,
  streams: readonly PlacedStream[],
  { day, history = 0 }: Run,
): { tails: Uint8Array; ownRecords: PlacedStream[] } {
  // a run for an earlier day leaves the tails of a later one
  const last = Math.max(day, before?.tails ? unpackTails(before.tails).last : day);
  const ofStream = new Map<string, StreamTail>();
  const ownRecords: PlacedStream[] = [];
  for (const [at, placed] of streams.entries()) {
    const { stream, own, score } = placed;
    const tail =
      history === 0 && at < tailsAtMost && !rewritesOwnRecord(client.id, stream.id, last)
        ? tailAfter(own, score, last)
        : undefined;
    if (tail) ofStream.set(stream.id, tail);
    else if (own !== score) ownRecords.push(placed);
  }
  return { tails: packTails({ last, ofStream }), ownRecords };
}
