import type { PromisingPage } from './statements.ts';

/** What shows a promise: a file below test and the beginning of a title in it, or the name of a proof. */
type Shown = string | readonly string[];

/** A promise is named by a part of its sentence that stands on the page once. */
export const promises: Readonly<Record<PromisingPage, Readonly<Record<string, Shown>>>> = {
  'README.md': {
    'second, plain implementation': ['proof: model', 'model/model.test.ts: the service answers what the model answers'],
    'killed at every call, repeated': ['proof: kills', 'proof: night', 'proof: import'],
    'requests are counted exactly once': ['proof: limiter', 'limiter/memory.test.ts: a warm container notices'],
    'costs about as much at 100,000': [
      'bench/reads.bench.ts: is counted for every endpoint at every size',
      'worker/reader.test.ts: no response mixes two versions',
    ],
    'a month for an account of 250 clients': 'docs/costs.test.ts: the README repeats the sums',
    'clients are scored in 10 seconds': 'proof: capacity',
    'Every start makes new keys': 'local/service.test.ts: prints its address and keys',
    'drop the exports of your systems': 'admin/inbox/inbox.test.ts: files that are put are imported',
    'rows with problems come back': 'import/inbox.test.ts: rows with problems come back as a file',
    'everything that is hard to show': 'local/demo.test.ts: has a client %s',
    'shows the accounts, their keys unless': [
      'reference/pages.test.ts: shows accounts, their keys',
      'reference/pages.test.ts: shows no key of data that is kept in a file',
      'reference/browser.test.ts: a key is entered',
    ],
    'works with any Node version': 'admin/launcher.test.ts: runs with any Node from any folder',
    'one write checks and counts the key': [
      'limiter/cost.test.ts: at 40 a minute',
      'bench/reads.bench.ts: the key and the limits',
    ],
    'as they do after every import': [
      'infra/night.test.ts: start the night at 00:00 UTC only',
      'worker/dispatch.test.ts: sends each account once',
      'worker/score-command.test.ts: projects facts whose writer',
    ],
    '`npm run admin -- board': [
      'docs/commands.test.ts: names scripts, commands and options',
      'admin/board/board.test.ts: writes a file',
    ],
    '`npm test` · the tests': 'docs/commands.test.ts: names scripts, commands and options',
    'every field is in': [
      'contract/openapi.test.ts: openapi.json is up to date',
      'contract/openapi.test.ts: every property, parameter',
    ],
  },
  'SECURITY.md': {
    'random, with a checksum': [
      'domain/access/api-key.test.ts: of %s is prefix',
      'domain/access/api-key.test.ts: takes each of the 62 characters',
    ],
    'It is shown once': 'admin/cli.test.ts: are shown once',
    'stores its SHA-256 hash': 'admin/keys/keys.test.ts: is stored as two items, without its secret',
    'API Gateway stores the key itself': 'admin/service/control-plane.test.ts: creates an enabled key',
    'may list the keys of API Gateway': 'infra/operator-policies.test.ts: each command is allowed',
    'bound to the tag of the deployment': 'infra/operator-policies.test.ts: cannot be created, changed or deleted',
    'in one conditional write, before anything': [
      'http/speculation.test.ts: nothing is read before',
      'limiter/cost.test.ts: at 40 a minute',
      'table/access/count-request.test.ts: is counted in all three windows',
    ],
    'get the same 401': 'http/statuses.test.ts: 401: the response is the same',
    'A key belongs to one account': 'table/patterns/accounts.test.ts: are those issued to it',
    'comes from the key alone': ['isolation/apart.test.ts: never get a byte', 'proof: isolation'],
    'ends the old key after the chosen time': 'admin/keys/gateway.test.ts: a key rolled with --keep',
    'ends a key with the next request': 'limiter/memory.test.ts: a warm container notices',
    'may keep getting 429': 'limiter/memory.test.ts: notices %s within ten seconds',
    'One line per request': 'http/access-log.test.ts: success: account',
    'Never the key, the query': [
      'http/access-log.test.ts: when the operation throws',
      'isolation/apart.test.ts: leave no key and no data in the log',
    ],
    'messages only where they cannot quote': 'log.test.ts: has the chain of its causes',
    'source address and user agent': 'infra/safety.test.ts: of the gateway say who asked',
    'blocked requests are logged with their headers': 'infra/options.test.ts: -c waf=true logs',
    'Logs are kept three months': 'infra/safety.test.ts: are kept for three months',
    'X-Ray traces one request': [
      'infra/alarms.test.ts: samples one request in a hundred',
      'infra/safety.test.ts: of the gateway contain neither',
    ],
    "can read accounts' data and count on keys": [
      'infra/policies.test.ts: updates the request counters',
      'infra/policies.test.ts: may scan, or use any action',
      'infra/policies.test.ts: may access items outside',
    ],
    'The worker cannot touch keys': 'infra/policies.test.ts: has no access to keys',
    'Operators get one of': 'infra/operator-policies.test.ts: each command is allowed',
    'TLS 1.2 or newer': [
      'infra/safety.test.ts: is regional, checks keys',
      'infra/night.test.ts: accepts only TLS',
      'infra/alarms.test.ts: can be sent only by alarms',
    ],
    'Everything stored is encrypted': [
      'infra/options.test.ts: encrypts the table',
      'infra/options.test.ts: is optional',
    ],
    'Deployments hold no secrets': 'infra/safety.test.ts: are not in the template',
    'listens on 127.0.0.1': [
      'local/service.test.ts: listens on 127.0.0.1 only',
      'local/web-page.test.ts: reads neither keys nor boards',
    ],
    'needs a key, and sends no header': [
      'local/web-page.test.ts: reads neither keys nor boards',
      'local/service.test.ts: answers 401 to a key',
    ],
    'under loopback host names only': [
      'reference/pages.test.ts: shows keys to a browser at',
      'reference/pages.test.ts: shows no key at',
      'local/service.test.ts: makes boards with a key',
    ],
    'With `--db` it shows no keys': 'reference/pages.test.ts: shows no key of data that is kept in a file',
    'answers every origin': 'local/web-page.test.ts: does not answer a web page',
    'at a random address out of': 'local/web-page.test.ts: is at a random loopback address',
    'can be read by their owner only': 'local/database-file.test.ts: is readable by its owner only',
    'Versions are pinned': 'structure/dependencies.test.ts: every version is exact',
    'a job of the pipeline does so without failing it':
      'structure/dependencies.test.ts: known vulnerabilities are reported',
    'Dependabot proposes updates': 'structure/dependencies.test.ts: Dependabot looks at',
    'pins the Node that runs the CLI': [
      'structure/dependencies.test.ts: the lock file has a hash',
      'admin/launcher.test.ts: runs with any Node',
    ],
    'has a hash for linux-x64 only': 'structure/dependencies.test.ts: the lock file has a hash',
    'A test checks the licences': 'build/licences.test.ts: every bundled package',
    'and nothing else: names of files': [
      'import/inbox.test.ts: gets its report and nothing else',
      'import/inbox.test.ts: formulas are stored as text',
    ],
    'are refused with a report': 'import/inbox.test.ts: gets its report and nothing else',
    'puts files below its own folder and reads its own reports': [
      'infra/inbox.test.ts: allows to put files for the account',
      'infra/inbox.test.ts: names no table, no API key',
    ],
    'copied and deleted by their versions': [
      'import/inbox-bucket.test.ts: that replaces one during its run',
      'import/inbox-bucket.test.ts: that was replaced before its run',
    ],
    'files never delay another': [
      'import/inbox-bucket.test.ts: an account with thousands of files',
      'import/inbox-bucket.test.ts: the third attempt that does not end',
    ],
  },
  'docs/api.md': {
    'Read-only JSON': [
      'infra/routes.test.ts: are those of the contract, with GET',
      'infra/policies.test.ts: updates the request counters',
    ],
    'describes every field, parameter and error': [
      'contract/openapi.test.ts: every property, parameter',
      'contract/openapi.test.ts: every 200 and every error has an example',
      'proof: schemathesis',
    ],
    'sees only that account': ['proof: isolation', 'isolation/apart.test.ts: get the same 404'],
    'All endpoints use `GET`': [
      'infra/routes.test.ts: are those of the contract, with GET',
      'contract/guide.test.ts: lists every endpoint',
    ],
    '/clients` · clients, highest score first':
      'functions/clients/list-clients.test.ts: GET /clients lists the clients',
    '/clients/by-risk/{risk_level}` ·':
      'functions/clients/list-clients-by-risk.test.ts: GET /clients/by-risk/medium_risk',
    '/clients/search` ·': [
      'functions/clients/search-clients.test.ts: GET /clients/search',
      'functions/clients/search-clients.test.ts: every word must occur',
    ],
    '/clients/trending` ·': 'functions/clients/list-trending-clients.test.ts: GET /clients/trending',
    '/clients/portfolio-health` ·': 'functions/clients/get-portfolio-health.test.ts: GET /clients/portfolio-health',
    '/clients/statistics/overview` ·':
      'functions/clients/get-statistics-overview.test.ts: GET /clients/statistics/overview',
    '/clients/export/csv` ·': 'functions/export/export-clients-csv.test.ts: GET /clients/export/csv',
    '/clients/{client_id}` ·': 'functions/client-records/get-client.test.ts: GET /clients/{client_id}',
    '/clients/{client_id}/history` ·':
      'functions/client-records/get-client-history.test.ts: GET /clients/{client_id}/history',
    '/clients/{client_id}/priorities` ·':
      'functions/client-records/get-client-priorities.test.ts: GET /clients/{client_id}/priorities',
    '/clients/{client_id}/notes` ·':
      'functions/client-records/list-client-notes.test.ts: GET /clients/{client_id}/notes',
    '/clients/{client_id}/key-people` ·':
      'functions/client-records/list-client-key-people.test.ts: GET /clients/{client_id}/key-people',
    '/clients/{client_id}/streams` ·':
      'functions/streams/list-client-streams.test.ts: GET /clients/{client_id}/streams',
    '/clients/{client_id}/streams/{stream_id}` ·':
      'functions/streams/get-stream.test.ts: GET /clients/{client_id}/streams/{stream_id}',
    '/streams` · the streams of all clients': 'functions/streams/list-streams.test.ts: GET /streams',
    '/portfolios` · all portfolios': 'functions/portfolios/list-portfolios.test.ts: GET /portfolios',
    '/portfolios/{portfolio_id}` ·': 'functions/portfolios/get-portfolio.test.ts: GET /portfolios/{portfolio_id}',
    '/clients/alignment` ·': 'functions/alignment/list-alignment.test.ts: GET /clients/alignment',
    '/clients/{client_id}/alignment` ·':
      'functions/alignment/get-client-alignment.test.ts: GET /clients/{client_id}/alignment',
    '/topics` · the 15 topics': 'functions/topics/list-topics.test.ts: GET /topics',
    'Search and the order of names ignore': [
      'domain/lists/search.test.ts: turns %j into %j',
      'domain/orders.test.ts: of names: by code unit',
    ],
    'Other marks count': 'domain/lists/search.test.ts: a mark of another script',
    'Only ё': 'domain/lists/search.test.ts: turns %j into %j',
    '`portfolioId` is accepted as well': [
      'functions/clients/list-clients.test.ts: may be spelled portfolioId',
      'contract/endpoints.test.ts: the seven endpoints',
    ],
    'Without it, or with `all-clients`': 'functions/clients/list-clients.test.ts: all-clients means the whole account',
    'never the full list': 'functions/clients/list-clients.test.ts: %j is not a portfolio',
    'Favorite and archived clients are read': [
      'functions/portfolios/get-portfolio.test.ts: favorite-clients omits',
      'functions/portfolios/get-portfolio.test.ts: archived-clients lists',
    ],
    '`include_archived=true` adds': 'functions/clients/list-clients.test.ts: include_archived merges',
    'repeat the applied `portfolioId`': [
      'functions/clients/list-clients.test.ts: scopes list, total and pages',
      'contract/answers.test.ts: $operationId answers',
    ],
    'the number of all matching entries': 'functions/clients/list-clients.test.ts: a page is a slice of the list',
    'An offset past the end': 'model/invariants.test.ts: returns an empty page past its end',
    'pages neither repeat nor skip': [
      'model/invariants.test.ts: pages of %i, concatenated',
      'domain/orders.test.ts: are total',
    ],
    'has the same version part': [
      'model/invariants.test.ts: the pages of a list share the version',
      'table/views/open-at-night.test.ts: an export, a deep walk',
    ],
    'This holds for `/clients`': 'model/invariants.test.ts: the pages of a list share the version',
    'Scores go from 0 to 200': 'domain/scoring/scoring.test.ts: lies on the scale',
    'below 70 · high risk': 'domain/scoring/bands.test.ts: put %d into',
    '70 to below 100 ·': 'domain/scoring/bands.test.ts: put %d into',
    '100 to below 140 ·': 'domain/scoring/bands.test.ts: put %d into',
    '140 and more ·': 'domain/scoring/bands.test.ts: put %d into',
    'computed every night from 00:00': 'infra/night.test.ts: start the night at 00:00 UTC only',
    'then all lists change at once': [
      'table/views/publish.test.ts: a reader between any two calls',
      'worker/reader.test.ts: no response mixes',
    ],
    'This takes seconds for most accounts': ['proof: capacity', 'bench/night.bench.ts: of $clients clients with'],
    'appear within seconds': [
      'bench/night.bench.ts: costs at most 60 write units',
      'import/inbox.test.ts: files are imported together',
    ],
    'fewer than 8 of the 15': 'domain/scoring/scoring.test.ts: with data for %d topics',
    'rounded to four decimals': 'domain/scoring/topic-report.test.ts: gives weights with four decimals',
    'All dates and times are in UTC': 'domain/dates.test.ts: a day starts at midnight UTC',
    '`week` accepts any date': 'functions/alignment/list-alignment.test.ts: `week` ignores later reads',
    'repeats `week` exactly as given': [
      'functions/alignment/list-alignment.test.ts: `week` ignores later reads',
      'table/facts/facts.test.ts: are stored under the Monday',
    ],
    'returns every client in scope, in the order':
      'functions/export/export-clients-csv.test.ts: GET /clients/export/csv is the whole list',
    'All columns come from one version': [
      'functions/export/export-clients-csv.test.ts: is of one version from the first byte',
      'functions/export/export-clients-csv.test.ts: has the same columns for every scope',
    ],
    'adds a byte order mark': 'functions/export/export-clients-csv.test.ts: bom=true begins the file',
    'The suggested file name': 'functions/export/export-clients-csv.test.ts: GET /clients/export/csv is the whole list',
    'The columns are listed in': 'contract/openapi.test.ts: openapi.json is up to date',
    'sorted by key, at most 500': [
      'functions/export/export-clients-csv.test.ts: has a column for each key',
      'functions/export/export-clients-csv.test.ts: is limited to 500 columns',
    ],
    'Texts that it could run get an apostrophe': [
      'domain/csv.test.ts: never starts a formula',
      'domain/csv.test.ts: of %j is %j',
    ],
    'remove one apostrophe at each such place': 'domain/csv.test.ts: is read back as it was written',
    'Every 200 has an `ETag`': 'http/statuses.test.ts: 200: the body, its ETag',
    'you get a `304` without a body': [
      'http/statuses.test.ts: 304: no body',
      'model/invariants.test.ts: If-None-Match gives 304',
    ],
    'A 304 counts as a request': 'http/statuses.test.ts: 304: no body, the same ETag, and the request is counted',
    'JSON of 1 KB and more is compressed': [
      'local/gateway/compression.test.ts: from 1,024 bytes on',
      'infra/safety.test.ts: is regional, checks keys',
    ],
    'share a weak `ETag`': [
      'http/statuses.test.ts: 200: the body, its ETag',
      'http/conditional-get.test.ts: 304 without building the body',
    ],
    'The CSV export is compressed with gzip':
      'functions/export/compressed-export.test.ts: is used with Accept-Encoding',
    'Each form of the file has a strong': [
      'functions/export/compressed-export.test.ts: compresses the file',
      'functions/export/compressed-export.test.ts: gives 304 only for the ETag',
    ],
    'has `Vary: Accept-Encoding`': 'http/statuses.test.ts: 200: the body, its ETag',
    'Each key may send 100 requests': ['proof: windows', 'limiter/model.test.ts: the %s admits its last'],
    'the window with the fewest requests left': [
      'domain/access/windows.test.ts: the rate limit that a caller sees',
      'limiter/model.test.ts: four containers give',
    ],
    'X-RateLimit-Limit` ·': 'http/statuses.test.ts: 200: the body, its ETag',
    'X-RateLimit-Remaining` ·': 'http/statuses.test.ts: 200: the body, its ETag',
    'X-RateLimit-Reset` ·': 'http/statuses.test.ts: 200: the body, its ETag',
    'you get a 429 with `Retry-After`': 'http/statuses.test.ts: 429: the minute is full',
    'Rejected requests are not counted': [
      'table/access/count-request.test.ts: with a key that is %s',
      'limiter/expression.test.ts: admit exactly 100',
    ],
    'always report `Remaining: 0`': [
      'domain/access/windows.test.ts: reports 0 remaining',
      'infra/gateway-responses.test.ts: %s gives %i',
    ],
    'also report `Reset: 0`': 'infra/gateway-responses.test.ts: %s gives %i',
    'All other errors have this body': [
      'contract/conformance.test.ts: an error conforms',
      'proof: fuzz',
      'contract/guide.test.ts: shows error bodies',
    ],
    '400 · `query` is missing': [
      'http/parameters.test.ts: gives 400 when it is',
      'http/parameters.test.ts: %s: a bad request',
      'functions/clients/list-clients.test.ts: %s gives 400',
    ],
    '401 · the key is missing': 'http/statuses.test.ts: 401: the response is the same',
    '403 · the account is suspended': 'http/statuses.test.ts: 403: the account is suspended',
    '404 · no such path': ['http/statuses.test.ts: 404: %s', 'local/gateway/gateway.test.ts: for the unknown path'],
    '`detail` lists all of them': 'http/parameters.test.ts: several errors are reported at once',
    '429 · a rate limit': 'http/statuses.test.ts: 429: the minute is full',
    'no request changes anything': [
      'infra/policies.test.ts: updates the request counters',
      'http/failures.test.ts: when the operation throws',
    ],
    'Unknown parameters are ignored, except': 'http/parameters.test.ts: a missing parameter gets its default',
    'equal apart from case': [
      'domain/near-miss.test.ts: if only case and punctuation differ',
      'domain/near-miss.test.ts: if one letter was added',
      'domain/near-miss.test.ts: but not if the known name has less',
    ],
    'These names are near misses as well': 'domain/near-miss.test.ts: if it is another name for it',
    'A near miss gives 422': [
      'http/parameters.test.ts: %s gives 422 with the name',
      'http/parameters.test.ts: %s gives 400, because',
    ],
    'Whole numbers have no sign': 'http/parameters.test.ts: rejects a value that is %s',
    '**May be added at any time**':
      'contract/openapi.test.ts: every object with fields is a component, and allows further fields',
    '**Never changes**': [
      'contract/endpoints.test.ts: the contract has exactly',
      'contract/answers.test.ts: $operationId answers',
      'contract/endpoints.test.ts: %s: %s is %i by default',
      'domain/orders.test.ts: of clients and streams',
    ],
    'Rate limits are never lowered': ['limiter/model.test.ts: the %s admits its last', 'proof: windows'],
    'What will be is announced': 'contract/endpoints.test.ts: the contract has exactly',
    'Nothing is deprecated today': 'contract/openapi.test.ts: nothing is deprecated',
  },
  'docs/operations.md': {
    'production keeps its data and logs': [
      'infra/safety.test.ts: in production is kept',
      'infra/settings.test.ts: keeps data and logs in production',
    ],
    'a disposable copy per developer': [
      'infra/settings.test.ts: %j names the stack %s',
      'infra/safety.test.ts: of a disposable copy is deleted',
    ],
    'a domain name of your own': 'infra/safety.test.ts: gets a domain, a firewall',
    'Production needs `alarmEmail` or': [
      'infra/alarms.test.ts: through a topic that exists',
      'infra/alarms.test.ts: through nothing only if',
    ],
    'whether [morning events]': 'domain/morning/night.test.ts: has at most 50 clients a list',
    'a firewall: blocks floods': 'infra/options.test.ts: blocks floods from one address',
    'the oldest TLS version': 'infra/options.test.ts: %s sets the policy of the API',
    'throttle of the stage over all keys': 'infra/options.test.ts: %j allows %i a second',
    'units a second above which the table throttles': 'infra/options.test.ts: -c tableReadUnits and',
    'other functions cannot take it': [
      'infra/options.test.ts: reserve concurrency for the worker',
      'infra/options.test.ts: limit the concurrency of the queue',
    ],
    'the same for each function of the API': 'infra/options.test.ts: reserve concurrency for the worker',
    'of which reservations must leave 100': 'infra/settings.test.ts: reserves concurrency as far as',
    "The gateway's own address is then": 'infra/safety.test.ts: gets a domain, a firewall',
    '`npm run proof -- rehearsal` runs': 'proof: rehearsal',
    'Every command has `--help`': [
      'admin/cli.test.ts: describes %s',
      'admin/wrong-calls.test.ts: every command prints one line',
      'proof: kills',
    ],
    'Exit codes: 0 done': [
      'admin/wrong-calls.test.ts: a wrong command line exits with 2',
      'admin/wrong-calls.test.ts: a command that fails exits with 1',
      'import/process.test.ts: stopped with Ctrl-C before it writes',
    ],
    'prints a completion script': 'admin/completion.test.ts: completion in',
    'A deployment is found by the outputs': 'admin/service/stack.test.ts: the outputs of a stack',
    'four managed policies': 'infra/operator-policies.test.ts: each command is allowed',
    '`ReadPolicyArn` ·': [
      'infra/operator-policies.test.ts: each command is allowed',
      'infra/operator-policies.test.ts: docs/operations.md names',
    ],
    '`DataPolicyArn` ·': [
      'infra/operator-policies.test.ts: each command is allowed',
      'infra/operator-policies.test.ts: lets data see a key',
    ],
    '`KeysPolicyArn` ·': [
      'infra/operator-policies.test.ts: each command is allowed',
      'infra/operator-policies.test.ts: lets data see a key',
    ],
    '`OperatorPolicyArn` ·': [
      'infra/operator-policies.test.ts: each command is allowed',
      'infra/operator-policies.test.ts: %s passes a role',
    ],
    'need a key and no policy': 'infra/operator-policies.test.ts: each command has its row',
    'the policies change keys with this tag only': [
      'admin/service/control-plane.test.ts: creates an enabled key',
      'infra/operator-policies.test.ts: cannot be created, changed or deleted',
    ],
    'all log groups with your key': 'infra/options.test.ts: encrypts the table',
    'A deploy that forgets the option is refused': 'infra/options.test.ts: cannot be dropped by a later deploy',
    'every request is answered 500 and nights fail': 'http/failures.test.ts: when the count of the request throws',
    '-- status --stack STACK': 'admin/observe/operate.test.ts: shows the version, the night',
    '-- usage --stack STACK': [
      'admin/observe/operate.test.ts: shows the requests of a key',
      'admin/observe/operate.test.ts: counts the rejected requests',
    ],
    '-- logs --stack STACK': 'admin/observe/operate.test.ts: prints the records of a request',
    '-- open --stack STACK': 'admin/observe/operate.test.ts: prints the dashboard',
    '-- accounts list --stack STACK': 'admin/observe/operate.test.ts: accounts list shows clients',
    'The key is shown once': ['admin/cli.test.ts: are shown once', 'admin/keys/keys.test.ts: is stored as two items'],
    '`--wait` returns when it does': 'admin/keys/gateway-limits.test.ts: --wait sends requests',
    'The first is void': [
      'admin/keys/keys.test.ts: issue: leaves only the active key',
      'admin/keys/gateway.test.ts: issue: leaves only the key',
    ],
    'It says that a key of that name exists': 'admin/keys/key-names.test.ts: a name in use is rejected',
    'An account has at most 10 keys': [
      'admin/cli.test.ts: are limited to ten per account',
      'admin/keys/gateway-limits.test.ts: the 9,001st key',
    ],
    '`verify` calls every endpoint': 'admin/verify/verify.test.ts: passes; every endpoint is called',
    'The release before can read what the later one wrote': [
      'table/store/layouts.test.ts: every deployment, and every rollback',
      'proof: rehearsal',
    ],
    'has an unknown layout': 'table/records/versions.test.ts: of the kind %s is rejected',
    'A worker moves messages of an unknown kind': [
      'worker/told.test.ts: reports a message that it cannot read',
      'worker/fifo.test.ts: moves a message received three times',
    ],
    '`rebuild` publishes them': 'worker/score-command.test.ts: projects facts whose writer',
    'any second of the last 35 days': 'infra/safety.test.ts: can be restored to any second',
    'says how many clients and portfolios differ': 'admin/accounts/restore.test.ts: takes back facts and scores',
    'takes back facts, scores and their histories': [
      'admin/accounts/restore.test.ts: takes back facts and scores',
      'admin/accounts/restore.test.ts: is completed by a second run',
    ],
    'It never touches keys, counters': 'admin/accounts/restore.test.ts: takes back facts and scores',
    'retention and termination protection': 'infra/safety.test.ts: in production is kept',
    'backs the table up at 03:00 UTC': [
      'infra/backups.test.ts: backs the table up every day',
      'infra/backups.test.ts: encrypts backups with a key',
      'infra/backups.test.ts: tells the topics of alarms',
    ],
    'checks all of it but step 3': [
      'admin/service/backups.test.ts: says what is right',
      'admin/service/backups.test.ts: asks about the organization',
    ],
    'waits 14 days in the queue': 'infra/night.test.ts: is FIFO, as is its dead-letter queue',
    'A redriven message is safe': ['worker/poison.test.ts: an account that fails three times', 'proof: night'],
    'fails on the next request with 401': [
      'limiter/memory.test.ts: a warm container notices',
      'http/statuses.test.ts: 401: the response',
    ],
    'may keep getting 429': 'limiter/memory.test.ts: notices %s within ten seconds',
    'issues the new one first': [
      'admin/keys/gateway.test.ts: a key rolled with --keep',
      'admin/keys/gateway.test.ts: roll: leaves the old key',
    ],
    'A key can be rolled once': 'admin/keys/gateway.test.ts: a rolled key cannot be rolled again',
    'Keys begin with `svclive`': 'domain/access/api-key.test.ts: of %s is prefix',
    'Suspended accounts are still scored': 'worker/dispatch.test.ts: sends suspended accounts too',
    'A deletion waits for an import': [
      'admin/accounts/one-writer.test.ts: %s and %s do not mix',
      'admin/accounts/delete-account-at-night.test.ts: leaves nothing',
      'admin/accounts/delete-account-at-night.test.ts: a deletion waits as long',
    ],
    'shows the id as `deleted`': [
      'table/access/accounts.test.ts: that was deleted leaves its id',
      'admin/accounts/delete-account.test.ts: creates an account with the id',
    ],
    'The description of every alarm': 'infra/alarms.test.ts: are exactly those described',
    'A mail is sent when it begins': 'infra/alarms.test.ts: is sent when an alarm begins',
    'Five or more responses with 500': 'infra/alarms.test.ts: %s fires at %i',
    'The 99th percentile was above two seconds': 'infra/alarms.test.ts: %s fires at %i',
    'A function ended with an error': 'infra/alarms.test.ts: %s fires at %i',
    'Lambda refused to start a function': 'infra/alarms.test.ts: %s fires at %i',
    'DynamoDB throttled at least 10': [
      'infra/alarms.test.ts: %s fires at %i',
      'infra/alarms.test.ts: TableThrottles counts',
    ],
    '*Errors by function* on the dashboard': 'infra/alarms.test.ts: shows metrics of what the title',
    'names the error and the bytes that were sent': 'http/access-log.test.ts: aborted while sending',
    'The caller has half a file': 'functions/export/export-clients-csv.test.ts: an error after the first part',
    'It is tried twice more': 'infra/night.test.ts: lose no night',
    'delivered again after 30 seconds': [
      'worker/told.test.ts: reports a message that it cannot read',
      'worker/fifo.test.ts: redelivers released messages sooner',
    ],
    '429 by itself, before a key was counted': [
      'infra/alarms.test.ts: %s fires at %i',
      'infra/alarms.test.ts: GatewayThrottles counts',
    ],
    'nobody is admitted without a check': [
      'http/failures.test.ts: when the count of the request throws',
      'limiter/failures.test.ts: call $call $fault every time',
    ],
    'failed three times on an account': 'worker/poison.test.ts: an account that fails three times',
    'for six hours, or the dispatcher failed': [
      'infra/night.test.ts: lose no night',
      'worker/told.test.ts: a failed dispatch is logged',
    ],
    'a missed day repeats the last score': 'worker/runs.test.ts: missed nights get the last score',
    'Nothing consumes this queue': 'infra/night.test.ts: lose no night',
    'It gets there only if Lambda killed': [
      'infra/night.test.ts: drop a check that cannot be delivered',
      'worker/told.test.ts: a failed check is only logged',
    ],
    "has not shown today's night": 'infra/alarms.test.ts: %s fires at %i',
    'names up to 20 of them': 'worker/told.test.ts: counts all accounts that are behind',
    'An account that was created today': 'worker/told.test.ts: counts a new account as behind only',
    'are late, missing, empty, refused, or lack columns; scores use old data': [
      'import/feeds.test.ts: is in time until the end of its day',
      'import/feeds.test.ts: has a fault if its file is empty',
      'import/feeds.test.ts: is named with its file',
    ],
    'how many days after a file the next one is expected': [
      'import/nightly.test.ts: has the variables that',
      'import/feeds.test.ts: is in time until the end of its day',
    ],
    'adds a bucket, a queue, a topic and two functions': [
      'infra/inbox.test.ts: is private, versioned',
      'import/inbox-bucket.test.ts: files are imported five minutes after',
      'import/inbox-bucket.test.ts: an account with thousands of files',
    ],
    'Every check tries again': 'worker/mornings.test.ts: while the bus is down',
    'The newest scores of all accounts': [
      'infra/alarms.test.ts: treat missing data as OK',
      'worker/told.test.ts: reports a missing dispatch',
    ],
    'A new deployment is in this alarm': 'infra/alarms.test.ts: treat missing data as OK',
    'An importer failed or was killed': [
      'infra/alarms.test.ts: InboxErrors covers',
      'infra/alarms.test.ts: %s fires at %i',
    ],
    'Runs go on by themselves': [
      'import/inbox.test.ts: an importer that is killed',
      'import/inbox.test.ts: the files of a third attempt',
    ],
    'Files have waited for two hours': [
      'infra/alarms.test.ts: %s fires at %i',
      'infra/alarms.test.ts: treat missing data as OK',
    ],
    'puts one event on the default bus': [
      'worker/mornings.test.ts: a night sends one event',
      'infra/policies.test.ts: puts events of this service',
    ],
    'Its detail has `id`': [
      'worker/mornings.test.ts: a night sends one event',
      'domain/morning/night.test.ts: says who changed level',
    ],
    'It has 64 KB at most': 'domain/morning/night.test.ts: has at most 50 clients a list',
    'An event is sent at least once': 'worker/mornings.test.ts: a night killed at',
    'On the emulator each delivers': ['proof: rehearsal', 'infra/examples.test.ts: synthesizes, and its rule matches'],
    '`client-health morning` prints': 'admin/morning/morning.test.ts: prints the figures of the API',
    'Queries are in Logs Insights': 'infra/alarms.test.ts: are those of the runbook',
    'finds the source map by the `buildId`': [
      'build/frames.test.ts: with the source map of its bundle',
      'build/frames.test.ts: except when the build id',
    ],
    '**sum** ·': 'docs/costs.test.ts: the costs of column %i',
    ' alarm metrics, the dashboard': 'infra/alarms.test.ts: is $0.10 a month per metric',
    'Signals imported every day': 'docs/costs.test.ts: the costs of column %i',
    'the CLI stops at 9,000': 'admin/keys/gateway-limits.test.ts: the 9,001st key',
    'Figures marked *simulated*': 'proof: capacity',
    '10 workers use all of its 4,000': 'proof: capacity',
    'A full rebuild writes 0.33 units': 'proof: capacity',
    'a list item of more than 350 KB': [
      'table/views/lists.test.ts: a list of more than 350 KB',
      'table/sizes.test.ts: has list items of at most 350 KB',
    ],
    'histories of scores do not move': 'admin/export/export.test.ts: export, import and export again',
    'without stored AWS credentials': 'infra/pipeline.test.ts: jobs assume roles',
    '`check` ·': 'infra/pipeline.test.ts: docs/operations.md lists exactly',
    '`audit` ·': 'structure/dependencies.test.ts: known vulnerabilities are reported',
    '`dev` · pushes': 'infra/pipeline.test.ts: production is deployed after dev',
    '`prod` · after': 'infra/pipeline.test.ts: production is deployed after dev',
    'A `verify` that fails stops': 'infra/pipeline.test.ts: production is deployed after dev',
    '`PROD_OPTIONS` ·': 'infra/pipeline.test.ts: docs/operations.md lists exactly',
    'imports exports from an S3 bucket': [
      'import/nightly.test.ts: imports once if that works',
      'import/nightly.test.ts: calls the CLI with a command',
    ],
    'written from the production template': 'infra/diagram.test.ts: infra/README.md shows what',
    'every command and test runs here': 'admin/launcher.test.ts: runs with any Node from any folder',
    'the database file survives both': [
      'local/gateway/under-load.test.ts: a stopping service completes',
      'local/database-file.test.ts: is unlocked after its service is killed',
    ],
    'its table is deleted with it': 'infra/safety.test.ts: of a disposable copy is deleted',
    'Production keeps everything': 'infra/safety.test.ts: in production is kept',
    'A log role created with': 'infra/safety.test.ts: sets the log role of the account only',
  },
};

/** Sentences that sound like promises and are none: instructions, and facts of AWS and of others. */
export const noPromises: Readonly<Record<PromisingPage, readonly string[]>> = {
  'README.md': [
    'says every morning how each client is doing',
    'Callers get it as a read-only',
    '`npm ci` installs everything',
  ],
  'SECURITY.md': ['Never include an API key', 'So both policies expose'],
  'docs/api.md': ['with every request'],
  'docs/operations.md': [
    'to every deploy',
    'Then, and for every upgrade',
    'Every deploy repeats all options',
    'Try these first on AWS',
    'If every account is affected',
    'Almost always DynamoDB',
    'run the night by hand',
    'Nothing stops at a sum of money',
    'with every key ·',
    'which can read and change nothing',
  ],
};

/** Sections that promise nothing: they say what to do, or what is where. */
export const instructions: Readonly<Record<PromisingPage, readonly string[]>> = {
  'README.md': ['Deploy'],
  'SECURITY.md': ['Report a vulnerability'],
  'docs/api.md': [],
  'docs/operations.md': ['Operations', 'What a caller can cost'],
};
