import { date, InvalidCell, id as idCell, numberBetween } from '../../../shared/domain/cells/cells.ts';
import { quoted } from '../../../shared/domain/cells/quoted.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { isMeasure, measureNames } from '../../../shared/domain/scoring/measures.ts';
import { type NamedSignal, namedSignalsIn, toSignalsKey } from '../../../shared/table/records/signals.ts';
import { recordIdFrom } from '../ids.ts';
import { clientReference, required, streamIdColumn, topicColumn, weightColumn } from './columns.ts';
import { leavesOut, Unstorable, validated } from './fact.ts';
import type { Kind, Row } from './kind.ts';

const measured = {
  expected: `a measure and its value, such as reply-hours=3.2; measures are ${measureNames.join(', ')}`,
  read: (cell: string) => {
    const [name = '', value = '', ...more] = cell.trim().split('=');
    const isSound = isMeasure(name) && /^-?\d{1,7}(\.\d{1,6})?$/.test(value) && more.length === 0;
    if (!isSound) throw new InvalidCell(`${quoted(cell)} is not ${measured.expected}`);
    return `${name}=${Number(value)}`;
  },
  write: String,
};

const paid = {
  expected: 'an amount and its currency, such as 1200.50 EUR',
  read: (cell: string) => {
    const [, amount = '', currency] = /^(-?\d{1,12}(?:\.\d+)?)(?: (\p{L}.{0,19}))?$/u.exec(cell.trim()) ?? [];
    if (amount === '') throw new InvalidCell(`${quoted(cell)} is not ${paid.expected}`);
    return paidText({ amount: Number(amount), ...(currency !== undefined && { currency }) });
  },
  write: String,
};

/** As a cell. */
export function paidText({ amount, currency }: Paid): string {
  return [Math.round(amount * 100) / 100, ...(currency === undefined ? [] : [currency])].join(' ');
}

type Paid = NonNullable<NamedSignal['paid']>;

export const signals: Kind = {
  name: 'signals',
  about: 'what was observed, and how good or bad it was: scores are computed from signals',
  columns: [
    ...clientReference,
    { header: 'Signal ID', field: 'id', type: idCell, about: 'default: made of the other cells' },
    { header: 'Date', field: 'date', type: date, ...required, about: 'the day' },
    topicColumn,
    { header: 'Polarity', field: 'polarity', type: numberBetween(-1, 1), ...required, about: '-1 to 1' },
    weightColumn,
    streamIdColumn('the stream that it is about, if any'),
    {
      header: 'Measure',
      field: 'measured',
      type: measured,
      about: 'what a system measured, such as reply-hours=3.2; it counts instead of the polarity',
    },
    {
      header: 'Paid',
      field: 'paid',
      type: paid,
      about: 'what the client paid with it, such as 1200.50 EUR; sums of a year are its revenue',
    },
  ],
  identity: ({ row, clientId }) => [clientId, signalId(row)],
  storedAt: (account, { row, clientId }) =>
    leavesOut(row, 'weight', 'streamId') ? toSignalsKey(account, clientId, dayOf(String(row.given.date))) : undefined,
  toFact: (statement, [week]) => {
    const { row, clientId } = statement;
    const { topic: about, polarity, date: day } = row.given;
    const { id, ...stored } = storedSignal(row, week ? namedSignalsIn(week) : []);
    const weight = 'weight' in row.given ? row.given.weight : stored.weight;
    const stream = 'streamId' in row.given ? row.given.streamId : stored.stream;
    const raw = 'measured' in row.given ? measuredOf(statement.rows) : pickMeasure(stored);
    const money = 'paid' in row.given ? paidOf(row.given.paid) : stored.paid;
    const known = { ...raw, ...(money && { paid: money }) };
    const value = { id, day: dayOf(String(day)), topic: about, polarity, weight: weight ?? 1, ...known };
    const signal = validated(statement, 'signal', stream ? { ...value, stream } : value);
    return { kind: 'signal', clientId, value: signal };
  },
};

/** The rows of a week in a time sheet are added. */
function measuredOf(rows: readonly Row[]): Pick<NamedSignal, 'measure' | 'value'> {
  const cells = rows.map(({ given }) => String(given.measured ?? '').split('='));
  const [[measure = ''] = []] = cells;
  const sum = cells.reduce((total, [, value]) => total + Number(value), 0);
  return isMeasure(measure) ? { measure, value: Math.round(sum * 1000) / 1000 } : {};
}

function paidOf(cell: unknown): Paid | undefined {
  if (cell == null || cell === '') return undefined;
  const [amount, ...currency] = String(cell).split(' ');
  return { amount: Number(amount), ...(currency.length > 0 && { currency: currency.join(' ') }) };
}

function pickMeasure({ measure, value }: Partial<NamedSignal>) {
  return measure === undefined || value === undefined ? {} : { measure, value };
}

function signalId({ given }: Row): string {
  const { date: day, topic: about, polarity, weight, streamId } = given;
  return given.id ? String(given.id) : recordIdFrom('s', [day, about, polarity, weight ?? 1, streamId ?? '']);
}

/** The stored signal that the row describes, found by its id, else by all cells of the row. */
function storedSignal(row: Row, week: readonly NamedSignal[]): Partial<NamedSignal> & { readonly id: string } {
  const id = signalId(row);
  const own = week.find((signal) => signal.id === id);
  if (own || 'id' in row.given || !leavesOut(row, 'weight', 'streamId')) return own ?? { id };
  const { given } = row;
  const [found, another] = week.filter(
    ({ day, topic: about, polarity, weight, stream }) =>
      day === dayOf(String(given.date)) &&
      about === given.topic &&
      polarity === given.polarity &&
      (!('weight' in given) || weight === (given.weight ?? 1)) &&
      (!('streamId' in given) || stream === (given.streamId ?? undefined)),
  );
  if (!another) return found ?? { id };
  const message = 'matches several stored signals; add the columns Weight and Stream ID, or Signal ID';
  throw new Unstorable([{ message }]);
}
