import { choice, date, InvalidCell, id as idCell, text, type Value } from '../../../shared/domain/cells/cells.ts';
import { quoted } from '../../../shared/domain/cells/quoted.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { type OpenSignal, openMeasures, stepsOf, stepsText } from '../../../shared/domain/scoring/open-signals.ts';
import { openSignalsIn } from '../../../shared/table/records/open-signals.ts';
import { openSignalsKey } from '../../../shared/table/store/item-keys.ts';
import { clientReference, required, streamIdColumn, topicColumn, weightColumn } from './columns.ts';
import { leavesOut, Unstorable, validated } from './fact.ts';
import type { Kind, Row } from './kind.ts';

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

export const openSignals: Kind = {
  name: 'open-signals',
  about: 'observations that are not over, such as open invoices: how bad they are depends on the day',
  columns: [
    ...clientReference,
    { header: 'Signal ID', field: 'id', type: idCell, ...required, about: 'its id' },
    { header: 'Feed', field: 'feed', type: text, about: 'what sent it' },
    { header: 'Since', field: 'since', type: date, ...required, about: 'the day it began' },
    topicColumn,
    {
      header: 'Steps',
      field: 'steps',
      type: steps,
      ...required,
      about: 'days and polarities; 0:,14:-0.3,:-1 is nothing up to 0 days, -0.3 up to 14, -1 above',
    },
    weightColumn,
    streamIdColumn('the stream that it is about, if any'),
    {
      header: 'Measure',
      field: 'measure',
      type: choice(...openMeasures),
      about: 'what grows until it is over: days-late, reply-hours or resolve-hours',
    },
    {
      header: 'Seen',
      field: 'seen',
      type: date,
      about: 'the day until which it is known: how long it has taken is counted until then; default today',
    },
  ],
  identity: ({ row, clientId }) => [clientId, feedOf(row), row.given.id],
  storedAt: (account, { row, clientId }) =>
    leavesOut(row, 'weight', 'streamId', 'feed') ? openSignalsKey(account, clientId) : undefined,
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
    return { kind: 'open-signal', clientId, value: validated(statement, 'open-signal', value) };
  },
};

/** The feed of the one stored signal with this id, if the file has no column for it. */
function onlyFeed([found, another]: readonly OpenSignal[]): string {
  if (!another) return found?.feed ?? defaultFeed;
  throw new Unstorable([{ column: 'Signal ID', message: 'several feeds have an open signal of this id; add Feed' }]);
}

function feedOf({ given }: Row): string {
  return given.feed ? String(given.feed).trim() : defaultFeed;
}
