import type { CallOptions, ClientDetail, ClientHealthApi, StatisticsOverview } from '../../client/index.ts';
import { csvParser } from '../../import/files/readers/csv.ts';
import { unguarded } from '../../shared/domain/csv.ts';
import type { Considered } from '../../shared/domain/lists/attention.ts';
import { fold } from '../../shared/domain/lists/search.ts';
import { type Band, bandNamed } from '../../shared/domain/scoring/bands.ts';
import type { TopicScores } from '../../shared/domain/scoring/topic-scores.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';

/** A client as the CSV export shows it. */
export interface Row extends Considered {
  readonly name: string;
  /** The account's own id for it. */
  readonly externalId?: string;
  /** What tells it from clients of the same name: its domain, else its id. Absent if there are none. */
  readonly apart?: string;
  readonly level: Band;
  readonly lastContactDate: string | null;
  readonly owner: string;
  /** Undefined if it is not known, which is not 0, or in another currency. */
  readonly revenue: number | undefined;
  /** Only if it is not the one that revenue is told in. */
  readonly otherCurrency?: string;
  /** The plain difference. */
  readonly change30: number | undefined;
  /** What moved the score most, and why; absent if it hardly moved. */
  readonly largestMove?: string;
  /** Only of clients that left, as far as it is known. */
  readonly leftAt?: string;
  readonly leftBecause?: string;
  readonly alignment: string;
  /** Ids of its portfolios. */
  readonly portfolios: readonly string[];
  /** Only if the export has them (`include=topics`). */
  readonly topicScores?: TopicScores;
}

/** Figures and clients of an account or a portfolio, from two requests. */
export async function readRows(
  api: ClientHealthApi,
  { include, ...scope }: Exclude<Parameters<ClientHealthApi['exportClientsCsv']>[0], undefined>,
  options: CallOptions = {},
): Promise<{ readonly overview: StatisticsOverview; readonly rows: readonly Row[] }> {
  const [overview, file] = await Promise.all([
    api.getStatisticsOverview(scope, options),
    api.exportClientsCsv({ ...scope, include }, options),
  ]);
  return { overview, rows: rowsOf(file, overview.revenueTTM.currency) };
}

/** Of the address of a web site. */
const domainIn = (text: string) => text.replace(/^https?:\/\/(?:www\.)?/, '').replace(/\/.*$/, '');

const detailsAtOnce = 100;

/** The details of clients in this order, from a request for each 100; without those that are removed meanwhile. */
export async function detailsOf(
  api: ClientHealthApi,
  ids: readonly string[],
  options: CallOptions = {},
): Promise<readonly ClientDetail[]> {
  const parts = Array.from({ length: Math.ceil(ids.length / detailsAtOnce) }, (_, at) =>
    ids.slice(at * detailsAtOnce, (at + 1) * detailsAtOnce).join(),
  );
  const answers = await Promise.all(parts.map((part) => api.listClients({ ids: part, include: 'details' }, options)));
  // by its id, a client comes with its details or not at all
  const details = answers.flatMap(({ clients }) => clients as readonly ClientDetail[]);
  const known = new Map(details.map((client) => [client.id, client]));
  return ids.flatMap((id) => known.get(id) ?? []);
}

/** The clients of the answer of `/clients/export/csv`, with the revenue of those that pay in the currency, if one is given. */
export function rowsOf(file: string, currency?: string): Row[] {
  const parser = csvParser(',');
  const [header, ...rows] = [...parser.feed(file), ...parser.end()].map(({ cells }) => cells);
  const hasTopics = header?.some((name) => name.startsWith('topic.'));
  const website = header?.find((name) => /^metadata\.(domain|website)$/i.test(name)) ?? '';
  const nameAt = header?.indexOf('name') ?? -1;
  const uses = Map.groupBy(rows, (cells) => fold(cells[nameAt] ?? ''));
  return rows.map((cells) => {
    const cell = (name: string) => cells[header?.indexOf(name) ?? -1] ?? '';
    const text = (name: string) => unguarded(cell(name));
    const number = (name: string) => (cell(name) === '' ? undefined : Number(cell(name)));
    const own = text('metadata.currency');
    const isOther = currency !== undefined && own !== '' && own !== currency;
    return {
      id: cell('id'),
      name: text('name'),
      ...(cell('externalClientId') !== '' && { externalId: text('externalClientId') }),
      ...((uses.get(fold(cell('name')))?.length ?? 0) > 1 && {
        apart: domainIn(text(website)) || cell('id'),
      }),
      score: Number(cell('score')),
      level: bandNamed(cell('riskLevel')) ?? 'highRisk',
      archived: cell('archived') === 'true',
      scoredTopics: number('scoredTopics') ?? 0,
      lastContactDate: cell('lastContactDate') || null,
      owner: text('accountOwner'),
      revenue: isOther ? undefined : number('revenueTTM'),
      ...(isOther && { otherCurrency: own }),
      change7: number('change7day'),
      change30: number('change30day'),
      moved7: number('moved7day'),
      moved30: number('moved30day'),
      ...(cell('reason') !== '' && { reason: text('reason'), reasonKind: text('reasonKind') }),
      ...(cell('nextStep') !== '' && { nextStep: text('nextStep') }),
      ...(cell('followUp') !== '' && { followUp: text('followUp'), followedUpOn: cell('followedUpOn') }),
      ...(cell('largestMove') !== '' && { largestMove: text('largestMove') }),
      ...(cell('metadata.leftAt') !== '' && { leftAt: cell('metadata.leftAt') }),
      ...(cell('metadata.leftBecause') !== '' && { leftBecause: text('metadata.leftBecause') }),
      alignment: cell('alignment'),
      portfolios: text('portfolios').split(';').filter(Boolean),
      ...(hasTopics && { topicScores: topics.map(({ id }) => number(`topic.${id}`) ?? null) }),
    };
  });
}
