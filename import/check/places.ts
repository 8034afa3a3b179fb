export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Numbers the lines of all files consecutively, so that an index stores a place as one number. */
export function createPlaces() {
  const files: { readonly file: string; readonly start: number }[] = [];
  let highest = 0;
  return {
    begin: (file: string): void => {
      files.push({ file, start: highest });
    },
    /** The number of a line of the current file. */
    numberOf: (line: number): number => {
      const number = (files.at(-1)?.start ?? 0) + line;
      highest = Math.max(highest, number);
      return number;
    },
    placeOf: (number: number): Place => {
      const { file, start } = files.findLast((each) => each.start < number) ?? { file: '', start: 0 };
      return { file, line: number - start };
    },
  };
}

export type Places = ReturnType<typeof createPlaces>;
