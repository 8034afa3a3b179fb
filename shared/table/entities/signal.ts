import * as z from 'zod';
import { type CellType, date, InvalidCell, id as idCell, numberBetween, quoted } from '../../domain/cells/cells.ts';
import { type Day, dateOf, dayOf, isoWeek, mondayOf } from '../../domain/dates.ts';
import type { Payment } from '../../domain/lists/revenue.ts';
import { isMeasure, type MeasureName, measureNames } from '../../domain/scoring/measures.ts';
import { windowDays } from '../../domain/scoring/model.ts';
import type { Signal } from '../../domain/scoring/scoring.ts';
import { sharedTopicId } from '../../domain/scoring/topics.ts';
import { type Account, type ItemKey, signalsKey, signalsRange } from '../store/item-keys.ts';
import { type Item, readRange } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { Table } from '../store/table.ts';
import { clientReference, column, required, streamIdColumn, topicColumn, weightColumn } from './columns.ts';
import type { Entity, Row } from './entity.ts';
import * as limits from './limits.ts';
import { leavesOut, recordIdFrom, Unstorable, validated } from './statement.ts';

/** A signal with an id, so that storing it again changes nothing. */
export interface NamedSignal extends Omit<Signal, 'isOpen'> {
  readonly id: string;
  /** What the client paid with it, such as an invoice. */
  readonly paid?: Paid;
}

interface Paid {
  readonly amount: number;
  readonly currency?: string;
}

function measuredCell(): CellType {
  const expected = `a measure and its value, such as reply-hours=3.2; measures are ${measureNames.join(', ')}`;
  const read = (cell: string) => {
    const [name = '', value = '', ...more] = cell.trim().split('=');
    const isSound = isMeasure(name) && /^-?\d{1,7}(\.\d{1,6})?$/.test(value) && more.length === 0;
    if (!isSound) throw new InvalidCell(`${quoted(cell)} is not ${expected}`);
    return `${name}=${Number(value)}`;
  };
  return { expected, read, write: String };
}

const paid = {
  expected: 'an amount and its currency, such as 1200.50 EUR',
  read: (cell: string) => {
    const [, amount = '', currency] = /^(-?\d{1,12}(?:\.\d+)?)(?: (\p{L}.{0,19}))?$/u.exec(cell.trim()) ?? [];
    if (amount === '') throw new InvalidCell(`${quoted(cell)} is not ${paid.expected}`);
    return paidText({ amount: Number(amount), ...(currency !== undefined && { currency }) });
  },
  write: String,
};

type SignalFact = { readonly kind: 'signal'; readonly clientId: string; readonly value: NamedSignal };

type SignalRow = Omit<NamedSignal, 'day' | 'stream' | 'measure' | 'value' | 'paid'> & {
  readonly serviceId: string;
  readonly date: string;
  readonly streamId?: string | undefined;
  readonly measured?: string | undefined;
  readonly paid?: string | undefined;
};

export const signal: Entity<SignalFact, SignalRow> = {
  fact: 'signal',
  name: 'signals',
  about: 'what was observed, and how good or bad it was: scores are computed from signals',
  shape: () => ({
    id: limits.id,
    day: limits.day,
    topic: limits.topic,
    polarity: limits.polarity,
    weight: limits.weight,
    stream: limits.id.exactOptional(),
    measure: z.enum(measureNames).exactOptional(),
    value: z.number().min(-1e7).max(1e7).exactOptional(),
    paid: z
      .object({
        amount: z.number().min(-1e12).max(1e12),
        currency: z
          .string()
          .regex(/^\p{L}[^\n]{0,19}$/u, 'a currency is at most 20 letters')
          .exactOptional(),
      })
      .exactOptional(),
  }),
  columns: () => ({
    ...clientReference,
    id: column('Signal ID', idCell, 'default: made of the other cells', { example: 's-1' }),
    date: column('Date', date, 'the day', { ...required, example: '2026-11-17' }),
    topic: topicColumn,
    polarity: column('Polarity', numberBetween(-1, 1), '-1 to 1', { ...required, example: '0.5' }),
    weight: weightColumn,
    streamId: streamIdColumn('the stream that it is about, if any'),
    measured: column(
      'Measure',
      measuredCell(),
      'what a system measured, such as reply-hours=3.2; it counts instead of the polarity',
    ),
    paid: column('Paid', paid, 'what the client paid with it, such as 1200.50 EUR; sums of a year are its revenue'),
  }),
  identity: ({ row, clientId }) => [clientId, signalId(row)],
  storedAt: (account, { row, clientId }) =>
    leavesOut(row, 'weight', 'streamId', 'measured', 'paid')
      ? toSignalsKey(account, clientId, dayOf(String(row.given.date)))
      : undefined,
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
    const made = validated(statement, signal, stream ? { ...value, stream } : value);
    return { kind: 'signal', clientId, value: made };
  },
  rowsOf: (item) =>
    namedSignalsIn(item).map(({ day, stream, measure, value, paid: money, ...cells }) => ({
      serviceId: String(item.clientId),
      ...cells,
      date: dateOf(day),
      streamId: stream,
      measured: measure && `${measure}=${value}`,
      paid: money && paidText(money),
    })),
  sharedKey: (account, { clientId, value }) => toSignalsKey(account, clientId, value.day),
  recordsIn: (item) => new Map(namedSignalsIn(item).map((each) => [each.id, each])),
  dayIn: ({ day }) => day,
  placeIn: ({ day }) => isoWeek(day),
};

