import type { KindName, Row } from '../../shared/table/entities/entity.ts';
import type { Fault } from './readers/unreadable.ts';
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

/** What is wrong with a row. */
export type Issue = Pick<Problem, 'column' | 'message' | 'reference' | 'given'>;

/** The first of several problems that differ only in their lines and values. */
export interface ProblemGroup extends Pick<Problem, 'file' | 'line' | 'column' | 'unknown' | 'message'> {
  readonly count: number;
  /** The lines of the first ones. */
  readonly lines: readonly number[];
}

/** What is wrong with a file without a byte. */
export const emptyFile: Fault = { line: 1, message: 'the file is empty; its first row names the columns' };

const mostGroups = 100;
const mostLines = 5;

/** Collects problems in groups. Keeps the first groups and counts all problems, several alike of a row as one. */
export class Problems {
  readonly #groups = new Map<string, { group: ProblemGroup; last: number }>();
  #count = 0;

  add(problem: Problem): void {
    const { file, line, column, unknown, message } = problem;
    // problems that differ only in quoted values and numbers belong to the same group
    const key = [file, column ?? '', message.replaceAll(/"[^"]*"|\d+/g, '')].join('\n');
    const known = this.#groups.get(key);
    // one cell can be read for several signals
    if (known?.last === line) return;
    this.#count += 1;
    if (known) {
      const { group } = known;
      const lines = group.lines.length < mostLines ? [...group.lines, line] : group.lines;
      known.group = { ...group, count: group.count + 1, lines };
      known.last = line;
    } else if (this.#groups.size < mostGroups) {
      const about = { ...(column !== undefined && { column }), ...(unknown && { unknown }) };
      this.#groups.set(key, { group: { file, line, ...about, message, count: 1, lines: [line] }, last: line });
    }
  }

  groups(): readonly ProblemGroup[] {
    return [...this.#groups.values()].map(({ group }) => group);
  }

  count(): number {
    return this.#count;
  }
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
  // a mapping can read a row for several kinds
  const different = [...new Set(lines)];
  return rest > 0 ? [...different, `… and ${rest} more`] : different;
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
