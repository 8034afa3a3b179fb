import { type Source, sourcesIn } from '../support/sources.ts';

export interface Area {
  /** Folders and files whose code is mutated. A file belongs to the first area that names it or its folder. */
  readonly code: readonly string[];
  /** Folders and files whose tests must notice. Long proofs are left out: each mutant would run them. */
  readonly tests: readonly string[];
  /** Percent of the covered mutants that must be killed, equivalent ones left out. */
  readonly goal: number;
}

/** Commands are seen from outside: by their output and by what they change. */
const commandTests = [
  'test/admin/help.test.ts',
  'test/admin/wrong-calls.test.ts',
  'test/admin/errors.test.ts',
  'test/admin/stored-text.test.ts',
  'test/admin/lost-answers.test.ts',
];

export const areas: Readonly<Record<string, Area>> = {
  domain: { code: ['shared/domain'], tests: ['test/domain'], goal: 96 },
  limiter: {
    code: [
      ...['admission', 'key-check', 'limiter-error', 'rate-limit-headers'].map((name) => `shared/http/${name}.ts`),
      'shared/table/access/count-request.ts',
    ],
    tests: [
      'test/http',
      'test/limiter/memory.test.ts',
      'test/limiter/failures.test.ts',
      'test/table/access',
      'test/table/patterns/accounts.test.ts',
    ],
    goal: 96,
  },
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
    // of the days before the first score, history.test.ts alone knows
    tests: [
      'test/table/scoring',
      'test/table/golden.test.ts',
      'test/worker/runs.test.ts',
      'test/worker/history.test.ts',
    ],
    goal: 96,
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
        ...['alignment', 'consistency', 'history-record', 'known-client', 'marks', 'mornings', 'open-signals'],
        ...['points', 'scores', 'signals', 'stream-tails', 'versions'],
      ].map((name) => `test/table/records/${name}.test.ts`),
      'test/table/patterns',
      'test/table/golden.test.ts',
    ],
    goal: 90,
  },
  // left out are tests of many random accounts, and answers: they take minutes, and reach little else
  'table-views': {
    code: ['shared/table/views/model', 'shared/table/views/read'],
    tests: ['entries', 'list-version', 'lists', 'page-store', 'pages', 'small-account', 'trending'].map(
      (name) => `test/table/views/${name}.test.ts`,
    ),
    goal: 90,
  },
  // left out are tests that switch views or delete pages many times over, and those of many random accounts
  'table-views-write': {
    code: ['shared/table/views/write'],
    tests: ['rebuild', 'refresh-counts', 'small-account', 'writing'].map((name) => `test/table/views/${name}.test.ts`),
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
    goal: 96,
  },
  worker: {
    code: ['functions/worker', 'functions/nightly', 'shared/jobs'],
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
      'mornings',
      'worker',
    ]
      .map((name) => `test/worker/${name}.test.ts`)
      .concat('test/jobs', 'test/import/feeds.test.ts'),
    goal: 90,
  },
  // inbox.test.ts and inbox-bucket.test.ts are left out: they kill importers, and import whole folders many times over
  inbox: {
    code: ['import/inbox', 'functions/inbox', 'functions/importer', 'bin/admin/inbox/uploader-policy.ts'],
    tests: ['test/import/inbox'],
    goal: 90,
  },
  // inbox.test.ts waits for a local service, and runs curl
  'inbox-command': {
    code: ['bin/admin/inbox'],
    tests: ['test/admin/inbox/command.test.ts'],
    goal: 90,
  },
  // imports of whole folders are left out: what a mapping makes of rows is seen without a table, and a thousand times faster
  rules: { code: ['import/mapping'], tests: ['test/import/mapping'], goal: 90 },
  'import-files': { code: ['import/files'], tests: ['test/import/files'], goal: 90 },
  'import-check': { code: ['import/check'], tests: ['test/import/check'], goal: 90 },
  'import-feeds': {
    code: ['import/feeds', 'import/rejects'],
    // the folder of tests, and not the nights of test/import/feeds.test.ts
    tests: ['test/import/feeds', 'test/import/rejects'],
    goal: 90,
  },
  'import-plan': {
    code: ['prune', 'batches.ts', 'changes.ts', 'entries.ts', 'plan.ts', 'write.ts'].map((name) => `import/${name}`),
    tests: ['test/import/plan'],
    goal: 90,
  },
  // imports of whole folders through the program, in test/import itself, are left out: they take minutes
  import: { code: ['import'], tests: ['test/import/run'], goal: 90 },
  'commands-import': {
    code: ['bin/admin/import', 'bin/admin/feeds', 'bin/admin/match'],
    tests: ['test/admin/import', 'test/admin/feeds.test.ts', 'test/admin/match.test.ts'],
    goal: 90,
  },
  // help.test.ts sees the words of the command; the other tests of commands reach little else of it
  export: {
    code: ['functions/export', 'bin/admin/export'],
    tests: ['test/functions/export', 'test/admin/export', 'test/admin/help.test.ts'],
    goal: 90,
  },
  functions: {
    code: ['functions'],
    tests: ['test/functions', 'test/http/statuses.test.ts'],
    goal: 90,
  },
  // left out are boards of whole accounts, of 100,000 clients and in real browsers; the script and the style of a page are
  // texts, which only a browser can judge (browser.test.ts)
  board: {
    code: ['bin/admin/board'],
    tests: [...['data', 'page', 'view'].map((name) => `test/admin/board/${name}.test.ts`), 'test/admin/help.test.ts'],
    goal: 90,
  },
  morning: {
    code: ['bin/admin/morning'],
    tests: ['test/admin/morning', 'test/worker/mornings.test.ts', ...commandTests],
    goal: 90,
  },
  // the areas of the operator's commands leave out tests that kill commands at many points, or start processes
  'commands-cli': {
    code: ['bin/admin/cli', 'bin/admin/program.ts'],
    tests: ['test/admin/cli', ...['errors', 'table', 'wrap'].map((name) => `test/admin/${name}.test.ts`)],
    goal: 90,
  },
  'commands-accounts': {
    code: ['bin/admin/accounts', 'bin/admin/keys'],
    tests: [
      ...['accounts/commands', 'accounts/deletion', 'keys/commands', 'keys/key-names', 'help'].map(
        (name) => `test/admin/${name}.test.ts`,
      ),
    ],
    goal: 90,
  },
  'commands-service': {
    code: ['bin/admin/service', 'bin/admin/observe'],
    tests: ['test/admin/service', 'test/admin/observe', 'test/admin/help.test.ts'],
    goal: 90,
  },
  'commands-scores': {
    code: ['bin/admin/inspect', 'bin/admin/verify', 'bin/admin/worker'],
    tests: [...['inspect', 'verify', 'worker'].map((name) => `test/admin/${name}`), 'test/admin/help.test.ts'],
    goal: 90,
  },
  client: {
    code: ['cache', 'client', 'errors', 'index', 'pages', 'request', 'retry', 'transport'].map(
      (name) => `client/${name}.ts`,
    ),
    tests: ['cache', 'operations', 'pages', 'requests', 'retries'].map((name) => `test/client/${name}.test.ts`),
    goal: 90,
  },
  // the other tests start processes, where no mutant is active, or a service with a demo account, for each mutant
  mcp: {
    code: ['mcp'],
    tests: ['test/mcp/tools.test.ts'],
    goal: 90,
  },
};

/** The area that a file belongs to; undefined if no area names it. */
export function areaOf(file: string): string | undefined {
  const has = ({ code }: Area) => code.some((path) => file === path || file.startsWith(`${path}/`));
  return Object.entries(areas).find(([, area]) => has(area))?.[0];
}

/** The files of an area. */
export function sourcesOf(name: string): Source[] {
  return sourcesIn(...(areas[name]?.code ?? [])).filter(({ file }) => areaOf(file) === name);
}
