import type { Source } from '../files/source.ts';

export interface Place {
  readonly file: string;
  readonly line: number;
  readonly source: Source | undefined;
}

/** Numbers the lines of all files consecutively, so that an index stores a place as one number. */
export function createPlaces() {
  const files: { readonly source: Source; readonly start: number }[] = [];
  let highest = 0;
  return {
    begin: (source: Source): void => {
      files.push({ source, start: highest });
    },
    /** The number of a line of the current file. */
    numberOf: (line: number): number => {
      const number = (files.at(-1)?.start ?? 0) + line;
      highest = Math.max(highest, number);
      return number;
    },
    placeOf: (number: number): Place => {
      const { source, start } = files.findLast((each) => each.start < number) ?? { source: undefined, start: 0 };
      return { file: source?.name ?? '', line: number - start, source };
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;
