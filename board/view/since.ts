import { bands } from '../../shared/domain/scoring/bands.ts';
import type { BoardData } from '../data/collect.ts';
import type { Snapshot } from '../data/snapshot.ts';
import { dateText, isolated, levelNames, points, signed, whole } from './text.ts';

const mostNamed = 20;

/** What is different from an earlier board. */
export function changesSince({ overview, rows }: BoardData, since: Snapshot): string {
  const isHigh = new Set(rows.filter(({ level }) => level === 'highRisk').map(({ id }) => id));
  const was = new Set(since.highRisk);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]) => {
    const shown = ids.slice(0, mostNamed).map((id) => isolated(names.get(id) ?? id));
    return ids.length === 0
      ? 'none'
      : `${shown.join(', ')}${ids.length > mostNamed ? ` and ${ids.length - mostNamed} more` : ''}`;
  };
  const levels = bands.map(
    (band) => `${levelNames[band]} ${whole(since.breakdown[band] ?? 0)} → ${whole(overview.breakdown[band])}`,
  );
  return `<section class="card since"><h2>Since ${since.scoresUpdatedAt ? dateText(since.scoresUpdatedAt) : 'the earlier board'}</h2>
<p>Portfolio score ${points(since.score)} → ${points(overview.score)} (${signed(overview.score - since.score)}). ${levels.join(', ')}.</p>
<p><b>New at high risk:</b> ${named([...isHigh].filter((id) => !was.has(id)))}</p>
<p><b>No longer at high risk:</b> ${named([...was].filter((id) => !isHigh.has(id)))}</p></section>`;
}
