import type { FeedRecord } from '../../shared/domain/feeds.ts';
import {
  fallen,
  hasNoData,
  type MoveColumn,
  risen,
  withLittleData,
  withoutData,
} from '../../shared/domain/lists/attention.ts';
import { bandOf, bands } from '../../shared/domain/scoring/bands.ts';
import { type BoardData, mostStreams } from '../data/collect.ts';
import { distributionOf, type Group, groupsBy, readsAgainstLevels } from '../data/groups.ts';
import type { Row } from '../data/rows.ts';
import { accountYear } from './account-year.ts';
import { fromMiddle, histogramOf, shareBar } from './bars.ts';
import { spanOf, sparkline } from './lines.ts';
import {
  ageText,
  ago,
  counted,
  dateText,
  daysSince,
  isolated,
  levelNames,
  none,
  percent,
  pill,
  points,
  revenueText,
  scorePill,
  signed,
  whole,
} from './text.ts';
import { didItWarn } from './track-record.ts';

const overdueDays = 30;
const most = 5;
const mostGroups = 8;

/** What follows the first screen: distribution, moves, owners, portfolios, reads, streams, freshness. */
export function furtherCards(data: BoardData, now: number): string {
  if (data.rows.length === 0) return '';
  return `<div class="cards">
${card('Scores of all clients with data', histogramOf(distributionOf(data.rows.filter((row) => !hasNoData(row)))), 'How many clients have a score of 0 to 10, 10 to 20 and so on.')}
${year(data)}
${freshness(data, now)}
${moves(data)}
${byOwner(data)}
${byPortfolio(data)}
${reads(data)}
${contacts(data, now)}
${streams(data)}
${didItWarn(data)}
</div>`;
}

function year({ history }: BoardData): string {
  const line = accountYear(history);
  return line && card('The account over a year', line, 'The mean score of the clients of each day.');
}

function card(title: string, body: string, note = ''): string {
  return `<section class="card"><h2>${title}</h2>${note ? `<p class="quiet">${note}</p>` : ''}${body}</section>`;
}

function moves({ rows }: BoardData): string {
  const lists = (['moved30', 'moved7'] as const).map((period) => ({
    period,
    down: fallen(rows, period),
    up: risen(rows, period),
  }));
  const shown = lists.flatMap(({ period, down, up }) =>
    [...down.slice(0, most), ...up.slice(0, most)].map((row) => Math.abs(row[period] ?? 0)),
  );
  const reach = Math.max(...shown, 10);
  const table = ({ period, down, up }: (typeof lists)[number]) => {
    const line = (row: Row) =>
      `<tr><th scope="row">${isolated(row.name)}${because(row, period)}</th><td>${fromMiddle(row[period] ?? 0, reach, (row[period] ?? 0) < 0 ? 'fell' : 'rose')}</td><td>${signed(row[period] ?? 0)}</td><td>${scorePill(row)}</td></tr>`;
    const list = [...down.slice(0, most), ...up.slice(0, most)];
    const days = period === 'moved30' ? '30 days' : '7 days';
    const isKnown = rows.some((row) => row[period] !== undefined);
    const caption = isKnown
      ? `${days}: ${whole(down.length)} down, ${whole(up.length)} up`
      : `${days}: no earlier scores yet`;
    if (list.length === 0) return `<p><b>${caption}</b></p>`;
    return `<table class="moves"><caption>${caption}</caption><thead class="off"><tr><th scope="col">Client</th><th scope="col">Bar</th><th scope="col">Change</th><th scope="col">Score</th></tr></thead><tbody>${list.map(line).join('')}</tbody></table>`;
  };
  return `<section class="card wide"><h2>Moves, down and up</h2><p class="quiet">The largest ${most} each. All bars have one scale.</p><div class="two">${lists.map(table).join('')}</div></section>`;
}

function because(row: Row, period: MoveColumn): string {
  const why = (row[period] ?? 0) < 0 ? row.reason : row.largestMove;
  return period === 'moved30' && why !== undefined ? `<span class="because">${isolated(why)}</span>` : '';
}

