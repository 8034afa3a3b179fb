import { portraitOf } from '../../board/data/collect.ts';
import { readRows } from '../../board/data/rows.ts';
import { shareBar } from '../../board/view/bars.ts';
import { clientSection } from '../../board/view/client-section.ts';
import { monthsBehind, yearChart } from '../../board/view/lines.ts';
import { script } from '../../board/view/script.ts';
import { counted, dateText, escaped, isolated, none, pill, points, scorePill, whole } from '../../board/view/text.ts';
import { leftPill, warnedText, whatWasSaid } from '../../board/view/track-record.ts';
import { type ClientDetail, type ClientNote, NotFoundError } from '../../client/index.ts';
import { feedOfSignal } from '../../import/arrived/feed-of-signal.ts';
import { startOfDay } from '../../shared/domain/dates.ts';
import type { Payments } from '../../shared/domain/lists/revenue.ts';
import { compareTexts } from '../../shared/domain/orders.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { facts } from '../view/html.ts';
import { changeForms } from './change-client.ts';
import { followUpForms } from './follow-up.ts';

const mostNotes = 100;
const daysOfYear = 365;

const noClient: RouteAnswer = { title: 'No such client', status: 404, html: '<h1>There is no such client</h1>' };

export function ignoreNotFound(error: unknown): undefined {
  if (!(error instanceof NotFoundError)) throw error;
}

/** Everything that is known of one client; with `?row`, what a row of the board shows when it is opened. */
export async function clientPage(call: PageCall): Promise<RouteAnswer> {
  const { ports, request, open, query } = call;
  const [id = ''] = open;
  const { api, clients, clock, files } = ports;
  const found = await Promise.all([portraitOf(api, id, { withPrivate: true }), api.getClientAlignment(id)]).catch(
    ignoreNotFound,
  );
  if (!found) return noClient;
  const [portrait, { alignment }] = found;
  const { detail } = portrait;
  const { name, lastContactDate, metadata } = detail;
  const row = { name, lastContactDate, alignment: alignment?.value ?? '', portfolios: [] };
  const feeds = (await files?.feeds()) ?? [];
  const forms = metadata.archived || call.who.role === 'viewer' ? '' : followUpForms(call, detail);
  const setting = { now: clock(), data: { portfolios: new Map() }, feedOf: feedOfSignal(feeds), forms };
  if (query.has('row')) return { title: name, html: clientSection(row, portrait, setting) };
  const before = query.get('before') ?? undefined;
  const [{ notes }, payments, overview] = await Promise.all([
    api.listClientNotes(id, { limit: mostNotes, before }),
    clients.payments(id),
    metadata.leftAt === undefined ? undefined : api.getStatisticsOverview(),
  ]);
  const at = `${request.base}/clients/${encodeURIComponent(id)}`;
  const html = `<main class="board" id="main"><p><a href="${escaped(request.base)}">Board</a></p>
${head(detail)}
${overview ? whatWasSaid(overview, id) : ''}<h2 class="off">What is known</h2>${monthsBehind(Date.parse(detail.lastUpdatedAt))}${clientSection(row, { ...portrait, notes: [] }, setting)}
<p><a href="${escaped(at)}/year">A year of the score and of each topic</a>${call.who.role === 'administrator' ? ` · <a href="${escaped(at)}/erase">Erase this client</a>` : ''}</p>
<div class="cards"><section class="card"><h2>Contract and more</h2>${facts(known(detail))}</section>
${revenue(payments)}
${notesCard(notes, at)}${call.who.role === 'viewer' ? '' : changeForms(call, detail)}</div></main>`;
  return { title: name, html, script };
}

function head({ name, score, metadata, topics: { topics: all } }: ClientDetail): string {
  const scoredTopics = all.filter(({ hasInsufficientData }) => !hasInsufficientData).length;
  const day = metadata.leftAt === undefined ? '' : ` on ${dateText(metadata.leftAt)}`;
  const shown = metadata.archived ? `${leftPill}${day},` : scorePill({ level: bandOf(score), score, scoredTopics });
  return `<header><h1>${isolated(name)}</h1><p>${shown} ${metadata.accountOwner === undefined ? 'no owner' : isolated(metadata.accountOwner)}</p></header>`;
}

/** What the columns of its imports say. */
function known({ id, metadata }: ClientDetail): [name: string, html: string][] {
  const { renewsOn, revenueTTM, currency, industry, location, ...others } = metadata;
  const shown = new Set(['archived', 'accountOwner', 'leftAt', 'leftBecause']);
  const own = Object.entries(others).filter(([name]) => !shown.has(name));
  const amount = revenueTTM === undefined ? none : `${whole(revenueTTM)} ${isolated(currency ?? '')}`;
  return [
    ['Contract ends or renews', renewsOn === undefined ? 'not known' : dateText(renewsOn)],
    ['Revenue, 12 months', amount],
    ['Industry', industry === undefined ? none : isolated(industry)],
    ['Location', location === undefined ? none : isolated(location)],
    ...own.map(([name, value]): [string, string] => [isolated(name), isolated(String(value))]),
    ['Id', `<code>${escaped(id)}</code>`],
  ];
}

