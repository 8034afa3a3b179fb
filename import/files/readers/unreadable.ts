/** The rest of the file cannot be read. */
export class Unreadable extends Error {
  override name = 'Unreadable' as const;
  readonly line: number;

  constructor(message: string, line = 1, cause?: unknown) {
    super(message, { cause });
    this.line = line;
  }
}
