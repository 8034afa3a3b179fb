import { brotliDecompressSync } from 'node:zlib';
import type { AlignmentRead } from '../../../shared/domain/alignment.ts';
import { dateOf } from '../../../shared/domain/dates.ts';
import { fold } from '../../../shared/domain/lists/search.ts';
import { bandOf } from '../../../shared/domain/scoring/bands.ts';
import { saidOn } from '../../../shared/domain/scoring/nights.ts';
import type { Metadata } from '../../../shared/table/records/clients.ts';
import type { ExtraColumns } from '../../../shared/table/records/portfolios.ts';
import { type ClientScore, fromScoreItem, type Score } from '../../../shared/table/records/scores.ts';
import { fromStreamItem, withScores } from '../../../shared/table/records/streams.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Account, KnownClient, KnownPortfolio } from '../../model/account.ts';
import { inOrder, sum, type Texts, tenths } from '../../model/basics.ts';
import { ownMetadataKeys, recordOf } from '../../model/clients.ts';
import { readAsOf, standingOf } from '../../model/figures.ts';
import { expectedOf } from '../../model/model.ts';
import type { Told } from '../../model/track-record.ts';
import { differences } from '../differences.ts';

// Compares the stored views with what the model of the service (test/model) answers from the stored facts. How lists are
// cut into pages and named is not part of it.

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
  readonly text: Json;
  readonly fields?: Json;
  readonly part: number;
}

/** Where the stored views are not those that the facts give: list, entry and field, at most twenty. */
export function viewDifferences(items: readonly Item[], customerId: string, scoredFor?: number | null): string[] {
  const views = storedViews(items, customerId);
  const night = scoredFor === undefined ? views.scoredFor : scoredFor;
  const expected = expectedViews(items, customerId, night);
  return differences(knownPart(views, expected), expected).slice(0, 20);
}

