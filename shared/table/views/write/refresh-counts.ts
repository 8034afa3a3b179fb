import { QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { latestRead } from '../../../domain/alignment.ts';
import { modelVersion } from '../../../domain/scoring/model.ts';
import { packTopics } from '../../../domain/scoring/topic-scores.ts';
import { alignmentYears } from '../../records/alignment.ts';
import { markAfterProjection } from '../../records/change-marks.ts';
import type { ClientScore } from '../../records/scores.ts';
import { type Account, notesRange, scoreKey } from '../../store/item-keys.ts';
import { sendOptions, type Table } from '../../store/table.ts';
import type { ClientData } from './build-views.ts';

/**
 * Counts anew what the client's score record says of its notes and reads, unless it follows the client's last mark
 * already. The mark was read before the facts are, so what is written meanwhile leaves the record behind, to be seen.
 */
export async function refreshCounts(table: Table, account: Account, facts: ClientData): Promise<ClientData> {
  const { client, score } = facts;
  if (score?.projectedMark === client.changeMark) return facts;
  const [notes, years] = await Promise.all([
    countNotes(table, account, client.id),
    alignmentYears(table, account, client.id),
  ]);
  const followed: ClientScore = {
    history: score?.history,
    topics: score?.topics ?? [],
    source: score?.source ?? 'chr1',
    model: score?.model ?? modelVersion,
    notes,
    latestRead: latestRead(years),
    projectedMark: markAfterProjection(client.changeMark),
  };
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: scoreKey(account, client.id),
      // a night may score meanwhile: what it writes is not touched here
      UpdateExpression:
        'SET notes = :notes, #read = :read, followed = :followed, topics = if_not_exists(topics, :topics), #source = if_not_exists(#source, :source), #model = if_not_exists(#model, :model), v = :v',
      ExpressionAttributeNames: { '#read': 'read', '#source': 'source', '#model': 'model' },
      ExpressionAttributeValues: {
        ':notes': notes,
        ':read': followed.latestRead,
        ':followed': followed.projectedMark,
        ':topics': packTopics(followed.topics),
        ':source': followed.source,
        ':model': followed.model,
        ':v': 1,
      },
    }),
    sendOptions(table),
  );
  return { ...facts, score: followed };
}

async function countNotes(table: Table, account: Account, clientId: string): Promise<number> {
  const { pk, from, to } = notesRange(account, clientId);
  let count = 0;
  let start: Record<string, unknown> | undefined;
  do {
    const part = await table.documents.send(
      new QueryCommand({
        TableName: table.name,
        Select: 'COUNT',
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
        ConsistentRead: true,
        ...(start && { ExclusiveStartKey: start }),
      }),
      sendOptions(table),
    );
    count += part.Count ?? 0;
    start = part.LastEvaluatedKey;
  } while (start);
  return count;
}
