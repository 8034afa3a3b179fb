export interface Area {
  /** Folders whose code is mutated. */
  readonly code: readonly string[];
  /** Folders and files whose tests must notice. Long proofs are left out: each mutant would run them. */
  readonly tests: readonly string[];
  /** Percent of the covered mutants that must be killed, equivalent ones left out. */
  readonly goal: number;
}

export const areas: Readonly<Record<string, Area>> = {
  domain: { code: ['shared/domain'], tests: ['test/domain'], goal: 96 },
  http: {
    code: ['shared/http'],
    tests: [
      'test/http',
      'test/limiter/memory.test.ts',
      'test/limiter/failures.test.ts',
      'test/functions/lost-version.test.ts',
      'test/functions/export/compressed-export.test.ts',
      'test/functions/export/streaming.test.ts',
    ],
    goal: 90,
  },
  'table-access': {
    code: ['shared/table/access'],
    tests: ['test/table/access', 'test/table/patterns/accounts.test.ts', 'test/table/records/consistency.test.ts'],
    goal: 90,
  },
  'table-scoring': {
    code: ['shared/table/scoring'],
    tests: ['test/table/scoring', 'test/table/golden.test.ts', 'test/worker/runs.test.ts'],
    goal: 90,
  },
  'table-facts': {
    code: ['shared/table/facts'],
    tests: ['test/table/facts', 'test/table/records/consistency.test.ts'],
    goal: 90,
  },
  // change-marks.test.ts is left out: it kills writers at many points of long runs
  'table-records': {
    code: ['shared/table/records'],
    tests: [
      ...[
        ...['alignment', 'consistency', 'history-record', 'known-client', 'marks', 'points', 'scores', 'signals'],
        ...['stream-tails', 'versions'],
      ].map((name) => `test/table/records/${name}.test.ts`),
      'test/table/patterns',
      'test/table/golden.test.ts',
    ],
    goal: 90,
  },
  // left out are tests that switch views or delete pages many times over
  'table-views': {
    code: ['shared/table/views'],
    tests: [
      ...[
        ...['entries', 'list-version', 'lists', 'live-versions', 'one-version', 'page-store', 'pages', 'project'],
        ...['proportion', 'rebuild', 'refresh-counts', 'trending'],
      ].map((name) => `test/table/views/${name}.test.ts`),
      'test/table/patterns/views.test.ts',
      // what a view holds is seen in answers
      ...['alignment', 'clients', 'portfolios', 'streams'].map((name) => `test/functions/${name}`),
      'test/functions/equal-accounts.test.ts',
      'test/functions/lost-version.test.ts',
      'test/functions/export/export-clients-csv.test.ts',
      'test/functions/export/streaming.test.ts',
    ],
    goal: 90,
  },
  'table-store': {
    code: ['shared/table/store'],
    tests: [
      'test/table/store',
      'test/table/patterns',
      'test/table/golden.test.ts',
      'test/table/records/versions.test.ts',
      'test/table/records/consistency.test.ts',
    ],
    goal: 90,
  },
  worker: {
    code: ['functions/worker', 'shared/jobs'],
    // the other tests of the folder are about the table, the local queue, or many random orders of events
    tests: [
      'fifo',
      'told',
      'handover',
      'night',
      'dispatch',
      'poison',
      'sqs',
      'score-command',
      'late-facts',
      'worker',
    ].map((name) => `test/worker/${name}.test.ts`),
    goal: 90,
  },
};
