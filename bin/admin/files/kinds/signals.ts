import { dayOf } from '../../../../shared/domain/dates.ts';
import { date, id, number, topic } from '../cells.ts';
import { recordIdFrom } from '../ids.ts';
import { clientColumns, required, streamIdColumn } from './columns.ts';
import { validated } from './fact.ts';
import type { Kind, Row } from './kind.ts';

export const signals: Kind = {
  name: 'signals',
  about: 'what was observed, and how good or bad it was: scores are computed from signals',
  columns: [
    ...clientColumns,
    { header: 'Signal ID', field: 'id', type: id, example: 's-1', about: 'default: made of the other cells' },
    { header: 'Date', field: 'date', type: date, ...required, example: '2026-11-17', about: 'the day' },
    {
      header: 'Topic',
      field: 'topic',
      type: topic,
      ...required,
      example: 'timeliness',
      about: 'one of the 15, by id or name',
    },
    { header: 'Polarity', field: 'polarity', type: number, ...required, example: '0.5', about: '-1 to 1' },
    { header: 'Weight', field: 'weight', type: number, example: '1', about: 'above 0, up to 1,000; default 1' },
    { ...streamIdColumn('the stream that it is about, if any'), example: '' },
  ],
  identity: ({ row, clientId }) => [clientId, signalId(row)],
  toFact: (entry) => {
    const { row, clientId } = entry;
    const { topic: about, polarity, weight, streamId, date: day } = row.given;
    const value = { id: signalId(row), day: dayOf(String(day)), topic: about, polarity, weight: weight ?? 1 };
    const signal = validated(entry, 'signal', streamId ? { ...value, stream: streamId } : value);
    return { kind: 'signal', clientId, value: signal };
  },
};

function signalId({ given }: Row): string {
  const { date: day, topic: about, polarity, weight, streamId } = given;
  return given.id ? String(given.id) : recordIdFrom('s', [day, about, polarity, weight ?? 1, streamId ?? '']);
}
