import { createNameIndex } from '../check/name-index.ts';
import type { Source } from '../files/source.ts';

/** The records of one feed, while its files are read from the newest to the oldest. */
export interface FeedRecords {
  /** Remembers the record. True if a newer file has it; with `rows: once` also if an earlier row of the file has it. */
  readonly isKnown: (id: string) => boolean;
}

/** Returns the records to compare the rows of a source with; undefined if its feed has one file without repetitions. */
export function recordsOfFeeds(sources: readonly Source[]): (source: Source) => FeedRecords | undefined {
  // a file can be read as signals and as open signals
  const feeds = Map.groupBy(sources, ({ feed, kind }) => `${kind.name} ${feed}`);
  const known = new Map([...feeds].map(([feed, files]) => [feed, { files, ids: createNameIndex() }]));
  return (source) => {
    const feed = known.get(`${source.kind.name} ${source.feed}`);
    if (!feed || (feed.files.length < 2 && !source.countsLinesOnce)) return undefined;
    // sheets of one workbook are one file
    const place = 1 + feed.files.findIndex(({ origin }) => origin === source.origin);
    return {
      isKnown: (id) => {
        if (id === '') return false;
        const first = feed.ids.add(id, place);
        return first !== undefined && (first !== place || (source.countsLinesOnce ?? false));
      },
    };
  };
}
