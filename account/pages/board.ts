import { collectRows } from '../../board/data/collect.ts';
import { listed } from '../../board/data/order.ts';
import { readRows } from '../../board/data/rows.ts';
import { firstScreen } from '../../board/view/first-screen.ts';
import { furtherCards } from '../../board/view/further-cards.ts';
import { clientList } from '../../board/view/list.ts';
import { script } from '../../board/view/script.ts';
import { escaped, isolated } from '../../board/view/text.ts';
import { weekCard } from '../../board/view/week.ts';
import { type RunReport, unreadFiles } from '../../import/inbox/report.ts';
import { dayAt } from '../../shared/domain/dates.ts';
import { type FeedRecord, faultTexts } from '../../shared/domain/feeds.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { Refusal } from '../ports.ts';
import { ignoreNotFound } from './client.ts';
import { crmLine } from './crm.ts';
import { noticesLine } from './notices.ts';

/** The board as it is now. */
export async function boardPage(call: PageCall): Promise<RouteAnswer> {
  const { ports, who, request } = call;
  const now = ports.clock();
  const [data, feeds = [], [last] = [], notices] = await Promise.all([
    collectRows(ports.api, { title: who.accountName }),
    ports.files?.feeds(),
    ports.files?.runs(1),
    noticesLine(call),
  ]);
  const at = (path: string) => `${request.base}${path}`;
  const list = clientList(data, now, {
    addressOf: (id) => at(`/clients/${encodeURIComponent(id)}`),
    people: at('/names'),
    sheet: at('/clients.csv'),
    leavers: at('/leavers'),
  });
  const html = `<main class="board" id="main">
${firstScreen(data, now)}
${weekCard(data)}
${feedsLine(feeds, last, { now, base: request.base, said: data.overview.feedFaults ?? [] })}
${notices}
${crmLine(feeds, data.rows, request.base)}
${list}
${furtherCards({ ...data, feeds }, now)}
</main>`;
  return { title: 'Board', html, script };
}

/** Scores rest on the files of the feeds, so a board says what was not read, and what is late. `said`: by the card above. */
function feedsLine(
  feeds: readonly FeedRecord[],
  last: RunReport | undefined,
  { now, base, said }: { readonly now: number; readonly base: string; readonly said: readonly string[] },
): string {
  if (feeds.length === 0) return '';
  const unread = last ? unreadFiles(last) : [];
  const isWatched = feeds.some(({ every }) => every !== undefined);
  const faults = [
    ...unread.map(({ name, waits }) => (waits ? `${name} waits for you` : `${name} of the last run was not read`)),
    ...faultTexts(feeds, dayAt(now)).filter((text) => !said.includes(text)),
  ];
  const isBad = faults.length > 0 || said.length > 0;
  const what = isBad
    ? faults.map((text) => `${isolated(text)}. `).join('') || 'What is wrong with files is said above. '
    : `The last files of all feeds were read${isWatched ? ', and none is late' : ''}. `;
  return `<p class="feeds card${isBad ? ' bad' : ''}">${what}<a href="${escaped(base)}/files">Files</a></p>`;
}

const mostInSheet = 2000;
const daysOfYear = 364;

/** The clients with the scores of topics and of each day of a year, for spreadsheets. */
export async function sheet({ ports: { api }, who }: PageCall): Promise<RouteAnswer> {
  const { total, scoresUpdatedAt } = await api.getStatisticsOverview();
  // the answer of a function has an end
  if (total > mostInSheet)
    throw new Refusal(
      `A sheet of more than ${mostInSheet.toLocaleString('en-US')} clients is too large for this page. Read it with a key, at /clients/export/csv?include=topics,history&days=${daysOfYear}.`,
    );
  const text = await api.exportClientsCsv({ include: 'topics,history', days: daysOfYear, bom: true });
  return { file: `${who.account}-${scoresUpdatedAt?.slice(0, 10) ?? 'clients'}.csv`, text };
}

const asked = 20;

/** The names of the people at the clients of the list, by client: Find reads them when it is used. */
export async function peopleNames({ ports: { api } }: PageCall): Promise<RouteAnswer> {
  const ids = listed((await readRows(api, {})).rows).map(({ id }) => id);
  const names: Record<string, string[]> = {};
  const work = async () => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop()) {
      const people = await api.listClientKeyPeople(id).catch(ignoreNotFound);
      names[id] = people?.keyPeople.map(({ name }) => name) ?? [];
    }
  };
  await Promise.all(Array.from({ length: asked }, work));
  return { json: names };
}
