import { type Account, insightsKey, insightsRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';

export interface Insight {
  readonly topic: string;
  readonly summary: string;
  readonly sentiment: string;
}

/** The insights of the analytics engine about a stream in one week. */
export interface WeekOfInsights {
  readonly clientId: string;
  readonly streamId: string;
  /** Monday of the week. */
  readonly weekDate: string;
  readonly insights: readonly Insight[];
}

const weeksServed = 12;

export function toInsightsItem(account: Account, week: WeekOfInsights): Item {
  return { ...insightsKey(account, week.clientId, week.streamId, week.weekDate), v: itemVersion, ...week };
}

export function fromInsightsItem(item: Item): WeekOfInsights {
  return entityIn(item);
}

/** The newest weeks of a stream, newest first. */
export async function newestInsights(
  table: RequestTable,
  account: Account,
  clientId: string,
  streamId: string,
): Promise<WeekOfInsights[]> {
  const range = insightsRange(account, clientId, streamId);
  return (await readRange(table, range, { backwards: true, limit: weeksServed })).map(fromInsightsItem);
}