function groupTable(groups: readonly { readonly name: string; readonly group: Group }[], what: string): string {
  const line = ({ name, group }: (typeof groups)[number]) =>
    `<tr><th scope="row">${name}</th><td>${whole(group.count)}</td><td>${pill(bandOf(group.mean), points(group.mean))}</td><td class="bars">${shareBar(group.highRisk / group.count, 'h')}<span>${percent(group.highRisk / group.count)}</span></td><td>${revenueText(group.revenueAtRisk)}</td></tr>`;
  const shown = groups.slice(0, mostGroups);
  const table = (list: typeof groups, caption: string) =>
    `<table class="groups"><caption class="off">${caption}</caption><thead><tr><th scope="col">${what}</th><th scope="col">Clients</th><th scope="col">Mean</th><th scope="col">At high risk</th><th scope="col">Revenue of these</th></tr></thead><tbody>${list.map(line).join('')}</tbody></table>`;
  const others = groups.slice(mostGroups);
  return `${table(shown, `Clients by ${what.toLowerCase()}`)}${others.length > 0 ? `<details><summary>${counted(others.length, 'more', 'more')}</summary>${table(others, `Further clients by ${what.toLowerCase()}`)}</details>` : ''}`;
}

function byOwner({ rows }: BoardData): string {
  const groups = groupsBy(rows, ({ owner }) => [owner]).map(({ key, group }) => ({
    name: key === '' ? '<span class="quiet">no owner</span>' : isolated(key),
    group,
  }));
  return card('By owner', groupTable(groups, 'Owner'), 'Most revenue at high risk first.');
}

function byPortfolio({ rows, portfolios }: BoardData): string {
  const groups = groupsBy(rows, ({ portfolios: ids }) => (ids.length > 0 ? ids : [''])).map(({ key, group }) => ({
    name: key === '' ? '<span class="quiet">in none</span>' : isolated(portfolios.get(key) ?? key),
    group,
  }));
  return card('By portfolio', groupTable(groups, 'Portfolio'), 'A client can be in several, so these do not add up.');
}

const readNames: ReadonlyMap<string, string> = new Map(
  Object.entries({ red: 'Red', amber: 'Amber', green: 'Green', '': 'No read' }),
);

function reads({ rows }: BoardData): string {
  const lines = readsAgainstLevels(rows);
  const highest = Math.max(...lines.flatMap(({ counts }) => counts), 1);
  const table = `<table class="reads"><caption class="off">Weekly reads, by the level of the score</caption><thead><tr><th scope="col">Weekly read</th>${bands.map((band) => `<th scope="col">${levelNames[band]}</th>`).join('')}<th scope="col">All</th></tr></thead><tbody>${lines
    .map(({ read, counts }) => {
      const cells = counts.map((count) => `<td class="heat${Math.ceil((count / highest) * 4)}">${whole(count)}</td>`);
      return `<tr><th scope="row">${readNames.get(read)}</th>${cells.join('')}<td><b>${whole(counts.reduce((sum, count) => sum + count, 0))}</b></td></tr>`;
    })
    .join('')}</tbody></table>`;
  const missed = fallen(rows)
    .filter(({ alignment }) => alignment === 'green')
    .slice(0, most);
  const list = missed.map(
    (row) =>
      `<li><b>${isolated(row.name)}</b> ${signed(row.moved30 ?? 0)} to ${points(row.score)}${row.owner ? `, ${isolated(row.owner)}` : ''}</li>`,
  );
  return card(
    'People against scores',
    `${table}${list.length > 0 ? `<h3>Read green and falling: ask whether the read still holds</h3><ul>${list.join('')}</ul>` : ''}`,
    'How many clients have this weekly read, by the level of the score.',
  );
}

