// Made-up agencies with clients whose health is known. Scoring never sees the health: it sees the files that systems
// would export. Health is about 0.5 on a usual day. All generators were written before the model that is measured here
// was tuned, or by somebody who had not seen it; the worlds that are `heldOut` were not looked at while it was tuned.

export interface WorldKind {
  readonly name: string;
  readonly heldOut?: true;
  clientsOf(seed: number): WorldClient[];
}

export interface WorldClient {
  readonly name: string;
  /** Of each day. */
  readonly health: readonly number[];
  /** The day of notice. There are no rows after it. */
  readonly leaves?: number;
  readonly how?: Kind;
  readonly rows: readonly Row[];
}

/** How a client leaves. */
export type Kind = 'loud' | 'silent' | 'late' | 'sudden';

/** A row of a system's file. `system` is the name of a preset. */
export interface Row {
  readonly system: string;
  /** In order of time. A file of the day after has it. */
  readonly states: readonly State[];
}

interface State {
  readonly from: number;
  readonly cells: Cells;
}

type Cells = Readonly<Record<string, string>>;

/** A week is bad if the mean health of its days is below the first, and healthy above the second. */
export const lines = { bad: -1, healthy: 0 };

export const days = 365;
/** The first day of every world, 2025-11-03, as days since 1970. */
export const firstDay = 20_395;

export const dateOf = (day: number) => new Date((firstDay + day) * 86_400_000).toISOString().slice(0, 10);

/** So many hours after a day began. */
export function timeOf(day: number, hours: number): string {
  const clock = hours % 24;
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${dateOf(day + Math.floor(hours / 24))} ${two(clock)}:${two((clock % 1) * 60)}`;
}

export function rowsOf() {
  const all: Row[] = [];
  /** A row that is in files from a day on, and what it becomes later. */
  const add = (system: string, from: number, cells: Cells, ...later: readonly (readonly [number, Cells])[]) =>
    all.push({ system, states: [{ from, cells }, ...later.map(([day, changed]) => ({ from: day, cells: changed }))] });
  return { all, add };
}

/** The mean health of a client in the week before a day. */
export function weekOf({ health }: WorldClient, day: number): number {
  return health.slice(day - 7, day).reduce((sum, each) => sum + each, 0) / 7;
}
