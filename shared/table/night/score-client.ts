import { type Day, dayAt, isoWeek, mondayOf } from '../../domain/dates.ts';
import { hasLeft } from '../../domain/leaving.ts';
import { contactsOf } from '../../domain/scoring/contacts.ts';
import { inactiveSince, lastContactIn } from '../../domain/scoring/last-contact.ts';
import { habitDays, silence, windowDays } from '../../domain/scoring/model.ts';
import { movesOf } from '../../domain/scoring/moves.ts';
import type { Norms } from '../../domain/scoring/norms.ts';
import { openMeasures, signalsOfRun } from '../../domain/scoring/open-signals.ts';
import { score as scoreOf, signalsOfClient, signalsOfStream } from '../../domain/scoring/scoring.ts';
import type { Client } from '../entities/client.ts';
import { openSignalsIn } from '../entities/open-signal.ts';
import { namedSignalsIn } from '../entities/signal.ts';
import type { Stream } from '../entities/stream.ts';
import { type ScoredStream, withScores } from '../records/scored-streams.ts';
import {
  areStored,
  type ClientScore,
  clientScoreOf,
  fromScoreItem,
  replaceScores,
  type Score,
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
  /** The first day of its signals; undefined if they are all that is stored. */
  readonly since: Day | undefined;
}

async function readRecords(...read: Parameters<typeof readRange>): Promise<Omit<FoundRecords, 'since'>> {
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
  let since: Day | undefined = sinceOf(run, readsHabits);
  const read = async (consistent: boolean) => {
    const from = since === undefined ? '' : isoWeek(since);
    return { ...(await readRecords(table, nightRange(account, client.id, from), { consistent })), since };
  };
  const readExact = async () => {
    const isConsistent = run.rescore || !run.factsAreOld;
    const found = await read(isConsistent);
    return isConsistent || isExact(found, run) ? found : read(true);
  };
  let found = await readExact();
  if (found.score?.contacts === undefined) {
    // its weeks with contacts are worked out once, from all that is stored
    since = undefined;
    found = await readExact();
  }
  const scores = found.score ? [found.score, ...found.score.ofStreams.values()] : [];
  const hasHabits = found.items.some(hasValues) || scores.some(({ contacts = [] }) => contacts.length > 0);
  if (run.norms && !readsHabits && hasHabits) {
    // one of the first clients with values of systems: those that are read from here on are read with their habits
    await run.norms.of(run.day);
    readsHabits = true;
    since &&= sinceOf(run, readsHabits);
    if (since !== undefined) found = await readExact();
  }
  for (;;) {
    const after = await scoreRecords(table, account, scorable, run, found);
    if (after) return after;
    // another run has changed a record in between
    found = await read(true);
  }
}

/** The first day of which a run reads signals: habits of clients go back further than polarities. */
function sinceOf(run: Run, readsHabits: boolean): Day {
  return run.day - daysBefore(run) - (readsHabits ? habitDays : windowDays);
}

/**
 * Whether an eventually consistent read, which costs half as much, shows the latest facts and scores, if no fact has been
 * written for an hour: the score is that of the last night.
 */
function isExact({ score }: Pick<FoundRecords, 'score'>, { day }: Run): boolean {
  return score?.history.last === day - 1;
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
  { items, score: before, since }: FoundRecords,
): Promise<ClientRecords | undefined> {
  const { client } = scorable;
  const streams = withScores(scorable.streams, before);
  if (!isDue(before, run)) return { score: before, streams };

  const closed = items.filter(isSignals).flatMap(namedSignalsIn);
  // what is older than a night reads was seen by earlier ones
  const lastContact = lastContactIn(closed, run.day) ?? before?.lastContact;
  const open = inactiveSince(items.filter(isOpenSignals).flatMap(openSignalsIn), later(lastContact, client.notedAt));
  const signals = [...closed, ...signalsOfRun(open, run.day)];
  const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));
  const openOfClient = open.filter(({ stream }) => stream === undefined || active.has(stream));
  const normsOn = await normsOfDays(run);
  const closedOfClient = signalsOfClient(closed, active);
  // of the weeks that were read, the signals say it
  const earlierOf = ({ contacts = [] }: Pick<Score, 'contacts'> = {}) =>
    since === undefined ? [] : contacts.filter((monday) => monday < mondayOf(since));
  const earlier = earlierOf(before);
  const ofClient = scoreOf(signalsOfClient(signals, active), run.day, normsOn(run.day), earlier);
  const now = afterRun(before, ofClient, client.importedScore, run);
  const after = withPast(now, closedOfClient, openOfClient, run, normsOn, earlier);
  const moves = movesOf(after.history, after.topics, { closed: closedOfClient, open: openOfClient, normsOn, earlier });
  const scored = streams.map(({ stream, score }) => {
    const closedOfStream = signalsOfStream(closed, stream.id);
    const earlierOfStream = earlierOf(score);
    const ofStream = scoreOf(signalsOfStream(signals, stream.id), run.day, normsOn(run.day), earlierOfStream);
    const ofNow = afterRun(score, ofStream, stream.importedScore, run);
    const openOfStream = open.filter((each) => each.stream === stream.id);
    // of its rhythm, the weeks that nights will soon not read any more: a record has little room
    const rhythm = contactsOf(closedOfStream, earlierOfStream, run.day).slice(-silence.rhythmWeeks);
    const contacts = rhythm.filter((monday) => monday < run.day - habitDays);
    const withOlder = withPast(ofNow, closedOfStream, openOfStream, run, normsOn, earlierOfStream);
    return { stream, score: { ...withOlder, contacts } };
  });

  const ofStreams = new Map(scored.map(({ stream, score }) => [stream.id, score]));
  const nights = nightsAfter(before, after, ofClient, run);
  const contact = lastContact !== undefined && { lastContact };
  const contacts = contactsOf(closedOfClient, earlier, run.day);
  const scores = { ...after, ofStreams, ...(moves && { moves }), nights, contacts, ...contact };
  const isChanged = !areStored(before, scores);
  if (isChanged && (await replaceScores(table, account, client.id, before, scores)) === 'changed') return undefined;
  return { score: scores, streams: scored };
}

/** The later day; a note is a contact too. */
function later(seen: Day | undefined, notedAt: string | undefined): Day | undefined {
  const noted = notedAt === undefined ? undefined : dayAt(Date.parse(notedAt));
  return seen === undefined || noted === undefined ? (seen ?? noted) : Math.max(seen, noted);
}
