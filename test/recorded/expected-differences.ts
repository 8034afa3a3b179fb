/** A field that a later version answers differently on purpose. */
export interface ExpectedDifference {
  /** An operation of the contract, or `*` for all. */
  readonly endpoint: string;
  /** As a failure names it: `header ETag`, `clients[].score`, `column score`. A field that begins with it counts too. */
  readonly field: string;
  readonly because: string;
}

/** Everything that differs from the recording. An entry that no response needs fails the comparison. */
export const expectedDifferences: readonly ExpectedDifference[] = [
  { endpoint: '*', field: 'header Vary', because: 'caches must know that responses may be compressed' },
  {
    endpoint: 'getClientPriorities',
    field: 'priorities[].recommendations[]',
    because: 'the texts were written again, shorter',
  },
  { endpoint: 'exportClientsCsv', field: 'column portfolios', because: 'the column was added' },
  { endpoint: 'exportClientsCsv', field: 'columns', because: 'the column portfolios was added' },
];

/** Facts that have changed since, in the demo accounts: the comparison puts the earlier text into the responses. */
export const changedTexts: readonly { readonly now: string; readonly before: string; readonly because: string }[] = [
  {
    now: String.raw`Bell \u0007 Escape \x1b[31m Red`,
    before: 'Bell \u0007 Escape \u001b[31m Red',
    because: 'imports refuse control characters',
  },
];
