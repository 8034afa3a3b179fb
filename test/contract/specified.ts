// The endpoints of the specification, written by hand a second time. The contract is compared with this
// list, so a change to the contract that is not in the specification fails.

export interface SpecifiedEndpoint {
  readonly group: string;
  readonly operationId: string;
  readonly path: string;
  readonly query: readonly string[];
  /** Besides 200, 304, 400, 401, 403, 429 and 500, which any request can get. */
  readonly statuses: readonly number[];
  /**
   * Every field of the answer and its type: `?` may be absent, `|null` may be null, `[]` is a list, `[1..3]` one of one
   * to three entries, `*` is any other name. An integer is never negative. No other field is sent.
   */
  readonly fields: readonly string[];
}

const endpoint = (group: string, operationId: string, path: string, query: string, statuses: readonly number[]) => ({
  path,
  operationId,
  group,
  statuses,
  query: query === '' ? [] : query.split(' '),
});

/** Fields of one type, such as `clients[].id: string`. */
const all = (type: string, at: string, names: string) => names.split(' ').map((name) => `${at}${name}: ${type}`);

const levels = 'highRisk mediumRisk lowRisk onTrack';
const total = 'total: integer';
const score = 'number 0..200';
const time = 'date-time';
const customer = 'customerId: string';
const week = 'week: date|null';
const page = [total, customer, 'portfolioId: string|null'];
const health = [
  `score: ${score}`,
  ...all('integer', 'breakdown.', `${levels} total`),
  ...levels.split(' ').map((level) => `distribution.${level}Percent: number 0..100`),
];
const changes = (at: string) =>
  ['7day', '30day'].flatMap((period) => [
    ...all('number', `${at}.${period}?.`, 'change percentage'),
    `${at}.${period}?.previousScore: ${score}`,
  ]);
const entry = (at: string) => [
  ...all('string', at, 'id customerId name metadata.accountOwner? metadata.industry? metadata.currency?'),
  `${at}score: ${score}`,
  `${at}metadata.revenueTTM?: number`,
  `${at}metadata.archived?: true`,
  `${at}metadata.leftAt?: date`,
  `${at}metadata.leftBecause?: string`,
  `${at}metadata.renewsOn?: date`,
  `${at}lastContactDate: ${time}|null`,
  `${at}hasInsufficientData: boolean`,
  `${at}metadata.*: boolean|number|string`,
];
const stream = (at: string) => [
  ...all('string', at, 'id name customerId parentClientId parentClientName'),
  ...all(score, at, 'score historicalData[]'),
  ...changes(`${at}scoreChanges?`),
  `${at}streamState: active|inactive|pending`,
  `${at}goals: string|null`,
  `${at}hasInsufficientData: boolean`,
];
const portfolio = (at: string) => [
  ...all('string', at, 'id name description? customerId userIds?[]'),
  `${at}color: ^#[0-9A-Fa-f]{6}$`,
  `${at}createdAt?: ${time}`,
  `${at}clientCount: integer`,
  `${at}isSystem: boolean`,
];
const read = (at: string) => [
  `${at}alignment|null.value: amber|green|red`,
  `${at}alignment|null.week: date`,
  `${at}alignment|null.updatedAt: ${time}`,
  `${at}alignment|null.updatedBy: string`,
];
const warned = (at: string) => [
  ...all('integer', at, 'leavers missed'),
  `${at}before[].daysBefore: integer 1..`,
  ...all('integer', `${at}before[].`, 'known worst warned'),
  `${at}medianDays: number|null`,
];
const riskLevels = 'highRisk|lowRisk|mediumRisk|onTrack';
const outcomes = (at: string) => [
  `${at}level: amber|green|highRisk|lowRisk|mediumRisk|onTrack|red`,
  ...all('integer', at, 'clients left inferred stayed'),
  ...['rate', 'multiple'].flatMap((name) => all('number', `${at}${name}?.`, 'value low high')),
];
const source = (at: string) => [
  ...warned(at),
  ...warned(`${at}inferred?.`),
  ...outcomes(`${at}levels?[].`),
  `${at}months?[].date: date`,
  ...outcomes(`${at}months?[].levels[].`),
];
const trackRecord = (at: string) => [
  ...all('date', at, 'from to'),
  ...all('integer', at, 'left inferred unscored undated'),
  `${at}score[].modelVersion: integer`,
  ...source(`${at}score[].`),
  ...source(`${at}reads.`),
  ...['score', 'people'].flatMap((who) => [
    `${at}warnedFirst.${who}.clients: integer`,
    `${at}warnedFirst.${who}.medianDays: number|null`,
  ]),
  ...all('integer', `${at}warnedFirst.`, 'sameDay nobody unknown'),
  ...all('string', `${at}leavers?[].`, 'id name leftBecause?'),
  `${at}leavers?[].leftAt: date`,
  `${at}leavers?[].inferred: boolean`,
  ...all('integer|null', `${at}leavers?[].`, 'modelVersion scoreWarned peopleWarned'),
  `${at}leavers?[].scores[].daysBefore: integer 1..`,
  `${at}leavers?[].scores[].score: ${score}|null`,
  `${at}leavers?[].scores[].riskLevel: ${riskLevels}|null`,
  `${at}leavers?[].scores[].leftOut?: afterwards|carried|otherModel`,
  `${at}leavers?[].reads[].daysBefore: integer 1..`,
  `${at}leavers?[].reads[].value: amber|green|red|null`,
];
const scope = 'include_archived portfolio_id';
const list = `${scope} limit offset`;