function revenue(payments: Payments | undefined): string {
  if (!payments) return '';
  // a map that was stored has no order
  const months = Object.entries(payments.months).sort(([a], [b]) => compareTexts(a, b));
  const most = Math.max(...months.map(([, amount]) => amount), 1);
  const rows = months.map(
    ([month, amount]) =>
      `<tr><th scope="row">${dateText(`${month}-01`).slice(2)}</th><td class="bars">${shareBar(amount / most, 't')}<span>${whole(amount)}</span></td></tr>`,
  );
  return `<section class="card"><h2>Revenue by month</h2><p class="quiet">What was paid, by the files of payments${payments.currency === undefined ? '' : `, in ${isolated(payments.currency)}`}.</p><table class="plain"><caption class="off">Payments by month</caption><thead class="off"><tr><th scope="col">Month</th><th scope="col">Paid</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function notesCard(notes: readonly ClientNote[], at: string): string {
  const last = notes.at(-1);
  const items = notes.map(
    ({ createdAt, createdBy, content }) =>
      `<li><span class="quiet">${dateText(createdAt)}, ${isolated(createdBy)}:</span> ${isolated(content)}</li>`,
  );
  const older =
    last && notes.length === mostNotes
      ? `<p><a href="${escaped(`${at}?before=${encodeURIComponent(`${last.createdAt},${last.id}`)}`)}">Older notes</a></p>`
      : '';
  return `<section class="card wide"><h2>Notes</h2>${items.length === 0 ? '<p class="quiet">There are none.</p>' : `<ul>${items.join('')}</ul>`}${older}</section>`;
}

/** The score of each day of a year, and each topic once a week. */
export async function clientYear({ ports: { api, clients }, request, open }: PageCall): Promise<RouteAnswer> {
  const [id = ''] = open;
  const history = await api.getClientHistory(id, { days: daysOfYear }).catch(ignoreNotFound);
  if (!history) return noClient;
  const weeks = await clients.topicYear(id);
  const end = Date.parse(startOfDay(weeks.at(-1)?.day ?? 0));
  const { historicalData: scores, clientName: name } = history;
  const missing = Array.from({ length: daysOfYear - scores.length }, () => null);
  const lines = topics.flatMap(({ displayName }, at) => {
    const all = weeks.map(({ topics: of }) => of[at] ?? null);
    const newest = all.findLast((score) => score !== null);
    if (newest == null) return [];
    const now = all.at(-1) == null ? '<span class="quiet">no data now</span>' : pill(bandOf(newest), points(newest));
    return [
      `<figure><figcaption><b>${escaped(displayName)}</b> ${now}</figcaption>${yearChart(all, displayName, end)}</figure>`,
    ];
  });
  const without = topics.length - lines.length;
  const body =
    weeks.length === 0
      ? '<p>There is no score yet.</p>'
      : `<section class="card years"><h2>Score</h2>${yearChart([...missing, ...scores], 'Score', end)}</section>
<section class="card years after"><h2>Topics</h2><p class="quiet">Once a week, computed from the rows that are known now: what arrived later is in it.${without > 0 ? ` ${counted(without, 'topic')} without data in this year.` : ''}</p><div>${lines.join('')}</div></section>`;
  const html = `<main class="board" id="main"><p><a href="${escaped(`${request.base}/clients/${encodeURIComponent(id)}`)}">Everything about ${isolated(name)}</a></p>
<header><h1>${isolated(name)}</h1><p>One year</p></header>${body}</main>`;
  return { title: `A year of ${name}`, html };
}

/** The clients that left, newest first, and those that are archived without a day. */
export async function leaversPage({ ports: { api }, request }: PageCall): Promise<RouteAnswer> {
  const { overview, rows } = await readRows(api, { include_archived: true });
  const said = new Map(overview.trackRecord?.leavers?.map((leaver) => [leaver.id, leaver]));
  const left = rows
    .filter(({ archived }) => archived)
    .map((row) => ({ row, leaver: said.get(row.id) }))
    .sort((a, b) => (dayOf(b) > dayOf(a) ? 1 : -1));
  const lines = left.map(({ row, leaver }) => {
    const before = leaver?.scores.at(-1)?.score ?? undefined;
    return `<tr><th scope="row"><a href="${escaped(`${request.base}/clients/${encodeURIComponent(row.id)}`)}">${isolated(row.name)}</a></th><td>${leaver || row.leftAt ? dateText(dayOf({ row, leaver })) : 'no day known'}${leaver?.inferred ? ' (inferred)' : ''}</td><td>${row.leftBecause === undefined ? none : isolated(row.leftBecause)}</td><td>${before === undefined ? none : pill(bandOf(before), points(before))}</td><td>${leaver ? warnedText(leaver.scoreWarned) : none}</td><td>${leaver ? warnedText(leaver.peopleWarned) : none}</td></tr>`;
  });
  const heads = ['Client', 'Notice', 'Reason', 'Score a day before', 'Score warned', 'People warned'];
  const table = `<table class="plain leavers"><caption class="off">Clients that left</caption><thead><tr>${heads.map((text) => `<th scope="col">${text}</th>`).join('')}</tr></thead><tbody>${lines.join('')}</tbody></table>`;
  const html = `<main class="board" id="main"><p><a href="${escaped(request.base)}">Board</a></p>
<header><h1>Clients that left</h1><p>Also those that are archived without a day. What was said before is known for the last 50 of a year.</p></header>
<section class="card">${left.length === 0 ? '<p>Nobody has left.</p>' : table}</section></main>`;
  return { title: 'Clients that left', html };
}

type Left = { readonly row: { readonly leftAt?: string }; readonly leaver: { readonly leftAt: string } | undefined };

/** Empty if no day is known, which is last. */
const dayOf = ({ row, leaver }: Left) => leaver?.leftAt ?? row.leftAt ?? '';
