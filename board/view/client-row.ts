import { hasLittleData, hasNoData, isAtRisk } from '../../shared/domain/lists/attention.ts';
import { minScoredTopics } from '../../shared/domain/scoring/model.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Portrait } from '../data/collect.ts';
import type { Row } from '../data/rows.ts';
import { clientSection } from './client-section.ts';
import { sparkline } from './lines.ts';
import type { RowSetting } from './setting.ts';
import { ago, changeText, escaped, isolated, levelClass, revenueText, scorePill } from './text.ts';

const readNames = { red: 'Red', amber: 'Amber', green: 'Green' } as const;

/** A client of the list: a row that opens its section, if the board has its details, else a row alone. */
export function clientRow(row: Row, portrait: Portrait | undefined, setting: RowSetting) {
  const link = setting.addressOf && `href="${escaped(setting.addressOf(row.id))}"`;
  // what opens a section cannot be a link as well
  const name = link && !portrait ? `<a ${link}>${isolated(row.name)}</a>` : isolated(row.name);
  const apart = row.apart === undefined ? '' : `<small>${escaped(row.apart)}</small>`;
  const cells = [
    `<span class="w">${name}${apart}${row.owner ? isolated(row.owner) : '<bdi>no owner</bdi>'}</span>`,
    `<span class="n">${revenueText(row.revenue)}</span>`,
    `<span class="s">${scorePill(row)}${topicCount(row)}</span>`,
    `<span class="c">${portrait ? sparkline(portrait.detail.historicalData, setting.span) : ''}<i${(row.moved30 ?? 0) < 0 ? ' class="d"' : ''}>${changeText(row.moved30)}</i></span>`,
    portrait || isAtRisk(row) || row.reason !== undefined ? reasons(row) : facts(row, setting),
  ].join('');
  const attributes = [
    `data-l=${hasNoData(row) ? 'n' : levelClass[row.level]}`,
    `data-s=${row.score}`,
    `data-r=${row.revenue ?? -1}`,
    ...(row.moved30 === undefined ? [] : [`data-c=${row.moved30}`]),
    ...(row.owner ? [`data-o=${setting.owners.indexOf(row.owner)}`] : []),
    ...(row.portfolios.length > 0
      ? [`data-p=" ${row.portfolios.map((id) => setting.portfolioIds.indexOf(id)).join(' ')} "`]
      : []),
    ...(hasLittleData(row) || hasNoData(row) ? ['data-few'] : []),
    ...(link && portrait ? [`data-t="${escaped(lowTopics(portrait))}"`] : []),
  ].join(' ');
  // where there is a page of the client, the script puts its section here when the row is opened
  const section = (known: Portrait) =>
    link
      ? `<p class="more whole"><a ${link}>Everything about ${isolated(row.name)}</a></p>`
      : clientSection(row, known, setting);
  const body = portrait
    ? `<details><summary>${cells}</summary>${section(portrait)}</details>`
    : `<div class="row">${cells}</div>`;
  return `<li ${attributes} id="client-${row.id}">${body}</li>`;
}

/** The topics that take points from the score, for Find. */
const lowTopics = ({ detail }: Portrait) =>
  detail.topics.topics.flatMap(({ contribution, displayName }) => (contribution < 0 ? [displayName] : [])).join(', ');

/** On how much the score rests, if it is not most topics. */
function topicCount({ scoredTopics }: Row): string {
  return scoredTopics === 0 || scoredTopics >= minScoredTopics
    ? ''
    : `<span class="few">${scoredTopics} of ${topics.length} topics</span>`;
}

/** Why to act, and what to do next: of every row, also of those whose details are not read. */
function reasons(row: Row): string {
  const { reason, nextStep, followUp } = row;
  const none = hasNoData(row) ? 'No topic has data' : 'Nothing to act on';
  const why = reason === undefined ? `<span class="quiet">${none}</span>` : isolated(reason);
  return `<span class="why">${why}</span><span class="step">${followUp === undefined ? '' : `<b class="said">${isolated(followUp)}</b> `}${nextStep === undefined ? '' : isolated(nextStep)}</span>`;
}

/** What the export says of a client whose details are not read. */
function facts({ alignment, lastContactDate, portfolios, largestMove }: Row, { data, now }: RowSetting): string {
  const read = readNames[alignment as keyof typeof readNames];
  const contact = lastContactDate ? `Last contact ${ago(lastContactDate, now)}` : 'No contact known';
  const names = portfolios.map((id) => isolated(data.portfolios.get(id) ?? id));
  const moved = largestMove === undefined ? [] : [isolated(largestMove)];
  return `<span class="f">${[...moved, contact, ...(read ? [`weekly read ${read.toLowerCase()}`] : []), ...names].join(' · ')}</span>`;
}
