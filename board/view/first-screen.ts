import { hasNoData } from '../../shared/domain/lists/attention.ts';
import { type Band, bandOf, bands, levelMeanings } from '../../shared/domain/scoring/bands.ts';
import type { BoardData } from '../data/collect.ts';
import { groupOf, revenueOf } from '../data/groups.ts';
import { stackedBar } from './bars.ts';
import { heightIn, picture } from './picture.ts';
import {
  ageText,
  counted,
  dateText,
  isolated,
  levelClass,
  levelNames,
  none,
  percent,
  pill,
  points,
  revenueText,
  signed,
  whole,
} from './text.ts';

/** Title, figures and picture: how the portfolio is, and where the trouble is. */
export function firstScreen(data: BoardData, now: number): string {
  const { title, overview, scope } = data;
  const computed = overview.scoresUpdatedAt
    ? `Scores of ${dateText(overview.scoresUpdatedAt)}, ${ageText(now - Date.parse(overview.scoresUpdatedAt))} old`
    : 'No scores computed yet';
  return `<header><h1>${isolated(title)}</h1><p>Client health, ${isolated(scope)}</p><p class="age"${overview.scoresUpdatedAt ? ` data-at="${overview.scoresUpdatedAt}"` : ''}>${computed}</p></header>
<div class="top">
<section class="card now" aria-label="The portfolio">${figures(data)}</section>
<figure class="card where"><figcaption><b>Where the trouble is</b> <span class="quiet">${overview.total === 0 ? 'There are no clients yet.' : `Clients by score and ${heightIn(data.rows) === 'revenue' ? 'revenue (log scale)' : 'change in 30 days'}. Rings and lines: fell most in 30 days.`}</span></figcaption>${overview.total === 0 ? '' : picture(data.rows.filter((row) => !hasNoData(row)))}<p id="tip" hidden></p></figure>
</div>`;
}

function figures({ overview, rows: clients }: BoardData): string {
  const { total, score, breakdown, revenueTTM, trends, insufficientDataCount, medianScore } = overview;
  // without clients, a score of 0 would read as the worst
  if (total === 0)
    return '<p class="score"><b>–</b></p><p class="quiet">0 clients. Import some, and the next night scores them.</p>';
  const counts = bands.map((band) => breakdown[band]);
  const revenue = bands.map((band) => revenueTTM[band]);
  const isRevenueKnown = revenueOf(clients) !== undefined;
  const shareOf = (value: number) => (revenueTTM.total > 0 ? percent(value / revenueTTM.total) : none);
  const atRisk = groupOf(clients).revenueAtRisk;
  const currencyText = revenueTTM.currency === undefined ? '' : ` ${isolated(revenueTTM.currency)}`;
  const unknown = (band: Band) =>
    breakdown[band] > 0 && revenueOf(clients.filter(({ level }) => level === band)) === undefined;
  const rows = bands.map(
    (band) =>
      `<tr><th scope="row"><i class="${levelClass[band]}"></i>${levelNames[band]}<small>${levelMeanings[band]}</small></th><td>${whole(breakdown[band])}</td><td>${percent(breakdown[band] / total)}</td><td>${!isRevenueKnown || unknown(band) ? none : revenueText(revenueTTM[band])}</td><td>${!isRevenueKnown || unknown(band) ? none : shareOf(revenueTTM[band])}</td></tr>`,
  );
  return `<p class="score"><b>${points(score)}</b> ${pill(bandOf(score))}</p>
<p class="changes"><b>${changed(trends['30day'])}</b> in 30 days, <b>${changed(trends['7day'])}</b> in 7 days</p>
<p class="quiet">Average score (0–200) and change. Median ${points(medianScore)}. ${counted(total, 'client')}, ${insufficientDataCount === 0 ? 'all with 8 topics or more' : `${whole(insufficientDataCount)} with fewer than 8 of 15 topics`}.</p>
<p class="risk"><b>${revenueText(atRisk)}</b> revenue at high risk${isRevenueKnown ? `, ${atRisk === undefined ? 'none known' : shareOf(atRisk)} of ${revenueText(revenueTTM.total)}${currencyText}${unknownText(clients)}` : '; no revenue is known'}</p>
<table class="levels"><caption class="off">Clients and revenue of 12 months by level</caption><thead><tr><th scope="col">Level</th><th scope="col" colspan="2">Clients</th><th scope="col" colspan="2">Revenue, 12 months${currencyText}</th></tr></thead><tbody>${rows.join('')}</tbody></table>
<div class="stacks"><span>Clients</span>${stackedBar(counts, 'Clients by level')}<span>Revenue</span>${stackedBar(revenue, 'Revenue by level')}</div>`;
}

/** Revenue that is not known is not at risk, as far as anybody can tell, and two currencies have no sum. */
function unknownText(rows: BoardData['rows']): string {
  const without = rows.filter(({ revenue }) => revenue === undefined);
  const others = without.flatMap(({ otherCurrency }) => otherCurrency ?? []);
  const missing = without.length - others.length;
  return [
    ...(missing > 0 ? [`. Revenue missing for ${counted(missing, 'client')}`] : []),
    ...(others.length > 0
      ? [`. Without ${counted(others.length, 'client')} in ${isolated([...new Set(others)].join(', '))}`]
      : []),
    ...(without.length > 0 ? ['.'] : []),
  ].join('');
}

/** A mean over no client is no change of 0. */
function changed({
  improving,
  declining,
  stable,
  averageChange,
}: {
  readonly improving: number;
  readonly declining: number;
  readonly stable: number;
  readonly averageChange: number | null;
}): string {
  return averageChange === null || improving + declining + stable === 0 ? none : signed(averageChange);
}
