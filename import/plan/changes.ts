import { isDeepStrictEqual } from 'node:util';
import { dateOf } from '../../shared/domain/dates.ts';
import { stepsText } from '../../shared/domain/scoring/open-signals.ts';
import { openName, openSignalsIn } from '../../shared/table/entities/open-signal.ts';
import { namedSignalsIn } from '../../shared/table/entities/signal.ts';
import type { Change } from '../../shared/table/facts/facts.ts';
import type { Item } from '../../shared/table/store/read.ts';

const hidden = new Set(['pk', 'sk', 'v', 'ttl', 'notes', 'latestRead', 'followUp', 'updatedAt', 'clientId']);

/** The changed values of a record, one line each; one line if it is new. */
export function changeLines({ kind, clientId, item, stored }: Change): string[] {
  const owner = clientId === undefined ? '' : ` of ${clientId}`;
  if (kind === 'signal') {
    const before = stored ? signalValues(stored) : new Map<string, unknown>();
    return differences(before, signalValues(item)).map((line) => `signal${owner} ${line}`);
  }
  if (kind === 'open-signal') {
    const before = stored ? openValues(stored) : new Map<string, unknown>();
    return differences(before, openValues(item)).map((line) => `open signal${owner} ${line}`);
  }
  if (kind === 'alias') return [`alias ${item.name} of ${item.clientId}: ${stored ? 'changed' : 'added'}`];
  const id = kind === 'client' || item.id === undefined ? '' : ` ${item.id}`;
  const name = kind === 'client' ? `client ${clientId}` : `${kind}${id}${owner}`;
  if (!stored) return [`${name}: added`];
  return differences(flat(stored), flat(item)).map((line) => `${name}: ${line}`);
}

function openValues(item: Item): Map<string, unknown> {
  return new Map(
    openSignalsIn(item).map(({ id, feed, since, topic, steps, weight, stream }) => [
      // two feeds may have signals of one id
      openName({ feed, id }),
      [
        `since ${dateOf(since)}`,
        topic,
        stepsText(steps),
        `weight ${weight}`,
        ...(stream === undefined ? [] : [stream]),
      ].join(' '),
    ]),
  );
}

function signalValues(item: Item): Map<string, unknown> {
  return new Map(
    namedSignalsIn(item).map(({ id, day, topic, polarity, weight, stream }) => [
      id,
      [dateOf(day), topic, polarity, `weight ${weight}`, ...(stream === undefined ? [] : [stream])].join(' '),
    ]),
  );
}

/** Values by field; those of metadata and of other maps by their own names. */
function flat(item: Item): Map<string, unknown> {
  const fields = Object.entries(item).filter(([field]) => !hidden.has(field));
  return new Map(
    fields.flatMap(([field, value]): [string, unknown][] =>
      value !== null && typeof value === 'object' && !Array.isArray(value)
        ? Object.entries(value).map(([key, each]) => [`${field}.${key}`, each])
        : [[field, value]],
    ),
  );
}

function differences(before: ReadonlyMap<string, unknown>, after: ReadonlyMap<string, unknown>): string[] {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return names
    .filter((name) => !isDeepStrictEqual(before.get(name), after.get(name)))
    .map((name) => `${name} ${shown(before.get(name))} -> ${shown(after.get(name))}`);
}

function shown(value: unknown): string {
  return value === undefined ? '(none)' : JSON.stringify(value);
}
