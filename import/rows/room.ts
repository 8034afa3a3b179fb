import type { KeptRows } from './kept-rows.ts';

/** How many rows a run may keep in memory. */
export interface Room {
  readonly rows: number;
  readonly bytes: number;
  /** What to do about files that have more. */
  readonly advice: string;
}

/** Throws if the rows of a run have no room, before anything is written. It is never enough of a file that has. */
export function roomFor({ rows: mostRows, bytes: mostBytes, advice }: Room): (rows: KeptRows) => false {
  const kept = new Set<KeptRows>();
  return (rows) => {
    kept.add(rows);
    let [count, bytes] = [0, 0];
    for (const each of kept) {
      count += each.count;
      bytes += each.bytes;
    }
    if (count <= mostRows && bytes <= mostBytes) return false;
    const most =
      count > mostRows ? `${mostRows.toLocaleString('en')} rows` : `${Math.floor(mostBytes / 1e6)} MB of rows`;
    throw new Error(
      `The files have more than ${most}, the most that is imported at once. Nothing was imported. ${advice}`,
    );
  };
}
