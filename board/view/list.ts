import { toDoFirst } from '../../shared/domain/lists/attention.ts';
import { bands } from '../../shared/domain/scoring/bands.ts';
import type { BoardData } from '../data/collect.ts';
import { listed } from '../data/order.ts';
import type { Row } from '../data/rows.ts';
import { clientRow } from './client-row.ts';
import { monthsBehind, spanOf } from './lines.ts';
import { heightIn } from './picture.ts';
import type { RowSetting } from './setting.ts';
import { escaped, isolated, levelClass, levelNames, whole } from './text.ts';

const shownFirst = 10;

interface ListOptions extends Pick<RowSetting, 'addressOf'> {
  /** Where Find reads the names of people, where the sheet is, and who left. A file has none of them. */
  readonly people?: string;
  readonly sheet?: string;
  readonly leavers?: string;
  /** Shows the first rows only, without a filter. */
  readonly short?: number;
}

/** What to do first, and the other clients folded below. */
export function clientList(
  data: BoardData,
  now: number,
  { short, addressOf, people, sheet, leavers }: ListOptions = {},
): string {
  const { rows, portraits, overview } = data;
  if (rows.length === 0) return '';
  const urgent = new Set(toDoFirst(rows).map(({ id }) => id));
  const list = listed(rows);
  const place = list.findIndex(({ id }) => !urgent.has(id));
  const firstCount = Math.min(short ?? shownFirst, place < 0 ? list.length : place);
  const setting = { ...settingOf(data, now), addressOf };
  const details = new Map(portraits.map((portrait) => [portrait.detail.id, portrait]));
  const items = list.map((row) => clientRow(row, details.get(row.id), setting));
  const others = items.length - firstCount;
  const order =
    'At high or medium risk, or down 40 or more in 30 days, by revenue × (points below 100 + points lost, not gained).';
  const { currency } = overview.revenueTTM;
  return `<section class="card list"><div class="title"><h2>What to do first</h2>${sheet === undefined ? '' : `<a class="get" href="${escaped(sheet)}" download>Download the year as a sheet</a>`}${leavers === undefined ? '' : `<a class="get" href="${escaped(leavers)}">Clients that left</a>`}<p class="quiet">${firstCount > 0 ? order : 'No client with enough data is at high or medium risk, or fell steeply.'}</p>${short === undefined ? filters(setting, overview.total, people) : ''}</div>
${overview.scoresUpdatedAt ? monthsBehind(Date.parse(overview.scoresUpdatedAt)) : ''}<div class="head" aria-hidden="true"><span>Client, owner</span><span class="n">Revenue${currency === undefined ? '' : ` ${isolated(currency)}`}</span><span>Score</span><span>30 days</span><span>Why: points, and the rows behind them</span><span>Next step</span></div>
<ol id="first">${items.slice(0, firstCount).join('\n')}</ol>
${short === undefined && others > 0 ? `<details id="rest"${firstCount === 0 ? ' open' : ''}><summary>${firstCount > 0 ? 'All other clients' : 'The clients'}: ${whole(others)}${list.length < rows.length ? ` of ${whole(rows.length - firstCount)}; those that fell most, have most revenue at risk or the lowest scores` : ''}</summary><ol id="others">${items.slice(firstCount).join('\n')}</ol></details>` : ''}${short === undefined ? unlisted(rows, list) : ''}</section>`;
}

const mostUnlisted = 10_000;

/** Clients without a row, which the script finds by their names: id, name, score, and what the picture shows upwards. */
function unlisted(rows: readonly Row[], list: readonly Row[]): string {
  const shown = new Set(list);
  const others = rows.filter((row) => !shown.has(row)).slice(-mostUnlisted);
  if (others.length === 0) return '';
  const height = heightIn(rows);
  const data = others.map(({ id, name, apart, score, [height]: value }) => [
    id,
    apart === undefined ? name : `${name} (${apart})`,
    score,
    ...(value === undefined ? [] : [value]),
  ]);
  return `<ol id="found"></ol><script type="application/json" id="unlisted">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

function settingOf(data: BoardData, now: number): RowSetting {
  const { rows, portraits, portfolios } = data;
  return {
    data,
    now,
    owners: [...new Set(rows.map(({ owner }) => owner).filter(Boolean))].sort((a, b) => a.localeCompare(b, 'en')),
    portfolioIds: [...portfolios.keys()],
    span: spanOf(portraits.map(({ detail }) => detail.historicalData.slice(-30))),
  };
}

/** Hidden until the script is there to use it. */
function filters({ owners, portfolioIds, data, addressOf }: RowSetting, total: number, people?: string): string {
  const choice = (name: string, label: string, all: string, options: readonly (readonly [string | number, string])[]) =>
    `<label><span>${label}</span><select name="${name}"><option value="">${all}</option>${options.map(([value, text]) => `<option value="${value}">${escaped(text)}</option>`).join('')}</select></label>`;
  const orders = [
    ['s', 'lowest score'],
    ['c', 'fell most'],
    ['r', 'most revenue'],
    ['n', 'name'],
  ] as const;
  return `<form id="find" hidden data-total="${total}"${addressOf ? ` data-at="${escaped(addressOf(''))}"` : ''}${people === undefined ? '' : ` data-people="${escaped(people)}"`}><label><span>Find</span><input type="search" name="text" placeholder="Name, topic, person"></label><output id="said"></output><details id="choices"><summary>Filter and order</summary><div>${choice('owner', 'Owner', 'All', [...owners.entries(), ['-', 'no owner']])}${portfolioIds.length > 0 ? choice('portfolio', 'Portfolio', 'All', [...portfolioIds.map((id) => data.portfolios.get(id) ?? id).entries()]) : ''}${choice(
    'level',
    'Level',
    'All',
    bands.map((band) => [levelClass[band], levelNames[band]]),
  )}${choice('order', 'Order', 'to do first', orders)}<label class="check"><input type="checkbox" name="few"> <span>with little data</span></label></div></details></form>`;
}
