import type { KindName, Row } from './kinds/kind.ts';
import type { UnknownName } from './unknown-name.ts';

/** What is wrong with a file, and where. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly column?: string;
  /** No name of ours: in a file without headers, it is a cell. */
  readonly unknown?: boolean;
  readonly message: string;
  /** Nothing of the file can be read. */
  readonly whole?: true;
  /** The row refers to something that is not known. */
  readonly reference?: true;
  readonly kind?: KindName;
  /** The cells of the row, as far as they could be read. */
  readonly given?: Row['given'];
}

/** The first of several problems that differ only in their lines and values. */
export interface ProblemGroup extends Pick<Problem, 'file' | 'line' | 'column' | 'unknown' | 'message'> {
  readonly count: number;
  /** The lines of the first ones. */
  readonly lines: readonly number[];
}

/** What is wrong with a file without a byte. */
export const emptyFile = { line: 1, message: 'the file is empty; its first row names the columns' };

const mostGroups = 100;
const mostLines = 5;

export interface Problems {
  readonly add: (problem: Problem) => void;
  readonly groups: () => readonly ProblemGroup[];
  readonly count: () => number;
}

/** Collects problems in groups. Keeps the first groups and counts all problems, several alike of a row as one. */
export function createProblems(): Problems {
  const groups = new Map<
    string,
    {
      first: Pick<Problem, 'file' | 'line' | 'column' | 'unknown' | 'message'>;
      lines: number[];
      last: number;
      count: number;
    }
  >();
  let count = 0;
  return {
    add: (problem) => {
      const { file, line, column = '', message } = problem;
      // problems that differ only in quoted values and numbers belong to the same group
      // Keys are only compared with each other.
      const key = [file, column, message.replaceAll(/"[^"]*"|\d+/g, '')].join('\n');
      const group = groups.get(key);
      // one cell can be read for several signals
      if (group?.last === line) return;
      count += 1;
      if (group) {
        group.last = line;
        group.count += 1;
        if (group.lines.length < mostLines) group.lines.push(line);
      } else if (groups.size < mostGroups) {
        const { unknown } = problem;
        const first = {
          file,
          line,
          ...(problem.column !== undefined && { column }),
          ...(unknown && { unknown }),
          message,
        };
        groups.set(key, { first, lines: [line], last: line, count: 1 });
      }
    },
    groups: () => [...groups.values()].map(({ first, lines, count: all }) => ({ ...first, count: all, lines })),
    count: () => count,
  };
}

/** Both together. */
export function joined(a: Problems, b: Problems): Problems {
  return { add: a.add, groups: () => [...a.groups(), ...b.groups()], count: () => a.count() + b.count() };
}

function problemLine({ file, line, column, message }: Problem): string {
  return `${file}:${line}${column === undefined ? '' : `, column "${column}"`}: ${message}`;
}

/** One line for each group, and one for the problems that belong to no group. */
export function problemLines(problems: Problems): string[] {
  return groupLines(problems.groups(), problems.count());
}

export function groupLines(groups: readonly ProblemGroup[], count = 0): string[] {
  const lines = groups.map((group) => {
    const more = group.count - 1;
    const places = group.lines.slice(1).join(', ');
    const others = more === 0 ? '' : ` (and ${more} more like this: line${more === 1 ? '' : 's'} ${places}`;
    return `${problemLine(group)}${others}${more === 0 ? '' : more > mostLines - 1 ? ', …)' : ')'}`;
  });
  const rest = count - groups.reduce((sum, group) => sum + group.count, 0);
  return rest > 0 ? [...lines, `… and ${rest} more`] : lines;
}

/** The files have problems. Nothing was written. */
export class InvalidFiles extends Error {
  override name = 'InvalidFiles' as const;
  readonly exitCode = 3;
  readonly problems: Problems;
  readonly unknown: readonly UnknownName[];

  constructor(problems: Problems, unknown: readonly UnknownName[] = []) {
    super(`Nothing was imported: ${problems.count()} ${problems.count() === 1 ? 'problem' : 'problems'} in the files.`);
    this.problems = problems;
    this.unknown = unknown;
  }
}
