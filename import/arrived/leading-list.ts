import type { FeedRecord } from '../../shared/domain/feeds.ts';
import type { Source } from '../files/source.ts';
import type { FileOfRows } from '../rows/read.ts';
import type { ExpectedFeed } from './feed-names.ts';

// Two systems have two ids for a client. The list of one leads; that of another finds the clients of the first, and fills
// what it leaves empty.

const systemIn = (feed: string) => feed.split('/')[0] ?? feed;
const systemOf = ({ feed, mapping }: Source) => (mapping ? systemIn(feed) : 'clients');

/** It names clients by the ids of the service, so it is of no system. */
const isExport = (columns: readonly string[] = []) => columns.includes('Service ID');

/**
 * The files, of which those of other systems than the leading one say so. The first list of clients that an account has
 * leads; of several that come together, that of the mapping that was given first.
 */
export function withLeadingList(
  files: readonly FileOfRows[],
  stored: readonly FeedRecord[],
  expected: readonly ExpectedFeed[],
): FileOfRows[] {
  const known = stored.filter(({ kind, columns }) => kind === 'clients' && !isExport(columns));
  const leading = new Map(known.flatMap(({ feed, follows }) => (follows ? [] : [[systemIn(feed), feed]])));
  const following = new Set(known.flatMap(({ feed, follows }) => (follows ? [systemIn(feed)] : [])));
  const place = ({ feed }: Source) => expected.findIndex((each) => each.feed === feed);
  const lists = files
    .filter(({ source, used }) => source.kind.name === 'clients' && !isExport(used))
    .map(({ source }) => source);
  for (const source of lists.toSorted((a, b) => place(a) - place(b))) {
    const system = systemOf(source);
    if (leading.has(system) || following.has(system)) continue;
    if (leading.size === 0) leading.set(system, source.feed);
    else following.add(system);
  }
  const [leader] = leading.values();
  return files.map((file) => {
    const follows = systemOf(file.source);
    if (!following.has(follows)) return file;
    const source = { ...file.source, follows };
    if (source.kind.name !== 'clients') return { ...file, source };
    const note = `another list of clients leads (${leader ?? 'it has no file yet'}); this one fills what that leaves empty`;
    const report = { ...file.report, notes: [...file.report.notes, note] };
    return { ...file, report, source: { ...source, skipsUnknownClients: true } };
  });
}
