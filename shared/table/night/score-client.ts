import { type Day, mondayOf } from '../../domain/dates.ts';
import { hasLeft } from '../../domain/leaving.ts';
import { inactiveSince, lastContactIn } from '../../domain/scoring/last-contact.ts';
import { movesOf } from '../../domain/scoring/moves.ts';
import type { Norms } from '../../domain/scoring/norms.ts';
import { openMeasures, signalsOfRun } from '../../domain/scoring/open-signals.ts';
import { score as scoreOf, signalsOfClient, signalsOfStream } from '../../domain/scoring/scoring.ts';
import type { Client } from '../entities/client.ts';
import { openSignalsIn } from '../entities/open-signal.ts';
import { firstWeekOf, namedSignalsIn } from '../entities/signal.ts';
import type { Stream } from '../entities/stream.ts';
import { type ScoredStream, withScores } from '../records/scored-streams.ts';
import {
  areStored,
  type ClientScore,
  clientScoreOf,
  fromScoreItem,
  replaceScores,
  type StoredScore,
} from '../records/scores.ts';
import { type Account, isOpenSignals, isScore, isSignals, nightRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import type { Table } from '../store/table.ts';
import { afterRun, daysBefore, isDue, nightsAfter, type Run, withPast } from './run.ts';

/** The score record of a client, and its streams with their scores. */
export interface ClientRecords {
  readonly score: ClientScore | undefined;
  readonly streams: readonly ScoredStream[];
}

/** A client and its streams, as they are imported. */
export interface Scorable {
  readonly client: Client;
  readonly streams: readonly Stream[];
}

/** What one read shows of a client. */
interface FoundRecords {
  readonly score: StoredScore | undefined;
  readonly items: readonly Item[];
}

async function readRecords(...read: Parameters<typeof readRange>): Promise<FoundRecords> {
  const items = await readRange(...read);
  const scoreItem = items.find(isScore);
  return { items, score: scoreItem && fromScoreItem(scoreItem) };
}

/** Scores a client and its streams for the day of the run, unless it has left. Returns the records afterwards. */
export async function scoreClient(
  table: Table,
  account: Account,
  scorable: Scorable,
  run: Run,
): Promise<ClientRecords> {
  const { client, streams } = scorable;
  if (hasLeft(client, run.day)) {
    const score = await clientScoreOf(table, account, client.id, { consistent: true });
    return { score, streams: withScores(streams, score) };
  }
  let readsHabits = run.norms?.areUsed ?? false;
  const read = (consistent: boolean) => {
    const from = firstWeekOf(run.day - daysBefore(run), readsHabits);
    return readRecords(table, nightRange(account, client.id, from), { consistent });
  };
  const readExact = async () => {
    const found = await read(run.rescore);
    return run.rescore || isExact(found, run) ? found : read(true);
  };
  let found = await readExact();
  if (run.norms && !readsHabits && found.items.some(hasValues)) {
    // one of the first clients with values of systems: those that are read from here on are read with their habits
    await run.norms.of(run.day);
    readsHabits = true;
    found = await readExact();
  }
  for (;;) {
    const after = await scoreRecords(table, account, scorable, run, found);
    if (after) return after;
    // another run has changed a record in between
    found = await read(true);
  }
}

/**
 * Whether an eventually consistent read, which costs half as much, shows the latest facts and scores. It does if no fact
 * has been written for an hour and the score is that of the last night.
 */
function isExact({ score }: FoundRecords, { day, factsAreOld }: Run): boolean {
  return factsAreOld && score?.history.last === day - 1;
}

/** Whether signals have values of systems; said by the text, since most accounts have none. */
function hasValues(item: Item): boolean {
  return (
    (isSignals(item) && String(item.signals).includes('@')) ||
    (isOpenSignals(item) && openMeasures.some((measure) => String(item.open).includes(measure)))
  );
}

/** The norms of the days of a run, by day. */
async function normsOfDays(run: Run): Promise<(day: Day) => Norms | undefined> {
  const { norms, day } = run;
  if (!norms?.areUsed) return () => undefined;
  const byMonday = new Map<Day, Norms>();
  for (let monday = mondayOf(day - daysBefore(run)); monday <= day; monday += 7)
    byMonday.set(monday, await norms.of(monday));
  return (on) => byMonday.get(mondayOf(on));
}

/** Returns nothing if a record was not the one that was read. What was written until then is not due any more. */
async function scoreRecords(
  table: Table,
  account: Account,
  scorable: Scorable,
  run: Run,
  { items, score: before }: FoundRecords,
): Promise<ClientRecords | undefined> {
  const { client } = scorable;
  const streams = withScores(scorable.streams, before);
  if (!isDue(before, run)) return { score: before, streams };

  const closed = items.filter(isSignals).flatMap(namedSignalsIn);
  // what is older than a night reads was seen by earlier ones
  const lastContact = lastContactIn(closed, run.day) ?? before?.lastContact;
  const open = inactiveSince(items.filter(isOpenSignals).flatMap(openSignalsIn), lastContact);
  const signals = [...closed, ...signalsOfRun(open, run.day)];
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));
  const openOfClient = open.filter(({ stream }) => stream === undefined || active.has(stream));
  const normsOn = await normsOfDays(run);
  const ofClient = scoreOf(signalsOfClient(signals, active), run.day, normsOn(run.day));
  const now = afterRun(before, ofClient, client.importedScore, run);
  const closedOfClient = signalsOfClient(closed, active);
  const after = withPast(now, closedOfClient, openOfClient, run, normsOn);
  const moves = movesOf(after.history, after.topics, { closed: closedOfClient, open: openOfClient, normsOn });
  const scored = streams.map(({ stream, score }) => {
    const ofStream = scoreOf(signalsOfStream(signals, stream.id), run.day, normsOn(run.day));
    const ofNow = afterRun(score, ofStream, stream.importedScore, run);
    const openOfStream = open.filter((each) => each.stream === stream.id);
    return { stream, score: withPast(ofNow, signalsOfStream(closed, stream.id), openOfStream, run, normsOn) };
  });

  const ofStreams = new Map(scored.map(({ stream, score }) => [stream.id, score]));
  const nights = nightsAfter(before, after, ofClient, run);
  const contact = lastContact !== undefined && { lastContact };
  const scores = { ...after, ofStreams, ...(moves && { moves }), nights, ...contact };
  const isChanged = !areStored(before, scores);
  if (isChanged && (await replaceScores(table, account, client.id, before, scores)) === 'changed') return undefined;
  return { score: scores, streams: scored };
}
