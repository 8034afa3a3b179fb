import type { Cell } from '../../shared/domain/csv.ts';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { compareTexts } from '../../shared/domain/orders.ts';
import { bandOf } from '../../shared/domain/scoring/bands.ts';
import { type History, scoreOn } from '../../shared/domain/scoring/history.ts';
import { fromPlaced } from '../../shared/domain/scoring/topic-scores.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { scoresOf } from '../../shared/table/records/scores.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import type { RequestTable } from '../../shared/table/store/table.ts';
import type { StoredEntry } from '../../shared/table/views/model/entries.ts';
import { hidden } from '../../shared/table/views/model/parts.ts';

/** Some columns: their names, and the cells of up to 100 rows. */
export interface Columns {
  readonly names: readonly string[];
  readonly cellsOf: (rows: readonly Row[]) => readonly Cell[][] | Promise<readonly Cell[][]>;
}

const columns = {
  id: ({ entry }) => entry.id,
  customerId: ({ entry }) => entry.customerId,
  name: ({ entry }) => entry.name,
  score: ({ entry }) => entry.score,
  riskLevel: ({ entry }) => bandOf(entry.score),
  hasInsufficientData: ({ entry }) => entry.hasInsufficientData,
  lastContactDate: ({ entry }) => entry.lastContactDate,
  accountOwner: ({ entry }) => entry.metadata.accountOwner,
  industry: ({ entry }) => entry.metadata.industry,
  location: ({ fields }) => fields.location,
  revenueTTM: ({ entry }) => entry.metadata.revenueTTM,
  archived: ({ part }) => part === hidden,
  externalClientId: ({ fields }) => fields.externalId,
  change7day: ({ fields }) => fields.changes?.['7day'],
  change30day: ({ fields }) => fields.changes?.['30day'],
  alignment: ({ fields }) => fields.latestRead?.value,
  portfolios: ({ fields }) => portfolioIds(fields).join(';'),
  scoredTopics: ({ fields }) => fields.topics ?? 0,
  largestMove: ({ fields }) => fields.move,
  moved7day: ({ fields: { attention, changes } }) => attention?.moved7 ?? changes?.['7day'],
  moved30day: ({ fields: { attention, changes } }) => attention?.moved30 ?? changes?.['30day'],
  reason: ({ fields }) => fields.attention?.reason,
  reasonKind: ({ fields }) => fields.attention?.reasonKind,
  nextStep: ({ fields }) => fields.attention?.nextStep,
  followUp: ({ fields }) => fields.attention?.followUp,
  followedUpOn: ({ fields }) => fields.attention?.followedUpOn,
} satisfies Record<string, (row: Row) => Cell>;

export interface Row extends StoredEntry {
  readonly entry: {
    readonly id: string;
    readonly customerId: string;
    readonly name: string;
    readonly score: number;
    readonly hasInsufficientData: boolean;
    readonly lastContactDate: string | null;
    readonly metadata: Readonly<Record<string, Cell>>;
  };
}

function portfolioIds({ portfolios }: Row['fields']): string[] {
  return Object.keys(portfolios).sort(compareTexts);
}

export const ownColumns: Columns = {
  names: Object.keys(columns),
  cellsOf: (rows) => rows.map((row) => Object.values(columns).map((cell) => cell(row))),
};

/** Ids and names of portfolios have one order. */
export function portfolioColumns(names: ReadonlyMap<string, string>): Columns {
  return {
    names: ['portfolioNames'],
    cellsOf: (rows) =>
      rows.map(({ fields }) => [
        portfolioIds(fields)
          .map((id) => names.get(id) ?? id)
          .join(';'),
      ]),
  };
}

export const topicColumns: Columns = {
  names: topics.map(({ id }) => `topic.${id}`),
  cellsOf: (rows) => rows.map(({ fields }) => fromPlaced(fields.topicScores ?? [])),
};

/** Read from the records of the clients, which may be newer than the list: the columns end with its date. */
export function historyColumns(
  account: Account,
  last: Day | null,
  count: number,
  tableNow: () => RequestTable,
): Columns {
  const days = last === null ? [] : Array.from({ length: count }, (_, at) => last - count + 1 + at);
  return {
    names: days.map((day) => `score.${dateOf(day)}`),
    cellsOf: async (rows) => {
      const ids = rows.map(({ entry }) => entry.id);
      const scores = await scoresOf(tableNow(), account, ids);
      const cells = (history: History | undefined) => days.map((day) => history && scoreOn(history, day));
      return ids.map((id) => cells(scores.get(id)?.history));
    },
  };
}

export function metadataColumns(keys: readonly string[]): Columns {
  return {
    names: keys.map((key) => `metadata.${key}`),
    cellsOf: (rows) => rows.map(({ entry }) => keys.map((key) => ownValue(entry.metadata, key))),
  };
}

function ownValue(metadata: Row['entry']['metadata'], key: string): Cell {
  // a key may have the name of an inherited property, such as `toString`
  return Object.hasOwn(metadata, key) ? metadata[key] : undefined;
}
