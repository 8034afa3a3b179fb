import { collectFirstScreen, portraitOf } from '../../board/data/collect.ts';
import { clientSection } from '../../board/view/client-section.ts';
import { firstScreen } from '../../board/view/first-screen.ts';
import { clientList } from '../../board/view/list.ts';
import { script } from '../../board/view/script.ts';
import { escaped, isolated, scorePill } from '../../board/view/text.ts';
import { leftPill, whatWasSaid } from '../../board/view/track-record.ts';
import { weekCard } from '../../board/view/week.ts';
import { NotFoundError } from '../../client/index.ts';
import { unreadFiles } from '../../import/inbox/report.ts';
import { dayAt } from '../../shared/domain/dates.ts';
import { faultsOn, faultText } from '../../shared/domain/feeds.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import type { Ports } from '../ports.ts';

/** The clients whose details the board has; the others are a click away. */
const sections = 10;

/** The board as it is now. */
export async function boardPage({ ports, who, request }: PageCall): Promise<RouteAnswer> {
  const now = ports.clock();
  const [data, feeds] = await Promise.all([
    collectFirstScreen(ports.api, { title: who.accountName }, sections),
    feedsLine(ports, request.base),
  ]);
  const addressOf = (id: string) => `${request.base}/clients/${encodeURIComponent(id)}`;
  const html = `<main class="board" id="main">
${firstScreen(data, now)}
${weekCard(data)}
${feeds}
${clientList(data, now, { addressOf })}
</main>`;
  return { title: 'Board', html, script };
}

/** Scores rest on the files of the feeds, so a board says which are late. */
async function feedsLine({ files, clock }: Ports, base: string): Promise<string> {
  const [feeds = [], [last] = []] = await Promise.all([files?.feeds(), files?.runs(1)]);
  if (feeds.length === 0) return '';
  const unread = last ? unreadFiles(last) : [];
  const isWatched = feeds.some(({ every }) => every !== undefined);
  const today = dayAt(clock());
  const faults = [
    ...unread.map(({ name }) => `${name} of the last run was not read`),
    ...feeds.flatMap((feed) => faultsOn(feed, today).map((fault) => faultText(feed, fault))),
  ];
  const what =
    faults.length === 0
      ? `The last files of all feeds were read${isWatched ? ', and none is late' : ''}.`
      : `${faults.map((text) => isolated(text)).join('; ')}.`;
  return `<p class="feeds card${faults.length > 0 ? ' bad' : ''}">${what} <a href="${escaped(base)}/files">Files</a></p>`;
}

/** Everything that a board knows of one client, with its notes and people. */
export async function clientPage({ ports, request, open }: PageCall): Promise<RouteAnswer> {
  const [id = ''] = open;
  const { api } = ports;
  const found = await Promise.all([portraitOf(api, id, { withPrivate: true }), api.getClientAlignment(id)]).catch(
    (error) => {
      if (error instanceof NotFoundError) return undefined;
      throw error;
    },
  );
  if (!found) return { title: 'No such client', status: 404, html: '<h1>There is no such client</h1>' };
  const [portrait, { alignment }] = found;
  const { detail } = portrait;
  const { name, score, lastContactDate, metadata, topics } = detail;
  const scoredTopics = topics.topics.filter(({ hasInsufficientData }) => !hasInsufficientData).length;
  const record = metadata.leftAt === undefined ? '' : whatWasSaid(await api.getStatisticsOverview(), id);
  const row = { name, lastContactDate, alignment: alignment?.value ?? '', portfolios: [] };
  const html = `<main class="board" id="main"><p><a href="${escaped(request.base)}">Board</a></p>
<header><h1>${isolated(name)}</h1><p>${metadata.archived ? leftPill : scorePill({ level: bandOf(score), score, scoredTopics })} ${metadata.accountOwner === undefined ? 'no owner' : isolated(metadata.accountOwner)}</p></header>
${record}<h2 class="off">What is known</h2>${clientSection(row, portrait, { now: ports.clock(), data: { portfolios: new Map() } })}</main>`;
  return { title: name, html, script };
}
