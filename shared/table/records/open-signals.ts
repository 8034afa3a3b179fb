import {
  type OpenMeasure,
  type OpenSignal,
  signalsOfRun,
  stepsOf,
  stepsText,
} from '../../domain/scoring/open-signals.ts';
import { type Account, openSignalsKey } from '../store/item-keys.ts';
import type { Item } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';

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
