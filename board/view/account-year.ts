import type { HealthOfDay } from '../../client/index.ts';
import { yearChart } from './lines.ts';
import { counted, dateText, points } from './text.ts';

const weeks = 53;
const scoreOf = (day: HealthOfDay | undefined) => (day && day.breakdown.total > 0 ? day.score : null);

/** The mean score of the account over a year, a point a week, and what became of its levels; nothing before two nights. */
export function accountYear(history: readonly HealthOfDay[]): string {
  const known = history.filter(({ breakdown }) => breakdown.total > 0);
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last || first === last) return '';
  const end = Date.parse(last.date);
  const byWeek = Array.from({ length: weeks }, (_, back) => scoreOf(history.at(-1 - 7 * back))).reverse();
  const at = ({ score, breakdown }: HealthOfDay) =>
    `${points(score)}, ${counted(breakdown.total, 'client', 'clients')}, ${breakdown.highRisk} of them at high risk`;
  return `${yearChart(byWeek, 'Mean score', end)}<p class="quiet">${dateText(Date.parse(first.date))}: ${at(first)}. ${dateText(end)}: ${at(last)}.</p>`;
}
