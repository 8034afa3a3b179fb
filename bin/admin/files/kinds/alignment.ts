import { choice, date, text, time } from '../cells.ts';
import { clientColumns, required } from './columns.ts';
import { mondayFor, pick, validated } from './fact.ts';
import type { Kind } from './kind.ts';

export const alignment: Kind = {
  name: 'alignment',
  about: 'alignment reads',
  columns: [
    ...clientColumns,
    {
      header: 'Week',
      field: 'week',
      type: date,
      ...required,
      example: '2026-11-16',
      about: 'any day of the week; its Monday is stored',
    },
    {
      header: 'Value',
      field: 'value',
      type: choice('red', 'amber', 'green'),
      ...required,
      example: 'green',
      about: 'red, amber or green',
    },
    {
      header: 'Updated At',
      field: 'updatedAt',
      type: time,
      example: '2026-11-17T10:00:00Z',
      about: 'default: the Monday; of two reads for a week the later one is kept',
    },
    {
      header: 'Updated By',
      field: 'updatedBy',
      type: text,
      ...required,
      example: 'Ben Larsson',
      about: 'who filed it',
    },
  ],
  identity: ({ row, clientId }) => [clientId, mondayFor(row.given.week)],
  toFact: (entry) => {
    const { given } = entry.row;
    const week = mondayFor(given.week);
    const updatedAt = given.updatedAt ?? `${week}T00:00:00.000Z`;
    const value = validated(entry, 'alignment', { ...pick(given, 'value', 'updatedBy'), week, updatedAt });
    return { kind: 'alignment', clientId: entry.clientId, value };
  },
};