/** As a cell. */
export function paidText({ amount, currency }: Paid): string {
  return [Math.round(amount * 100) / 100, ...(currency === undefined ? [] : [currency])].join(' ');
}

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
  const own = week.find(({ id: other }) => other === id);
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

const signalDays = 400;

export function toSignalsKey(account: Account, clientId: string, day: Day): ItemKey {
  return signalsKey(account, clientId, isoWeek(day));
}

/**
 * Stores the signals of a client in one ISO week as one text, a line each. A night reads hundreds of signals, and
 * decoding one text takes a tenth of the CPU that separate attributes take.
 */
export function mergedSignalsItem(
  account: Account,
  clientId: string,
  stored: Item | undefined,
  signals: readonly NamedSignal[],
): Item {
  const [day = 0] = signals.map((each) => each.day);
  // in order of arrival, so that storing known signals again leaves the item unchanged
  const lines = new Map(stored ? linesIn(stored).map((line) => [line.slice(0, line.indexOf(' ')), line]) : []);
  for (const each of signals) lines.set(each.id, toLine(each));
  // in seconds; all signals of a week expire together
  const ttl = (mondayOf(day) + 7 + signalDays) * 86_400;
  return {
    ...toSignalsKey(account, clientId, day),
    v: itemVersion,
    clientId,
    signals: [...lines.values()].join('\n'),
    ttl,
  };
}

export function fromSignalsItem(item: Item): Signal[] {
  return linesIn(item).map(fromLine);
}

/** The signals with their ids, in order of arrival. */
export function namedSignalsIn(item: Item): NamedSignal[] {
  return linesIn(item).map((line) => {
    const paid = paidIn(line);
    return { id: line.slice(0, line.indexOf(' ')), ...fromLine(line), ...(paid && { paid }) };
  });
}

/** Whether the client paid something with a signal of the week. */
export function hasPayments({ signals }: Item): boolean {
  return String(signals).includes(payment);
}

export async function paymentsOfClient(table: Table, account: Account, clientId: string): Promise<Payment[]> {
  const weeks = await readRange(table, signalsRange(account, clientId, ''), { consistent: true });
  return weeks.filter(hasPayments).flatMap((week) =>
    linesIn(week).flatMap((line) => {
      const paid = paidIn(line);
      return paid ? [{ ...paid, day: fromLine(line).day }] : [];
    }),
  );
}

/** The week of the oldest signal that counts as data of a client on a day. */
export function firstWeekOf(runDay: Day): string {
  return isoWeek(runDay - windowDays);
}

function linesIn(item: Item): string[] {
  checkVersion(item);
  return String(item.signals).split('\n');
}

/** No id, number or topic has it. */
const payment = '$';

/** A measure and its value follow the polarity, `0.5@reply-hours:3.2`; a payment the weight, `1$1200.5EUR`. */
function toLine({ id, day, topic, polarity, weight, stream, measure, value, paid }: NamedSignal): string {
  const measured = measure === undefined ? '' : `@${measure}:${value}`;
  const money = paid === undefined ? '' : `${payment}${paid.amount}${encodeURIComponent(paid.currency ?? '')}`;
  const line = `${id} ${day} ${topic} ${polarity}${measured} ${weight}${money}`;
  return stream === undefined ? line : `${line} ${stream}`;
}

/** Parses by index: `split` on hundreds of lines per client would double the CPU time of a night. */
function fromLine(line: string): Signal {
  const day = line.indexOf(' ') + 1;
  const topic = line.indexOf(' ', day) + 1;
  const polarity = line.indexOf(' ', topic) + 1;
  const weight = line.indexOf(' ', polarity) + 1;
  const stream = line.indexOf(' ', weight) + 1;
  const measure = line.indexOf('@', polarity) + 1;
  const paid = line.indexOf(payment, weight) + 1;
  const found: Signal = {
    day: Number(line.slice(day, topic - 1)),
    topic: sharedTopicId(line.slice(topic, polarity - 1)),
    polarity: Number(line.slice(polarity, (measure > 0 ? measure : weight) - 1)),
    weight: Number(line.slice(weight, paid > 0 ? paid - 1 : stream > 0 ? stream - 1 : line.length)),
  };
  if (stream > 0) found.stream = line.slice(stream);
  if (measure > 0) {
    const value = line.indexOf(':', measure) + 1;
    found.measure = line.slice(measure, value - 1) as MeasureName;
    found.value = Number(line.slice(value, weight - 1));
  }
  return found;
}

function paidIn(line: string): NamedSignal['paid'] {
  // most signals have none, and a night reads hundreds of a client
  if (!line.includes(payment)) return undefined;
  const [, amount, currency] = /\$(-?[\d.]+)(\S*)/.exec(line) ?? [];
  if (amount === undefined) return undefined;
  return { amount: Number(amount), ...(currency && { currency: decodeURIComponent(currency) }) };
}