function contacts({ rows }: BoardData, now: number): string {
  const ageOf = ({ lastContactDate }: Row) =>
    lastContactDate ? daysSince(lastContactDate, now) : Number.POSITIVE_INFINITY;
  const late = rows.filter((row) => ageOf(row) > overdueDays);
  const counts = [30, 60, 90].map(
    (days) => `more than ${days} days: ${whole(rows.filter((row) => ageOf(row) > days && row.lastContactDate).length)}`,
  );
  const never = rows.filter(({ lastContactDate }) => !lastContactDate).length;
  const list = late
    .sort((a, b) => (b.revenue ?? 0) - (a.revenue ?? 0) || a.score - b.score)
    .slice(0, most)
    .map(
      (row) =>
        `<tr><th scope="row">${isolated(row.name)}</th><td>${row.lastContactDate ? ago(row.lastContactDate, now) : 'never'}</td><td>${scorePill(row)}</td><td>${revenueText(row.revenue)}</td></tr>`,
    );
  const table = `<table class="plain"><caption class="off">Clients without contact</caption><thead><tr><th scope="col">Client</th><th scope="col">Last contact</th><th scope="col">Score</th><th scope="col">Revenue</th></tr></thead><tbody>${list.join('')}</tbody></table>`;
  return card(
    'Contacts to catch up',
    list.length > 0 ? table : '<p>Everybody was contacted in the last 30 days.</p>',
    `No contact for ${counts.join(', ')}; never: ${whole(never)}. ${list.length > 0 ? 'Most revenue first.' : ''}`,
  );
}

function streams({ streamsAtRisk }: BoardData): string {
  if (streamsAtRisk.length === 0) return '';
  const span = spanOf(streamsAtRisk.map(({ historicalData }) => historicalData));
  const shown = streamsAtRisk.slice(0, mostGroups);
  const rows = shown.map(
    ({ name, parentClientName, score, historicalData }) =>
      `<li>${sparkline(historicalData, span)}<span><b>${isolated(name)}</b> ${isolated(parentClientName)}</span>${pill('highRisk', points(score))}</li>`,
  );
  const all = streamsAtRisk.length < mostStreams ? whole(streamsAtRisk.length) : `At least ${mostStreams}`;
  return `<section class="card wide"><h2>Streams at high risk</h2><p class="quiet">${all} ${streamsAtRisk.length === 1 ? 'has' : 'have'} a score below 70; ${shown.length < streamsAtRisk.length ? `the ${shown.length} lowest` : 'lowest first'}. Line: 30 days.</p><ul class="streams">${rows.join('')}</ul></section>`;
}

function freshness({ overview, rows, feeds: known }: BoardData, now: number): string {
  const feeds = known ?? [];
  const newest = rows.reduce(
    (latest, { lastContactDate }) => (lastContactDate && lastContactDate > latest ? lastContactDate : latest),
    '',
  );
  const { insufficientDataCount: few, total, scoresUpdatedAt } = overview;
  const [without, little] = [withoutData(rows).length, withLittleData(rows).length];
  const revenueUnknown = rows.filter(({ revenue }) => revenue === undefined).length;
  const figures = [
    [
      'Scores',
      scoresUpdatedAt
        ? `<span class="age" data-at="${scoresUpdatedAt}">${dateText(scoresUpdatedAt)}, ${ageText(now - Date.parse(scoresUpdatedAt))} old</span>`
        : 'not computed yet',
    ],
    ['Newest contact', newest ? `${dateText(newest)}, ${ago(newest, now)}` : none],
    ['Few topics', `${whole(few)} of ${counted(total, 'client')}, ${percent(few / total)}: fewer than 8 of 15 topics`],
    ...(without + little > 0
      ? [
          [
            'Little data',
            `${whole(little)} with one topic, ${whole(without)} without data: left out of all lists of clients to act on`,
          ],
        ]
      : []),
    ['Revenue unknown', `${whole(revenueUnknown)} of ${counted(total, 'client')}`],
  ];
  return card(
    'How far to trust this',
    `<dl>${figures.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>${feeds.length > 0 ? `<h3>Last data received, by feed</h3><dl>${feeds.map((feed) => lastReceived(feed, now)).join('')}</dl>` : ''}`,
    known === undefined ? 'Whether data still arrives is shown by <code>client-health status</code>.' : '',
  );
}

/** Ages, and what is late, are worked out again when the page is looked at. */
function lastReceived({ feed, at, newest, due }: FeedRecord, now: number): string {
  const received = at === undefined ? 'nothing yet' : ago(at, now);
  const rowsUntil = newest === undefined ? '' : `, with data until ${dateText(newest)}`;
  const isLate = due !== undefined && daysSince(due, now) > 0;
  const late =
    due === undefined ? '' : `<b data-due="${due}"${isLate ? '' : ' hidden'}> late, due ${dateText(due)}</b>`;
  return `<dt>${isolated(feed)}</dt><dd>${received}${rowsUntil}${late}</dd>`;
}