export const specified: readonly SpecifiedEndpoint[] = [
  {
    ...endpoint('clients', 'listClients', '/clients', list, [404]),
    fields: [...entry('clients[].'), ...page],
  },
  {
    ...endpoint('clients', 'getPortfolioHealth', '/clients/portfolio-health', scope, [404]),
    fields: [...health, customer],
  },
  {
    ...endpoint('clients', 'getStatisticsOverview', '/clients/statistics/overview', scope, [404]),
    fields: [
      ...page,
      ...health,
      ...all(score, '', 'medianScore minScore maxScore'),
      ...['7day', '30day'].flatMap((period) => all('integer', `trends.${period}.`, 'improving declining stable')),
      ...all('number', 'trends.', '7day.averageChange 30day.averageChange'),
      ...all('integer', 'alignment.', 'red amber green notAssessed'),
      ...all('integer', '', 'insufficientDataCount archivedCount streamCount'),
      ...all('number', 'revenueTTM.', `total ${levels}`),
      'revenueTTM.currency?: string',
      'revenueTTM.otherCurrencies?: integer',
      `scoresUpdatedAt: ${time}|null`,
      ...trackRecord('trackRecord|null.'),
    ],
  },
  {
    ...endpoint('clients', 'listClientsByRisk', '/clients/by-risk/{risk_level}', list, [404]),
    fields: [...entry('clients[].'), ...page, 'riskLevel: highRisk|lowRisk|mediumRisk|onTrack'],
  },
  {
    ...endpoint('clients', 'searchClients', '/clients/search', `query ${list}`, [404]),
    fields: [...entry('clients[].'), ...page, 'query: string'],
  },
  {
    ...endpoint('clients', 'listTrendingClients', '/clients/trending', `direction period ${list}`, [404]),
    fields: [
      ...entry('clients[].'),
      ...changes('clients[].scoreChanges'),
      ...page,
      'direction: declining|improving|stable|null',
      'period: 30day|7day',
    ],
  },
  {
    ...endpoint('client-records', 'getClient', '/clients/{client_id}', '', [404]),
    fields: [
      ...entry(''),
      ...all('string', '', 'metadata.location? spotlightSummary'),
      `lastUpdatedAt: ${time}`,
      ...all('string', 'topics.categories[].', 'name abbreviation'),
      ...all(`${score}|null`, 'topics.', 'categories[].score topics[].score'),
      ...all('integer', 'topics.categories[].', 'topicCount scoredTopicCount'),
      ...all('string', 'topics.topics[].', 'id displayName category'),
      'topics.topics[].weight: number 0..1',
      'topics.topics[].contribution: number',
      `historicalData[]: ${score}`,
      'topics.topics[].hasInsufficientData: boolean',
      'topics.total: 15',
      // beside what is specified: `topics` is an open object
      ...['7day', '30day'].flatMap((period) => [
        ...all('number', `topics.changes?.${period}?.`, 'change other topics[].change'),
        `topics.changes?.${period}?.topics[].data?: began|ended`,
        `topics.changes?.${period}?.topics[].id: string`,
      ]),
      ...all('string', 'topics.evidence[..5].', 'text topic'),
      ...['signalId: string|null', 'date: date', 'points: number'].map((each) => `topics.evidence[..5].${each}`),
    ],
  },
  {
    ...endpoint('client-records', 'getClientHistory', '/clients/{client_id}/history', 'days', [404]),
    fields: [
      ...all('string', '', 'clientId clientName'),
      ...all(score, '', 'historicalData[] currentScore'),
      'firstDataDate: date|null',
      'dataPoints: integer',
    ],
  },
  {
    ...endpoint('client-records', 'getClientPriorities', '/clients/{client_id}/priorities', '', [404]),
    fields: [
      ...all('string', '', 'clientId priorities[].topic priorities[].category priorities[].recommendations[1..3]'),
      `priorities[].score: ${score}`,
      'priorities[].severity: critical|high|low|medium',
    ],
  },
  {
    ...endpoint('client-records', 'listClientNotes', '/clients/{client_id}/notes', 'limit before', [404]),
    fields: [
      'clientId: string',
      ...all('string', 'notes[].', 'id content createdBy type'),
      `notes[].createdAt: ${time}`,
      total,
    ],
  },
  {
    ...endpoint('client-records', 'listClientKeyPeople', '/clients/{client_id}/key-people', '', [404]),
    fields: ['clientId: string', ...all('string', 'keyPeople[].', 'id name title email phone role department'), total],
  },
  {
    ...endpoint('streams', 'listStreams', '/streams', 'include_inactive include_archived limit offset', []),
    fields: [...stream('streams[].'), total, customer],
  },
  {
    ...endpoint('streams', 'listClientStreams', '/clients/{client_id}/streams', 'include_inactive', [404]),
    fields: [...stream('streams[].'), total, 'parentClientId: string', customer],
  },
  {
    ...endpoint('streams', 'getStream', '/clients/{client_id}/streams/{stream_id}', '', [404]),
    fields: [
      ...stream(''),
      ...all('string', '', 'spotlight contextualClues.activeFires[]'),
      'insights[].weekDate: date',
      ...all('string', 'insights[].insights[].', 'topic summary sentiment'),
      ...all('string', 'growthRecommendations[].', 'title description'),
      'contextualClues.budgetIssues: boolean',
    ],
  },
  {
    ...endpoint('portfolios', 'listPortfolios', '/portfolios', 'include_system', []),
    fields: [...portfolio('portfolios[].'), total, customer],
  },
  {
    ...endpoint('portfolios', 'getPortfolio', '/portfolios/{portfolio_id}', 'include_clients limit', [404]),
    fields: [
      ...portfolio(''),
      ...all('string', 'clients?[].', 'id name extraColumns.*'),
      ...all(score, '', 'clients?[].score health.score'),
      ...changes('clients?[].scoreChanges?'),
      ...all('integer', 'health.breakdown.', levels),
    ],
  },
  {
    ...endpoint('alignment', 'listAlignment', '/clients/alignment', 'week include_archived limit offset', []),
    fields: [
      ...all('string', 'clients[].', 'clientId clientName'),
      'clients[].externalClientId: string|null',
      `clients[].serviceScore: ${score}`,
      'clients[].scoreSource: chr1|chr2',
      ...read('clients[].'),
      total,
      week,
      customer,
    ],
  },
  {
    ...endpoint('alignment', 'getClientAlignment', '/clients/{client_id}/alignment', 'week', [404]),
    fields: [...all('string', '', 'clientId clientName'), 'externalClientId: string|null', ...read(''), week, customer],
  },
  {
    ...endpoint('topics', 'listTopics', '/topics', '', []),
    fields: [
      ...all('string', 'topics[].', 'id displayName description category'),
      ...all('string', 'categories[].', 'name abbreviation description'),
      'categories[].topicCount: integer',
      'total: 15',
    ],
  },
  {
    ...endpoint('export', 'exportClientsCsv', '/clients/export/csv', `${scope} include days bom`, [404]),
    fields: [': string'],
  },
];
