import { monthName } from '../../shared/domain/dates.ts';
import { hasNoData } from '../../shared/domain/lists/attention.ts';
import { escapeMarkup } from '../../shared/domain/markup.ts';
import { type Band, levelMeanings } from '../../shared/domain/scoring/bands.ts';
import type { Row } from '../data/rows.ts';

export const levelNames: Readonly<Record<Band, string>> = {
  highRisk: 'High risk',
  mediumRisk: 'Medium risk',
  lowRisk: 'Low risk',
  onTrack: 'On track',
};
/** Classes of the levels, short because a board has thousands of them. */
export const levelClass: Readonly<Record<Band, string>> = {
  highRisk: 'h',
  mediumRisk: 'm',
  lowRisk: 'l',
  onTrack: 't',
};

/** Escapes markup and replaces control characters, so that the text cannot change the page around it. */
export function escaped(text: string): string {
  return escapeMarkup(text).replaceAll(/\p{Cc}/gu, ' ');
}

/** A name or text of somebody else: its direction of writing does not change that of the text around it. */
export function isolated(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`;
}

export const none = '–';
export const points = (value: number) => value.toFixed(1);
export const whole = (value: number) => Math.round(value).toLocaleString('en-US');
export const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${points(Math.abs(value))}`;
export const percent = (share: number) => (share > 0 && share < 0.005 ? '&lt;1%' : `${Math.round(share * 100)}%`);
export const counted = (count: number, one: string, many = `${one}s`) => `${whole(count)} ${count === 1 ? one : many}`;

/** With three digits or so: 1.22 M, 408 k, 950. */
export function revenueText(revenue: number | undefined): string {
  if (revenue === undefined) return none;
  const size = Math.abs(revenue);
  const sign = revenue < 0 ? '−' : '';
  if (size >= 999_500_000) return `${sign}${whole(size / 1e6)}\u00a0M`;
  if (size >= 9_995_000) return `${sign}${(size / 1e6).toFixed(1)}\u00a0M`;
  if (size >= 999_500) return `${sign}${(size / 1e6).toFixed(2)}\u00a0M`;
  if (size >= 10_000) return `${sign}${whole(size / 1e3)}\u00a0k`;
  return `${sign}${whole(size)}`;
}

export function changeText(change: number | undefined): string {
  if (change === undefined) return none;
  return `${change > 0 ? '▲ ' : change < 0 ? '▼ ' : ''}${signed(change)}`;
}

export function dateText(date: string | number): string {
  const day = new Date(date);
  return `${day.getUTCDate()} ${monthName(day)} ${day.getUTCFullYear()}`;
}

/** 21 hours, 3 days. */
export function ageText(milliseconds: number): string {
  const hours = Math.max(0, Math.floor(milliseconds / 3_600_000));
  return hours < 48 ? counted(hours, 'hour') : counted(Math.floor(hours / 24), 'day');
}

export function pill(level: Band, text = levelNames[level]): string {
  return `<b class="pill ${levelClass[level]}" title="${levelNames[level]}: ${levelMeanings[level]}">${text}</b>`;
}

const noDataPill = '<b class="pill none" title="No topic has data">no data</b>';

/** The score of a client; of one without data it says nothing. */
export function scorePill(row: Pick<Row, 'level' | 'score' | 'scoredTopics'>): string {
  return hasNoData(row) ? noDataPill : pill(row.level, points(row.score));
}

const dayMs = 86_400_000;

/** Days of the calendar, in UTC. */
export const daysSince = (date: string, now: number) => Math.floor(now / dayMs) - Math.floor(Date.parse(date) / dayMs);

export function contactAge(date: string, now: number): string {
  const days = daysSince(date, now);
  return days < 0 ? `on ${date.slice(0, 10)}` : days === 0 ? 'today' : `${counted(days, 'day')} ago`;
}

/** The same, worked out again when the page is looked at. */
export function ago(date: string, now: number): string {
  return `<time datetime="${date.slice(0, 10)}">${contactAge(date, now)}</time>`;
}

/** At most so many characters, cut at a word where there is one. */
export function cutText(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const start = characters.slice(0, most).join('');
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), start.length - 40)).trimEnd()}…`;
}
