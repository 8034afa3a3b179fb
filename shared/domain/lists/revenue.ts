import { type Day, dateOf } from '../dates.ts';
import { compareTexts } from '../orders.ts';
import { mostCommon } from './statistics.ts';

/** What a client paid, by month (`2026-03`), in the currency of most of its payments. */
export interface Payments {
  /** The month of the first payment that is known, also if it is no longer kept. */
  readonly since: string;
  readonly currency?: string;
  readonly months: Readonly<Record<string, number>>;
}

export interface Payment {
  readonly day: Day;
  readonly amount: number;
  readonly currency?: string;
}

export interface Revenue {
  readonly revenueTTM?: number | undefined;
  readonly currency?: string | undefined;
}

const monthOf = (day: Day) => dateOf(day).slice(0, 7);
const cents = (amount: number) => Math.round(amount * 100) / 100;

/** More than the twelve that count, so that a late payment of the oldest month is no loss. */
const monthsKept = 14;

/** By month; two currencies are never added. */
export function paymentsOf(all: readonly Payment[], earlier?: Payments): Payments | undefined {
  const most = mostCommon(all.map(({ currency }) => String(currency)));
  const paid = all.filter(({ currency }) => String(currency) === most);
  const byMonth = [...Map.groupBy(paid, ({ day }) => monthOf(day))].sort(([a], [b]) => compareTexts(a, b));
  const [[first] = []] = byMonth;
  if (first === undefined) return undefined;
  const [{ currency } = {}] = paid;
  const months = byMonth
    .slice(-monthsKept)
    .map(([month, of]) => [month, cents(of.reduce((sum, { amount }) => sum + amount, 0))] as const);
  return {
    since: earlier && earlier.since < first ? earlier.since : first,
    ...(currency !== undefined && { currency }),
    months: Object.fromEntries(months),
  };
}

/**
 * What a client pays in a year: the payments of the twelve whole months before the day. While payments are known for less
 * than that, the imported figure; without one, what is known.
 */
export function yearlyRevenue(payments: Payments | undefined, imported: Revenue, day: Day | undefined): Revenue {
  if (!payments) return imported;
  const month = day === undefined ? '9999-12' : monthOf(day);
  const yearBefore = `${String(Number(month.slice(0, 4)) - 1).padStart(4, '0')}${month.slice(4)}`;
  const isWhole = day !== undefined && payments.since <= yearBefore;
  if (!isWhole && imported.revenueTTM !== undefined) return imported;
  const counted = Object.entries(payments.months)
    .filter(([each]) => (isWhole ? each >= yearBefore && each < month : each <= month))
    .sort(([a], [b]) => compareTexts(b, a))
    .slice(0, 12);
  if (counted.length === 0) return imported;
  return { revenueTTM: cents(counted.reduce((sum, [, amount]) => sum + amount, 0)), currency: payments.currency };
}
