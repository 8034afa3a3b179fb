import { compareTexts } from '../../shared/domain/orders.ts';
import type { Row } from './rows.ts';

/** Clients below this score are at high or medium risk. */
const lowRiskFrom = 100;

/** The clients to act on, most urgent first: revenue × (points below 100 + points lost in 30 days). */
export function toDoFirst(rows: readonly Row[]): Row[] {
  const typical = medianRevenue(rows);
  const urgency = ({ score, change30 = 0, revenue = typical }: Row) =>
    Math.max(revenue, 0) * (lowRiskFrom - score + Math.max(-change30, 0));
  return rows
    .filter(({ score, hasLittleData }) => score < lowRiskFrom && !hasLittleData)
    .map((row) => ({ row, urgency: urgency(row) }))
    .sort((a, b) => b.urgency - a.urgency || byScore(a.row, b.row))
    .map(({ row }) => row);
}

/** A client without revenue counts with the median, so that it is neither first nor last for a missing figure. */
function medianRevenue(rows: readonly Row[]): number {
  const known = rows.flatMap(({ revenue }) => revenue ?? []).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)] ?? 1;
}

/** Those that fell in so many days, most first. Scores of little data jump, so they are left out. */
export function fallen(rows: readonly Row[], period: 'change7' | 'change30' = 'change30'): Row[] {
  return moved(rows, period, -1);
}

export function risen(rows: readonly Row[], period: 'change7' | 'change30' = 'change30'): Row[] {
  return moved(rows, period, 1);
}

function moved(rows: readonly Row[], period: 'change7' | 'change30', direction: 1 | -1): Row[] {
  return rows
    .filter((row) => !row.hasLittleData && (row[period] ?? 0) * direction > 0)
    .sort((a, b) => ((b[period] ?? 0) - (a[period] ?? 0)) * direction || byScore(a, b));
}

const byScore = (a: Row, b: Row) => a.score - b.score || compareTexts(a.id, b.id);

const mostListed = 300;
const mostSections = 50;
const fallenSections = 10;

/**
 * At most 300 clients in the order of the list: what to do first, those that fell most, most revenue at risk, and then
 * the lowest scores.
 */
export function listed(rows: readonly Row[]): Row[] {
  const first = toDoFirst(rows);
  const atRisk = rows
    .filter(({ score }) => score < lowRiskFrom)
    .sort((a, b) => (b.revenue ?? 0) - (a.revenue ?? 0) || byScore(a, b));
  const lowest = [...rows].sort(byScore);
  const parts = [first.slice(0, 200), fallen(rows).slice(0, 50), atRisk.slice(0, 50), first, lowest];
  return [...new Set(parts.flat())].slice(0, mostListed);
}

/** The clients whose details a board reads: mostly what to do first, with the five that fell most. */
export function withSections(rows: readonly Row[], most = mostSections): Row[] {
  const list = listed(rows);
  const guaranteed = fallen(rows).slice(0, Math.min(fallenSections, Math.floor(most / 4)));
  const chosen = new Set([...list.slice(0, most - guaranteed.length), ...guaranteed]);
  for (const row of list) if (chosen.size < most) chosen.add(row);
  return list.filter((row) => chosen.has(row));
}
