import { date, text } from '../../../shared/domain/cells/cells.ts';
import { insightsKey } from '../../../shared/table/store/item-keys.ts';
import { clientReference, required, streamIdColumn } from './columns.ts';
import { mondayFor, pick, validated } from './fact.ts';
import type { Kind } from './kind.ts';

export const insights: Kind = {
  name: 'insights',
  about: 'what the analytics engine noticed about a stream in a week',
  columns: [
    ...clientReference,
    { ...streamIdColumn('a stream of the client'), ...required },
    { header: 'Week', field: 'weekDate', type: date, ...required, about: 'any day of the week' },
    { header: 'Topic', field: 'topic', type: text, ...required, about: 'up to 100 characters' },
    { header: 'Summary', field: 'summary', type: text, ...required, about: 'up to 500 characters' },
    {
      header: 'Sentiment',
      field: 'sentiment',
      type: text,
      ...required,
      about: 'positive, neutral, negative, mixed or another word',
    },
  ],
  identity: ({ row, clientId }) => [clientId, row.given.streamId, mondayFor(row.given.weekDate)],
  storedAt: (account, { row, clientId }) =>
    insightsKey(account, clientId, String(row.given.streamId), mondayFor(row.given.weekDate)),
  toFact: (statement, [stored], { prune }) => {
    const { row, rows, clientId } = statement;
    const given = rows.map((each) => pick(each.given, 'topic', 'summary', 'sentiment'));
    const { streamId, weekDate } = row.given;
    const week = prune ? given : withReplacedTopics((stored?.insights ?? []) as Given[], given);
    const value = { clientId, streamId, weekDate: mondayFor(weekDate), insights: week };
    return { kind: 'insights', value: validated(statement, 'insights', value) };
  },
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
