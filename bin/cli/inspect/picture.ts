import type { ScoreChanges } from '../../../shared/domain/scoring/changes.ts';
import type { Terminal } from '../terminal/terminal.ts';

interface TopicSignal {
  readonly date: string;
  readonly ageDays: number;
  /** The weight that remains at the age of the signal. */
  readonly remainingWeight: number;
  readonly polarity: number;
  /** What a system measured; it counts instead of the polarity. */
  readonly measure?: string | undefined;
  readonly stream: string | undefined;
}

export interface TopicPicture {
  readonly id: string;
  readonly score: number | null;
  readonly contribution: number;
  /** Heaviest first. */
  readonly signals: readonly TopicSignal[];
}

export interface Picture {
  /** One score per day, oldest first, at most a year. */
  readonly year: readonly number[];
  readonly changes: ScoreChanges | undefined;
  readonly topics: readonly TopicPicture[];
}

type Look = Pick<Terminal, 'style' | 'columns' | 'unicode'>;

const blocks = { unicode: '▁▂▃▄▅▆▇█', plain: '_.,-~=+#' };
const bars = { unicode: ['█', '░'], plain: ['#', '.'] } as const;
const narrowest = 40;
const widest = 160;
const topicsWithSignals = 3;
const signalsShown = 3;

/** The score and its topics as lines of a terminal. */
export function drawn({ year, changes, topics }: Picture, look: Look): string[] {
  const columns = Math.min(Math.max(look.columns ?? 80, narrowest), widest);
  return [...history(year, changes, columns, look), ...topicLines(topics, columns, look)];
}

function history(year: readonly number[], changes: ScoreChanges | undefined, columns: number, look: Look): string[] {
  if (year.length < 2) return [];
  const row = (label: string, scores: readonly number[]) => {
    const ends = `${one(scores[0] ?? 0)} to ${one(scores.at(-1) ?? 0)}`;
    return `  ${label.padEnd(8)}  ${sparkline(scores, columns - 30, look)}  ${ends}`;
  };
  const change = (days: string, by: number | undefined) => {
    if (by === undefined) return `${days}: -`;
    return `${days}: ${look.style(by < 0 ? 'red' : by > 0 ? 'green' : 'dim', signed(by))}`;
  };
  const [week, month] = [changes?.['7day']?.change, changes?.['30day']?.change];
  return [
    row(`${year.length} days`, year),
    ...(year.length > 90 ? [row('90 days', year.slice(-90))] : []),
    `  change in ${change('7 days', week)}, ${change('30 days', month)}`,
  ];
}

/** The scores in at most `room` characters (10 if there is less room); each character stands for the mean of its days. */
function sparkline(scores: readonly number[], room: number, { unicode }: Look): string {
  const levels = unicode ? blocks.unicode : blocks.plain;
  const width = Math.min(scores.length, Math.max(room, 10));
  const means = Array.from({ length: width }, (_, at) => {
    const part = scores.slice(Math.floor((at * scores.length) / width), Math.floor(((at + 1) * scores.length) / width));
    return part.reduce((sum, score) => sum + score, 0) / part.length;
  });
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const span = Math.max(high - low, 10);
  return means.map((mean) => levels[Math.min(7, Math.floor(((mean - low) / span) * 8))]).join('');
}

function topicLines(topics: readonly TopicPicture[], columns: number, look: Look): string[] {
  const known = topics.filter(({ score }) => score !== null).sort((a, b) => a.contribution - b.contribution);
  if (known.length === 0) return [];
  const title = 'TOPIC, WORST FIRST';
  const name = Math.max(title.length, ...known.map(({ id }) => id.length));
  const room = Math.max(5, columns - name - 32);
  const heading = `  ${title.padEnd(name)}  ${''.padEnd(room)}  ${'Score'.padStart(6)}  ${'Points'.padStart(6)}  Signals`;
  const lines = known.flatMap((topic, at) => {
    const { id, score, contribution, signals } = topic;
    const figures = `${one(score ?? 0).padStart(6)}  ${signed(contribution).padStart(6)}  ${String(signals.length).padStart(7)}`;
    const line = `  ${id.padEnd(name)}  ${bar(score ?? 0, room, look)}  ${figures}`;
    const below =
      at < topicsWithSignals
        ? signals.slice(0, signalsShown).map((signal) => signalLine(signal).slice(0, columns))
        : [];
    return [line, ...below.map((text) => look.style('dim', text))];
  });
  return ['', look.style('bold', heading.toUpperCase()), ...lines];
}

function bar(score: number, room: number, { style, unicode }: Look): string {
  const [full, empty] = unicode ? bars.unicode : bars.plain;
  const filled = Math.round((score / 200) * room);
  return style(colourOf(score), full.repeat(filled)) + empty.repeat(room - filled);
}

function signalLine({ date, ageDays, remainingWeight, polarity, measure, stream }: TopicSignal): string {
  const from = stream === undefined ? '' : `, stream ${stream}`;
  const age = ageDays === 1 ? '1 day' : `${ageDays} days`;
  return `      ${date}  ${age} old, weight left ${remainingWeight.toFixed(2)}, ${measure ?? `polarity ${polarityText(polarity)}`}${from}`;
}

/** The colour of the risk level that the score falls into. */
export function colourOf(score: number): 'red' | 'yellow' | 'green' {
  return score < 70 ? 'red' : score < 100 ? 'yellow' : 'green';
}

const one = (score: number) => score.toFixed(1);
const signed = (value: number) => {
  const shown = Math.round(value * 10) / 10;
  return `${shown > 0 ? '+' : ''}${shown === 0 ? 0 : shown}`;
};
const polarityText = (value: number) => `${value > 0 ? '+' : ''}${value.toFixed(2)}`;
