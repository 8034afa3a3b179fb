import { Unreadable } from './unreadable.ts';

// What a table may have, in one place and in the same words for every format. A small file can state more than fits into
// memory, so readers check this before they make anything of what they read.

/** The columns of a spreadsheet. */
const mostColumns = 16_384;
const longestCell = 256 * 1024;
const longestRow = 4 * longestCell;
/** Surveys have whole questions as names. */
const longestName = 4096;
const longestNames = 256 * 1024;
/** Of objects and lists. */
const deepest = 32;
/** So many cells may be missing in any file, and in a longer one so many for each character. */
const mostMissing = 2 ** 20;
const missingForEach = 8;

export function checkColumns(count: number, line?: number): void {
  if (count > mostColumns) throw new Unreadable(`has more than ${mostColumns} columns`, line);
}

export function checkCell(length: number, line?: number, hint = ''): void {
  if (length > longestCell) throw new Unreadable(`a cell of more than ${longestCell} characters${hint}`, line);
}

export function checkRow(length: number, line?: number): void {
  if (length > longestRow) throw new Unreadable(`a row of more than ${longestRow} characters`, line);
}

/** Collects the names of columns. */
export class ColumnNames {
  readonly all = new Set<string>();
  #length = 0;

  /** `prefix`: of a field in an object. Nothing is joined before it was measured. */
  add(name: string, line?: number, prefix = ''): string {
    const length = prefix.length + name.length;
    if (length > longestName) throw new Unreadable(`a column whose name has more than ${longestName} characters`, line);
    const whole = prefix + name;
    if (this.all.has(whole)) return whole;
    this.all.add(whole);
    this.#length += length;
    checkColumns(this.all.size, line);
    if (this.#length > longestNames)
      throw new Unreadable(`has columns whose names have more than ${longestNames} characters together`, line);
    return whole;
  }
}

/** Objects and lists in each other. */
export function checkDepth(value: object, line?: number, depth = 1): void {
  if (depth > deepest) throw new Unreadable(`has more than ${deepest} objects or lists in each other`, line);
  for (const each of Object.values(value)) if (typeof each === 'object' && each) checkDepth(each, line, depth + 1);
}

/** Counts the cells that rows do not have, and that are made because others have them. */
export class MissingCells {
  #missing = 0;
  #characters = 0;

  add(missing: number, characters: number, line: number): void {
    this.#missing += missing;
    this.#characters += characters;
    if (this.#missing > Math.max(mostMissing, missingForEach * this.#characters))
      throw new Unreadable('has too many columns for rows that have so few of them; leave some out', line);
  }
}

/** How many rows are read before they are handed on: wide ones take more memory. */
export function rowsAtOnce(width: number): number {
  return Math.max(32, Math.min(1000, Math.floor(500_000 / width)));
}
