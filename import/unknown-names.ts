import { readAccount } from '../shared/table/access/accounts.ts';
import { readErased } from '../shared/table/access/erased.ts';
import { readFeeds } from '../shared/table/arrivals/feeds.ts';
import type { Table } from '../shared/table/store/table.ts';
import { withLeadingList } from './arrived/leading-list.ts';
import { openSources } from './arrived/sources.ts';
import { type Checking, checkFiles } from './facts/check.ts';
import { Rejects } from './facts/rejects.ts';
import { Problems } from './files/problems.ts';
import type { UnknownName } from './files/unknown-name.ts';
import type { ImportOptions } from './imported.ts';
import { type FileOfRows, readFile } from './rows/read.ts';

/** The names in files that no client has, with proposals, and what is wrong with rows otherwise. Writes nothing. */
export async function unknownNames(
  table: Table,
  path: string,
  options: ImportOptions,
  now: number,
): Promise<{ readonly unknown: readonly UnknownName[]; readonly problems: Problems }> {
  const { account } = options;
  await readAccount(table, account);
  const rejects = new Rejects(false);
  const opened = await openSources(path, options, (problem) => rejects.add(problem));
  try {
    const read: FileOfRows[] = [];
    for (const source of opened.sources) read.push(await readFile(source, new Problems()));
    const files = withLeadingList(read, await readFeeds(table, account), opened.expected);
    const checking: Checking = {
      table,
      account,
      facts: { now: new Date(now).toISOString(), prune: false },
      unknown: 'skipped',
      notClients: new Set<string>(),
      newClients: new Set<string>(),
      erased: await readErased(table, account),
      missing: new Set(),
      begin: () => ({ add: () => undefined, end: () => undefined }),
    };
    const { unknown } = await checkFiles(files, checking, rejects, async (facts) => facts);
    return { unknown, problems: rejects.problems };
  } finally {
    opened.close();
  }
}
