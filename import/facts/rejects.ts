import { comparedName } from '../../shared/table/entities/alias.ts';
import type { Row } from '../../shared/table/entities/entity.ts';
import { type Problem, Problems } from '../files/problems.ts';
import { mostOf, type RejectLimit } from '../files/reject-limit.ts';

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
export type RejectedRow = Pick<Problem, 'file' | 'line' | 'kind' | 'given'>;

interface FileOfRejects {
  /** What is wrong with each rejected row. */
  readonly messages: Map<number, string[]>;
  /** Rows with problems of their own. */
  readonly counted: Set<number>;
  refused?: string;
  /** Refused because too many rows have problems; all of them can be read. */
  isOverLimit?: true;
}

/** So many rejected rows are listed in any case. Each takes some hundred bytes. */
const mostInVain = 10_000;

/** The rows of an import that have problems, and the files of which nothing is imported. */
export class Rejects {
  readonly #files = new Map<string, FileOfRejects>();
  readonly #rows: RejectedRow[] = [];
  /** Where clients were rejected, by their ids and their names. */
  readonly #clients = new Map<string, string>();
  readonly #limit: RejectLimit | undefined;
  /** Without it, one problem ends the import, so it is only reported. */
  readonly isKept: boolean;
  /** What is wrong, for reports. */
  readonly problems = new Problems();

  constructor(isKept: boolean, limit?: RejectLimit) {
    this.isKept = isKept;
    this.#limit = limit;
  }

  add(problem: Problem): void {
    const { file, line, column, message, whole, reference, kind, given } = problem;
    const rejected = this.#of(file);
    // if a problem ends the import, all problems of the file are reported
    if (rejected.refused !== undefined && this.isKept) return;
    const text = column === undefined ? message : `${column}: ${message}`;
    const messages = rejected.messages.get(line);
    if (messages?.includes(text)) return;
    this.problems.add(problem);
    if (whole) rejected.refused ??= message;
    if (whole || !this.isKept) return;
    if (!messages) {
      this.#rows.push({ file, line, ...(kind && { kind }), ...(given && { given }) });
      for (const name of kind === 'clients' ? namesOf(given) : [])
        if (!this.#clients.has(name)) this.#clients.set(name, `${file}:${line}`);
    }
    if (!reference) rejected.counted.add(line);
    rejected.messages.set(line, [...(messages ?? []), text]);
  }

  /** True if the file is refused, however good its other rows are: then they need not be looked at. */
  isLost(file: string, rows: number): boolean {
    return this.#of(file).counted.size > Math.max(mostInVain, mostOf(rows, this.#limit));
  }

  /** False if the file has too many rejected rows: then it is refused. */
  allows(file: string, rows: number): boolean {
    const rejected = this.#of(file);
    const most = mostOf(rows, this.#limit);
    if (rejected.refused === undefined && rejected.counted.size > most) {
      rejected.refused = `${rejected.counted.size} of ${rows} rows have problems, more than ${most}`;
      rejected.isOverLimit = true;
    }
    return rejected.refused === undefined;
  }

  rowsOf(file: string): number {
    return this.#files.get(file)?.messages.size ?? 0;
  }

  hasRow(file: string, line: number): boolean {
    return this.#files.get(file)?.messages.has(line) ?? false;
  }

  isRefused(file: string): boolean {
    return this.#files.get(file)?.refused !== undefined;
  }

  /** Refused for its rows, so that all of them come back. */
  isOverLimit(file: string): boolean {
    return this.#files.get(file)?.isOverLimit ?? false;
  }

  files(): RejectedFile[] {
    return [...this.#files].flatMap(([file, { messages, counted, refused }]) =>
      messages.size === 0 && refused === undefined
        ? []
        : [
            {
              file,
              rows: counted.size,
              references: messages.size - counted.size,
              ...(refused !== undefined && { refused }),
            },
          ],
    );
  }

  /** What is wrong with a row. */
  messageOf(file: string, line: number): string {
    return this.#files.get(file)?.messages.get(line)?.join('; ') ?? '';
  }

  rows(): readonly RejectedRow[] {
    return this.#rows;
  }

  /** Where the client that a row refers to was rejected. */
  rejectedClient(given: Row['given']): string | undefined {
    const { serviceId = null, externalId = null, clientName = null } = given;
    // an id comes before a name
    const [name = ''] = namesOf({ serviceId, externalId, name: clientName });
    return this.#clients.get(name);
  }

  #of(file: string): FileOfRejects {
    const known = this.#files.get(file);
    if (known) return known;
    const none = { messages: new Map<number, string[]>(), counted: new Set<number>() };
    this.#files.set(file, none);
    return none;
  }
}

/** What rows can call a client by, of which each is given or not. */
function namesOf({ serviceId, externalId, name }: Row['given'] = {}): string[] {
  const ids = [serviceId, externalId].flatMap((id) => (id == null ? [] : [`id ${id}`]));
  return name == null ? ids : [...ids, `name ${comparedName(String(name))}`];
}
