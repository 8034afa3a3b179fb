import { counted, dateText, escaped, isolated } from '../../board/view/text.ts';
import type { ToTakeBack } from '../../import/inbox/taken-back.ts';
import type { PageCall, RouteAnswer } from '../call.ts';
import { logChange } from '../log-change.ts';
import { form } from '../view/html.ts';
import { kindWords } from '../view/kinds.ts';

// What the newest run has added can be removed again. What it has changed is named with the files that said it before.

const notNewest: RouteAnswer = {
  title: 'Not the newest run',
  status: 404,
  html: '<h1>This run cannot be taken back</h1><p>Only the newest run that has changed something can.</p>',
};

/** Says what would be removed, and what stays. */
export async function takeBackPage(call: PageCall): Promise<RouteAnswer> {
  const { ports, open, request } = call;
  const [run = ''] = open;
  const found = await ports.files?.toTakeBack(run);
  if (!found) return notNewest;
  const { removals, kept } = found.found;
  const added = [...removals.counts];
  const names = found.report.files.flatMap(({ name, refusal }) => (refusal === undefined ? [isolated(name)] : []));
  const title = 'Take back what this run added';
  const html = `<h1>${title}</h1>
<p>The run has imported ${names.join(', ') || 'rows that somebody has mended'}.</p>
${added.length === 0 ? '<p class="card note">Nothing that it added is still as it left it. Files with very many rows (more than 100,000) cannot be taken back here.</p>' : `<h2>This would be removed</h2><ul class="card">${added.map(([kind, count]) => `<li>${kindWords(kind)}: ${count}</li>`).join('')}</ul>`}
${kept === 0 ? '' : `<p>${counted(kept, 'more record')} that it added would stay: they were changed since, or more is known about their clients.</p>`}
${changedHtml(found)}
<p>The same file is not imported again unless somebody says so; rows of other files are read as always, so the next full export brings back what it has. Lists follow in a few minutes, and the score corrects itself with the next night at the latest; scores of days before stay as they are.</p>
${added.length === 0 ? '' : form(call, `/files/runs/${run}/take-back`, '<button class="end">Take it back</button>')}
<p><a href="${escaped(`${request.base}/files/runs/${run}`)}">Back to the run</a></p>`;
  return { title, html };
}

/** What the run has changed and ended stays, as no earlier versions are kept. */
function changedHtml({ report, records, names, earlier }: ToTakeBack): string {
  const { removed = {}, closed, feeds = [], gone } = report;
  const ended = [
    ...Object.entries(removed).map(([kind, count]) => `${kindWords(kind)}: ${count} removed`),
    ...(closed && closed.count > 0 ? [`open signals: ${closed.count} ended`] : []),
    ...(gone && gone.clients.length > 0 ? [`clients: ${gone.clients.length} left`] : []),
  ];
  const kinds = [...Map.groupBy(records.changed, ({ kind }) => kind)];
  const lines = kinds.map(([kind, changed]) => {
    const own = feeds.filter((feed) => feed.kind === kind && feed.files.length > 0).map(({ feed }) => feed);
    const before = earlier.find((run) => run.feeds?.some(({ feed, files }) => own.includes(feed) && files.length > 0));
    const files = before?.feeds?.flatMap((feed) => (own.includes(feed.feed) ? feed.files : [])) ?? [];
    const source =
      before && files.length > 0
        ? `before it, ${files.map(isolated).join(', ')} of ${dateText(before.startedAt)} said it: hand that file in again`
        : 'no earlier file of this feed is known any more';
    const whose = [...new Set(changed.flatMap(({ client }) => names.get(client) ?? []))];
    const clients =
      whose.length === 0
        ? ''
        : ` of ${whose.slice(0, mostNamed).map(isolated).join(', ')}${whose.length > mostNamed ? ', …' : ''}`;
    return `<li>${kindWords(kind)}: ${changed.length} changed${kind === 'clients' ? clients.replace(' of ', ', ') : clients}; ${source}</li>`;
  });
  if (lines.length + ended.length === 0) return '';
  return `<h2>This would stay as the run has left it</h2><ul class="card">${[...lines, ...ended.map((line) => `<li>${line}</li>`)].join('')}</ul>`;
}

const mostNamed = 20;

/** The next run removes it. */
export async function takeItBack(call: PageCall): Promise<RouteAnswer> {
  const { ports, open, request, who } = call;
  const [run = ''] = open;
  const newest = await ports.files?.newest();
  if (!ports.files || newest !== run) return notNewest;
  await logChange(call, { what: 'import taken back', about: `run ${run}` });
  await ports.files.decide({ by: who.person, takeBack: run });
  return { location: `${request.base}/files` };
}
