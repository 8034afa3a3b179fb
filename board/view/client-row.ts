import { worstTopics } from '../../shared/domain/advice/next-steps.ts';
import { minScoredTopics } from '../../shared/domain/scoring/model.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { Portrait } from '../data/collect.ts';
import type { Row } from '../data/rows.ts';
import { fallenTopics, type NextSteps } from '../data/steps.ts';
import { clientSection } from './client-section.ts';
import { sparkline } from './lines.ts';
import type { RowSetting } from './setting.ts';
import { ago, changeText, escaped, isolated, levelClass, pill, points, revenueText, signed } from './text.ts';

const readNames = { red: 'Red', amber: 'Amber', green: 'Green' } as const;

interface Details {
  readonly portrait: Portrait;
  readonly steps: NextSteps;
}

/** A client of the list: a row that opens its section, if the board has its details, else a row alone. */
export function clientRow(row: Row, details: Details | undefined, setting: RowSetting) {
  const link = setting.addressOf && `href="${escaped(setting.addressOf(row.id))}"`;
  // what opens a section cannot be a link as well
  const name = link && !details ? `<a ${link}>${isolated(row.name)}</a>` : isolated(row.name);
  const cells = [
    `<span class="w">${name}${row.owner ? isolated(row.owner) : '<bdi>no owner</bdi>'}</span>`,
    `<span class="n">${revenueText(row.revenue)}</span>`,
    `<span class="s">${pill(row.level, points(row.score))}${littleData(row)}</span>`,
    `<span class="c">${details ? sparkline(details.portrait.detail.historicalData, setting.span) : ''}<i${(row.change30 ?? 0) < 0 ? ' class="d"' : ''}>${changeText(row.change30)}</i></span>`,
    details ? reasons(details, setting) : facts(row, setting),
  ].join('');
  const attributes = [
    `data-l=${levelClass[row.level]}`,
    `data-s=${row.score}`,
    `data-r=${row.revenue ?? -1}`,
    ...(row.change30 === undefined ? [] : [`data-c=${row.change30}`]),
    ...(row.owner ? [`data-o=${setting.owners.indexOf(row.owner)}`] : []),
    ...(row.portfolios.length > 0
      ? [`data-p=" ${row.portfolios.map((id) => setting.portfolioIds.indexOf(id)).join(' ')} "`]
      : []),
    ...(row.hasLittleData ? ['data-few'] : []),
  ].join(' ');
  const body = details
    ? `<details><summary>${cells}</summary>${clientSection(row, details.portrait, details.steps, setting)}${link ? `<p class="more"><a ${link}>Everything about ${isolated(row.name)}</a></p>` : ''}</details>`
    : `<div class="row">${cells}</div>`;
  return `<li ${attributes} id="client-${row.id}">${body}</li>`;
}

/** On how much the score rests, if it is not most topics. */
function littleData({ hasLittleData, scoredTopics }: Row): string {
  if (scoredTopics === undefined) return hasLittleData ? '<span class="few">little data</span>' : '';
  return scoredTopics >= minScoredTopics ? '' : `<span class="few">${scoredTopics} of ${topics.length} topics</span>`;
}

function reasons({ portrait, steps: { first, sameAs } }: Details, { nameOf }: RowSetting): string {
  const fallen = fallenTopics(portrait);
  const topics = worstTopics(portrait.detail.topics.topics);
  const hasData = portrait.detail.topics.topics.some(({ hasInsufficientData }) => !hasInsufficientData);
  const why =
    fallen.length > 0
      ? `<span class="quiet">In 30 days:</span>${fallen.map(({ name, change, isEnded }) => `<span>${escaped(name)}${isEnded ? ', data ended' : ''} <b>${signed(change)}</b></span>`).join('')}`
      : topics.length > 0
        ? topics
            .map(
              ({ displayName, contribution }) => `<span>${escaped(displayName)} <b>${signed(contribution)}</b></span>`,
            )
            .join('')
        : `<span class="quiet">${hasData ? 'No topic is below 100' : 'No topic has data'}</span>`;
  const step = first ? isolated(first) : sameAs ? `As for ${isolated(nameOf(sameAs))}` : '';
  return `<span class="why">${why}</span><span class="step">${step}</span>`;
}

/** What the export says of a client whose details are not read. */
function facts({ alignment, lastContactDate, portfolios, largestMove }: Row, { data, now }: RowSetting): string {
  const read = readNames[alignment as keyof typeof readNames];
  const contact = lastContactDate ? `Last contact ${ago(lastContactDate, now)}` : 'No contact known';
  const names = portfolios.map((id) => isolated(data.portfolios.get(id) ?? id));
  const moved = largestMove === undefined ? [] : [isolated(largestMove)];
  return `<span class="f">${[...moved, contact, ...(read ? [`weekly read ${read.toLowerCase()}`] : []), ...names].join(' · ')}</span>`;
}
