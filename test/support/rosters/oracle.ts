import { isDeepStrictEqual } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import type { AlignmentValue } from '../../../shared/domain/alignment.ts';
import { fold } from '../../../shared/domain/lists/search.ts';
import { statistics } from '../../../shared/domain/lists/statistics.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { type ScoreChanges, scoreChanges } from '../../../shared/domain/scoring/changes.ts';
import { fromScoreItem, type Score } from '../../../shared/table/records/scores.ts';
import { scoredStreams } from '../../../shared/table/records/streams.ts';
import type { Item } from '../../../shared/table/store/read.ts';

// An independent model of the views: what each list shows, computed from the stored facts, with none of the code that
// builds, publishes or reads views. How lists are cut into pages and named is not part of it.

type Json = Record<string, unknown>;

/** A list as it is compared: a difference names the list, the entry and the field. */
interface ShownList {
  /** `<part> <id>` of each entry, in the merged order. */
  readonly order: readonly string[];
  /** What each entry shows and the fields that are stored for it. */
  readonly entries: Readonly<Record<string, { readonly text: unknown; readonly fields: unknown }>>;
  readonly tallies: readonly (readonly number[])[];
  readonly names: readonly (readonly string[])[];
  readonly overviews: readonly unknown[];
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly score: number;
  readonly text: Json;
  readonly fields?: ClientSide;
  readonly part: number;
}

/** Where the stored views are not those that the facts give: list, entry and field, at most twenty. */
export function viewDifferences(items: readonly Item[], customerId: string, scoredFor?: number | null): string[] {
  const views = storedViews(items, customerId);
  const night = scoredFor === undefined ? views.scoredFor : scoredFor;
  return differences(views, expectedViews(items, customerId, night)).slice(0, 20);
}

/** Such as `clients entries c12 text score: 5 instead of 6`. */
function differences(actual: unknown, expected: unknown, path: readonly string[] = []): string[] {
  if (isDeepStrictEqual(actual, expected)) return [];
  const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isObject(actual) || !isObject(expected)) {
    return [`${path.join(' ')}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`];
  }
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)]);
  return [...names].flatMap((name) => differences(actual[name as never], expected[name as never], [...path, name]));
}

/** The views that the facts give. */
function expectedViews(items: readonly Item[], customerId: string, scoredFor: number | null) {
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const those = (start: string) =>
    (partitions.get(`CUST#${customerId}`) ?? []).filter(({ sk }) => sk.startsWith(start));
  const portfolios = those('PORTFOLIO#').toSorted((a: Json, b: Json) => byNameOf(a, b));
  const portfolioIds = portfolios.map(({ id }) => String(id));
  const clients = those('CLIENT#')
    .map((client) => clientRow(partitions, customerId, portfolioIds, client))
    .toSorted(byScore);
  const streams = those('CLIENT#').flatMap((client) => streamRows(partitions, customerId, client));
  /** The list of a portfolio has the extra columns of this portfolio alone. */
  const members = (rows: readonly ClientRow[], portfolio?: unknown) => {
    const own = ({ fields: { portfolios: all, ...fields }, ...row }: ClientRow): Row => {
      const columns = Object.entries(all).map(([id, each]) => [id, id === portfolio ? each : {}]);
      return { ...row, fields: { ...fields, portfolios: Object.fromEntries(columns) } as ClientSide };
    };
    const list = listOf(rows.map(own), 2, { overviews: overviewsOf(rows, scoredFor) });
    return { ...talliesOf(rows), list };
  };
  return {
    scoredFor,
    clients: listOf(clients, 2, { names: [0, 1].map((part) => partOf(clients, part).map(({ name }) => fold(name))) }),
    streams: listOf(streams.toSorted(byScore), 2),
    alignment: listOf(clients.map(alignmentRow).toSorted(byNameOf), 2),
    trending7day: listOf(trendingRows(clients, '7day'), 6),
    trending30day: listOf(trendingRows(clients, '30day'), 6),
    overview: listOf([], 0, { overviews: overviewsOf(clients, scoredFor) }),
    portfolios: {
      all: talliesOf(clients),
      favorites: members(clients.filter(({ item }) => item.favorite)),
      metadataKeys: metadataKeysOf(clients),
      portfolios: portfolios.map(({ pk: _, sk: __, v: ___, ...portfolio }) => ({
        ...portfolio,
        clients: members(
          clients.filter(({ fields }) => Object.hasOwn(fields.portfolios, String(portfolio.id))),
          portfolio.id,
        ),
      })),
    },
  };
}

