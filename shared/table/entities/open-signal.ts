import * as z from 'zod';
import { choice, date, InvalidCell, id as idCell, quoted, text, type Value } from '../../domain/cells/cells.ts';
import { dateOf, dayOf } from '../../domain/dates.ts';
import {
  type OpenMeasure,
  type OpenSignal,
  type OpenStep,
  openMeasures,
  signalsOfRun,
  stepsOf,
  stepsText,
} from '../../domain/scoring/open-signals.ts';
import { type Account, openSignalsKey } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import { clientReference, column, required, streamIdColumn, topicColumn, weightColumn } from './columns.ts';
import type { Entity, Row, Shape } from './entity.ts';
import * as limits from './limits.ts';
import { Unstorable, validated } from './statement.ts';

const defaultFeed = 'open-signals';

const steps = {
  expected: 'steps of days and polarities like 0:,14:-0.3,:-1',
  read: (cell: string): Value => {
    // export guards a negative number at the beginning
    const read = stepsOf(String(text.read(cell)));
    if (!read) throw new InvalidCell(`${quoted(cell)} is not ${steps.expected}`);
    return stepsText(read);
  },
  write: String,
};

type OpenFact = { readonly kind: 'open-signal'; readonly clientId: string; readonly value: OpenSignal };

type OpenRow = Omit<OpenSignal, 'since' | 'seen' | 'steps' | 'stream'> & {
  readonly serviceId: string;
  readonly since: string;
  readonly seen: string;
  readonly steps: string;
  readonly streamId: string | undefined;
};

export const openSignal: Entity<OpenFact, OpenRow> = {
  fact: 'open-signal',
  name: 'open-signals',
  about: 'observations that are not over, such as open invoices: how bad they are depends on the day',
  shape: () => ({
    id: limits.id,
    feed: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9_./-]{0,63}$/, 'a feed is letters, digits and _ . / -, at most 64'),
    since: limits.day,
    topic: limits.topic,
    steps: z
      .array(
        z.object({
          most: z.number().min(-1e6).max(1e6).exactOptional(),
          polarity: limits.polarity.exactOptional(),
        } satisfies Shape<OpenStep>),
      )
      .min(1)
      .max(20),
    weight: limits.weight,
    stream: limits.id.exactOptional(),
    seen: limits.day,
    measure: z.enum(openMeasures).exactOptional(),
  }),
  columns: () => ({
    ...clientReference,
    id: column('Signal ID', idCell, 'its id', { ...required, example: 'invoice-late_INV-88' }),
    feed: column('Feed', text, 'what sent it', { example: 'invoices/signals' }),
    since: column('Since', date, 'the day it began', { ...required, example: '2026-11-02' }),
    topic: { ...topicColumn, example: 'billing_payment' },
    steps: column(
      'Steps',
      steps,
      'days and polarities; 0:,14:-0.3,:-1 is nothing up to 0 days, -0.3 up to 14, -1 above',
      { ...required, example: '0:,14:-0.3,:-1' },
    ),
    weight: weightColumn,
    streamId: streamIdColumn('the stream that it is about, if any'),
    measure: column(
      'Measure',
      choice(...openMeasures),
      'what grows until it is over: days-late, reply-hours or resolve-hours',
    ),
    seen: column(
      'Seen',
      date,
      'the day until which it is known: how long it has taken is counted until then; default today',
    ),
  }),
  identity: ({ row, clientId }) => [clientId, feedOf(row), row.given.id],
  // until when it is known depends on the stored one
  storedAt: (account, { clientId }) => openSignalsKey(account, clientId),
  toFact: (statement, [item], { now }) => {
    const { row, clientId } = statement;
    const { id, since, topic: about, steps: given, weight, streamId, seen } = row.given;
    const named = item ? openSignalsIn(item).filter((each) => each.id === id) : [];
    const feed = 'feed' in row.given ? feedOf(row) : onlyFeed(named);
    const stored = named.find((each) => each.feed === feed);
    const stream = 'streamId' in row.given ? streamId : stored?.stream;
    const measure = 'measure' in row.given ? row.given.measure : stored?.measure;
    const seenOn = dayOf(String(seen ?? now.slice(0, 10)));
    const value = {
      id,
      feed,
      since: dayOf(String(since)),
      topic: about,
      steps: stepsOf(String(given)),
      weight: ('weight' in row.given ? weight : stored?.weight) ?? 1,
      ...(stream != null && { stream }),
      ...(measure != null && { measure }),
      // an older file that comes later makes it no older
      seen: Math.max(seenOn, stored?.seen ?? seenOn),
    };
    return { kind: 'open-signal', clientId, value: validated(statement, openSignal, value) };
  },
  rowsOf: (item) =>
    openSignalsIn(item).map(({ since, seen, steps, stream, ...cells }) => ({
      serviceId: String(item.clientId),
      ...cells,
      since: dateOf(since),
      seen: dateOf(seen),
      steps: stepsText(steps),
      streamId: stream,
    })),
  sharedKey: (account, { clientId }) => openSignalsKey(account, clientId),
  // that a file has an open signal again is no change
  recordsIn: (item) => new Map(openSignalsIn(item).map(({ seen: _, ...open }) => [openName(open), open])),
  dayIn: ({ since }) => since,
};

/** The feed of the one stored signal with this id, if the file has no column for it. */
function onlyFeed([found, another]: readonly OpenSignal[]): string {
  if (!another) return found?.feed ?? defaultFeed;
  throw new Unstorable([{ column: 'Signal ID', message: 'several feeds have an open signal of this id; add Feed' }]);
}

function feedOf({ given }: Row): string {
  return given.feed ? String(given.feed).trim() : defaultFeed;
}

/** All open signals of a client, a line each; undefined without any. */
export function openSignalsItem(account: Account, clientId: string, open: readonly OpenSignal[]): Item | undefined {
  if (open.length === 0) return undefined;
  return { ...openSignalsKey(account, clientId), v: itemVersion, clientId, open: open.map(toLine).sort().join('\n') };
}

/** The stored signals with these in place of those of the same feed and id. */
export function mergedOpenSignals(stored: Item | undefined, more: readonly OpenSignal[]): OpenSignal[] {
  const byName = new Map((stored ? openSignalsIn(stored) : []).map((each) => [openName(each), each]));
  for (const each of more) byName.set(openName(each), each);
  return [...byName.values()];
}

export function openName({ feed, id }: Pick<OpenSignal, 'feed' | 'id'>): string {
  return `${feed} ${id}`;
}

export function openSignalsIn(item: Item): OpenSignal[] {
  checkVersion(item);
  return String(item.open).split('\n').map(fromLine);
}

/** The open signals of a client that count in the run of a day. */
export function openSignalsOfRun(item: Item, runDay: number) {
  return signalsOfRun(openSignalsIn(item), runDay);
}

function toLine({ id, feed, since, topic, steps, weight, stream, seen, measure }: OpenSignal): string {
  const line = [id, feed, since, topic, stepsText(steps), weight, seen, stream ?? ''].join(' ');
  return measure === undefined ? line : `${line} ${measure}`;
}

function fromLine(line: string): OpenSignal {
  const [id = '', feed = '', since, topic = '', steps = '', weight, seen, stream, measure] = line.split(' ');
  return {
    id,
    feed,
    since: Number(since),
    topic,
    steps: stepsOf(steps) ?? [],
    weight: Number(weight),
    seen: Number(seen),
    ...(stream && { stream }),
    ...(measure && { measure: measure as OpenMeasure }),
  };
}
