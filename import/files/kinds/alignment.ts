import { yearOf } from '../../../shared/domain/alignment.ts';
import { choice, date, text, time } from '../../../shared/domain/cells/cells.ts';
import { fromAlignmentItem } from '../../../shared/table/records/alignment.ts';
import { alignmentKey } from '../../../shared/table/store/item-keys.ts';
import { clientReference, required } from './columns.ts';
import { leavesOut, mondayFor, pick, validated } from './fact.ts';
import type { Kind } from './kind.ts';

export const alignment: Kind = {
  name: 'alignment',
  about: 'weekly reads',
  columns: [
    ...clientReference,
    { header: 'Week', field: 'week', type: date, ...required, about: 'any day of the week; its Monday is stored' },
    {
      header: 'Value',
      field: 'value',
      type: choice('red', 'amber', 'green'),
      ...required,
      about: 'red, amber or green',
    },
    {
      header: 'Updated At',
      field: 'updatedAt',
      type: time,
      about: 'default: the Monday; of two reads for a week the later one is kept',
    },
    { header: 'Updated By', field: 'updatedBy', type: text, ...required, about: 'who filed it' },
  ],
  identity: ({ row, clientId }) => [clientId, mondayFor(row.given.week)],
  storedAt: (account, { row, clientId }) =>
    leavesOut(row, 'updatedAt') ? alignmentKey(account, clientId, yearOf(mondayFor(row.given.week))) : undefined,
  toFact: (statement, [year]) => {
    const { given } = statement.row;
    const week = mondayFor(given.week);
    const stored = year && fromAlignmentItem(year).reads.find((read) => read.week === week);
    const updatedAt = given.updatedAt ?? stored?.updatedAt ?? `${week}T00:00:00.000Z`;
    const value = validated(statement, 'alignment', { ...pick(given, 'value', 'updatedBy'), week, updatedAt });
    return { kind: 'alignment', clientId: statement.clientId, value };
  },
};
