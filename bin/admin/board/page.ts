import { createHash } from 'node:crypto';
import { bar, escaped, isolated, sparkline, yearChart } from './charts.ts';
import { type BoardData, type Mover, mostStreams, type Portrait } from './collect.ts';
import { embedded, type Snapshot, snapshotOf } from './snapshot.ts';
import { style } from './style.ts';

const levels = { highRisk: 'High risk', mediumRisk: 'Medium risk', lowRisk: 'Low risk', onTrack: 'On track' } as const;
type Level = keyof typeof levels;
const levelNames = Object.keys(levels) as Level[];
const overdueDays = 30;
const dayMs = 86_400_000;

/** The board as one self-contained HTML file: no scripts, no other hosts, no key. */
export function boardPage(data: BoardData, now: number, since?: Snapshot): string {
  const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'`;
  const { overview, scope } = data;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<title>Client health: ${escaped(overview.customerId)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Client health</h1>
<p class="quiet">${isolated(overview.customerId)}, ${isolated(scope)}. Scores computed: ${overview.scoresUpdatedAt ? dateText(overview.scoresUpdatedAt) : 'not yet'}. Board written: ${dateText(new Date(now).toISOString())} UTC.</p>
${figures(data)}
${since ? changesSince(data, since) : ''}
${riskTable(data)}
${movers(data)}
${lowestTable(data)}
${alignment(data)}
${streams(data)}
${overdue(data, now)}
${data.sections.map(portrait).join('\n')}
</main>
${embedded(snapshotOf(data))}
</body>
</html>
`;
}

function figures({ overview }: BoardData): string {
  // without clients, a score of 0 would read as the worst
  const ofClients = (text: string) => (overview.total === 0 ? '–' : text);
  const items = [
    ['Portfolio score', ofClients(number(overview.score))],
    ['Clients', whole(overview.total)],
    ['Median score', ofClients(number(overview.medianScore))],
    ['Mean change, 7 days', ofClients(signed(overview.trends['7day'].averageChange))],
    ['Mean change, 30 days', ofClients(signed(overview.trends['30day'].averageChange))],
    ['Too little data', whole(overview.insufficientDataCount)],
  ];
  return `<ul class="figures">${items.map(([name, value]) => `<li><b>${value}</b>${name}</li>`).join('')}</ul>`;
}

function changesSince({ overview, rows }: BoardData, since: Snapshot): string {
  const isHigh = new Set(rows.filter(({ riskLevel }) => riskLevel === 'highRisk').map(({ id }) => id));
  const was = new Set(since.highRisk);
  const named = (ids: readonly string[]) => {
    const names = new Map(rows.map(({ id, name }) => [id, name]));
    return ids.length === 0
      ? 'none'
      : ids
          .slice(0, 20)
          .map((id) => isolated(names.get(id) ?? id))
          .join(', ') + (ids.length > 20 ? ` and ${ids.length - 20} more` : '');
  };
  return `<h2>Since ${since.scoresUpdatedAt ? dateText(since.scoresUpdatedAt) : 'the earlier board'}</h2>
<ul>
<li>Portfolio score: ${number(since.score)} → ${number(overview.score)} (${signed(overview.score - since.score)})</li>
${levelNames.map((level) => `<li>${levels[level]}: ${whole(since.breakdown[level] ?? 0)} → ${whole(overview.breakdown[level])}</li>`).join('\n')}
<li>New at high risk: ${named([...isHigh].filter((id) => !was.has(id)))}</li>
<li>No longer at high risk: ${named([...was].filter((id) => !isHigh.has(id)))}</li>
</ul>`;
}

function riskTable({ overview }: BoardData): string {
  const { breakdown, distribution, revenueTTM } = overview;
  const row = (level: Level) => {
    const share = revenueTTM.total > 0 ? revenueTTM[level] / revenueTTM.total : 0;
    return `<tr><th scope="row">${levels[level]}</th><td class="n">${whole(breakdown[level])}</td><td class="n">${distribution[`${level}Percent`].toFixed(1)} %</td><td class="wide">${bar(distribution[`${level}Percent`] / 100, level)}</td><td class="n">${whole(revenueTTM[level])}</td><td class="n">${(share * 100).toFixed(1)} %</td></tr>`;
  };
  return `<h2>Risk</h2>
<table><caption>Clients and trailing-twelve-month revenue by risk level</caption>
<thead><tr><th scope="col">Level</th><th scope="col" class="n">Clients</th><th scope="col" class="n">Share</th><th scope="col" class="wide">Share of clients</th><th scope="col" class="n">Revenue</th><th scope="col" class="n">Share</th></tr></thead>
<tbody>${levelNames.map(row).join('')}</tbody></table>`;
}

function movers({ movers: lists, sections }: BoardData): string {
  const linked = linksTo(sections);
  const list = (caption: string, rows: readonly Mover[]) =>
    rows.length === 0
      ? `<p>${caption}: none.</p>`
      : `<table><caption>${caption}</caption><thead><tr><th scope="col">Client</th><th scope="col" class="n">Score</th><th scope="col" class="n">Change</th><th scope="col">Last 30 days</th></tr></thead><tbody>${rows
          .map(
            ({ client, change, month }) =>
              `<tr><td>${linked(client)}</td><td class="n">${number(client.score)}</td><td class="n">${arrow(change)}</td><td>${sparkline(month, `From ${number(month[0] ?? 0)} to ${number(month.at(-1) ?? 0)} in 30 days`)}</td></tr>`,
          )
          .join('')}</tbody></table>`;
  return `<h2>Biggest moves</h2>
<div class="columns">${lists.map(({ period, up, down }) => `<div>${list(`Down in ${days(period)}`, down)}${list(`Up in ${days(period)}`, up)}</div>`).join('')}</div>`;
}

/** Names of clients, as links to their sections. */
function linksTo(sections: readonly Portrait[]) {
  const places = new Map(sections.map(({ detail }, at) => [detail.id, at]));
  return ({ id, name }: { readonly id: string; readonly name: string }) => {
    const at = places.get(id);
    return at === undefined ? isolated(name) : `<a href="#client-${at}">${isolated(name)}</a>`;
  };
}

function lowestTable({ lowest, sections }: BoardData): string {
  const linked = linksTo(sections);
  if (lowest.length === 0) return '<h2>Lowest scores</h2><p>There are no clients.</p>';
  const rows = lowest.map(({ detail, priorities }) => {
    const reasons = pulling(detail)
      .slice(0, 2)
      .map(({ displayName, contribution }) => `${escaped(displayName)} (${signed(contribution)})`)
      .join(', ');
    const next = priorities[0]?.recommendations[0];
    return `<tr><td>${linked(detail)}</td><td class="n">${number(detail.score)}</td><td>${reasons || '<span class="quiet">no signals in 90 days</span>'}</td><td>${next ? isolated(next) : ''}</td></tr>`;
  });
  return `<h2>Lowest scores</h2>
<table class="stacked"><thead><tr><th scope="col">Client</th><th scope="col" class="n">Score</th><th scope="col">Pulled down by (points)</th><th scope="col">Next step</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const reads = { red: 'Red', amber: 'Amber', green: 'Green', '': 'Not assessed' } as const;

function alignment({ rows, greenAndFalling }: BoardData): string {
  const count = (read: string, level?: Level) =>
    rows.filter(({ alignment, riskLevel }) => alignment === read && (!level || riskLevel === level)).length;
  const read = ([value, name]: readonly [string, string]) =>
    `<tr><th scope="row">${name}</th>${levelNames.map((level) => `<td class="n">${whole(count(value, level))}</td>`).join('')}<td class="n">${whole(count(value))}</td></tr>`;
  const falling =
    greenAndFalling.length === 0
      ? '<p>Rated green and falling: none.</p>'
      : `<table><caption>Rated green and falling</caption><thead><tr><th scope="col">Client</th><th scope="col" class="n">Score</th><th scope="col" class="n">Change, 30 days</th></tr></thead><tbody>${greenAndFalling
          .map(
            ({ name, score, change = 0 }) =>
              `<tr><td>${isolated(name)}</td><td class="n">${number(score)}</td><td class="n">${arrow(change)}</td></tr>`,
          )
          .join('')}</tbody></table>`;
  return `<h2>Alignment reads</h2>
<div class="columns"><div><table><caption>What people say, against the risk level of the score</caption><thead><tr><th scope="col">Read</th>${levelNames.map((level) => `<th scope="col" class="n">${levels[level]}</th>`).join('')}<th scope="col" class="n">All</th></tr></thead><tbody>${Object.entries(reads).map(read).join('')}</tbody></table></div><div>${falling}</div></div>`;
}

function streams({ streamsAtRisk }: BoardData): string {
  if (streamsAtRisk.length === 0) return '';
  const rows = streamsAtRisk.map(
    ({ name, parentClientName, score, historicalData }) =>
      `<tr><td>${isolated(name)}</td><td>${isolated(parentClientName)}</td><td class="n">${number(score)}</td><td>${sparkline(historicalData, `From ${number(historicalData[0] ?? 0)} to ${number(historicalData.at(-1) ?? 0)}`)}</td></tr>`,
  );
  return `<h2>Streams at high risk</h2>
<table><caption>Lowest first${streamsAtRisk.length < mostStreams ? '' : `; the ${mostStreams} with the lowest scores`}</caption><thead><tr><th scope="col">Stream</th><th scope="col">Client</th><th scope="col" class="n">Score</th><th scope="col">Last 30 days</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function overdue({ rows }: BoardData, now: number): string {
  const late = rows
    .map((row) => ({
      ...row,
      days: row.lastContactDate
        ? Math.floor((now - Date.parse(row.lastContactDate)) / dayMs)
        : Number.POSITIVE_INFINITY,
    }))
    .filter(({ days: since }) => since > overdueDays)
    .sort((a, b) => a.score - b.score);
  const shown = late
    .slice(0, 20)
    .map(
      ({ name, score, days: since, accountOwner }) =>
        `<tr><td>${isolated(name)}</td><td class="n">${number(score)}</td><td class="n">${Number.isFinite(since) ? `${since} days` : 'never'}</td><td>${isolated(accountOwner)}</td></tr>`,
    );
  if (shown.length === 0) return '';
  return `<h2>Overdue contacts</h2>
<table><caption>${whole(late.length)} clients without contact for more than ${overdueDays} days${late.length > 20 ? '; the 20 with the lowest scores' : ''}</caption><thead><tr><th scope="col">Client</th><th scope="col" class="n">Score</th><th scope="col" class="n">Last contact</th><th scope="col">Account owner</th></tr></thead><tbody>${shown.join('')}</tbody></table>`;
}

function portrait({ detail, history, firstDate, people, priorities }: Portrait, at: number): string {
  const topics = detail.topics.topics.filter(({ hasInsufficientData }) => !hasInsufficientData);
  const rows = [...topics]
    .sort((a, b) => a.contribution - b.contribution)
    .map(
      ({ displayName, score, contribution }) =>
        `<tr><td>${escaped(displayName)}</td><td class="n">${score === null ? '' : number(score)}</td><td class="n">${signed(contribution)}</td><td class="wide">${score === null ? '' : bar(score / 200, '')}</td></tr>`,
    );
  const steps = priorities.slice(0, 3).map(({ recommendations }) => `<li>${isolated(recommendations[0] ?? '')}</li>`);
  const contacts = (people ?? []).map(
    ({ name, title, email }) => `<li>${isolated([name, title, email].filter(Boolean).join(', '))}</li>`,
  );
  const period = firstDate ? `since ${firstDate}` : `of ${history.length} days`;
  return `<section class="client" id="client-${at}">
<h2>${isolated(detail.name)}: ${number(detail.score)}</h2>
<p>${isolated(detail.spotlightSummary)}</p>
${yearChart(history, `Scores ${period}: from ${number(history[0] ?? 0)} to ${number(history.at(-1) ?? 0)}`)}
<p class="quiet">One score per day, ${period}.</p>
<div class="columns"><div>${steps.length > 0 ? `<h3>Next steps</h3><ol>${steps.join('')}</ol>` : ''}${contacts.length > 0 ? `<h3>People</h3><ul>${contacts.join('')}</ul>` : ''}</div>
<div>${rows.length > 0 ? `<table class="dense"><caption>Topics, worst first</caption><thead><tr><th scope="col">Topic</th><th scope="col" class="n">Score</th><th scope="col" class="n">Points</th><th scope="col" class="wide">Of 200</th></tr></thead><tbody>${rows.join('')}</tbody></table>` : '<p>No topic has data.</p>'}</div></div>
</section>`;
}

const pulling = ({ topics }: Portrait['detail']) =>
  topics.topics.filter(({ contribution }) => contribution < 0).sort((a, b) => a.contribution - b.contribution);
const number = (value: number) => value.toFixed(1);
const whole = (value: number) => Math.round(value).toLocaleString('en-US');
const signed = (value: number) => `${value > 0 ? '+' : value < 0 ? '−' : ''}${number(Math.abs(value))}`;
const arrow = (change: number) => `${change > 0 ? '▲' : change < 0 ? '▼' : ''} ${signed(change)}`;
const days = (period: '7day' | '30day') => (period === '7day' ? '7 days' : '30 days');
const dateText = (timestamp: string) => timestamp.slice(0, 16).replace('T', ' ');
