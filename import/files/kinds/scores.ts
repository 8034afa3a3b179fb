import { numberBetween } from '../../../shared/domain/cells/cells.ts';
import { clientKey, streamKey } from '../../../shared/table/store/item-keys.ts';
import { clientReference, required, streamIdColumn } from './columns.ts';
import { validated } from './fact.ts';
import type { Kind } from './kind.ts';

export const scores: Kind = {
  name: 'scores',
  about: 'scores of an earlier system, shown until the first score is computed',
  columns: [
    ...clientReference,
    streamIdColumn('the score of a stream; empty: of the client'),
    { header: 'Score', field: 'score', type: numberBetween(0, 200), ...required, about: '0 to 200' },
  ],
  identity: ({ row, clientId }) => [clientId, row.given.streamId ?? ''],
  storedAt: (account, { row, clientId }) => {
    const { streamId } = row.given;
    return streamId ? streamKey(account, clientId, String(streamId)) : clientKey(account, clientId);
  },
  toFact: (statement, [stored], { now }) => {
    const { row, clientId } = statement;
    const { score, streamId } = row.given;
    if (streamId) {
      // while files are checked their streams are not stored yet; then only the score is validated
      const stream = stored ?? { id: streamId, clientId, name: '-', state: 'active', goals: null };
      return { kind: 'stream', value: validated(statement, 'stream', { ...stream, importedScore: score }) };
    }
    const client = stored ?? { ...unknownClient, id: clientId };
    // an imported score is no change of the client itself
    const updatedAt = stored?.updatedAt ?? now;
    return { kind: 'client', value: validated(statement, 'client', { ...client, importedScore: score, updatedAt }) };
  },
};

const unknownClient = { name: '-', archived: false, favorite: false, lastContactDate: null, metadata: {} };
