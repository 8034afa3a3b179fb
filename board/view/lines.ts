import { monthName } from '../../shared/domain/dates.ts';
import { type Band, bands } from '../../shared/domain/scoring/bands.ts';
import { bandBounds } from '../../shared/domain/scoring/model.ts';
import { escaped, levelClass, points } from './text.ts';

const dayMs = 86_400_000;

/** The scores that a picture has room for. */
interface Scale {
  readonly low: number;
  readonly high: number;
}

const leastSpan = 60;

/** The room that the widest of these lines needs. Lines that share it have equal slopes for equal changes. */
export function spanOf(lists: readonly (readonly number[])[]): number {
  const widths = lists.filter((scores) => scores.length > 0).map((scores) => Math.max(...scores) - Math.min(...scores));
  return Math.min(200, Math.ceil(Math.max(leastSpan, ...widths) / 10) * 10);
}

/** That room with the line in its middle, within the scores. */
function around(scores: readonly number[], span: number): Scale {
  const middle = (Math.min(...scores) + Math.max(...scores)) / 2;
  const low = Math.min(200 - span, Math.max(0, Math.round(middle - span / 2)));
  return { low, high: low + span };
}

export const boundsOf: Readonly<Record<Band, readonly [from: number, to: number]>> = {
  highRisk: [0, bandBounds.mediumRisk],
  mediumRisk: [bandBounds.mediumRisk, bandBounds.lowRisk],
  lowRisk: [bandBounds.lowRisk, bandBounds.onTrack],
  onTrack: [bandBounds.onTrack, 200],
};

/** The levels as shaded stripes behind a line; the style sheet gives them their width. */
function stripes({ low, high }: Scale, y: (score: number) => number): string {
  return bands
    .map((band) => {
      const [from, to] = boundsOf[band];
      const [bottom, top] = [Math.max(from, low), Math.min(to, high)];
      if (top <= bottom) return '';
      return `<rect class="s${levelClass[band]}" y="${y(top)}" height="${y(bottom) - y(top)}"/>`;
    })
    .join('');
}

export const spark = { width: 120, height: 40, days: 30, step: 4 };

/** The newest 30 scores over the levels. Days before the first score stay empty. */
export function sparkline(history: readonly number[], span: number): string {
  const scores = history.slice(-spark.days);
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) return '<span class="quiet">no history</span>';
  const scale = around(scores, span);
  const y = sparkHeight(scale);
  const from = (spark.days - scores.length) * spark.step;
  const label = `From ${points(first)} to ${points(last)} in ${scores.length} days`;
  return `<svg class="spark" viewBox="0 0 ${spark.width} ${spark.height}" role="img" aria-label="${label}">${stripes(scale, y)}<path d="${stepsOf(scores, from, spark.step, y)}"/><circle cy="${y(last)}"/></svg>`;
}

const sparkHeight =
  ({ low, high }: Scale) =>
  (score: number) =>
    Math.round(2 + (1 - (score - low) / (high - low)) * (spark.height - 4));

/** A line through one score a day, in whole units and relative steps; days without a change are one step. */
function stepsOf(scores: readonly number[], from: number, step: number, y: (score: number) => number): string {
  const heights = scores.map(y);
  let path = `M${from} ${heights[0] ?? 0}`;
  let flat = 0;
  for (const [at, height] of heights.entries()) {
    const by = at === 0 ? 0 : height - (heights[at - 1] ?? 0);
    if (at > 0 && by === 0) flat += step;
    if (flat > 0 && (by !== 0 || at === heights.length - 1)) path += `h${flat}`;
    if (by === 0) continue;
    path += `l${step}${by < 0 ? '' : ' '}${by}`;
    flat = 0;
  }
  return path;
}

const chart = { days: 90, step: 4, height: 74, foot: 9 };
export const chartWidth = (chart.days - 1) * chart.step;
const chartHeight =
  ({ low, high }: Scale) =>
  (score: number) =>
    Math.round((1 - (score - low) / (high - low)) * chart.height);

/** The months behind the charts of 90 days that end on this day, once for all of them. */
export function monthsBehind(end: number): string {
  const last = new Date(end);
  const months = Array.from({ length: 4 }, (_, back) => {
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1));
    const at = chartWidth - Math.round((end - first.getTime()) / dayMs) * chart.step;
    if (at < 0 || at > chartWidth) return '';
    const text = `<text x="${at + 2}" y="${chart.height + 7}" fill="var(--quiet)">${monthName(first)}</text>`;
    return `<path d="M${at} 0v${chart.height + 2}" stroke="var(--line)"/>${at < chartWidth - 20 ? text : ''}`;
  });
  return `<svg class="off" aria-hidden="true"><symbol id="months" viewBox="0 0 ${chartWidth} ${chart.height + chart.foot}">${months.join('')}</symbol></svg>`;
}

/** The newest 90 scores over the levels. Days without a score stay empty. */
export function historyChart(scores: readonly number[], name: string): string {
  const shown = scores.slice(-chart.days);
  const from = (chart.days - shown.length) * chart.step;
  const label = `Scores of ${name} from ${points(shown[0] ?? 0)} to ${points(shown.at(-1) ?? 0)} in ${shown.length} days`;
  return chartOf(shown, label, '<use href="#months"/>', (y) => stepsOf(shown, from, chart.step, y));
}

/** Scores of a year at equal distances, of which the last is of `end`; null where there was no data. */
export function yearChart(scores: readonly (number | null)[], name: string, end: number): string {
  const known = scores.filter((score) => score !== null);
  const step = chartWidth / (scores.length - 1);
  const label = `${name} from ${points(known[0] ?? 0)} to ${points(known.at(-1) ?? 0)} in a year`;
  const pathOf = (y: (score: number) => number) =>
    scores
      .map((score, at) => {
        if (score === null) return '';
        const [x, before] = [+(at * step).toFixed(1), scores[at - 1] ?? null];
        // a week alone is a short line
        const alone = before === null && (scores[at + 1] ?? null) === null ? 'h3' : '';
        return `${before === null ? 'M' : 'L'}${x} ${y(score)}${alone}`;
      })
      .join('');
  return chartOf(known, label, quartersBefore(end), pathOf);
}

function quartersBefore(end: number): string {
  return Array.from({ length: 5 }, (_, back) => {
    const last = new Date(end);
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back * 3, 1));
    const x = +(chartWidth * (1 - (end - first.getTime()) / dayMs / 364)).toFixed(1);
    if (x < 0 || x > chartWidth - 20) return '';
    return `<path class="grid" d="M${x} 0v${chart.height + 2}"/><text x="${x + 2}" y="${chart.height + 7}">${monthName(first)}</text>`;
  }).join('');
}

function chartOf(
  scores: readonly number[],
  label: string,
  behind: string,
  pathOf: (y: (score: number) => number) => string,
): string {
  const scale = around(scores, spanOf([scores]));
  const y = chartHeight(scale);
  const bounds = [...boundsOf.onTrack, ...boundsOf.mediumRisk]
    .filter((bound) => bound > scale.low && bound < scale.high)
    .map((bound) => `<text x="${chartWidth - 1}" y="${y(bound) - 1}" text-anchor="end">${bound}</text>`);
  return `<svg class="year" viewBox="0 0 ${chartWidth} ${chart.height + chart.foot}" role="img" aria-label="${escaped(label)}">${stripes(scale, y)}${behind}${bounds.join('')}<path d="${pathOf(y)}"/></svg>`;
}
