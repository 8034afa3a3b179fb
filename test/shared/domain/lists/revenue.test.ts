import { expect, it } from 'vitest';
import { dayOf } from '../../../../shared/domain/dates.ts';
import { paymentsOf, yearlyRevenue } from '../../../../shared/domain/lists/revenue.ts';

const payment = (date: string, amount: number, currency?: string) => ({
  day: dayOf(date),
  amount,
  ...(currency !== undefined && { currency }),
});
const crm = { revenueTTM: 500, currency: 'USD' };
const november = dayOf('2026-11-20');

it.each([
  ['no payments: the figure of the CRM', [], crm, november, crm],
  ['a year of payments', [payment('2025-11-30', 10), payment('2026-10-01', 5)], crm, november, { revenueTTM: 15 }],
  ['the months around the year do not count', [payment('2025-10-31', 10), payment('2026-11-01', 7)], {}, november, {}],
  ['less than a year', [payment('2025-12-01', 10)], crm, november, crm],
  [
    'less than a year, and no CRM',
    [payment('2026-11-02', 10), payment('2026-12-01', 5)],
    {},
    november,
    { revenueTTM: 10 },
  ],
  ['not scored yet, and no CRM', [payment('2020-01-02', 10)], {}, undefined, { revenueTTM: 10 }],
  [
    'two currencies are not added',
    [payment('2025-11-30', 10, 'EUR'), payment('2026-01-30', 1000, 'USD'), payment('2026-02-10', 0.1, 'EUR')],
    crm,
    november,
    { revenueTTM: 10.1, currency: 'EUR' },
  ],
] as const)('%s', (_, payments, imported, day, revenue) => {
  expect(yearlyRevenue(paymentsOf(payments), imported, day)).toEqual({ currency: undefined, ...revenue });
});

it('a year stays a year when its first signals have expired', () => {
  const earlier = paymentsOf([payment('2025-01-10', 10)]);
  expect(paymentsOf([payment('2026-01-10', 10)], earlier)).toEqual({ since: '2025-01', months: { '2026-01': 10 } });
});
