import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { dateOf } from '../../../shared/domain/dates.ts';
import { type Crm, type CrmFile, crmFile, crmsByName, crmsOf } from '../../../shared/domain/lists/crm.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { readFeeds } from '../../../shared/table/arrivals/feeds.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { chosenParts } from '../../../shared/table/views/model/parts.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';

/** Writes `hubspot.csv` into the folder, and so on. */
export async function exportForCrm(
  table: Table,
  account: Account,
  folder: string,
  crm: Crm,
): Promise<CrmFile & { readonly path: string }> {
  await readAccount(table, account);
  if (!crmsOf(await readFeeds(table, account)).includes(crm))
    throw new Error(
      `No list of clients of ${account} was imported with the preset ${crm}, so their ids are not known to be of ${crmsByName[crm].name}. Import one with --map ${crm}.`,
    );
  const live = await liveVersion({ table, pages: new PageCache(0) }, account, { consistent: true });
  const clients: Parameters<typeof crmFile>[1][number][] = [];
  for await (const { fields } of live.list('clients').entries(chosenParts(false), () => table)) {
    const { attention, changes, topics = 0, ...others } = fields;
    const moved30 = attention?.moved30 ?? changes?.['30day'];
    clients.push({ ...others, ...attention, scoredTopics: topics, moved30 });
  }
  const file = crmFile(crm, clients, live.scoredFor === null ? undefined : dateOf(live.scoredFor));
  await makeFolder(folder);
  const path = join(folder, `${crm}.csv`);
  await writeFile(path, file.text);
  return { ...file, path };
}