/** Fails with the first differences. */
export function expectViewsOfFacts(...given: Parameters<typeof viewDifferences>): void {
  const found = viewDifferences(...given);
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Without what the model does not know: a field that is stored next to a text, or a further list of the view. */
function knownPart(stored: unknown, expected: unknown, path: readonly string[] = []): unknown {
  if (typeof stored !== 'object' || stored === null) return stored;
  const known = Object(expected) as Json;
  if (Array.isArray(stored)) return stored.map((each, at) => knownPart(each, known[at], [...path, `${at}`]));
  const mayHaveMore = path.at(-1) === 'fields' || path.join() === 'portfolios';
  const kept = Object.entries(stored).filter(([name]) => !mayHaveMore || name in known);
  return Object.fromEntries(kept.map(([name, value]) => [name, knownPart(value, known[name], [...path, name])]));
}

/** The views that the facts give: what the model answers when it is asked for everything. */
function expectedViews(items: readonly Item[], customerId: string, scoredFor: number | null) {
  const account = accountIn(items, customerId, scoredFor);
  const all = { include_archived: 'true', include_inactive: 'true', limit: '9999999' };
  const ask = (operation: string, query: Texts = {}) =>
    plain(expectedOf(account, { operation, path: {}, query: { ...all, ...query } })) as Answer;
  const known = new Map(account.clients.map((each) => [each.client.id, each]));
  const partOf = ({ id, clientId = id }: Json) => (known.get(String(clientId))?.client.archived ? 1 : 0);
  const { clients } = ask('listClients');
  const rowOf = (text: Json, part = partOf(text)): Row => ({ id: String(text.clientId ?? text.id), part, text });
  const withFields = (text: Json, portfolio?: string): Row => ({
    ...rowOf(text),
    fields: clientFields(account, known.get(String(text.id)) as KnownClient, portfolio),
  });
  const overviews = (of: (each: KnownClient) => boolean = () => true, named = true) =>
    ['false', 'true'].map((archived) => {
      const some = { ...account, clients: account.clients.filter(of) };
      const query = { include_archived: archived };
      const {
        customerId: _,
        portfolioId: __,
        ...overview
      } = expectedOf(some, {
        operation: 'getStatisticsOverview',
        path: {},
        query,
      }) as Json;
      return { ...overview, trackRecord: plain(recordOf(some.clients, account.scoredFor, named)) };
    });
  /** The list of a portfolio has the extra columns of this portfolio alone. */
  const members = (of: (each: KnownClient) => boolean, portfolio = '') => {
    const rows = clients
      .filter(({ id }) => of(known.get(String(id)) as KnownClient))
      .map((text) => withFields(text, portfolio));
    return { ...talliesOf(rows), list: listOf(rows, 2, { overviews: overviews(of, false) }) };
  };
  /** Up, up archived, down, down archived, equal, equal archived. */
  const trending = (period: '7day' | '30day') => {
    const moves = clients.flatMap((text) => {
      const { scoreChanges } = standingOf(known.get(String(text.id)) as KnownClient);
      const change = scoreChanges?.[period]?.change;
      if (change === undefined) return [];
      const part = (change > 0 ? 0 : change < 0 ? 2 : 4) + partOf(text);
      return [{ size: Math.abs(change), row: rowOf({ ...text, scoreChanges }, part) }];
    });
    return moves.toSorted((a, b) => b.size - a.size).map(({ row }) => row);
  };
  const names = [0, 1].map((part) =>
    clients.filter((text) => partOf(text) === part).map(({ name }) => fold(String(name))),
  );
  const streams = ask('listStreams').streams.map((text): Row => {
    const { id, parentClientId, streamState } = text;
    const part = (streamState === 'active' ? 0 : 1) + 2 * partOf({ id: parentClientId });
    return { id: `${id} ${parentClientId}`, part, text };
  });
  return {
    scoredFor,
    clients: listOf(
      clients.map((text) => withFields(text)),
      2,
      { names },
    ),
    streams: listOf(streams, 4),
    alignment: listOf(
      ask('listAlignment').clients.map((text) => rowOf(text)),
      2,
    ),
    trending7day: listOf(trending('7day'), 6),
    trending30day: listOf(trending('30day'), 6),
    overview: listOf([], 0, { overviews: overviews() }),
    portfolios: {
      all: talliesOf(clients.map((text) => rowOf(text))),
      favorites: members(({ client }) => client.favorite),
      metadataKeys: ownMetadataKeys(account),
      portfolios: inOrder(account.portfolios, ({ portfolio }) => portfolio).map(({ portfolio, members: own }) => ({
        ...portfolio,
        clients: members(({ client }) => own.has(client.id), portfolio.id),
      })),
    },
  };
}

interface Answer {
  readonly clients: readonly Json[];
  readonly streams: readonly Json[];
}

/** What is stored next to the text of a client. */
function clientFields({ portfolios }: Account, known: KnownClient, portfolio?: string): Json {
  const { id, name, favorite, externalId, metadata } = known.client;
  const { score, hasInsufficientData, scoreChanges } = standingOf(known);
  const active = known.streams.filter(({ stream }) => stream.state === 'active').length;
  const own = portfolios.flatMap(({ portfolio: { id: each }, members }) => {
    const columns = members.get(id);
    return columns ? [[each, portfolio === undefined || portfolio === each ? columns : {}]] : [];
  });
  return {
    id,
    name,
    score,
    externalId,
    changes: scoreChanges && {
      '7day': scoreChanges['7day']?.change,
      '30day': scoreChanges['30day']?.change,
    },
    location: metadata.location,
    source: known.computed?.source ?? 'chr1',
    latestRead: readAsOf(known) ?? undefined,
    favorite: favorite || undefined,
    insufficient: hasInsufficientData || undefined,
    revenueTTM: typeof metadata.revenueTTM === 'number' ? metadata.revenueTTM : undefined,
    streams: active,
    portfolios: Object.fromEntries(own),
  };
}

/** The stored facts, as the model knows an account. What no view shows is left out. */
function accountIn(items: readonly Item[], customerId: string, scoredFor: number | null): Account {
  const partitions = Map.groupBy(items, ({ pk }) => pk);
  const those = (pk: string, start: string) => (partitions.get(pk) ?? []).filter(({ sk }) => sk.startsWith(start));
  const entity = <E>({ pk: _, sk: __, v: ___, ...rest }: Item) => rest as E;
  const pk = `CUST#${customerId}`;
  const computed = (score: (Score & Pick<ClientScore, 'nights'>) | undefined) =>
    score?.history && {
      last: dateOf(score.history.last),
      topics: score.topics,
      source: score.source,
      points: Array.from(score.history.points, (point) => point / 10),
      said: saidIn(score),
    };
  const clients = those(pk, 'CLIENT#').map((item): KnownClient => {
    const imported = entity<KnownClient['client']>(item);
    const own = `${pk}#CLIENT#${imported.id}`;
    const [record] = those(own, 'SCORE').filter(({ sk }) => sk === 'SCORE');
    const lines = those(own, 'S#').flatMap(({ signals }) => String(signals).split('\n'));
    const paid = revenueIn(lines, imported.metadata, record && fromScoreItem(record).history.last);
    const client = { ...imported, metadata: { ...imported.metadata, ...paid } };
    return {
      client,
      notes: [],
      people: [],
      computed: computed(record && fromScoreItem(record)),
      streams: withScores(those(pk, `STREAM#${imported.id}#`).map(fromStreamItem), record && fromScoreItem(record)).map(
        ({ stream, score }) => ({ stream, computed: computed(score), insights: [] }),
      ),
      reads: those(own, 'ALIGN#').flatMap(({ reads }) => (reads as string[]).map(readIn)),
    };
  });
  const portfolios = those(pk, 'PORTFOLIO#').map((item) => {
    const portfolio = entity<KnownPortfolio['portfolio']>(item);
    const members = those(`${pk}#PORTFOLIO#${portfolio.id}`, 'MEMBER#');
    const columns = members.map(({ sk, extraColumns }) => [sk.slice('MEMBER#'.length), extraColumns as ExtraColumns]);
    return { portfolio, members: new Map(columns as [string, ExtraColumns][]) };
  });
  return { customerId, clients, portfolios, scoredFor: scoredFor === null ? null : dateOf(scoredFor) };
}

/** Of payments in one currency: of the twelve whole months before the score, else all unless the CRM has a figure. */
function revenueIn(lines: readonly string[], { revenueTTM }: Metadata, scored: number | undefined): Metadata {
  const paid = lines.flatMap((line) => {
    const [, day, amount, currency] = /^\S+ (\d+) .*\$(-?[\d.]+)(\w*)/.exec(line) ?? [];
    return day === undefined ? [] : [{ month: dateOf(Number(day)).slice(0, 7), amount: Number(amount), currency }];
  });
  const months = paid.map(({ month }) => month).sort();
  const until = scored === undefined ? '9999-99' : dateOf(scored).slice(0, 7);
  const from = `${Number(until.slice(0, 4)) - 1}${until.slice(4)}`;
  const isWhole = months[0] !== undefined && months[0] <= from && scored !== undefined;
  if (!isWhole && revenueTTM !== undefined) return {};
  const counted = paid.filter(({ month }) => (isWhole ? month >= from && month < until : month <= until));
  if (counted.length === 0) return {};
  const cents = sum(counted.map(({ amount }) => Math.round(amount * 100)));
  const [{ currency } = {}] = paid;
  return { revenueTTM: cents / 100, ...(currency && { currency }) };
}

function saidIn({ history, nights }: Pick<ClientScore, 'history' | 'nights'>): Told['said'] {
  const days = Array.from(history.points, (_, at) => history.last - at);
  return new Map(
    days.flatMap((day) => {
      const said = saidOn(nights, day);
      return said ? [[dateOf(day), said] as const] : [];
    }),
  );
}

function readIn(text: string): AlignmentRead {
  const [week = '', value = '', updatedAt = '', ...name] = text.split(' ');
  return { value: value as AlignmentRead['value'], week, updatedAt, updatedBy: name.join(' ') };
}

/** The views that the live root names, read without the code of the service. A missing item is the text `missing`. */
export function storedViews(items: readonly Item[], customerId: string) {
  const { root, list, view } = stored(items, customerId);
  const { all, favorites, ...rest } = view;
  const withList = ({ list: id, ...members }: Members) => ({ ...members, list: list('clients', id) });
  const { list: _, ...tallies } = all;
  const named = (name: string) => list(name, root.live?.lists[name]?.split(' ')[0] ?? 'none');
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
  const deletions = JSON.parse(now.root.deletions) as readonly { readonly live: StoredRoot['live'] }[];
  const before = when === 'now' ? [] : deletions.map(({ live }) => live);
  const named = new Set<string>();
  for (const live of [now.root.live, ...before]) {
    const { view, keys, list } = stored(items, customerId, live);
    for (const [name, ids] of Object.entries(live?.lists ?? {})) list(name, ids.split(' ')[0] ?? '');
    for (const id of listIdsIn(view)) list('clients', id);
    for (const key of keys) named.add(key);
  }
  return named;
}

/** The ids of the lists that a portfolio view names, wherever it names them. */
function listIdsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) =>
    name === 'list' && typeof each === 'string' ? [each] : listIdsIn(each),
  );
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
  /** As JSON. */
  readonly deletions: string;
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
    const linesIn = (refs: string) =>
      refs.split(' ').flatMap((ref) => {
        const [page = '', count] = ref.split(':');
        if (ref === '') return [];
        const lines = read('PAGE', page).split('\n');
        return lines.length === Number(count) ? lines : ['missing'];
      });
    const entries = parts.map(({ pages }: { pages: string }) => {
      const lines = linesIn(pages);
      const pagesOf = name === 'clients' ? pages.split(' ').filter((ref) => ref !== '') : [];
      const fields = pagesOf.flatMap((ref) => rowsIn(read('SIDE', ref.split(':')[0] ?? '')));
      return lines.map((line, at) => {
        const shown = line === 'missing' ? { id: line } : JSON.parse(line);
        const id = name === 'streams' ? `${shown.id} ${shown.parentClientId}` : (shown.clientId ?? shown.id);
        return { id, text: shown, fields: fields[at] };
      });
    });
    const next = entries.map((part: { id: string }[]) => part.values());
    return {
      entries: Object.fromEntries(entries.flat().map(({ id, ...entry }: { id: string }) => [id, entry])),
      order: [...order].map((part) => `${part} ${next[Number(part)].next().value?.id}`),
      tallies: parts.map(({ tally }: { tally: number[] }) => tally),
      names: names.map(linesIn),
      overviews: overviews.map((each: string) => JSON.parse(each)),
    };
  };
  const live = given === undefined ? root.live : given;
  const nobody = { main: none, hidden: none, list: 'none' };
  const [ofAccount, ...shares] = (live?.portfolios.split(' ') ?? []).map((id) =>
    JSON.parse(content({ pk, sk: `VIEW#${id}` })),
  );
  const portfolios = inOrder(shares.flat(), (portfolio) => portfolio);
  const view: StoredView = { ...(ofAccount ?? { all: nobody, favorites: nobody, metadataKeys: [] }), portfolios };
  return { root, list, view, keys };
}

