import { createHash } from 'node:crypto';
import { brotliDecompressSync, crc32 } from 'node:zlib';
import { fold } from '../../../shared/domain/lists/search.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { scoreChanges } from '../../../shared/domain/scoring/changes.ts';
import { fromScoreItem } from '../../../shared/table/records/scores.ts';
import type { Item } from '../../../shared/table/store/read.ts';

// An independent model of the views: computed from the stored facts, with none of the code that builds, publishes or reads
// views.

type Json = Record<string, unknown>;
interface Row {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly text: string;
  readonly side: Json;
}

/** The views as they must be stored. */
export function expectedViews(items: readonly Item[], customerId: string, scoredFor: number | null) {
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const those = (start: string) =>
    (partitions.get(`CUST#${customerId}`) ?? []).filter(({ sk }) => sk.startsWith(start));
  const portfolioIds = those('PORTFOLIO#').map(({ id }) => String(id));
  const clients = those('CLIENT#').map((client) => clientRow(partitions, customerId, portfolioIds, client));
  const streams = those('CLIENT#').flatMap((client) => streamRows(partitions, customerId, client));

  const clientLists = listsOf(clients, ({ item }) => item.archived === true, scoredFor);
  return {
    clients: clientLists,
    streams: listsOf(streams, ({ item }) => item.state !== 'active', scoredFor),
    portfolios: portfoliosOf(those('PORTFOLIO#'), clients, clientLists.version),
  };
}

/** The views as they are stored: heads, the contents of their pages, and the portfolio view. */
export function storedViews(items: readonly Item[], customerId: string) {
  const pk = `CUST#${customerId}`;
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const found = (key: { pk: string; sk: string }) => byKey.get(`${key.pk} ${key.sk}`);
  const roster = (name: string) => {
    const head = found({ pk, sk: `ROSTER#${name}` });
    const list = (directory: unknown, tally: unknown) => {
      const bytes = Buffer.from(directory as Uint8Array);
      const pages = Array.from({ length: bytes.length / 13 }, (_, at) => {
        const id = bytes.subarray(at * 13, at * 13 + 12).toString('base64url');
        const part = (kind: string) => unpacked(found({ pk: `${pk}#ROSTER#${name}`, sk: `${kind}#${id}` }));
        return { id, count: bytes[at * 13 + 12], text: part('PAGE'), side: part('SIDE') };
      });
      return { pages, tally };
    };
    return {
      version: head?.version,
      scoredFor: head?.scoredFor,
      main: list(head?.main, head?.mainTally),
      aside: list(head?.aside, head?.asideTally),
    };
  };
  const view = found({ pk, sk: 'PORTFOLIOS' });
  return {
    clients: roster('clients'),
    streams: roster('streams'),
    portfolios: { roster: view?.roster, ...JSON.parse(unpacked(view)) },
  };
}

/** The ids of all pages that a stored roster names. */
export function pagesNamed(views: ReturnType<typeof storedViews>): Set<string> {
  const lists = [views.clients, views.streams].flatMap(({ main, aside }) => [main, aside]);
  return new Set(lists.flatMap(({ pages }) => pages.map(({ id }) => id)));
}

function unpacked(item: Item | undefined): string {
  return item ? brotliDecompressSync(item.z as Uint8Array).toString() : 'missing';
}

function readIn(text: string): Read {
  const [week = '', value = '', updatedAt = '', ...name] = text.split(' ');
  return { week, value, updatedAt, updatedBy: name.join(' ') };
}

type Partitions = ReadonlyMap<string, readonly Item[]>;

function clientRow(
  partitions: Partitions,
  customerId: string,
  portfolioIds: readonly string[],
  item: Item,
): Row & { item: Item; portfolios: string[] } {
  const { id, name, metadata, lastContactDate, externalId, favorite, importedScore } = item as unknown as ClientItem;
  const records = partitions.get(`CUST#${customerId}#CLIENT#${id}`) ?? [];
  const standing = standingOf(
    records.find(({ sk }) => sk === 'SCORE'),
    importedScore,
  );
  const latestRead = records
    .filter(({ sk }) => sk.startsWith('ALIGN#'))
    .flatMap(({ reads }) => (reads as string[]).map(readIn))
    .sort((a, b) => (a.week < b.week ? 1 : -1))[0];
  const memberships = portfolioIds.flatMap((portfolio) =>
    (partitions.get(`CUST#${customerId}#PORTFOLIO#${portfolio}`) ?? [])
      .filter(({ sk }) => sk === `MEMBER#${id}`)
      .map(({ extraColumns }) => [portfolio, sorted(extraColumns as Json)] as const),
  );
  const { location, ...shown } = metadata;
  const { score, source, insufficient, changes } = standing;
  const text = JSON.stringify({
    id,
    customerId,
    name,
    score,
    lastContactDate,
    hasInsufficientData: insufficient,
    metadata: sorted(shown),
  });
  const side = {
    id,
    name,
    score,
    favorite: favorite || undefined,
    insufficient: insufficient || undefined,
    source,
    externalId,
    latestRead: latestRead && {
      value: latestRead.value,
      week: latestRead.week,
      updatedAt: latestRead.updatedAt,
      updatedBy: latestRead.updatedBy,
    },
    scoreChanges: changes,
    location,
    revenueTTM: typeof shown.revenueTTM === 'number' ? shown.revenueTTM : undefined,
    streams: records.filter(({ sk, state }) => sk.startsWith('STREAM#') && state === 'active').length,
    portfolios: sorted(Object.fromEntries(memberships)),
  };
  return { id, name, score, text, side, item, portfolios: Object.keys(side.portfolios) };
}

