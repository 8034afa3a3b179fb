import { monthName } from '../../../../shared/domain/dates.ts';
import { type Band, bands } from '../../../../shared/domain/scoring/bands.ts';
import { bandBounds } from '../../../../shared/domain/scoring/model.ts';
import { escaped, levelClass, points } from './text.ts';

const dayMs = 86_400_000;

/** The scores that the pictures of one kind have room for. All of them share it, so that equal slopes mean equal changes. */
export interface Scale {
  readonly low: number;
  readonly high: number;
}

const leastSpan = 60;

export function scaleFor(lists: readonly (readonly number[])[]): Scale {
  const all = lists.flat();
  if (all.length === 0) return { low: 40, high: 160 };
  const least = all.reduce((a, b) => Math.min(a, b));
  const most = all.reduce((a, b) => Math.max(a, b));
  const missing = Math.max(0, leastSpan - (most - least)) / 2;
  return {
    low: Math.max(0, Math.floor((least - missing) / 10) * 10),
    high: Math.min(200, Math.ceil((most + missing) / 10) * 10),
  };
}

export const boundsOf: Readonly<Record<Band, readonly [from: number, to: number]>> = {
  highRisk: [0, bandBounds.mediumRisk],
  mediumRisk: [bandBounds.mediumRisk, bandBounds.lowRisk],
  lowRisk: [bandBounds.lowRisk, bandBounds.onTrack],
  onTrack: [bandBounds.onTrack, 200],
};

/** The levels as shaded stripes behind a line. */
function stripes({ low, high }: Scale, width: number, y: (score: number) => number): string {
  return bands
    .map((band) => {
      const [from, to] = boundsOf[band];
      const [bottom, top] = [Math.max(from, low), Math.min(to, high)];
      if (top <= bottom) return '';
      // rules of the style sheet do not reach into what <use> shows, but variables do
      return `<rect fill="var(--s${levelClass[band]})" width="${width}" y="${y(top)}" height="${y(bottom) - y(top)}"/>`;
    })
    .join('');
}

const spark = { width: 120, height: 40, days: 30, step: 4 };

/** Defines what all sparklines share, once for the page. */
export function sparklineStripes(scale: Scale): string {
  return `<svg class="off" aria-hidden="true"><symbol id="levels" viewBox="0 0 ${spark.width} ${spark.height}">${stripes(scale, spark.width, sparkHeight(scale))}</symbol></svg>`;
}

/** The newest 30 scores. Days before the first score stay empty. */
export function sparkline(history: readonly number[], scale: Scale): string {
  const scores = history.slice(-spark.days);
  const [first, last] = [scores[0], scores.at(-1)];
  if (first === undefined || last === undefined) return '<span class="quiet">no history</span>';
  const y = sparkHeight(scale);
  const from = (spark.days - scores.length) * spark.step;
  const label = `From ${points(first)} to ${points(last)} in ${scores.length} days`;
  return `<svg class="spark" viewBox="0 0 ${spark.width} ${spark.height}" role="img" aria-label="${label}"><use href="#levels"/><path d="${stepsOf(scores, from, spark.step, y)}"/><circle cx="${(spark.days - 1) * spark.step}" cy="${y(last)}" r="3"/></svg>`;
}

const sparkHeight =
  ({ low, high }: Scale) =>
  (score: number) =>
    Math.round(2 + (1 - (score - low) / (high - low)) * (spark.height - 4));

/** A line through one score a day, in whole units and relative steps: half the size of coordinates. */
function stepsOf(scores: readonly number[], from: number, step: number, y: (score: number) => number): string {
  const heights = scores.map(y);
  const steps = heights.slice(1).map((height, at) => {
    const by = height - (heights[at] ?? 0);
    return by < 0 ? `${step}${by}` : `${step} ${by}`;
  });
  return `M${from} ${heights[0] ?? 0}${steps.length > 0 ? `l${steps.join(' ')}` : ''}`;
}

const year = { days: 365, step: 3, height: 220, foot: 26 };
const yearWidth = (year.days - 1) * year.step;
const yearHeight =
  ({ low, high }: Scale) =>
  (score: number) =>
    Math.round((1 - (score - low) / (high - low)) * year.height);

/** Levels and months behind the lines of a year that end on this day, once for all of them. */
export function yearBackground(end: number, scale: Scale): string {
  const y = yearHeight(scale);
  const last = new Date(end);
  const months = Array.from({ length: 12 }, (_, back) => {
    const first = new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth() - back, 1));
    const at = yearWidth - ((end - first.getTime()) / dayMs) * year.step;
    const label = first.getUTCMonth() === 0 ? `${first.getUTCFullYear()}` : monthName(first);
    const line = `<path d="M${at} 0v${year.height + 6}" stroke="var(--line)" stroke-width="1.5"/>`;
    const text = `<text x="${at + 5}" y="${year.height + 20}" fill="var(--quiet)">${label}</text>`;
    return at < 0 ? '' : `${line}${at < yearWidth - 60 ? text : ''}`;
  });
  const bounds = boundsOf.onTrack
    .concat(boundsOf.mediumRisk)
    .filter((bound) => bound > scale.low && bound < scale.high)
    .map(
      (bound) => `<text x="${yearWidth - 4}" y="${y(bound) - 5}" text-anchor="end" fill="var(--quiet)">${bound}</text>`,
    );
  return `<svg class="off" aria-hidden="true"><symbol id="year-${dayOf(end)}" viewBox="0 0 ${yearWidth} ${year.height + year.foot}">${stripes(scale, yearWidth, y)}${months.join('')}${bounds.join('')}</symbol></svg>`;
}

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** The day of the newest score. */
export function endOf(scores: readonly number[], firstDate: string): number {
  return Date.parse(firstDate) + (scores.length - 1) * dayMs;
}

/** A year of scores over the levels, with the dates. Days without a score stay empty. */
export function yearChart(scores: readonly number[], firstDate: string, scale: Scale, name: string): string {
  const end = dayOf(endOf(scores, firstDate));
  const shown = scores.slice(-year.days);
  const from = (year.days - shown.length) * year.step;
  const label = `Scores of ${name} from ${points(scores[0] ?? 0)} on ${firstDate} to ${points(scores.at(-1) ?? 0)} on ${end}`;
  return `<svg class="year" viewBox="0 0 ${yearWidth} ${year.height + year.foot}" role="img" aria-label="${escaped(label)}"><use href="#year-${end}"/><path d="${stepsOf(shown, from, year.step, yearHeight(scale))}"/></svg>`;
}