/** The views that the live root names, read without the code of the service. A missing item is the text `missing`. */
export function storedViews(items: readonly Item[], customerId: string) {
  const { root, list, view } = stored(items, customerId);
  const { all, favorites, ...rest } = view;
  const withList = ({ list: id, ...members }: Members) => ({ ...members, list: list('clients', id) });
  const { list: _, ...tallies } = all;
  const named = (name: string) => list(name, root.live?.lists[name] ?? 'none');
  return {
    scoredFor: root.scoredFor,
    clients: named('clients'),
    streams: named('streams'),
    alignment: named('alignment'),
    trending7day: named('trending7day'),
    trending30day: named('trending30day'),
    overview: named('overview'),
    portfolios: {
      ...rest,
      all: tallies,
      favorites: withList(favorites),
      portfolios: rest.portfolios.map(({ clients, ...portfolio }) => ({ ...portfolio, clients: withList(clients) })),
    },
  };
}

/** The roster and sort key of everything that is live, or was live when the last two deletions began. */
export function pagesNamed(
  items: readonly Item[],
  customerId: string,
  when: 'now' | 'since the last deletions' = 'now',
): Set<string> {
  const now = stored(items, customerId);
  const before = when === 'now' ? [] : now.root.deletions.map(({ live }) => live);
  const named = new Set<string>();
  for (const live of [now.root.live, ...before]) {
    const { view, keys, list } = stored(items, customerId, live);
    for (const [name, id] of Object.entries(live?.lists ?? {})) list(name, id);
    for (const { list: id } of [view.favorites, ...view.portfolios.map(({ clients }) => clients)]) list('clients', id);
    for (const key of keys) named.add(key);
  }
  return named;
}

/** The name of a page, list item or portfolio view as `pagesNamed` has it; undefined for other items. */
export function pageName({ pk, sk }: { readonly pk: string; readonly sk: string }): string | undefined {
  return /^(PAGE|SIDE|LIST|VIEW)#/.test(sk) ? `${pk.split('#').at(-1)} ${sk}` : undefined;
}

interface Members {
  readonly main: unknown;
  readonly hidden: unknown;
  readonly list: string;
}

interface StoredView {
  readonly all: Members;
  readonly favorites: Members;
  readonly metadataKeys: readonly string[];
  readonly portfolios: readonly (Json & { readonly clients: Members })[];
}

interface StoredRoot {
  readonly scoredFor: number | null;
  readonly live: { readonly lists: Record<string, string>; readonly portfolios: string } | null;
  readonly deletions: readonly { readonly live: StoredRoot['live'] }[];
}

function stored(items: readonly Item[], customerId: string, given?: StoredRoot['live']) {
  const pk = `CUST#${customerId}`;
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const keys = new Set<string>();
  const root = byKey.get(`${pk} ROOT`) as unknown as StoredRoot;
  const content = (key: { pk: string; sk: string }): string => {
    keys.add(pageName(key) ?? '');
    const item = byKey.get(`${key.pk} ${key.sk}`);
    return item ? brotliDecompressSync(item.z as Uint8Array).toString() : 'missing';
  };
  const list = (name: string, id: string): ShownList | string => {
    const read = (kind: string, page: string) => content({ pk: `${pk}#ROSTER#${name}`, sk: `${kind}#${page}` });
    const text = read('LIST', id);
    if (text === 'missing') return text;
    const { parts, order, names, overviews } = JSON.parse(text);
    const hasFields = name === 'clients' || name === 'streams';
    const linesIn = (refs: string) =>
      refs.split(' ').flatMap((ref) => {
        const [page = '', count] = ref.split(':');
        if (ref === '') return [];
        const lines = read('PAGE', page).split('\n');
        return lines.length === Number(count) ? lines : ['missing'];
      });
    const entries = parts.map(({ pages }: { pages: string }) => {
      const lines = linesIn(pages);
      const sides = hasFields
        ? pages.split(' ').map((ref) => (ref ? read('SIDE', ref.split(':')[0] ?? '') : '[]'))
        : [];
      const fields = sides.flatMap((side) => (side === 'missing' ? [side] : JSON.parse(side)));
      return lines.map((line, at) => {
        const shown = line === 'missing' ? { id: line } : JSON.parse(line);
        return { id: fields[at]?.id ?? shown.clientId ?? shown.id, text: shown, fields: fields[at] };
      });
    });
    const next = entries.map((part: { id: string }[]) => part.values());
    return {
      order: [...order].map((part) => `${part} ${next[Number(part)].next().value?.id}`),
      entries: Object.fromEntries(entries.flat().map(({ id, ...entry }: { id: string }) => [id, entry])),
      tallies: parts.map(({ tally }: { tally: number[] }) => tally),
      names: names.map(linesIn),
      overviews: overviews.map((each: string) => JSON.parse(each)),
    };
  };
  const live = given === undefined ? root.live : given;
  const viewKey = live && { pk, sk: `VIEW#${live.portfolios}` };
  const nobody = { main: none, hidden: none, list: 'none' };
  const view: StoredView = viewKey
    ? JSON.parse(content(viewKey))
    : { all: nobody, favorites: nobody, metadataKeys: [], portfolios: [] };
  return { root, list, view, keys };
}

