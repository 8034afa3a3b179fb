import type { Portrait } from '../data/collect.ts';
import type { Row } from '../data/rows.ts';
import { barClass } from './bars.ts';
import { historyChart } from './lines.ts';
import type { RowSetting } from './setting.ts';
import { ago, cutText, dateText, escaped, isolated, points, signed } from './text.ts';

const mostOfNote = 300;

type ShownRow = Pick<Row, 'name' | 'alignment' | 'lastContactDate' | 'portfolios'>;
type Setting = Pick<RowSetting, 'now'> & {
  readonly data: Pick<RowSetting['data'], 'portfolios'>;
  /** The feed that brought a signal, where it is known. */
  readonly feedOf?: (signalId: string) => string | undefined;
  /** HTML of what can be done here. */
  readonly forms?: string;
};

/** What a board knows of a client: the folded part of its row. */
export function clientSection(row: ShownRow, portrait: Portrait, setting: Setting): string {
  const { detail, people } = portrait;
  const { nextSteps } = detail.topics;
  const { historicalData: history } = detail;
  const chart =
    history.length > 0 ? `<h3>Score, last ${history.length} days</h3>${historyChart(history, row.name)}` : '';
  return `<div class="more">${setting.forms ?? ''}<p>${isolated(detail.spotlightSummary)}</p>
<div class="two"><div>${evidence(portrait, setting)}${nextSteps.length > 0 ? `<h3>Next steps</h3><ol>${nextSteps.map((step) => `<li>${isolated(step)}</li>`).join('')}</ol>` : ''}${insights(portrait)}${notes(portrait)}${people ? contacts(people) : ''}<p class="quiet">${background(row, setting)}</p></div><div>${chart}${topics(portrait)}</div></div></div>`;
}

function insights({ detail, insights: found }: Portrait): string {
  if (!found) return '';
  const nameOf = topicNames(detail);
  const items = found.week.insights.map(
    ({ topic, summary, sentiment }) =>
      `<li>${isolated(summary)} <span class="quiet">${escaped(nameOf(topic))}, ${escaped(sentiment)}</span></li>`,
  );
  return `<h3>Insights, week of ${dateText(found.week.weekDate)}: ${isolated(found.stream)}</h3><ul>${items.join('')}</ul>`;
}

function notes({ notes: found = [] }: Portrait): string {
  if (found.length === 0) return '';
  const items = found.map(
    ({ createdAt, createdBy, content }) =>
      `<li><span class="quiet">${dateText(createdAt)}, ${isolated(createdBy)}:</span> ${isolated(cutText(content, mostOfNote))}</li>`,
  );
  return `<h3>Newest notes</h3><ul>${items.join('')}</ul>`;
}

/** The name of a topic by its id. */
function topicNames({ topics: { topics: all } }: Portrait['detail']): (id: string) => string {
  const names = new Map(all.map(({ id, displayName }) => [id, displayName]));
  return (id) => names.get(id) ?? id;
}

/** The signals behind the largest change, and what else is bad today. */
function evidence({ detail }: Portrait, setting: Setting): string {
  const { evidence: changed, pulledDownBy } = detail.topics;
  const known = new Set(changed.map(({ text }) => text));
  const bad = pulledDownBy.filter(({ text }) => !known.has(text));
  // nothing of a client that left is of today
  const pulls = detail.metadata.archived ? 'What pulled it down in the end' : 'What pulls it down today';
  return `${listOf('What changed', changed, detail, setting)}${listOf(pulls, bad, detail, setting)}`;
}

function listOf(
  title: string,
  found: Portrait['detail']['topics']['evidence'],
  detail: Portrait['detail'],
  { feedOf }: Setting,
): string {
  if (found.length === 0) return '';
  const nameOf = topicNames(detail);
  const items = found.map(({ topic, date, text, signalId, points: moved }) => {
    const day = dateText(date);
    // most texts name the day, without its year
    const on = text.includes(day.slice(0, -5)) ? '' : `, ${day}`;
    const feed = signalId === null ? undefined : feedOf?.(signalId);
    const from = feed === undefined ? '' : `, from ${isolated(feed)}`;
    return `<li>${isolated(text)} <span class="quiet">${escaped(nameOf(topic))}${on}${from}</span> <b>${signed(moved)}</b></li>`;
  });
  return `<h3>${title}</h3><ul class="evidence">${items.join('')}</ul>`;
}

function contacts(people: NonNullable<Portrait['people']>): string {
  if (people.length === 0) return '<h3>People</h3><p class="quiet">No key people are known.</p>';
  const items = people.map(
    ({ name, title, role, email, phone }) =>
      `<li>${isolated([name, title, role, email, phone].filter(Boolean).join(', '))}</li>`,
  );
  return `<h3>People</h3><ul>${items.join('')}</ul>`;
}

function background({ alignment, lastContactDate, portfolios }: ShownRow, { data, now }: Setting): string {
  const names = portfolios.map((id) => isolated(data.portfolios.get(id) ?? id));
  return [
    lastContactDate ? `Last contact ${ago(lastContactDate, now)}` : 'No contact known',
    alignment ? `weekly read ${escaped(alignment)}` : 'no weekly read',
    ...(names.length > 0 ? [`in ${names.join(', ')}`] : []),
  ].join(' · ');
}

function topics({ detail }: Portrait): string {
  const all = [...detail.topics.topics].sort(
    (a, b) => Number(a.hasInsufficientData) - Number(b.hasInsufficientData) || a.contribution - b.contribution,
  );
  const known = all.filter(({ hasInsufficientData, score }) => !hasInsufficientData && score !== null);
  if (known.length === 0) return '<h3>Topics</h3><p class="quiet">No topic has data.</p>';
  const moved = detail.topics.changes?.['30day']?.topics ?? [];
  const changes = new Map(moved.map(({ id, change }) => [id, change]));
  const rows = known.map(({ id, displayName, score, contribution }) => {
    const shown = score ?? 100;
    return `<tr><th>${escaped(displayName)}<td class=${barClass(shown)}><td>${points(shown)}<td>${signed(contribution)}<td>${changes.has(id) ? signed(changes.get(id) ?? 0) : ''}`;
  });
  const without = all.length - known.length;
  const ended = moved.filter(({ data }) => data === 'ended');
  const nameOf = topicNames(detail);
  return `<table class="topics"><caption>Topics, worst first</caption><thead><tr><th>Topic<th>Below or above 100<th>Score<th>Points<th>30 days</thead><tbody>${rows.join('')}</tbody></table>${without > 0 ? `<p class="quiet">${without} of ${all.length} topics have no data.${ended.length > 0 ? ` Ended in 30 days: ${ended.map(({ id, change }) => `${escaped(nameOf(id))} ${signed(change)}`).join(', ')}.` : ''}</p>` : ''}`;
}
