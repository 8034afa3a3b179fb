import { type Row, readRows } from '../../board/data/rows.ts';
import { escaped, whole } from '../../board/view/text.ts';
import type { FeedRecord } from '../../shared/domain/feeds.ts';
import { crmFile, crms, crmsByName, crmsOf } from '../../shared/domain/lists/crm.ts';
import type { PageCall, RouteAnswer } from '../call.ts';

/** Links to the files for the CRMs that the clients are from, and whom they leave out; empty without such clients. */
export function crmLine(feeds: readonly FeedRecord[], clients: readonly Row[], base: string): string {
  const links = crmsOf(feeds).flatMap((crm) => {
    const { name, idHeader } = crmsByName[crm];
    const { rows, leftOut } = crmFile(crm, clients, undefined);
    if (rows === 0) return [];
    const without = leftOut === 0 ? '' : `; ${whole(leftOut)} without a valid ${idHeader} left out`;
    return `<a href="${escaped(base)}/crm/${crm}" download>Scores for ${name}</a> (${whole(rows)} of ${whole(clients.length)} clients${without})`;
  });
  return links.length === 0 ? '' : `<p class="feeds card">${links.join('. ')}</p>`;
}

/** The file that the import wizard of a CRM takes. */
export async function crmDownload({ ports, who, open: [asked] }: PageCall): Promise<RouteAnswer> {
  const crm = crms.find((each) => each === asked);
  if (crm === undefined) {
    const html = `<h1>There is no such file</h1><p>There are files for ${crms.join(', ')} alone.</p>`;
    return { title: 'No such file', status: 404, html };
  }
  const { overview, rows } = await readRows(ports.api, {});
  const day = overview.scoresUpdatedAt?.slice(0, 10);
  return { file: `${who.account}-${crm}-${day ?? 'clients'}.csv`, text: crmFile(crm, rows, day).text };
}
