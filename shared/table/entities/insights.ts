import * as z from 'zod';
import { date, text } from '../../domain/cells/cells.ts';
import { dayOf } from '../../domain/dates.ts';
import { type Account, insightsKey, insightsRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { entityIn, itemVersion } from '../store/stored-item.ts';
import type { RequestTable } from '../store/table.ts';
import { type CellsOf, clientReference, column, type OfClient, required, streamIdColumn } from './columns.ts';
import type { Entity, Shape } from './entity.ts';
import * as limits from './limits.ts';
import { mondayFor, validated, withoutClient } from './statement.ts';

interface Insight {
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

type InsightRow = OfClient<Omit<WeekOfInsights, 'insights'>> & CellsOf<Insight>;

export const insights: Entity<{ readonly kind: 'insights'; readonly value: WeekOfInsights }, InsightRow> = {
  fact: 'insights',
  name: 'insights',
  about: 'what the analytics engine noticed about a stream in a week',
  shape: () => ({
    clientId: limits.clientId,
    streamId: limits.id,
    weekDate: limits.date,
    insights: z
      .array(
        z.object({
          topic: limits.text(100, 'the topic'),
          summary: limits.text(limits.caps.insight, 'the summary'),
          sentiment: limits.text(50, 'the sentiment'),
        } satisfies Shape<Insight>),
      )
      .max(limits.caps.insights, `a week has more than ${limits.caps.insights} insights`),
  }),
  columns: () => ({
    ...clientReference,
    streamId: { ...streamIdColumn('a stream of the client'), ...required, example: 'website' },
    weekDate: column('Week', date, 'any day of the week', { ...required, example: '2026-11-16' }),
    topic: column('Topic', text, 'up to 100 characters', { ...required, example: 'timeliness' }),
    summary: column('Summary', text, 'up to 500 characters', { ...required, example: 'Two milestones on time' }),
    sentiment: column('Sentiment', text, 'positive, neutral, negative, mixed or another word', {
      ...required,
      example: 'positive',
    }),
  }),
  identity: ({ row, clientId }) => [clientId, row.given.streamId, mondayFor(row.given.weekDate)],
  storedAt: (account, { row, clientId }) =>
    insightsKey(account, clientId, String(row.given.streamId), mondayFor(row.given.weekDate)),
  toFact: (statement, [stored], { prune }) => {
    const { row, rows, clientId } = statement;
    const given = rows.map((each) => withoutClient(each));
    const { streamId, weekDate } = row.given;
    const week = prune ? given : withReplacedTopics((stored?.insights ?? []) as Given[], given);
    const value = { clientId, streamId, weekDate: mondayFor(weekDate), insights: week };
    return { kind: 'insights', value: validated(statement, insights, value) };
  },
  rowsOf: (item) => {
    const { clientId: serviceId, insights: week, ...cells } = fromInsightsItem(item);
    return week.map((insight) => ({ serviceId, ...cells, ...insight }));
  },
  toItem: toInsightsItem,
  recordsIn: (item) => {
    const byTopic = Map.groupBy(fromInsightsItem(item).insights, ({ topic }) => topic);
    return new Map([...byTopic].flatMap(([topic, all]) => all.map((insight, at) => [`${at} ${topic}`, insight])));
  },
  dayIn: ({ weekDate }) => dayOf(weekDate),
};

type Given = Record<string, unknown>;

/** The stored insights of a week, with those of the given topics replaced in place. */
function withReplacedTopics(stored: readonly Given[], given: readonly Given[]): Given[] {
  const pending = Map.groupBy(given, ({ topic }) => topic);
  const replaced = stored.flatMap((insight) => {
    const ofTopic = pending.get(insight.topic);
    return ofTopic ? ofTopic.splice(0, 1) : [insight];
  });
  const left = new Set([...pending.values()].flat());
  return [...replaced, ...given.filter((insight) => left.has(insight))];
}

const weeksServed = 12;

export function toInsightsItem(account: Account, week: WeekOfInsights): Item {
  return { ...insightsKey(account, week.clientId, week.streamId, week.weekDate), v: itemVersion, ...week };
}

function fromInsightsItem(item: Item): WeekOfInsights {
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
