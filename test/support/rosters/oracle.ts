import { createHash } from 'node:crypto';
import { brotliDecompressSync, crc32 } from 'node:zlib';
import type { AlignmentValue } from '../../../shared/domain/alignment.ts';
import { fold } from '../../../shared/domain/lists/search.ts';
import { statistics } from '../../../shared/domain/lists/statistics.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { type ScoreChanges, scoreChanges } from '../../../shared/domain/scoring/changes.ts';
import { fromScoreItem, type Score } from '../../../shared/table/records/scores.ts';
import { scoredStreams } from '../../../shared/table/records/streams.ts';
import type { Item } from '../../../shared/table/store/read.ts';

// An independent model of the views: computed from the stored facts, with none of the code that builds, publishes or reads
// views.

type Json = Record<string, unknown>;
interface Row {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly text: string;
  readonly side: Json | undefined;
}

/** The views as they must be stored. */
export function expectedViews(items: readonly Item[], customerId: string, scoredFor: number | null) {
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const those = (start: string) =>
    (partitions.get(`CUST#${customerId}`) ?? []).filter(({ sk }) => sk.startsWith(start));
  const portfolioIds = those('PORTFOLIO#').map(({ id }) => String(id));
  const clients = those('CLIENT#').map((client) => clientRow(partitions, customerId, portfolioIds, client));
  const streams = those('CLIENT#').flatMap((client) => streamRows(partitions, customerId, client));

  const allClients = listOf(inOrder(clients, isArchived), { names: true });
  const clientLists = rosterOf(clients, isArchived, allClients, scoredFor);
  const isInactive = ({ item }: (typeof streams)[number]) => item.state !== 'active';
  const byNames = clients
    .map((client) => ({ ...client, text: alignmentText(client), side: undefined }))
    .toSorted((x, y) => compare(fold(x.name), fold(y.name)) || compare(x.id, y.id));
  return {
    clients: clientLists,
    streams: rosterOf(streams, isInactive, listOf(inOrder(streams, isInactive)), scoredFor),
    alignment: rosterOf(byNames, isArchived, listOf(placed(byNames, isArchived)), scoredFor, byNames),
    trending7day: trendingOf(clients, '7day', scoredFor),
    trending30day: trendingOf(clients, '30day', scoredFor),
    overview: headOf([], itemOf({ overviews: overviewsOf(placed(clients, isArchived), scoredFor) }), scoredFor),
    portfolios: portfoliosOf(those('PORTFOLIO#'), clients, clientLists.version, scoredFor),
  };
}

/** The views as they are stored: heads, the contents of their pages and list items, and the portfolio view. */
export function storedViews(items: readonly Item[], customerId: string) {
  const pk = `CUST#${customerId}`;
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const found = (key: { pk: string; sk: string }) => byKey.get(`${key.pk} ${key.sk}`);
  const part = (name: string, kind: string, id: string) =>
    unpacked(found({ pk: `${pk}#ROSTER#${name}`, sk: `${kind}#${id}` }));
  const pageIn = (name: string, hasSide: boolean) => (id: string, count: unknown) => ({
    id,
    count,
    text: part(name, 'PAGE', id),
    side: hasSide ? part(name, 'SIDE', id) : undefined,
  });
  const pagesIn = (name: string, refs: string) =>
    refs === ''
      ? []
      : refs.split(' ').map((ref) => {
          const [id = '', count] = ref.split(':');
          return pageIn(name, false)(id, Number(count));
        });
  const listIn = (name: string, id: string) => {
    const text = part(name, 'LIST', id);
    if (text === 'missing') return { id, text };
    const { order, parts, names, overviews } = JSON.parse(text);
    return {
      id,
      order,
      parts: parts.map(({ pages, tally }: { pages: string; tally: number[] }) => ({
        pages: pagesIn(name, pages),
        tally,
      })),
      names: names.map((refs: string) => pagesIn(name, refs)),
      overviews,
    };
  };
  const roster = (name: string) => {
    const head = found({ pk, sk: `ROSTER#${name}` });
    const list = (directory: unknown, tally: unknown) => {
      const bytes = Buffer.from(directory as Uint8Array);
      const page = pageIn(name, name === 'clients' || name === 'streams');
      const pages = Array.from({ length: bytes.length / 13 }, (_, at) =>
        page(bytes.subarray(at * 13, at * 13 + 12).toString('base64url'), bytes[at * 13 + 12]),
      );
      return { pages, tally };
    };
    return {
      version: head?.version,
      scoredFor: head?.scoredFor,
      ...(name !== 'overview' && {
        main: list(head?.main, head?.mainTally),
        aside: list(head?.aside, head?.asideTally),
      }),
      ...(head?.others !== undefined && {
        others: (head.others as { pages: unknown; tally: unknown }[]).map(({ pages, tally }) => list(pages, tally)),
      }),
      list: listIn(name, String(head?.list)),
    };
  };
  const view = found({ pk, sk: 'PORTFOLIOS' });
  const { favorites, portfolios, ...rest } = JSON.parse(unpacked(view));
  const withList = (members: { list: string }) => ({ ...members, list: listIn('clients', members.list) });
  return {
    clients: roster('clients'),
    streams: roster('streams'),
    alignment: roster('alignment'),
    trending7day: roster('trending7day'),
    trending30day: roster('trending30day'),
    overview: roster('overview'),
    portfolios: {
      roster: view?.roster,
      ...rest,
      favorites: withList(favorites),
      portfolios: portfolios.map((portfolio: { clients: { list: string } }) => ({
        ...portfolio,
        clients: withList(portfolio.clients),
      })),
    },
  };
}