function listOf(
  rows: readonly Row[],
  parts: number,
  { names = [], overviews = [] }: Partial<Pick<ShownList, 'names' | 'overviews'>> = {},
): ShownList {
  return {
    order: rows.map(({ part, id }) => `${part} ${id}`),
    entries: Object.fromEntries(rows.map(({ id, text, fields }) => [id, { text: plain(text), fields: plain(fields) }])),
    tallies: Array.from({ length: parts }, (_, part) => tallyOf(partOf(rows, part))),
    names,
    overviews: overviews.map(plain),
  };
}

/** As JSON keeps it: without fields that are undefined. */
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
const partOf = <R extends Row>(rows: readonly R[], part: number) => rows.filter((row) => row.part === part);

type ClientRow = Row & { readonly item: Item; readonly fields: ClientSide };

interface ClientSide extends Json {
  readonly externalId?: string | undefined;
  readonly source: string;
  readonly insufficient?: true | undefined;
  readonly scoreChanges?: ScoreChanges | undefined;
  readonly latestRead?: { readonly value: AlignmentValue } | undefined;
  readonly revenueTTM?: number | undefined;
  readonly streams: number;
  readonly portfolios: Json;
}

function clientRow(
  partitions: ReadonlyMap<string, readonly Item[]>,
  customerId: string,
  portfolioIds: readonly string[],
  item: Item,
): ClientRow {
  const { id, name, metadata, lastContactDate, externalId, favorite, importedScore } = item as unknown as ClientItem;
  const records = partitions.get(`CUST#${customerId}#CLIENT#${id}`) ?? [];
  const record = records.find(({ sk }) => sk === 'SCORE');
  const { score, source, insufficient, changes } = standingOf(record && fromScoreItem(record), importedScore);
  const [latestRead] = records
    .filter(({ sk }) => sk.startsWith('ALIGN#'))
    .flatMap(({ reads }) => (reads as string[]).map(readIn))
    .sort((a, b) => (a.week < b.week ? 1 : -1));
  const memberships = portfolioIds.flatMap((portfolio) =>
    (partitions.get(`CUST#${customerId}#PORTFOLIO#${portfolio}`) ?? [])
      .filter(({ sk }) => sk === `MEMBER#${id}`)
      .map(({ extraColumns }) => [portfolio, extraColumns] as const),
  );
  const { location, ...shown } = metadata;
  const isInState = (active: boolean) =>
    records.filter(({ sk, state }) => sk.startsWith('STREAM#') && (state === 'active') === active).length;
  return {
    ...{ id, name, score, item, part: item.archived === true ? 1 : 0 },
    text: { id, customerId, name, score, lastContactDate, hasInsufficientData: insufficient, metadata: shown },
    fields: {
      ...{ id, name, score, source, externalId, latestRead, location },
      favorite: favorite || undefined,
      insufficient: insufficient || undefined,
      scoreChanges: changes,
      revenueTTM: typeof shown.revenueTTM === 'number' ? shown.revenueTTM : undefined,
      streams: isInState(true),
      otherStreams: isInState(false) || undefined,
      portfolios: Object.fromEntries(memberships),
    },
  };
}

