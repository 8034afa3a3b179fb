import { byScore, fallen, isAtRisk, toDoFirst } from '../../shared/domain/lists/attention.ts';
import type { Row } from './rows.ts';

const mostListed = 300;
const mostSections = 50;
const fallenSections = 10;

/**
 * At most 300 clients in the order of the list: what to do first, those that fell most, most revenue at risk, and then
 * the lowest scores.
 */
export function listed(rows: readonly Row[]): Row[] {
  const first = toDoFirst(rows);
  const atRisk = rows.filter(isAtRisk).sort((a, b) => (b.revenue ?? 0) - (a.revenue ?? 0) || byScore(a, b));
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