interface Read {
  readonly value: string;
  readonly week: string;
  readonly updatedAt: string;
  readonly updatedBy: string;
}

interface ClientItem {
  readonly id: string;
  readonly name: string;
  readonly metadata: Json;
  readonly lastContactDate: string | null;
  readonly externalId?: string;
  readonly favorite: boolean;
  readonly importedScore?: number;
}

function streamRows(partitions: Partitions, customerId: string, client: Item): (Row & { item: Item })[] {
  const records = partitions.get(`CUST#${customerId}#CLIENT#${client.id}`) ?? [];
  return records
    .filter(({ sk }) => sk.startsWith('STREAM#'))
    .map((stream) => streamRow(records, customerId, client, stream));
}

function streamRow(records: readonly Item[], customerId: string, client: Item, item: Item): Row & { item: Item } {
  const { id, name, state, goals, importedScore } = item as unknown as Record<string, string>;
  const record = records.find(({ sk }) => sk === `SSCORE#${id}`);
  const { score, insufficient, changes, points } = standingOf(record, importedScore as unknown as number | undefined);
  const text = JSON.stringify({
    id,
    name,
    customerId,
    parentClientId: client.id,
    parentClientName: client.name,
    score,
    streamState: state,
    goals,
    hasInsufficientData: insufficient,
    historicalData: points.slice(-30),
    scoreChanges: changes,
  });
  const sideId = `${id} ${client.id}`;
  return { id: sideId, name: name ?? '', score, text, side: { id: sideId, name, score }, item };
}

function standingOf(record: Item | undefined, imported: number | undefined) {
  const { history, topics = [], source = 'chr1' } = record ? fromScoreItem(record) : {};
  const points = Array.from(history?.points ?? [], (point) => point / 10);
  return {
    points,
    source,
    score: points.at(-1) ?? Math.round((imported ?? 100) * 10) / 10,
    insufficient: topics.filter((topic) => topic !== null).length < 8,
    changes: history && scoreChanges(history),
  };
}

function listsOf<R extends Row>(rows: readonly R[], isAside: (row: R) => boolean, scoredFor: number | null) {
  const main = listOf(rows.filter((row) => !isAside(row)));
  const aside = listOf(rows.filter(isAside));
  const digest = createHash('sha256');
  for (const { pages, tally } of [main, aside]) {
    for (const { id, count } of pages) digest.update(Buffer.from(id, 'base64url')).update(Buffer.of(count));
    digest.update(JSON.stringify(tally));
  }
  const version = digest.update(String(scoredFor)).digest('base64url').slice(0, 16);
  return { version, scoredFor, main, aside };
}

function listOf(rows: readonly Row[]) {
  const ordered = rows.toSorted(
    (a, b) => b.score - a.score || compare(fold(a.name), fold(b.name)) || compare(a.id, b.id),
  );
  return { pages: cutLike(ordered).map(pageOf), tally: tallyOf(rows) };
}

function cutLike(rows: readonly Row[]): Row[][] {
  const bytes = (part: 'text' | 'side') =>
    rows.reduce((sum, row) => sum + Buffer.byteLength(part === 'text' ? row.text : JSON.stringify(row.side)) + 1, 0);
  const isPage = rows.length <= 1 || (rows.length <= 100 && bytes('text') <= 57_344 && bytes('side') <= 57_344);
  if (isPage) return rows.length === 0 ? [] : [[...rows]];
  const margin = Math.max(1, Math.min(33, Math.floor(rows.length / 3)));
  const hashes = rows.slice(margin - 1, rows.length - margin).map(({ id }) => mixed(crc32(id)));
  const end = margin + hashes.indexOf(Math.min(...hashes));
  return [...cutLike(rows.slice(0, end)), ...cutLike(rows.slice(end))];
}

function mixed(sum: number): number {
  const product = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (product ^ (product >>> 13)) >>> 0;
}

function pageOf(rows: readonly Row[]) {
  const text = rows.map((row) => row.text).join('\n');
  const side = JSON.stringify(rows.map((row) => row.side));
  const id = createHash('sha256').update(`${text}\n${side}`).digest().subarray(0, 12).toString('base64url');
  return { id, count: rows.length, text, side };
}

function tallyOf(rows: readonly { score: number }[]): number[] {
  const band = (name: string) => rows.filter(({ score }) => bandOf(score) === name).length;
  const sum = rows.reduce((total, { score }) => total + Math.round(score * 10), 0);
  return [rows.length, sum, band('highRisk'), band('mediumRisk'), band('lowRisk'), band('onTrack')];
}

function portfoliosOf(
  portfolios: readonly Item[],
  clients: readonly (Row & { item: Item; portfolios: string[] })[],
  roster: string,
) {
  const apart = (members: typeof clients) => {
    const tally = (archived: boolean) => {
      const [total, sumOfTenths, highRisk, mediumRisk, lowRisk, onTrack] = tallyOf(
        members.filter(({ item }) => item.archived === archived),
      );
      return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
    };
    return { main: tally(false), aside: tally(true) };
  };
  return {
    roster,
    all: apart(clients),
    favorites: apart(clients.filter(({ item }) => item.favorite)),
    portfolios: portfolios
      .toSorted((a, b) => compare(fold(String(a.name)), fold(String(b.name))) || compare(String(a.id), String(b.id)))
      .map(({ pk: _, sk: __, v: ___, ...portfolio }) => ({
        ...portfolio,
        clients: apart(clients.filter((client) => client.portfolios.includes(String(portfolio.id)))),
      })),
  };
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
