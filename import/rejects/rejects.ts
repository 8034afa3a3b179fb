import type { Row } from '../files/kinds/kind.ts';
import { LineSet } from '../files/line-set.ts';
import { createProblems, type Problem } from '../files/problems.ts';
import type { Source } from '../files/source.ts';

/** How many rows of a file may have problems: a number, or a share of the rows. */
export type RejectLimit = { readonly rows: number } | { readonly percent: number };

/** A file with rows that were not imported. */
export interface RejectedFile {
  readonly file: string;
  /** Rows with problems of their own. */
  readonly rows: number;
  /** Rows that refer to something that is not imported or not known, such as a client. */
  readonly references: number;
  /** Why nothing of the file was imported. */
  readonly refused?: string;
}

/** A row that is not imported, as far as it could be read. */
export interface RejectedRow extends Pick<Problem, 'kind' | 'given'> {
  readonly file: string;
  readonly line: number;
}

interface FileOfRejects {
  readonly lines: LineSet;
  readonly messages: Map<number, string[]>;
  readonly counted: LineSet;
  refused?: string;
  /** Refused because too many rows have problems; all of them can be read. */
  isOverLimit?: true;
}

/** The rows of an import that have problems. They are left out, and the files are checked again without them. */
export class Rejects {
  readonly #files = new Map<string, FileOfRejects>();
  readonly #rows: RejectedRow[] = [];
  readonly #limit: RejectLimit | undefined;
  /** What is wrong, for reports. */
  readonly problems = createProblems();
  #found = false;
  // unknown clients are rejected last: until no other row is, it is not certain which clients are known
  #takesReferences = false;
  #foundReference = false;

  constructor(limit?: RejectLimit) {
    this.#limit = limit;
  }

  /** The rows of a file that are left out. */
  linesOf(file: string): LineSet {
    return this.#of(file).lines;
  }

  add(problem: Problem): void {
    const { file, line, column, message, whole, reference, kind, given } = problem;
    const rejected = this.#of(file);
    if (rejected.refused !== undefined) return;
    if (reference && !this.#takesReferences) {
      this.#foundReference = true;
      return;
    }
    if (whole) {
      this.problems.add(problem);
      this.#found = true;
      rejected.refused = message;
      return;
    }
    if (rejected.lines.add(line)) {
      this.#found = true;
      this.#rows.push({ file, line, ...(kind && { kind }), ...(given && { given }) });
    }
    if (!reference) rejected.counted.add(line);
    const text = column === undefined ? message : `${column}: ${message}`;
    const messages = rejected.messages.get(line) ?? [];
    if (messages.includes(text)) return;
    this.problems.add(problem);
    rejected.messages.set(line, [...messages, text]);
  }

  /** True if rows or files were rejected since the last call: then what the check found is not valid. */
  take(rowsOf: (file: string) => number): boolean {
    for (const [file, each] of this.#files) {
      const rows = rowsOf(file);
      const most = this.#most(rows);
      if (each.refused === undefined && each.counted.size > most) {
        each.refused = `${each.counted.size} of ${rows} rows have problems, more than ${most}`;
        each.isOverLimit = true;
        this.#found = true;
      }
    }
    const found = this.#found || (this.#foundReference && !this.#takesReferences);
    if (!this.#found) this.#takesReferences = true;
    this.#found = false;
    this.#foundReference = false;
    return found;
  }

  #most(rows: number): number {
    return mostRejected(rows, this.#limit);
  }

  isRefused(file: string): boolean {
    return this.#files.get(file)?.refused !== undefined;
  }

  /** Refused for its rows, so that all of them come back. */
  isOverLimit(file: string): boolean {
    return this.#files.get(file)?.isOverLimit ?? false;
  }

  files(): RejectedFile[] {
    return [...this.#files].flatMap(([file, { lines, counted, refused }]) =>
      lines.size === 0 && refused === undefined
        ? []
        : [
            {
              file,
              rows: counted.size,
              references: lines.size - counted.size,
              ...(refused !== undefined && { refused }),
            },
          ],
    );
  }

  /** What is wrong with a row. */
  messageOf(file: string, line: number): string {
    return this.#of(file).messages.get(line)?.join('; ') ?? '';
  }

  rows(): readonly RejectedRow[] {
    return this.#rows;
  }

  /** Where the client that a row refers to was rejected. */
  rejectedClient(given: Row['given']): string | undefined {
    const found = this.#rows.find((row) => row.kind === 'clients' && isSameClient(row.given ?? {}, given));
    return found && `${found.file}:${found.line}`;
  }

  #of(file: string): FileOfRejects {
    const known = this.#files.get(file);
    if (known) return known;
    const none = { lines: new LineSet(), messages: new Map<number, string[]>(), counted: new LineSet() };
    this.#files.set(file, none);
    return none;
  }
}

/** How many rows of a file may be rejected; without a limit 5 % or 5 rows, whichever is more. */
export function mostRejected(rows: number, limit?: RejectLimit): number {
  if (limit && 'rows' in limit) return limit.rows;
  const share = Math.floor((rows * (limit?.percent ?? 5)) / 100);
  return limit ? share : Math.max(5, share);
}

/** A row of clients.csv, and a row that refers to a client. */
function isSameClient(client: Row['given'], { serviceId, externalId, clientName }: Row['given']): boolean {
  if (serviceId != null) return client.serviceId === serviceId || client.externalId === serviceId;
  if (externalId != null) return client.externalId === externalId || client.serviceId === externalId;
  return clientName != null && folded(client.name) === folded(clientName);
}

function folded(name: unknown): string {
  return String(name).trim().normalize('NFC').toLowerCase();
}

/** The sources of files that are not refused, without their rejected rows. */
export function withoutRejects(sources: readonly Source[], rejects: Rejects): Source[] {
  return sources.flatMap((source) =>
    rejects.isRefused(source.name) ? [] : [{ ...source, rejected: rejects.linesOf(source.name) }],
  );
}
