/** What the work of a message came to, for the log and as metrics. */
export interface WorkResult {
  readonly line: object;
  readonly metrics: Readonly<Record<string, number>>;
}
