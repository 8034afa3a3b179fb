import { noDataText, sharedReasons } from '../../shared/domain/lists/attention.ts';
import { sinceAWeek } from '../../shared/domain/lists/since-a-week.ts';
import type { BoardData } from '../data/collect.ts';
import { isolated } from './text.ts';

/** What is new since a week ago, first on the board after the figures; and what is said once for the account. */
export function weekCard({ rows, overview }: BoardData): string {
  const { scoresUpdatedAt, trackRecord, feedFaults } = overview;
  const lines = sinceAWeek(rows, { scoresUpdatedAt, leavers: trackRecord?.leavers, feedFaults });
  const remarks = [noDataText(rows), ...sharedReasons(rows)].filter((text) => text !== '');
  if (lines.length === 0 && remarks.length === 0) return '';
  const items = lines.map(({ name, facts }) => `<li><b>${isolated(name)}</b> ${isolated(facts)}</li>`);
  const said = remarks.map((text) => `<p>${isolated(text)}</p>`).join('');
  return `<section class="card week"><h2>Since a week ago</h2>${items.length > 0 ? `<ul>${items.join('')}</ul>` : '<p>Nobody changed level.</p>'}${said}</section>`;
}
