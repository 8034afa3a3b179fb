import type { Source } from '../files/source.ts';
import { dateInName } from './name-date.ts';

/** A file that is not read, because a newer one of the same feed contains everything. */
export interface Superseded {
  readonly file: string;
  readonly by: string;
  readonly because: 'the dates in their names' | 'their times of change';
}

type Aged = Source & { readonly date: string | undefined };

/** The sources to read, of each feed the newest first, and the files that a newer one replaces. */
export function newestOf(all: readonly Source[]): { sources: Source[]; superseded: Superseded[] } {
  const superseded: Superseded[] = [];
  const sources = [...Map.groupBy(all, ({ feed }) => feed).values()].flatMap((ofFeed) => {
    const dated = ofFeed.map((source): Aged => ({ ...source, date: dateInName(source.origin) }));
    const byName = dated.every(({ date }) => date !== undefined);
    const age = ({ date = '', changedAt }: Aged) => (byName ? date : changedAt);
    const sorted = dated.toSorted((a, b) => (age(a) === age(b) ? b.changedAt - a.changedAt : age(a) < age(b) ? 1 : -1));
    const [newest] = sorted;
    const isRead = ({ contains, origin }: Source) => contains === 'parts' || origin === newest?.origin;
    for (const source of sorted) {
      if (!newest || isRead(source)) continue;
      const isByName = byName && source.date !== newest.date;
      const because = isByName ? 'the dates in their names' : 'their times of change';
      superseded.push({ file: source.name, by: newest.origin, because });
    }
    return sorted.filter(isRead).map(({ date: _, ...source }) => source);
  });
  return { sources, superseded };
}
