import { createHash } from 'node:crypto';
import type { RosterName } from '../../store/item-keys.ts';
import { type BuiltList, builtList } from './lists.ts';
import { mostNames } from './pages.ts';

// The list of what changed last: of each client and stream since when its facts are as they are, and of removed ones since
// when they are gone. A line is `2026-11-20T09:30:00.000Z,c-1 Xk3_aB9z`: its place, then a hash of the facts; a removed
// entry has none. Places compare as texts: by time, which is that of the publication that first showed the facts, then by
// client and stream. So an entry that changes moves to the end, and everything else stays where it is: who has read up to
// a place, and asks for what is after it, misses nothing.

const changedRoster: RosterName = 'changed';
/** The parts of the list. */
export const changedParts = { clients: 0, streams: 1 } as const;
export type ChangedPart = keyof typeof changedParts;

export interface ChangedLine {
  readonly place: string;
  /** Of an entry that was removed, undefined. */
  readonly facts: string | undefined;
}

/** By client, and by client and stream. */
type ByKey<T> = ReadonlyMap<string, T>;
export type ChangedLines = Readonly<Record<ChangedPart, ByKey<ChangedLine>>>;

export const nothingChanged: ChangedLines = { clients: new Map(), streams: new Map() };

export const keyOfStream = (client: string, stream: string) => `${client},${stream}`;
export function streamIn(key: string): [client: string, stream: string] {
  const [client = '', stream = ''] = key.split(',');
  return [client, stream];
}

/** Of a place. */
export const keyIn = (place: string) => place.slice(timeLength + 1);
const timeLength = '2026-11-20T09:30:00.000Z'.length;

/** A hash of everything about an entry that is not computed; two versions with the same one show the same facts. */
export function factsHash(facts: unknown): string {
  const text = JSON.stringify(facts, (_, value: unknown) =>
    value !== null && typeof value === 'object' && !Array.isArray(value)
      ? // a table returns attributes in any order
        Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
  return createHash('sha256').update(text).digest().subarray(0, 6).toString('base64url');
}

const removedKeptMs = 30 * 86_400_000;

/** The list, from the one of the version before and the hashes of what there is now. */
export function changedList(
  before: ChangedLines,
  now: Readonly<Record<ChangedPart, ByKey<string>>>,
  clock: number,
): BuiltList {
  const parts = Object.keys(changedParts) as ChangedPart[];
  const places = parts.flatMap((part) => [...before[part].values()].map(({ place }) => place));
  const last = places.reduce((latest, place) => (place > latest ? place : latest), '');
  // later than every place before, whatever the clock says
  const at = new Date(Math.max(clock, last === '' ? 0 : Date.parse(last.slice(0, timeLength)) + 1)).toISOString();
  const keptFrom = new Date(clock - removedKeptMs).toISOString();
  const lines = parts.flatMap((part) => {
    const ofPart = linesAfter(before[part], now[part], { at, keptFrom });
    return ofPart.map((line) => ({ ...toLine(line), part: changedParts[part] }));
  });
  return builtList(changedRoster, { parts: parts.length, lines }, { most: mostNames, hasStarts: true });
}

function linesAfter(
  before: ByKey<ChangedLine>,
  now: ByKey<string>,
  { at, keptFrom }: { readonly at: string; readonly keptFrom: string },
): ChangedLine[] {
  const lines = [...now].map(([key, facts]): ChangedLine => {
    const known = before.get(key);
    return known?.facts === facts ? known : { place: `${at},${key}`, facts };
  });
  for (const [key, known] of before) {
    if (now.has(key)) continue;
    if (known.facts !== undefined) lines.push({ place: `${at},${key}`, facts: undefined });
    else if (known.place >= keptFrom) lines.push(known);
  }
  return lines.sort((a, b) => (a.place < b.place ? -1 : 1));
}

function toLine({ place, facts }: ChangedLine) {
  const key = keyIn(place);
  return { id: key, foldedName: '', score: 0, text: facts === undefined ? place : `${place} ${facts}` };
}

export function changedLine(text: string): ChangedLine {
  const [place = '', facts] = text.split(' ');
  return { place, facts };
}
