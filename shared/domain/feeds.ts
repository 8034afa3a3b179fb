import { type Day, dateOf, dayOf } from './dates.ts';

/** What a feed of files has sent, as far as imports saw it. */
export interface FeedRecord {
  /** An entry of a mapping, or a kind of file. */
  readonly feed: string;
  readonly kind: string;
  /** When an import last read files of it, ISO 8601; absent if none has. The next four are of that import. */
  readonly at?: string;
  readonly rows?: number;
  readonly rejected?: number;
  /** The newest date in the rows, not after the import. */
  readonly newest?: string;
  /** The date of its newest file: the one in its name, else that of its last change. */
  readonly dated?: string;
  /** The headers that were used, also those that have vanished since. */
  readonly columns?: readonly string[];
  /** The pattern of the names of its files; `*` stands for any text. */
  readonly names?: string;
  /** So many days after a file the next one is expected. Absent: nobody waits for files of this feed. */
  readonly every?: number;
  /** The last day on which the next file is in time; of a feed that nobody waits for, by its rhythm so far. */
  readonly due?: string;
  /** What the last import found. */
  readonly faults: readonly FeedFault[];
  /** Of lists of clients: that of another system leads. */
  readonly follows?: true;
}

export type FeedFault =
  /** An import found no file, and one was due. */
  | { readonly is: 'missing' }
  /** The newest file is too old. */
  | { readonly is: 'late'; readonly file?: string }
  | { readonly is: 'empty'; readonly file: string }
  | { readonly is: 'columns'; readonly file: string; readonly columns: readonly string[] }
  /** Nothing of the file was imported. */
  | { readonly is: 'refused'; readonly file: string };

/** What is wrong with a feed on a day: what the last import found, or that it is late by now. */
export function faultsOn({ faults, due }: Pick<FeedRecord, 'faults' | 'due'>, today: Day): readonly FeedFault[] {
  const isKnown = faults.some(({ is }) => is === 'missing' || is === 'late');
  return isKnown || due === undefined || today <= dayOf(due) ? faults : [{ is: 'late' }, ...faults];
}

/** Feeds without `every` are not watched: their faults are shown, and alarm nobody. */
export function isFaulty(record: FeedRecord, today: Day): boolean {
  return record.every !== undefined && faultsOn(record, today).length > 0;
}

/** What is wrong with a feed, in a sentence without values of cells. */
export function faultText({ feed, dated, every }: FeedRecord, fault: FeedFault): string {
  const last = dated === undefined ? 'there has been none' : `the last one is of ${dated}`;
  const rhythm = every === undefined ? '' : `, and one is expected every ${every === 1 ? 'day' : `${every} days`}`;
  switch (fault.is) {
    case 'missing':
      return `${feed}: no file; ${last}${rhythm}`;
    case 'late':
      return `${feed}: no new file; ${last}${rhythm}`;
    case 'empty':
      return `${feed}: ${fault.file} has no rows`;
    case 'columns':
      return `${feed}: ${fault.file} no longer has ${fault.columns.map((each) => `"${each}"`).join(', ')}`;
    case 'refused':
      return `${feed}: nothing of ${fault.file} was imported`;
  }
}

/** So many faults are said, in so many characters each: an answer has an end. */
const mostFaults = 20;
const mostOfFault = 500;

/** What is wrong with feeds on a day, a sentence each. */
export function faultTexts(feeds: readonly FeedRecord[], today: Day): string[] {
  const texts = feeds.flatMap((feed) => faultsOn(feed, today).map((fault) => faultText(feed, fault)));
  return texts.slice(0, mostFaults).map((text) => text.slice(0, mostOfFault));
}

/** The day on which the next file is expected: after a rhythm alone, it is late only half as long again after the last. */
export function expectedOn({ dated, due, every }: FeedRecord): string | undefined {
  if (due === undefined || dated === undefined || every !== undefined) return due;
  return dueAfter(dated, Math.max(1, Math.floor((dayOf(due) - dayOf(dated)) / 1.5)));
}

/** The day until which the file after one of this date is in time. */
export function dueAfter(dated: string, every: number): string {
  return dateOf(dayOf(dated) + every);
}
