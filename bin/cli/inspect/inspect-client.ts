import { type Day, dateOf } from '../../../shared/domain/dates.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { scoreChanges } from '../../../shared/domain/scoring/changes.ts';
import { newest } from '../../../shared/domain/scoring/history.ts';
import { halfLifeDays, relative, windowDays } from '../../../shared/domain/scoring/model.ts';
import { signalsOfRun } from '../../../shared/domain/scoring/open-signals.ts';
import { currentScore, type Signal, signalsOfClient, signalsOfStream } from '../../../shared/domain/scoring/scoring.ts';
import { topicReport } from '../../../shared/domain/scoring/topic-report.ts';
import { scoredTopics } from '../../../shared/domain/scoring/topic-scores.ts';
import { topics as allTopics } from '../../../shared/domain/scoring/topics.ts';
import { allClients, type Client, clientById, withoutCounts } from '../../../shared/table/entities/client.ts';
import { openSignalsIn } from '../../../shared/table/entities/open-signal.ts';
import { type NamedSignal, namedSignalsIn } from '../../../shared/table/entities/signal.ts';
import { fromStreamItem } from '../../../shared/table/entities/stream.ts';
import { allRecords } from '../../../shared/table/records/all-records.ts';
import { withScores } from '../../../shared/table/records/scored-streams.ts';
import { fromScoreItem, type Score } from '../../../shared/table/records/scores.ts';
import { type Account, factKindOf, isOpenSignals, isScore, isStream } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { readMark } from '../../../shared/table/views/root/facts-mark.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import { closest, didYouMean } from '../terminal/closest.ts';

export type Inspected = Awaited<ReturnType<typeof inspectClient>>;

/** What is stored about a client, and how its score was computed. */
export async function inspectClient(table: Table, account: Account, name: string, today: Day) {
  const client = await findClient(table, account, name);
  const items = await allRecords(table, account, client.id);
  const [mark, root] = await Promise.all([readMark(table, account), readRoot(table, account, { consistent: true })]);
  const scoreItem = items.find(isScore);
  const score = scoreItem && fromScoreItem(scoreItem);
  const day = score?.history?.last ?? today;
  const ofDay = items.filter((item) => factKindOf(item) === 'signal').flatMap(namedSignalsIn);
  const open = items.filter(isOpenSignals).flatMap(openSignalsIn);
  const openNow = signalsOfRun(open, day);
  const signals = [...ofDay, ...openNow];
  const inWindow = signals.filter((signal) => signal.day >= day - windowDays && signal.day < day);
  const streams = withScores(items.filter(isStream).map(fromStreamItem), score);
  const active = new Set(streams.flatMap(({ stream }) => (stream.state === 'active' ? [stream.id] : [])));
  const counted = signalsOfClient(inWindow, active);
  const report = topicReport(score?.topics ?? allTopics.map(() => null));
  return {
    client: withoutCounts(client),
    stored: {
      ...countsOf(items),
      signals: ofDay.length,
      'open signals': open.length || undefined,
      'signals in the window': inWindow.length,
    },
    viewsFollow: !mark.isOpen && root?.facts === mark.value,
    score: scoreWithReason(client, score, counted.length),
    changes: (score?.history && scoreChanges(score.history)) ?? {},
    topics: report.topics.map(({ id, score: of, weight, contribution }) => {
      const ofTopic = counted.filter(({ topic }) => topic === id);
      const signalWeight = ofTopic.reduce((sum, signal) => sum + weightOn(day, signal), 0);
      return { id, signals: ofTopic.length, signalWeight: rounded(signalWeight), score: of, weight, contribution };
    }),
    signals: evidenceOf(day, counted, new Set(openNow)),
    streams: streams.map(({ stream, score: ofStream }) => ({
      id: stream.id,
      name: stream.name,
      state: stream.state,
      score: pointOf(ofStream) ?? currentScore({ imported: stream.importedScore }).score,
      signals: signalsOfStream(inWindow, stream.id).length,
    })),
  };
}

/** Every signal behind the score, by topic, the heaviest first. */
function evidenceOf(day: Day, signals: readonly NamedSignal[], open: ReadonlySet<NamedSignal>) {
  const order = new Map(allTopics.map(({ id }, at) => [id as string, at]));
  return signals
    .map((signal) => ({
      topic: signal.topic,
      id: signal.id,
      date: dateOf(signal.day),
      polarity: signal.polarity,
      ...(signal.measure !== undefined && { measure: `${signal.measure}=${signal.value}` }),
      weight: signal.weight,
      remainingWeight: rounded(weightOn(day, signal)),
      open: open.has(signal),
      ...(signal.stream !== undefined && { stream: signal.stream }),
    }))
    .sort((a, b) => (order.get(a.topic) ?? 0) - (order.get(b.topic) ?? 0) || b.remainingWeight - a.remainingWeight);
}

async function findClient(table: Table, account: Account, name: string): Promise<Client> {
  const found = await clientById(table, account, name);
  if (found) return found;
  let suggestion: string | undefined;
  const named: Client[] = [];
  for await (const part of allClients(table, account)) {
    const other = part.find(({ externalId }) => externalId === name);
    if (other) return other;
    named.push(...part.filter((client) => fold(client.name) === fold(name)));
    const ids = part.flatMap(({ id, externalId }) => [id, ...(externalId === undefined ? [] : [externalId])]);
    suggestion = closest(name, [...ids, ...(suggestion === undefined ? [] : [suggestion])]);
  }
  const [only, another] = named;
  if (only && !another) return only;
  if (another)
    throw new Error(`Several clients are named ${name}: ${named.map(({ id }) => id).join(', ')}. Give an id.`);
  throw new Error(didYouMean(`There is no client ${name} in the account ${account}.`, suggestion));
}

function fold(name: string): string {
  return name.trim().normalize('NFC').toLowerCase();
}

function countsOf(items: readonly Item[]) {
  const count = (kind: ReturnType<typeof factKindOf>) => items.filter((item) => factKindOf(item) === kind).length;
  return {
    streams: count('stream'),
    notes: count('note'),
    people: count('person'),
    'weeks of insights': count('insights'),
    'years of reads': count('alignment'),
  };
}

function pointOf(score: Score | undefined): number | undefined {
  return score?.history && newest(score.history, 1)[0];
}

function scoreWithReason(client: Client, score: Score | undefined, signals: number) {
  const point = pointOf(score);
  const current = point ?? currentScore({ imported: client.importedScore }).score;
  const source = score?.source ?? 'chr1';
  const on = score?.history ? dateOf(score.history.last) : null;
  const count = scoredTopics(score?.topics ?? []);
  const from = on === null ? 'not scored yet' : `the night of ${on}`;
  const why =
    source === 'chr1'
      ? `${from}: ${client.importedScore === undefined ? 'no imported score, so 100' : 'the imported score'}`
      : count > 0
        ? `${from}: ${signals} signals of the ${windowDays} days before it, in ${count} of ${allTopics.length} topics`
        : `${from}: no signals in the ${windowDays} days before it, so the previous score is kept`;
  return { score: current, band: bandOf(current), source, scoredFor: on, scoredTopics: count, why };
}

function weightOn(day: Day, signal: Signal): number {
  const halfLife = signal.measure === undefined ? halfLifeDays : relative.halfLifeDays;
  return signal.weight * 0.5 ** ((day - signal.day) / halfLife);
}

function rounded(weight: number): number {
  return Math.round(weight * 100) / 100;
}
