/** Why nothing of a file can be read. */
export interface Fault {
  readonly line: number;
  readonly message: string;
}

/** The rest of the file cannot be read. */
export class Unreadable extends Error {
  override name = 'Unreadable' as const;
  readonly line: number;

  constructor(message: string, line = 1, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}

/** What an error says of a file. Throws the errors that are about nothing in it. */
export function faultIn(error: unknown): Fault {
  if (!(error instanceof Unreadable)) throw error;
  return { line: error.line, message: error.message };
}
