/** A field that a later version answers differently on purpose. */
export interface ExpectedDifference {
  /** An operation of the contract, or `*` for all. */
  readonly endpoint: string;
  /** As a failure names it: `header ETag`, `clients[].score`, `column score`. A field that begins with it counts too. */
  readonly field: string;
  readonly because: string;
}

/** Everything that differs from the recording. An entry that no response needs fails the comparison. */
export const expectedDifferences: readonly ExpectedDifference[] = [];