/** The roster and sort key of each page and list item that stored views, or a part of them, name. */
export function pagesNamed(views: Readonly<Record<string, unknown>>): Set<string> {
  const keys = new Set<string>();
  const visit = (roster: string, value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    if ('count' in value && 'id' in value && 'text' in value) {
      keys.add(`${roster} PAGE#${value.id}`);
      if ('side' in value && value.side !== undefined) keys.add(`${roster} SIDE#${value.id}`);
    } else if ('order' in value && 'id' in value) keys.add(`${roster} LIST#${value.id}`);
    for (const each of Object.values(value)) visit(roster, each);
  };
  for (const [name, view] of Object.entries(views)) visit(name === 'portfolios' ? 'clients' : name, view);
  return keys;
}

/** The name of a page or list item as `pagesNamed` has it; undefined for other items. */
export function pageName({ pk, sk }: { readonly pk: string; readonly sk: string }): string | undefined {
  return /^(PAGE|SIDE|LIST)#/.test(sk) ? `${pk.split('#').at(-1)} ${sk}` : undefined;
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
  const record = records.find(({ sk }) => sk === 'SCORE');
  const standing = standingOf(record && fromScoreItem(record), importedScore);
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
    otherStreams: records.filter(({ sk, state }) => sk.startsWith('STREAM#') && state !== 'active').length || undefined,
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
  const own = scoredStreams(records).find(({ stream }) => stream.id === id)?.score;
  const { score, insufficient, changes, points } = standingOf(own, importedScore as unknown as number | undefined);
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

function standingOf({ history, topics = [], source = 'chr1' }: Partial<Score> = {}, imported: number | undefined) {
  const points = Array.from(history?.points ?? [], (point) => point / 10);
  return {
    points,
    source,
    score: points.at(-1) ?? Math.round((imported ?? 100) * 10) / 10,
    insufficient: topics.filter((topic) => topic !== null).length < 8,
    changes: history && scoreChanges(history),
  };
}

interface PlacedRow<R> {
  readonly row: R;
  readonly part: number;
}

function placed<R>(rows: readonly R[], isHidden: (row: R) => boolean): PlacedRow<R>[] {
  return rows.map((row) => ({ row, part: isHidden(row) ? 1 : 0 }));
}

function inOrder<R extends Row>(rows: readonly R[], isHidden: (row: R) => boolean): PlacedRow<R>[] {
  const ordered = rows.toSorted(
    (a, b) => b.score - a.score || compare(fold(a.name), fold(b.name)) || compare(a.id, b.id),
  );
  return placed(ordered, isHidden);
}

function rosterOf<R extends Row>(
  rows: readonly R[],
  isHidden: (row: R) => boolean,
  list: ReturnType<typeof listOf>,
  scoredFor: number | null,
  ordered: readonly R[] = inOrder(rows, isHidden).map(({ row }) => row),
) {
  return headOf([pagedOf(ordered.filter((row) => !isHidden(row))), pagedOf(ordered.filter(isHidden))], list, scoredFor);
}

/** Clients that can be compared with an earlier score: up, up archived, down, down archived, equal, equal archived. */
function trendingOf(clients: readonly ClientRow[], period: '7day' | '30day', scoredFor: number | null) {
  const rows = inOrder(clients, isArchived).flatMap(({ row }) => {
    const { scoreChanges } = (row.side ?? {}) as { scoreChanges?: ScoreChanges };
    const change = scoreChanges?.[period]?.change;
    if (change === undefined) return [];
    const part = (change > 0 ? 0 : change < 0 ? 2 : 4) + (isArchived(row) ? 1 : 0);
    const text = JSON.stringify({ ...JSON.parse(row.text), scoreChanges });
    return [{ part, size: Math.abs(change), row: { ...row, text, side: undefined } }];
  });
  rows.sort((a, b) => b.size - a.size);
  const paged = [0, 1, 2, 3, 4, 5].map((each) =>
    pagedOf(rows.filter(({ part }) => part === each).map(({ row }) => row)),
  );
  return headOf(paged, listOf(rows), scoredFor);
}

function headOf(
  parts: readonly ReturnType<typeof pagedOf>[],
  list: ReturnType<typeof listOf>,
  scoredFor: number | null,
) {
  const digest = createHash('sha256');
  for (const { pages, tally } of parts) {
    for (const { id, count } of pages) digest.update(Buffer.from(id, 'base64url')).update(Buffer.of(count));
    digest.update(JSON.stringify(tally));
  }
  const version = digest.update(`${scoredFor}${list.id}`).digest('base64url').slice(0, 16);
  const [main, aside, ...others] = parts;
  return { version, scoredFor, ...(main && { main, aside }), ...(others.length > 0 && { others }), list };
}

function pagedOf(rows: readonly Row[]) {
  return { pages: cutLike(rows).map(pageOf), tally: tallyOf(rows) };
}

/** A list item: the order of the merged list, and what else it holds. */
function listOf<R extends Row>(
  rows: readonly PlacedRow<R>[],
  {
    names: hasNames = false,
    memberOf,
    scoredFor,
  }: { names?: boolean; memberOf?: (row: R) => Json; scoredFor?: number | null } = {},
) {
  const ofPart = (part: number) => rows.filter((each) => each.part === part).map(({ row }) => row);
  const parts = memberOf
    ? [0, 1].map((part) => {
        const lines = ofPart(part).map((row) => ({
          ...row,
          text: [row.text, JSON.stringify(memberOf(row)), JSON.stringify(exportedOf(row))].join('\t'),
          side: undefined,
        }));
        return pagedOf(lines);
      })
    : [];
  const names = hasNames
    ? [0, 1].map((part) => {
        const lines = ofPart(part).map((row) => ({ ...row, text: fold(row.name), side: undefined }));
        return cutLike(lines, 500, 165).map(pageOf);
      })
    : [];
  const overviews = scoredFor === undefined ? [] : overviewsOf(rows, scoredFor);
  return itemOf({ order: rows.map(({ part }) => part).join(''), parts, names, overviews });
}

type PageOfRows = ReturnType<typeof pageOf>;

function itemOf({
  order = '',
  parts = [] as readonly ReturnType<typeof pagedOf>[],
  names = [] as readonly (readonly PageOfRows[])[],
  overviews = [] as readonly string[],
}) {
  const refs = (pages: readonly { id: string; count: number }[]) =>
    pages.map(({ id, count }) => `${id}:${count}`).join(' ');
  const text = JSON.stringify({
    order,
    parts: parts.map(({ pages, tally }) => ({ pages: refs(pages), tally })),
    names: names.map(refs),
    overviews,
  });
  const id = createHash('sha256').update(text).digest().subarray(0, 12).toString('base64url');
  return { id, order, parts, names, overviews };
}

function overviewsOf(rows: readonly PlacedRow<Row>[], scoredFor: number | null): string[] {
  const active = rows.filter(({ part }) => part === 0);
  return [active, rows].map((counted) =>
    overviewOf(
      counted.map(({ row }) => row),
      rows.length - active.length,
      scoredFor,
    ),
  );
}

function exportedOf({ side }: Row) {
  const { location, externalId, latestRead, portfolios = {} } = (side ?? {}) as Json & Pick<ClientSide, 'latestRead'>;
  const ids = Object.keys(portfolios as Json).sort(compare);
  return { location, externalId, alignment: latestRead?.value, ...(ids.length > 0 && { portfolios: ids }) };
}

function overviewOf(rows: readonly Row[], archivedCount: number, scoredFor: number | null): string {
  const clients = rows as readonly (Row & { side: ClientSide })[];
  return JSON.stringify({
    ...statistics(
      clients.map(({ score, side }) => ({
        score,
        hasInsufficientData: side.insufficient === true,
        scoreChanges: side.scoreChanges,
        alignment: side.latestRead?.value,
        revenueTTM: side.revenueTTM,
      })),
      archivedCount,
    ),
    streamCount: clients.reduce((sum, { side }) => sum + side.streams, 0),
    scoresUpdatedAt: scoredFor === null ? null : new Date(scoredFor * 86_400_000).toISOString(),
  });
}

interface ClientSide {
  readonly insufficient?: true;
  readonly scoreChanges?: ScoreChanges;
  readonly latestRead?: { readonly value: AlignmentValue };
  readonly revenueTTM?: number;
  readonly streams: number;
}

function alignmentText({ id, name, score, side }: Row): string {
  const { externalId = null, source, latestRead = null } = (side ?? {}) as Json;
  return JSON.stringify({
    clientId: id,
    clientName: name,
    externalClientId: externalId,
    serviceScore: score,
    scoreSource: source,
    alignment: latestRead,
  });
}

function cutLike(rows: readonly Row[], max = 100, min = 33): Row[][] {
  const bytes = (text: (row: Row) => string) => rows.reduce((sum, row) => sum + Buffer.byteLength(text(row)) + 1, 0);
  const isSmall = bytes(({ text }) => text) <= 57_344 && bytes(({ side }) => JSON.stringify(side) ?? '') <= 57_344;
  const isPage = rows.length <= 1 || (rows.length <= max && isSmall);
  if (isPage) return rows.length === 0 ? [] : [[...rows]];
  const margin = Math.max(1, Math.min(min, Math.floor(rows.length / 3)));
  const hashes = rows.slice(margin - 1, rows.length - margin).map(({ id }) => mixed(crc32(id)));
  const end = margin + hashes.indexOf(Math.min(...hashes));
  return [...cutLike(rows.slice(0, end), max, min), ...cutLike(rows.slice(end), max, min)];
}

function mixed(sum: number): number {
  const product = Math.imul(sum ^ (sum >>> 15), 0x85ebca6b);
  return (product ^ (product >>> 13)) >>> 0;
}

function pageOf(rows: readonly Row[]) {
  const text = rows.map((row) => row.text).join('\n');
  const side = rows[0]?.side && JSON.stringify(rows.map((row) => row.side));
  const said = side === undefined ? text : `${text}\n${side}`;
  const id = createHash('sha256').update(said).digest().subarray(0, 12).toString('base64url');
  return { id, count: rows.length, text, side };
}

function tallyOf(rows: readonly { score: number }[]): number[] {
  const band = (name: string) => rows.filter(({ score }) => bandOf(score) === name).length;
  const sum = rows.reduce((total, { score }) => total + Math.round(score * 10), 0);
  return [rows.length, sum, band('highRisk'), band('mediumRisk'), band('lowRisk'), band('onTrack')];
}

type ClientRow = Row & { readonly item: Item; readonly portfolios: string[] };

const isArchived = ({ item }: { readonly item: Item }) => item.archived === true;

function portfoliosOf(
  portfolios: readonly Item[],
  clients: readonly ClientRow[],
  roster: string,
  scoredFor: number | null,
) {
  const tallies = (members: readonly ClientRow[]) => {
    const tally = (archived: boolean) => {
      const [total, sumOfTenths, highRisk, mediumRisk, lowRisk, onTrack] = tallyOf(
        members.filter(({ item }) => item.archived === archived),
      );
      return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
    };
    return { main: tally(false), aside: tally(true) };
  };
  const membersOf = (members: readonly ClientRow[], portfolio?: string) => {
    const memberOf = ({ id, name, score, side }: ClientRow) => {
      const { scoreChanges, portfolios: columns } = (side ?? {}) as { scoreChanges?: Json; portfolios: Json };
      return { id, name, score, scoreChanges, extraColumns: portfolio === undefined ? {} : columns[portfolio] };
    };
    return { ...tallies(members), list: listOf(inOrder(members, isArchived), { memberOf, scoredFor }) };
  };
  return {
    roster,
    all: tallies(clients),
    favorites: membersOf(clients.filter(({ item }) => item.favorite)),
    portfolios: portfolios
      .toSorted((a, b) => compare(fold(String(a.name)), fold(String(b.name))) || compare(String(a.id), String(b.id)))
      .map(({ pk: _, sk: __, v: ___, ...portfolio }) => {
        const id = String(portfolio.id);
        return {
          ...portfolio,
          clients: membersOf(
            clients.filter((client) => client.portfolios.includes(id)),
            id,
          ),
        };
      }),
  };
}

function sorted(record: Json): Json {
  return Object.fromEntries(Object.entries(record).sort(([a], [b]) => compare(a, b)));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
