/** What is wrong with a file, and where. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column?: string;
  readonly message: string;
}

const mostProblems = 100;

/** Keeps the first problems and counts all. */
export interface Problems {
  readonly add: (problem: Problem) => void;
  readonly shown: () => readonly Problem[];
  readonly count: () => number;
}

export function createProblems(): Problems {
  const shown: Problem[] = [];
  let count = 0;
  return {
    add: (problem) => {
      count += 1;
      if (shown.length < mostProblems) shown.push(problem);
    },
    shown: () => shown,
    count: () => count,
  };
}

export function problemLine({ file, line, column, message }: Problem): string {
  return `${file}:${line}${column === undefined ? '' : `, column "${column}"`}: ${message}`;
}

/** Nothing was written. */
export class InvalidFiles extends Error {
  override name = 'InvalidFiles' as const;
  readonly problems: Problems;

  constructor(problems: Problems) {
    super(`Nothing was imported: ${problems.count()} ${problems.count() === 1 ? 'problem' : 'problems'} in the files.`);
    this.problems = problems;
  }
}
