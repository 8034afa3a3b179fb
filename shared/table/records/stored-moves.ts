import type { Day } from '../../domain/dates.ts';
import { type Cause, largestFirst, type Move, type Moves, type TopicMove } from '../../domain/scoring/moves.ts';
import { tenths } from '../../domain/scoring/rounding.ts';
import { storedPlaces } from '../../domain/scoring/topics.ts';

// The moves of a client as bytes, so that the score record stays within 2 KB. For 7 and for 30 days: the number of topic
// places, or 0 if there is no move; the change, what is left of it, and the change of each place, in tenths; then which
// places, of at most 16, began and ended to have data. The causes follow as JSON. Words are made when they are read.

const periods = ['7day', '30day'] as const;
const data = ['began', 'ended'] as const;
const wide = 0xff;

export function packMoves(moves: Moves): Buffer {
  const causes = [...moves.causes, ...moves.pulls.map((cause) => ({ ...cause, pulls: true }))].map(packedCause);
  const bytes = periods.flatMap((period) => packedMove(moves.periods[period]));
  return Buffer.concat([Buffer.from(bytes), Buffer.from(causes.length > 0 ? JSON.stringify(causes) : '')]);
}

export function unpackMoves(bytes: Buffer, day: Day): Moves {
  let at = 0;
  const next = () => bytes.readUInt8(at++);
  const found = periods.flatMap((period) => {
    const move = moveFrom(next);
    return move ? [[period, move]] : [];
  });
  const causes: readonly StoredCause[] = at < bytes.length ? JSON.parse(bytes.toString('utf8', at)) : [];
  return {
    day,
    periods: Object.fromEntries(found),
    causes: causes.filter((each) => !isPull(each)).map(causeFrom),
    pulls: causes.filter(isPull).map(causeFrom),
  };
}

const optional = ['id', 'polarity', 'measure', 'value', 'isOpen', 'interval'] as const satisfies (keyof Cause)[];
/** After the optional values: it pulls the score down, and an earlier release takes it for a cause of the move. */
const pullPlace = 3 + optional.length;
const isPull = (cause: StoredCause) => cause[pullPlace] === true;

/** Without names, which would take as much as the values. Null: absent; the last ones are left out. */
type StoredCause = readonly [
  place: number,
  day: number,
  points: number,
  ...values: (string | number | boolean | null)[],
];

function packedCause(cause: Cause & { readonly pulls?: boolean }): StoredCause {
  const values = [...optional, 'pulls' as const].map((name) => cause[name] ?? null);
  const count = values.findLastIndex((value) => value !== null) + 1;
  return [storedPlaces[cause.topic] ?? 0, cause.day, cause.points, ...values.slice(0, count)];
}

function causeFrom([place, day, points, ...values]: StoredCause): Cause {
  const given = optional.flatMap((name, at) => {
    const value = values[at] ?? null;
    return value === null ? [] : [[name, value]];
  });
  return { topic: storedPlaces.indexOf(place), day, points, ...Object.fromEntries(given) };
}

function packedMove(move: Move | undefined): number[] {
  if (!move) return [0];
  const byPlace = new Map(move.topics.map((each) => [storedPlaces[each.topic], each]));
  const places = [...storedPlaces.keys()];
  const flagged = (name: TopicMove['data']) =>
    packedNumber(places.reduce((mask, place) => mask | (byPlace.get(place)?.data === name ? 1 << place : 0), 0));
  return [
    places.length,
    ...packedPoints(move.change),
    ...packedPoints(move.other),
    ...places.flatMap((place) => packedPoints(byPlace.get(place)?.change ?? 0)),
    ...data.flatMap(flagged),
  ];
}

function moveFrom(next: () => number): Move | undefined {
  const count = next();
  if (count === 0) return undefined;
  const [change, other] = [pointsFrom(next), pointsFrom(next)];
  const changes = Array.from({ length: count }, () => pointsFrom(next));
  const masks = data.map(() => numberFrom(next));
  const topics = changes.flatMap((moved, place): TopicMove[] => {
    const name = data[masks.findIndex((mask) => (mask & (1 << place)) !== 0)];
    const topic = storedPlaces.indexOf(place);
    return moved === 0 && name === undefined ? [] : [{ topic, change: moved, ...(name && { data: name }) }];
  });
  return { change, other, topics: largestFirst(topics) };
}

/** Small numbers of either sign in one byte. */
function packedPoints(points: number): number[] {
  const value = tenths(points);
  return packedNumber(value < 0 ? -2 * value - 1 : 2 * value);
}

function pointsFrom(next: () => number): number {
  const value = numberFrom(next);
  return (value % 2 === 1 ? -(value + 1) / 2 : value / 2) / 10;
}

function packedNumber(value: number): number[] {
  return value < wide ? [value] : [wide, value >> 8, value & 0xff];
}

function numberFrom(next: () => number): number {
  const first = next();
  return first < wide ? first : next() * 256 + next();
}
