import { counted, dateText, escaped, isolated } from '../../board/view/text.ts';
import { exportSteps } from '../../import/arrived/feed-names.ts';
import { expectedOn, type FeedRecord, faultsOn, faultText } from '../../shared/domain/feeds.ts';
import { facts, timeText } from '../view/html.ts';

/** What is coming: what is late first, then what is expected next. */
export async function feedsSection(feeds: readonly FeedRecord[], today: number): Promise<string> {
  if (feeds.length === 0) return '';
  const rank = (feed: FeedRecord) => `${faultsOn(feed, today).length > 0 ? 0 : 1} ${feed.due ?? '9'} ${feed.feed}`;
  const sorted = feeds.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  const items = await Promise.all(sorted.map((feed) => feedItem(feed, today)));
  return `<h2>What is coming</h2><ul class="plain">${items.join('')}</ul>`;
}

async function feedItem(feed: FeedRecord, today: number): Promise<string> {
  const faults = faultsOn(feed, today);
  const state =
    faults.length === 0
      ? `<span class="state">${feed.due === undefined ? '' : 'in time'}</span>`
      : faults
          .map(
            (fault) => `<span class="state bad">${escaped(faultText(feed, fault).slice(feed.feed.length + 2))}</span>`,
          )
          .join('<br>');
  const { at, rows, rejected, due, names } = feed;
  const expected = expectedOn(feed);
  const steps = await exportSteps(feed.feed);
  return `<li class="card"><strong>${isolated(feed.feed)}</strong> ${state}${facts([
    ...(names === undefined ? [] : [['Files called', isolated(names)] as const]),
    ...(at === undefined
      ? []
      : [['Last import', `${timeText(at)}: ${counted(rows ?? 0, 'row')}, ${rejected ?? 0} not imported`] as const]),
    [
      'Next file',
      due === undefined || expected === undefined
        ? 'known once a second file has come'
        : `expected on ${dateText(expected)}${expected === due ? '' : `, late after ${dateText(due)}`}`,
    ],
    ...(feed.follows ? [['List of clients', 'another one leads; this one fills what that leaves empty'] as const] : []),
    ...(steps === undefined ? [] : [['Export it again', escaped(steps)] as const]),
  ])}</li>`;
}
