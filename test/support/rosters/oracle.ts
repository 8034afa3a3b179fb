import { brotliDecompressSync } from 'node:zlib';
import { csvParser } from '../../../import/files/readers/csv.ts';
import type { AlignmentRead } from '../../../shared/domain/alignment.ts';
import { dateOf } from '../../../shared/domain/dates.ts';
import { saidOn } from '../../../shared/domain/scoring/nights.ts';
import type { Metadata } from '../../../shared/table/entities/client.ts';
import type { ExtraColumns } from '../../../shared/table/entities/member.ts';
import { fromStreamItem } from '../../../shared/table/entities/stream.ts';
import { withScores } from '../../../shared/table/records/scored-streams.ts';
import { type ClientScore, fromScoreItem, type Score } from '../../../shared/table/records/scores.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import type { Account, KnownClient, KnownPortfolio } from '../../model/account.ts';
import { sum, type Texts } from '../../model/basics.ts';
import { expectedOf, type ModelRequest } from '../../model/model.ts';
import { urlOf } from '../../model/requests.ts';
import type { RecordedClient } from '../../model/track-record.ts';
import { differences } from '../differences.ts';
import { unknownKey } from '../service/api-keys.ts';
import { fakeDeps } from '../service/deps.ts';
import { wholeService } from '../service/whole-service.ts';
import { dumpOf } from '../store/dump.ts';

// Compares what the API answers about whole accounts with what the model of the service (test/model) answers from the
// stored facts.

/** Where the lists of an account are not those that its facts give, at most twenty differences. */
export async function viewDifferences(table: Table, customerId: string, scoredFor?: number | null): Promise<string[]> {
  const items = await dumpOf(table, customerId);
  const root = items.find(({ sk }) => sk === 'ROOT') as unknown as Root;
  const account = accountIn(items, customerId, scoredFor === undefined ? root.scoredFor : scoredFor);
  const ask = await askerWithoutKey(table, customerId);
  const [answered, expected]: Record<string, unknown>[] = [{}, {}];
  for (const asked of questionsAbout(account)) {
    const [url, wanted] = [urlOf(asked), expectedOf(account, asked)];
    Object.assign(answered ?? {}, { [url]: comparable(await ask(url)) });
    Object.assign(expected ?? {}, { [url]: comparable(typeof wanted === 'string' ? wanted : JSON.stringify(wanted)) });
  }
  return differences(answered, expected).slice(0, 20);
}

/** Fails with the first differences. */
export async function expectViewsOfFacts(...given: Parameters<typeof viewDifferences>): Promise<void> {
  const found = await viewDifferences(...given);
  if (found.length > 0) throw new Error(found.join('\n'));
}

/** Requests for all that is in the lists of an account of at most 500 clients. */
function questionsAbout({ portfolios }: Account): ModelRequest[] {
  const archived = { include_archived: 'true' };
  const all = { ...archived, limit: '500' };
  const ids = portfolios.map(({ portfolio }) => portfolio.id);
  const ask = (operation: string, query: Texts, path: Texts = {}): ModelRequest => ({ operation, path, query });
  return [
    ask('listClients', all),
    ask('listStreams', { ...all, include_inactive: 'true' }),
    ask('listAlignment', all),
    ...(['7day', '30day'] as const).flatMap((period) => [
      ask('listTrendingClients', { ...all, period }),
      ask('listTrendingClients', { ...all, period, direction: 'stable' }),
    ]),
    ask('listPortfolios', {}),
    ...['favorite-clients', ...ids].map((portfolio_id) => ask('getPortfolio', { limit: '500' }, { portfolio_id })),
    ...[undefined, ...ids].map((portfolio_id) => ask('getStatisticsOverview', { portfolio_id })),
    ask('getStatisticsOverview', archived),
    ask('exportClientsCsv', archived),
  ];
}

/** A container of the API that takes any key for one of this account, and counts nothing. */
async function askerWithoutKey(table: Table, customerId: string): Promise<(url: string) => Promise<string>> {
  const key = { v: 3, st: 'active', customerId, keyId: 'any', w: {} };
  const send = (call: string, ...rest: unknown[]) =>
    call === 'update' ? Promise.resolve(key) : (table.send as (...given: unknown[]) => unknown)(call, ...rest);
  const service = await wholeService(fakeDeps({ ...table, send: send as Table['send'] }));
  const rawHeaders = ['X-API-Key', unknownKey()];
  return async (url) => (await service({ url, rawHeaders }))?.body ?? '';
}

/** JSON, or the rows of a file, without what the model does not know: why scores moved and what follows from it, and files. */
function comparable(body: string): unknown {
  if (body.startsWith('{')) return { ...JSON.parse(body), attention: undefined, feedFaults: undefined };
  const parser = csvParser(',');
  const rows = [...parser.feed(body), ...parser.end()].map(({ cells }) => cells);
  const moves = rows[0]?.indexOf('largestMove') ?? 0;
  return rows.map((cells) => cells.toSpliced(moves, 6));
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
      notes: those(own, 'NOTE#').map((note) => entity<KnownClient['notes'][number]>(note)),
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

function saidIn({ history, nights }: Pick<ClientScore, 'history' | 'nights'>): RecordedClient['said'] {
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

interface Root {
  readonly scoredFor: number | null;
  readonly live: { readonly lists: Record<string, string>; readonly portfolios: string } | null;
  /** As JSON. */
  readonly deletions: string;
}

/** The roster and sort key of everything that is live, or was live when the last two deletions began. */
export function pagesNamed(
  items: readonly Item[],
  customerId: string,
  when: 'now' | 'since the last deletions' = 'now',
): Set<string> {
  const pk = `CUST#${customerId}`;
  const byKey = new Map(items.map((item) => [`${item.pk} ${item.sk}`, item]));
  const root = byKey.get(`${pk} ROOT`) as unknown as Root;
  const named = new Set<string>();
  const follow = (key: { pk: string; sk: string }) => {
    named.add(pageName(key) ?? '');
    const item = byKey.get(`${key.pk} ${key.sk}`);
    return item && JSON.parse(brotliDecompressSync(item.z as Uint8Array).toString());
  };
  const followList = (roster: string, id: string) => {
    const { parts = [], names = [] } = follow({ pk: `${pk}#ROSTER#${roster}`, sk: `LIST#${id}` }) ?? {};
    const add = (kind: string, refs: string) => {
      for (const ref of refs.split(' ')) if (ref !== '') named.add(`${roster} ${kind}#${ref.split(':')[0]}`);
    };
    for (const { pages } of parts)
      for (const kind of roster === 'clients' ? ['PAGE', 'SIDE'] : ['PAGE']) add(kind, pages);
    for (const refs of names) add('PAGE', refs);
  };
  const deletions = JSON.parse(root.deletions) as readonly Pick<Root, 'live'>[];
  for (const live of [root.live, ...(when === 'now' ? [] : deletions.map((each) => each.live))]) {
    for (const [roster, ids] of Object.entries(live?.lists ?? {})) followList(roster, ids.split(' ')[0] ?? '');
    for (const id of live?.portfolios.split(' ') ?? [])
      for (const list of listIdsIn(follow({ pk, sk: `VIEW#${id}` }))) followList('clients', list);
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