/** The fields of each entry of a page, which are stored by field. */
function rowsIn(text: string): Json[] {
  if (text === 'missing') return [{ missing: true }];
  const columns = Object.entries(JSON.parse(text) as Record<string, unknown[]>);
  const valuesAt = (at: number) =>
    columns.flatMap(([name, values]) => (values[at] === null ? [] : [[name, values[at]]]));
  return (columns[0]?.[1] ?? []).map((_, at) => Object.fromEntries(valuesAt(at)));
}

function listOf(
  rows: readonly Row[],
  parts: number,
  { names = [], overviews = [] }: Partial<Pick<ShownList, 'names' | 'overviews'>> = {},
): ShownList {
  return {
    order: rows.map(({ part, id }) => `${part} ${id}`),
    entries: Object.fromEntries(rows.map(({ id, text, fields }) => [id, { text: plain(text), fields }])),
    tallies: Array.from({ length: parts }, (_, part) => tallyOf(partOf(rows, part))),
    names,
    overviews: overviews.map(plain),
  };
}

/** As JSON keeps it: without fields that are undefined. */
const plain = (value: unknown) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));
const partOf = <R extends Row>(rows: readonly R[], part: number) => rows.filter((row) => row.part === part);

const none = { total: 0, sumOfTenths: 0, bands: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 } };

function talliesOf(rows: readonly Row[]) {
  const tally = (part: number) => {
    const [total, sumOfTenths, highRisk, mediumRisk, lowRisk, onTrack] = tallyOf(partOf(rows, part));
    return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
  };
  return { main: tally(0), hidden: tally(1) };
}

function tallyOf(rows: readonly Row[]): number[] {
  const scores = rows.map(({ text }) => Number(text.score ?? text.serviceScore));
  const band = (name: string) => scores.filter((score) => bandOf(score) === name).length;
  return [rows.length, sum(scores.map(tenths)), band('highRisk'), band('mediumRisk'), band('lowRisk'), band('onTrack')];
}
