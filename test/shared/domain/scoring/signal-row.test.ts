import fc from 'fast-check';
import { expect, it } from 'vitest';
import { rowOfSignal, signalIdOfRow } from '../../../../shared/domain/scoring/signal-row.ts';

it.each([
  ['invoice-late_INV-2393', { rule: 'invoice-late', kind: 'invoice', record: 'INV-2393' }],
  ['ticket-reply_40663', { rule: 'ticket-reply', kind: 'ticket', record: '40663' }],
  ['invoice-due_INV--2F2026--2F12', { rule: 'invoice-due', kind: 'invoice', record: 'INV/2026/12' }],
  ['deal_in_1A2', { rule: 'deal', kind: 'deal', record: 'in_1A2' }],
  ['nps_17', { rule: 'nps', record: '17' }],
  ['s-0123456789abcdef0123', undefined],
  ['bill', undefined],
])('%s was made of %j', (id, row) => {
  expect(rowOfSignal(id)).toEqual(row);
});

it('the id of a signal names the record of its row, unless it is too long', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 24 }), (record) => {
      const id = signalIdOfRow({ rule: 'ticket-reply', record });
      if (id !== undefined) expect(rowOfSignal(id)?.record).toBe(record);
      else expect(record.length).toBeGreaterThan(6);
    }),
  );
});