function readIn(text: string) {
  const [week = '', value = '', updatedAt = '', ...name] = text.split(' ');
  return { value: value as AlignmentValue, week, updatedAt, updatedBy: name.join(' ') };
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

function streamRows(partitions: ReadonlyMap<string, readonly Item[]>, customerId: string, client: Item): Row[] {
  const records = partitions.get(`CUST#${customerId}#CLIENT#${client.id}`) ?? [];
  return records
    .filter(({ sk }) => sk.startsWith('STREAM#'))
    .map((item) => {
      const { id = '', name = '', state, goals, importedScore } = item as unknown as Record<string, string>;
      const own = scoredStreams(records).find(({ stream }) => stream.id === id)?.score;
      const { score, insufficient, changes, points } = standingOf(own, importedScore as unknown as number | undefined);
      const sortId = `${id} ${client.id}`;
      return {
        ...{ id: sortId, name, score, part: state === 'active' ? 0 : 1 },
        text: {
          ...{ id, name, customerId, parentClientId: client.id, parentClientName: client.name, score },
          ...{ streamState: state, goals, hasInsufficientData: insufficient },
          ...{ historicalData: points.slice(-30), scoreChanges: changes },
        },
        fields: { id: sortId, name, score } as unknown as ClientSide,
      };
    });
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

function alignmentRow({ id, name, score, part, fields }: ClientRow): Row {
  const { externalId = null, source, latestRead = null } = fields;
  return {
    ...{ id, name, score, part },
    text: {
      ...{ clientId: id, clientName: name, externalClientId: externalId, serviceScore: score, scoreSource: source },
      alignment: latestRead,
    },
  };
}

/** Clients that can be compared with an earlier score: up, up archived, down, down archived, equal, equal archived. */
function trendingRows(clients: readonly ClientRow[], period: '7day' | '30day'): Row[] {
  const moved = clients.flatMap(({ id, name, score, text, fields, part: archived }) => {
    const change = fields.scoreChanges?.[period]?.change;
    if (change === undefined) return [];
    const part = (change > 0 ? 0 : change < 0 ? 2 : 4) + archived;
    return [
      { size: Math.abs(change), row: { id, name, score, part, text: { ...text, scoreChanges: fields.scoreChanges } } },
    ];
  });
  return moved.toSorted((a, b) => b.size - a.size).map(({ row }) => row);
}

function overviewsOf(rows: readonly ClientRow[], scoredFor: number | null): unknown[] {
  const archived = partOf(rows, 1).length;
  return [partOf(rows, 0), rows].map((counted) => ({
    ...statistics(
      counted.map(({ score, fields: { insufficient = false, latestRead, ...rest } }) => ({
        ...{ score, hasInsufficientData: insufficient, alignment: latestRead?.value },
        ...{ scoreChanges: rest.scoreChanges, revenueTTM: rest.revenueTTM },
      })),
      archived,
    ),
    streamCount: counted.reduce((sum, { fields }) => sum + fields.streams, 0),
    scoresUpdatedAt: scoredFor === null ? null : new Date(scoredFor * 86_400_000).toISOString(),
  }));
}

const none = { total: 0, sumOfTenths: 0, bands: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 } };

function talliesOf(rows: readonly Row[]) {
  const tally = (part: number) => {
    const [total, sumOfTenths, highRisk, mediumRisk, lowRisk, onTrack] = tallyOf(partOf(rows, part));
    return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
  };
  return { main: tally(0), hidden: tally(1) };
}

function tallyOf(rows: readonly { score: number }[]): number[] {
  const band = (name: string) => rows.filter(({ score }) => bandOf(score) === name).length;
  const sum = rows.reduce((total, { score }) => total + Math.round(score * 10), 0);
  return [rows.length, sum, band('highRisk'), band('mediumRisk'), band('lowRisk'), band('onTrack')];
}

const ownColumns = new Set(['accountOwner', 'industry', 'location', 'revenueTTM']);

function metadataKeysOf(clients: readonly ClientRow[]): string[] {
  const keys = new Set(clients.flatMap(({ text }) => Object.keys(text.metadata as Json)));
  return [...keys].filter((key) => !ownColumns.has(key)).sort(compare);
}

function byScore(a: Row, b: Row): number {
  return b.score - a.score || byNameOf(a, b);
}

function byNameOf(a: { id?: unknown; name?: unknown }, b: { id?: unknown; name?: unknown }): number {
  return compare(fold(String(a.name)), fold(String(b.name))) || compare(String(a.id), String(b.id));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
