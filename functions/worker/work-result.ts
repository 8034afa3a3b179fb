/** The result of processing a message, for the log and as metrics. */
export interface WorkResult {
  readonly line: object;
  readonly metrics: Readonly<Record<string, number>>;
}
