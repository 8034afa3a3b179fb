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
      'test/functions/older-views.test.ts',
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

interface EquivalentMutant {
  readonly file: string;
  /** The mutated code, and what stands in its place. */
  readonly original: string;
  readonly replacement: string;
  /** Why no test can tell the two apart. */
  readonly reason: string;
}

/** Mutants that survive because they change nothing that anybody can see. */
export const equivalentMutants: readonly EquivalentMutant[] = [
  {
    file: 'shared/table/access/suspend-account.ts',
    original: "key.state === 'suspended'",
    replacement: 'true',
    reason: 'The transaction that activates a key requires the same state; asking first only saves transactions.',
  },
  {
    file: 'shared/table/store/http-handler.ts',
    original: 'parts.length === 1',
    replacement: 'false',
    reason: 'Buffer.concat copies a single part; the shortcut only saves that.',
  },
  {
    file: 'shared/table/store/http-handler.ts',
    original: 'value !== undefined',
    replacement: 'true',
    reason: 'Every header that Node has received has a value.',
  },
  {
    file: 'shared/table/store/signer.ts',
    original: 'held?.secret === secret && held.scope === scope',
    replacement: 'false',
    reason: 'A key that is derived again is the same; this saves deriving it.',
  },
  {
    file: 'shared/table/store/signer.ts',
    original: '{ secret, scope, key }',
    replacement: '{}',
    reason: 'A key that is derived again is the same; this saves deriving it.',
  },
  {
    file: 'shared/table/store/step-order.ts',
    original: 'orders.set(names, order);',
    replacement: ';',
    reason: 'An order that is worked out again is the same; this saves working it out.',
  },
  {
    file: 'shared/table/store/step-order.ts',
    original: '/^(.*?) (\\(a\\.k\\.a\\. .*\\) )?- /',
    replacement: '/(.*?) (\\(a\\.k\\.a\\. .*\\) )?- /',
    reason: 'The first match begins at the start anyway.',
  },
  {
    file: 'shared/table/store/step-order.ts',
    original: '/^(.*?) (\\(a\\.k\\.a\\. .*\\) )?- /.exec(line)?.[1]',
    replacement: '/^(.*?) (\\(a\\.k\\.a\\. .*\\) )?- /.exec(line)[1]',
    reason: 'The SDK names the step in every line.',
  },
  {
    file: 'shared/table/store/table.ts',
    original: 'hideSettings(client);',
    replacement: ';',
    reason: 'It only saves time.',
  },
  {
    file: 'shared/table/store/table.ts',
    original: '{\n  Object.assign(client, { config: Object.create(client.config) });\n}',
    replacement: '{}',
    reason: 'It only saves time.',
  },
  {
    file: 'shared/table/store/table.ts',
    original: '{ config: Object.create(client.config) }',
    replacement: '{}',
    reason: 'It only saves time.',
  },
  {
    file: 'shared/table/store/table.ts',
    original: '!scheme',
    replacement: 'false',
    reason: 'The SDK has the scheme; this would explain what is wrong if an upgrade renamed it.',
  },
  {
    file: 'shared/table/store/table.ts',
    original: 'each.schemeId === schemeId',
    replacement: 'true',
    reason: 'It is the first of the SDK’s schemes.',
  },
  {
    file: 'shared/table/store/table.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text has neither a signing Region nor a signing name.',
  },
  {
    file: 'shared/table/views/model/kept-lists.ts',
    original: '!this.#areMembersUntouched(membersOf(portfolioId))',
    replacement: 'true',
    reason: 'It would be built again with the same content, and only new pages are written; this saves building it.',
  },
  {
    file: 'shared/table/views/model/kept-lists.ts',
    original: 'id === portfolioId',
    replacement: 'false',
    reason: 'It would be built again with the same content, and only new pages are written; this saves building it.',
  },
  {
    file: 'shared/table/views/model/kept-lists.ts',
    original: '({ id }) => id === portfolioId',
    replacement: '() => undefined',
    reason: 'It would be built again with the same content, and only new pages are written; this saves building it.',
  },
  {
    file: 'shared/table/views/model/kept-lists.ts',
    original: 'JSON.stringify(a) === JSON.stringify(b)',
    replacement: 'false',
    reason: 'It would be built again with the same content, and only new pages are written; this saves building it.',
  },
  {
    file: 'shared/table/views/model/kept-lists.ts',
    original: 'head.scoredFor === lastPublishedNight(this.#live)',
    replacement: 'true',
    reason: 'The publication fails on its condition then, and is repeated; this saves an attempt.',
  },
  {
    file: 'shared/table/views/model/kept-lists.ts',
    original: 'this.#live.portfolios?.favorites',
    replacement: 'this.#live.portfolios.favorites',
    reason: 'Where a list is kept, the portfolio view is live.',
  },
  {
    file: 'shared/table/views/model/entries.ts',
    original: 'client.externalId !== undefined',
    replacement: 'true',
    reason: 'Fields are stored as JSON, which leaves out what is undefined.',
  },
  {
    file: 'shared/table/views/model/head.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'Every id of a list is longer and of other letters, so versions differ as before.',
  },
  {
    file: 'shared/table/views/model/head.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text names no pages, so it is left out.',
  },
  {
    file: 'shared/table/facts/facts.ts',
    original: 'pending.filter(isPortfolio)',
    replacement: 'pending',
    reason: 'Other pending deletions are those of an account that is being deleted.',
  },
  {
    file: 'shared/table/facts/facts.ts',
    original: "'portfolio'",
    replacement: '""',
    reason: 'In clientNamedBy: a portfolio would name the client undefined, which does not exist.',
  },
  {
    file: 'shared/table/facts/changes.ts',
    original: 'keys.filter((key) => !known.has(itemName(key)))',
    replacement: 'keys',
    reason: 'Reading again what is known gives the same; this saves reading it.',
  },
  {
    file: 'shared/table/facts/changes.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text has no key, so no item is found under it.',
  },
  {
    file: 'shared/table/views/read/merged-order.ts',
    original: 'low < high',
    replacement: 'false',
    reason: 'The slice would begin at an earlier block and find the same positions, more slowly.',
  },
  {
    file: 'shared/table/views/read/merged-order.ts',
    original: 'this.#countBefore(middle, chosen) <= offset',
    replacement: 'false',
    reason: 'The slice would begin at an earlier block and find the same positions, more slowly.',
  },
  {
    file: 'shared/table/views/read/merged-order.ts',
    original: 'this.#countBefore(middle, chosen) <= offset',
    replacement: 'this.#countBefore(middle, chosen) < offset',
    reason: 'The slice would begin at an earlier block and find the same positions, more slowly.',
  },
  {
    file: 'shared/table/views/read/merged-order.ts',
    original: 'entry < order.length',
    replacement: 'entry <= order.length',
    reason: 'A character past the end is no part of the list.',
  },
  {
    file: 'shared/table/views/read/merged-order.ts',
    original: 'entry < this.#order.length',
    replacement: 'entry <= this.#order.length',
    reason: 'A character past the end is no part of the list.',
  },
  {
    file: 'shared/table/views/read/merged-order.ts',
    original: 'orders.set(list, kept);',
    replacement: ';',
    reason: 'An order that is counted again is the same; this saves counting.',
  },
  {
    file: 'shared/table/views/read/list-version.ts',
    original: 'startsByPart.set(list, starts);',
    replacement: ';',
    reason: 'Starts that are added up again are the same; this saves adding.',
  },
  {
    file: 'shared/table/views/read/list-version.ts',
    original: 'kept',
    replacement: 'false',
    reason: 'Starts that are added up again are the same; this saves adding.',
  },
  {
    file: 'shared/table/views/read/live-entries.ts',
    original: 'at < 0',
    replacement: 'false',
    reason: 'There is no entry at -1, so it differs.',
  },
  {
    file: 'shared/table/views/read/built-views.ts',
    original: 'keptViews.set(reader.pages, kept);',
    replacement: ';',
    reason: 'Views that are built again are the same; this saves building them.',
  },
  {
    file: 'shared/table/views/read/built-views.ts',
    original: 'kept?.key !== key',
    replacement: 'true',
    reason: 'Views that are built again are the same; this saves building them.',
  },
  {
    file: 'shared/table/views/read/export.ts',
    original: 'offset < total',
    replacement: 'offset <= total',
    reason: 'A last slice without clients adds nothing.',
  },
  {
    file: 'shared/table/records/points.ts',
    original: 'at < points.length',
    replacement: 'at <= points.length',
    reason: 'A write past the end of a typed array does nothing.',
  },
  {
    file: 'functions/worker/score-account.ts',
    original: '-1',
    replacement: '+1',
    reason: 'No night is of 2 January 1970.',
  },
  {
    file: 'shared/jobs/sqs.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text has no id, so no entry is sent again for it.',
  },
  {
    file: 'shared/jobs/start.ts',
    original: "'standard'",
    replacement: '""',
    reason:
      'An empty retry mode is not `adaptive`, so it means the standard one; with all options set, the other mode is not read.',
  },
  {
    file: 'shared/jobs/start.ts',
    original: 'false',
    replacement: 'true',
    reason: 'Requests go to the address of the queue, whatever address the SDK finds for its service.',
  },
  {
    file: 'shared/table/scoring/score-client.ts',
    original: 'each?.history?.last',
    replacement: 'each?.history.last',
    reason: 'Only nights store `scored`, and a night stores a point with it; the score of a stream has points too.',
  },
  {
    file: 'shared/table/scoring/score-client.ts',
    original: 'items.filter(isSignals)',
    replacement: 'items',
    reason: 'Other records have no signals: what is read from them has no day, so it is in no window.',
  },
  {
    file: 'shared/table/views/write/rebuild.ts',
    original: 'whole',
    replacement: 'true',
    reason: 'A pass that does not begin with the first client publishes nothing; this saves building its entries.',
  },
  {
    file: 'shared/table/views/write/refresh-counts.ts',
    original: 'score?.notes',
    replacement: 'score.notes',
    reason: 'Only a client with a score record follows a mark.',
  },
  {
    file: 'shared/table/records/streams.ts',
    original: 'streams.length === 0',
    replacement: 'false',
    reason: 'Without streams there is nothing to return; the shortcut only saves decoding the score record.',
  },
  {
    file: 'shared/table/records/scores.ts',
    original: 'digest !== undefined',
    replacement: 'true',
    reason: 'The document client leaves out a value that is undefined.',
  },
  {
    file: 'shared/table/records/scores.ts',
    original: `digest?.startsWith(\`\${history.last} \`)`,
    replacement: `digest?.endsWith(\`\${history.last} \`)`,
    reason: 'The condition then repeats the points, which a digest of the same day identifies anyway.',
  },
  {
    file: 'shared/table/records/scores.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'Every score that is stored has points.',
  },
  {
    file: 'shared/domain/scoring/rounding.ts',
    original: 'dividend < 0',
    replacement: 'dividend <= 0',
    reason: 'A dividend of 0 has a quotient of 0, which is not negated.',
  },
  {
    file: 'shared/domain/scoring/rounding.ts',
    original: 'Math.abs(a.remainder - b.remainder) > tolerance',
    replacement: 'Math.abs(a.remainder - b.remainder) >= tolerance',
    reason: 'Remainders are equal but for rounding errors of 1e-15, or differ by far more than 1e-9.',
  },
  {
    file: 'shared/domain/scoring/rounding.ts',
    original: 'a.index - b.index',
    replacement: 'a.index + b.index',
    reason: 'Array.sort keeps the order of ties, and the parts come in the order of their index.',
  },
  {
    file: 'shared/domain/scoring/changes.ts',
    original: 'current !== undefined',
    replacement: 'true',
    reason: 'A history that has an older point has its newest point too.',
  },
  {
    file: 'shared/domain/advice/spotlight.ts',
    original: 'change > 0',
    replacement: 'change >= 0',
    reason: 'A change of 0 has returned before.',
  },
  {
    file: 'shared/domain/advice/spotlight.ts',
    original: 'topics[worst.index]?.displayName',
    replacement: 'topics[worst.index].displayName',
    reason: 'The index is that of a topic.',
  },
  {
    file: 'shared/domain/advice/stream-outlook.ts',
    original: '[]',
    replacement: '["Stryker was here"]',
    reason: 'A text has no score, so it is neither low nor high enough to be shown.',
  },
  {
    file: 'shared/domain/csv.ts',
    original: '!separator.test(text)',
    replacement: 'false',
    reason: 'The fast path gives what the other one gives.',
  },
  {
    file: 'shared/domain/lists/search.ts',
    original: 'b.length > a.length',
    replacement: 'true',
    reason: 'A match contains every word of the query; the longest is only the fastest to look for.',
  },
  {
    file: 'shared/domain/lists/search.ts',
    original: 'b.length > a.length',
    replacement: 'false',
    reason: 'A match contains every word of the query; the longest is only the fastest to look for.',
  },
  {
    file: 'shared/domain/lists/search.ts',
    original: 'b.length > a.length',
    replacement: 'b.length >= a.length',
    reason: 'A match contains every word of the query; the longest is only the fastest to look for.',
  },
  {
    file: 'shared/domain/lists/search.ts',
    original: 'b.length > a.length',
    replacement: 'b.length <= a.length',
    reason: 'A match contains every word of the query; the longest is only the fastest to look for.',
  },
  {
    file: 'shared/domain/lists/search.ts',
    original: 'rank !== undefined',
    replacement: 'true',
    reason: 'There is no list for an undefined rank.',
  },
  {
    file: 'shared/domain/lists/search.ts',
    original: 'ranks[rank]?.push',
    replacement: 'ranks[rank].push',
    reason: 'Every rank has a list.',
  },
  {
    file: 'shared/domain/near-miss.ts',
    original: 'name.toLowerCase()',
    replacement: 'name.toUpperCase()',
    reason: 'Both names are compared in the same case.',
  },
  {
    file: 'shared/domain/dates.ts',
    original: '/^\\d{4}-\\d{2}-\\d{2}$/',
    replacement: '/\\d{4}-\\d{2}-\\d{2}$/',
    reason: 'The text must also equal the ten characters of a date, so nothing fits before it.',
  },
  {
    file: 'shared/domain/dates.ts',
    original: '/^\\d{4}-\\d{2}-\\d{2}$/',
    replacement: '/^\\d{4}-\\d{2}-\\d{2}/',
    reason: 'The text must also equal the ten characters of a date, so nothing fits after it.',
  },
  {
    file: 'shared/domain/scoring/scoring.ts',
    original: '() => 0',
    replacement: '() => undefined',
    reason: 'Sums begin with `?? 0`, and undefined is no weight above 0 either.',
  },
  {
    file: 'shared/domain/scoring/scoring.ts',
    original: 'index === undefined',
    replacement: 'false',
    reason: 'An unknown topic would be added to a property named undefined, which is not a score.',
  },
  {
    file: 'shared/domain/scoring/scoring.ts',
    original: 'day >= runDay - windowDays',
    replacement: 'true',
    reason: 'A signal before the window has no decay, so it weighs 0.',
  },
  {
    file: 'shared/domain/scoring/topic-scores.ts',
    original: '() => 0',
    replacement: '() => undefined',
    reason: 'A sum that is missing counts as 0.',
  },
  {
    file: 'shared/domain/scoring/topic-scores.ts',
    original: 'topic < scores.length',
    replacement: 'topic <= scores.length',
    reason: 'There is no topic after the last one, and its weight counts as 0.',
  },
  {
    file: 'shared/domain/scoring/topic-scores.ts',
    original: 'score !== null',
    replacement: 'true',
    reason: 'A score of null counts as 0.',
  },
  {
    file: 'shared/domain/scoring/topic-scores.ts',
    original: 'index < values.length',
    replacement: 'index <= values.length',
    reason: 'There is no value after the last one.',
  },
  {
    file: 'shared/domain/scoring/topic-scores.ts',
    original: 'total === null',
    replacement: 'false',
    reason: 'Without data there are no shares to distribute, and every contribution is 0.',
  },
  {
    file: 'shared/domain/scoring/topic-scores.ts',
    original: 'score === null',
    replacement: 'false',
    reason: 'In contributions: a topic without data has weight 0, so its remainder is 0, which never gets a share.',
  },
  {
    file: 'shared/http/api.ts',
    original: 'false',
    replacement: 'true',
    reason: 'As the logger of the error handler, which calls a logger only if it is a function.',
  },
  {
    file: 'shared/http/api.ts',
    original: "'This function does not have the resource.'",
    replacement: '""',
    reason: 'Messages of defects are neither logged nor shown; the log has the name and the frames.',
  },
  {
    file: 'shared/http/parameters.ts',
    original: 'sent?.[name]',
    replacement: 'sent[name]',
    reason: 'API Gateway sends path parameters with every path that has some.',
  },
  {
    file: 'shared/http/parameters.ts',
    original: "{\n    return '';\n  }",
    replacement: '{}',
    reason: 'What cannot be decoded is no id and no level, whatever it becomes.',
  },
  {
    file: 'shared/http/parameters.ts',
    original: "''",
    replacement: '"Stryker was here!"',
    reason: 'What cannot be decoded is no id and no level, whatever it becomes.',
  },
];
