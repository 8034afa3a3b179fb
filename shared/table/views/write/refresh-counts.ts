import { isDeepStrictEqual } from 'node:util';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { latestRead } from '../../../domain/alignment.ts';
import { modelVersion } from '../../../domain/scoring/model.ts';
import { packTopics } from '../../../domain/scoring/topic-scores.ts';
import { alignmentYears } from '../../records/alignment.ts';
import { markAfterRebuild } from '../../records/change-marks.ts';
import { countNotes } from '../../records/notes.ts';
import type { ClientScore } from '../../records/scores.ts';
import { type Account, scoreKey } from '../../store/item-keys.ts';
import { itemVersion } from '../../store/stored-item.ts';
import { sendOptions, type Table } from '../../store/table.ts';
import type { ClientData } from '../model/build-views.ts';

/**
 * Updates the note count and the latest alignment read in the client's score record, unless the record already follows
 * the client's change mark (`again` counts anyway). The mark was read before the facts, so a fact written in between
 * leaves the two different and the next rebuild or night repeats this.
 */
export async function refreshCounts(
  table: Table,
  account: Account,
  data: ClientData,
  { again = false } = {},
): Promise<ClientData> {
  const { client, score } = data;
  const follows = score?.projectedMark === client.changeMark;
  if (follows && !again) return data;
  const [notes, years] = await Promise.all([
    countNotes(table, account, client.id),
    alignmentYears(table, account, client.id),
  ]);
  const refreshed: ClientScore = {
    ...(score ?? { history: undefined, topics: [], source: 'chr1', model: modelVersion }),
    notes,
    latestRead: latestRead(years),
    projectedMark: markAfterRebuild(client.changeMark),
  };
  if (follows && notes === score?.notes && isDeepStrictEqual(refreshed.latestRead, score.latestRead)) return data;
  await table.documents.send(
    new UpdateCommand({
      TableName: table.name,
      Key: scoreKey(account, client.id),
      // only these attributes: a night may write the score at the same time
      UpdateExpression:
        'SET notes = :notes, #read = :read, followed = :followed, topics = if_not_exists(topics, :topics), #source = if_not_exists(#source, :source), #model = if_not_exists(#model, :model), v = :v',
      ExpressionAttributeNames: { '#read': 'read', '#source': 'source', '#model': 'model' },
      ExpressionAttributeValues: {
        ':notes': notes,
        ':read': refreshed.latestRead,
        ':followed': refreshed.projectedMark,
        ':topics': packTopics(refreshed.topics),
        ':source': refreshed.source,
        ':model': refreshed.model,
        ':v': itemVersion,
      },
    }),
    sendOptions(table),
  );
  return { ...data, score: refreshed };
}
