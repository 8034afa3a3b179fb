import { numberBetween } from '../../domain/cells/cells.ts';
import { clientKey, isStream, streamKey } from '../store/item-keys.ts';
import { client, fromClientItem, type ImportedClient } from './client.ts';
import { clientReference, column, required, streamIdColumn } from './columns.ts';
import type { PartKind } from './entity.ts';
import { validated } from './statement.ts';
import { fromStreamItem, type Stream, stream } from './stream.ts';

type ScoredFact =
  | { readonly kind: 'client'; readonly value: ImportedClient }
  | { readonly kind: 'stream'; readonly value: Stream };

type ScoreCells = {
  readonly serviceId: string;
  readonly streamId?: string | undefined;
  readonly score: number;
};

export const importedScore: PartKind<ScoredFact, ScoreCells> = {
  partOf: ['client', 'stream'],
  name: 'scores',
  about: 'scores of an earlier system, shown until the first score is computed',
  columns: () => ({
    ...clientReference,
    streamId: streamIdColumn('the score of a stream; empty: of the client'),
    score: column('Score', numberBetween(0, 200), '0 to 200', { ...required, example: '118.5' }),
  }),
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
      const found = stored ?? { id: streamId, clientId, name: '-', state: 'active', goals: null };
      return { kind: 'stream', value: validated(statement, stream, { ...found, importedScore: score }) };
    }
    const found = stored ?? { ...unknownClient, id: clientId };
    // an imported score is no change of the client itself
    const updatedAt = stored?.updatedAt ?? now;
    return { kind: 'client', value: validated(statement, client, { ...found, importedScore: score, updatedAt }) };
  },
  rowsOf: (item) => {
    const isOfStream = isStream(item);
    const { importedScore: score } = isOfStream ? fromStreamItem(item) : fromClientItem(item);
    if (score === undefined) return [];
    return [
      isOfStream
        ? { serviceId: String(item.clientId), streamId: String(item.id), score }
        : { serviceId: String(item.id), score },
    ];
  },
};

const unknownClient = { name: '-', archived: false, favorite: false, lastContactDate: null, metadata: {} };
