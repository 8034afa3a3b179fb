import { expect, it } from 'vitest';
import { openApiOf } from '../../bin/openapi.ts';
import { groups } from '../../shared/contract/groups.ts';
import { type Document, found } from '../support/service/conformance.ts';

// Every field of every answer, spelled as in the specification: `?` may be absent, `|null` may be null, `[]` is a list,
// `*` is any other name. No other field is sent.

const changes = (at: string) => [
  `${at}.7day?.change: number`,
  `${at}.7day?.percentage: number`,
  `${at}.7day?.previousScore: number`,
  `${at}.30day?.change: number`,
  `${at}.30day?.percentage: number`,
  `${at}.30day?.previousScore: number`,
];
const levels = ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'];
const breakdown = (at: string) => levels.map((level) => `${at}.${level}: integer`);
const distribution = levels.map((level) => `distribution.${level}Percent: number`);
const entry = (at: string) => [
  `${at}id: string`,
  `${at}customerId: string`,
  `${at}name: string`,
  `${at}score: number`,
  `${at}lastContactDate: string|null`,
  `${at}hasInsufficientData: boolean`,
  `${at}metadata.accountOwner?: string`,
  `${at}metadata.industry?: string`,
  `${at}metadata.revenueTTM?: number`,
  `${at}metadata.*: boolean|number|string`,
];
const page = ['total: integer', 'customerId: string', 'portfolioId: string|null'];
const stream = (at: string) => [
  `${at}id: string`,
  `${at}name: string`,
  `${at}customerId: string`,
  `${at}parentClientId: string`,
  `${at}parentClientName: string`,
  `${at}score: number`,
  `${at}streamState: active|inactive|pending`,
  `${at}goals: string|null`,
  `${at}hasInsufficientData: boolean`,
  `${at}historicalData[]: number`,
  ...changes(`${at}scoreChanges?`),
];
const portfolio = (at: string) => [
  `${at}id: string`,
  `${at}name: string`,
  `${at}color: string`,
  `${at}description?: string`,
  `${at}customerId?: string`,
  `${at}clientCount: integer`,
  `${at}userIds?[]: string`,
  `${at}isSystem: boolean`,
  `${at}createdAt?: string`,
];
const read = (at: string) => [
  `${at}alignment|null.value: amber|green|red`,
  `${at}alignment|null.week: string`,
  `${at}alignment|null.updatedAt: string`,
  `${at}alignment|null.updatedBy: string`,
];
const trends = ['7day', '30day'].flatMap((period) => [
  `trends.${period}.improving: integer`,
  `trends.${period}.declining: integer`,
  `trends.${period}.stable: integer`,
  `trends.${period}.averageChange: number`,
]);

const answers: [operationId: string, fields: string[]][] = [
  ['listClients', [...entry('clients[].'), ...page]],
  [
    'getPortfolioHealth',
    ['score: number', ...breakdown('breakdown'), 'breakdown.total: integer', ...distribution, 'customerId: string'],
  ],
  [
    'getStatisticsOverview',
    [
      'customerId: string',
      'portfolioId: string|null',
      'total: integer',
      'score: number',
      'medianScore: number',
      'minScore: number',
      'maxScore: number',
      ...breakdown('breakdown'),
      'breakdown.total: integer',
      ...distribution,
      ...trends,
      'alignment.red: integer',
      'alignment.amber: integer',
      'alignment.green: integer',
      'alignment.notAssessed: integer',
      'insufficientDataCount: integer',
      'archivedCount: integer',
      'streamCount: integer',
      'revenueTTM.total: number',
      ...levels.map((level) => `revenueTTM.${level}: number`),
      'scoresUpdatedAt: string|null',
    ],
  ],
  ['listClientsByRisk', [...entry('clients[].'), ...page, 'riskLevel: highRisk|lowRisk|mediumRisk|onTrack']],
  ['searchClients', [...entry('clients[].'), ...page, 'query: string']],
  [
    'listTrendingClients',
    [
      ...entry('clients[].'),
      ...changes('clients[].scoreChanges'),
      ...page,
      'direction: declining|improving|stable|null',
      'period: 30day|7day',
    ],
  ],
  [
    'getClient',
    [
      ...entry('').filter((field) => !field.includes('*')),
      'metadata.location?: string',
      'metadata.*: boolean|number|string',
      'lastUpdatedAt: string',
      'topics.categories[].name: string',
      'topics.categories[].abbreviation: string',
      'topics.categories[].score: number|null',
      'topics.categories[].topicCount: integer',
      'topics.categories[].scoredTopicCount: integer',
      'topics.topics[].id: string',
      'topics.topics[].displayName: string',
      'topics.topics[].category: string',
      'topics.topics[].score: number|null',
      'topics.topics[].weight: number',
      'topics.topics[].contribution: number',
      'topics.topics[].hasInsufficientData: boolean',
      'topics.total: 15',
      'spotlightSummary: string',
      'historicalData[]: number',
    ],
  ],
  [
    'getClientHistory',
    [
      'clientId: string',
      'clientName: string',
      'historicalData[]: number',
      'firstDataDate: string|null',
      'dataPoints: integer',
      'currentScore: number',
    ],
  ],
  [
    'getClientPriorities',
    [
      'clientId: string',
      'priorities[].topic: string',
      'priorities[].score: number',
      'priorities[].category: string',
      'priorities[].severity: critical|high|low|medium',
      'priorities[].recommendations[]: string',
    ],
  ],
  [
    'listClientNotes',
    [
      'clientId: string',
      'notes[].id: string',
      'notes[].content: string',
      'notes[].createdAt: string',
      'notes[].createdBy: string',
      'notes[].type: string',
      'total: integer',
    ],
  ],
  [
    'listClientKeyPeople',
    [
      'clientId: string',
      ...['id', 'name', 'title', 'email', 'phone', 'role', 'department'].map((name) => `keyPeople[].${name}: string`),
      'total: integer',
    ],
  ],
  ['listStreams', [...stream('streams[].'), 'total: integer', 'customerId: string']],
  ['listClientStreams', [...stream('streams[].'), 'total: integer', 'parentClientId: string', 'customerId: string']],
  [
    'getStream',
    [
      ...stream(''),
      'spotlight: string',
      'insights[].weekDate: string',
      'insights[].insights[].topic: string',
      'insights[].insights[].summary: string',
      'insights[].insights[].sentiment: string',
      'contextualClues.activeFires[]: string',
      'contextualClues.budgetIssues: boolean',
      'growthRecommendations[].title: string',
      'growthRecommendations[].description: string',
    ],
  ],
  ['listPortfolios', [...portfolio('portfolios[].'), 'total: integer', 'customerId: string']],
  [
    'getPortfolio',
    [
      ...portfolio(''),
      'clients?[].id: string',
      'clients?[].name: string',
      'clients?[].score: number',
      ...changes('clients?[].scoreChanges?'),
      'clients?[].extraColumns.*: string',
      'health.score: number',
      ...breakdown('health.breakdown'),
    ],
  ],
  [
    'listAlignment',
    [
      'clients[].clientId: string',
      'clients[].clientName: string',
      'clients[].externalClientId: string|null',
      'clients[].serviceScore: number',
      'clients[].scoreSource: chr1|chr2',
      ...read('clients[].'),
      'total: integer',
      'week: string|null',
      'customerId: string',
    ],
  ],
  [
    'getClientAlignment',
    [
      'clientId: string',
      'clientName: string',
      'externalClientId: string|null',
      ...read(''),
      'week: string|null',
      'customerId: string',
    ],
  ],
  [
    'listTopics',
    [
      'topics[].id: string',
      'topics[].displayName: string',
      'topics[].description: string',
      'topics[].category: string',
      'categories[].name: string',
      'categories[].abbreviation: string',
      'categories[].description: string',
      'categories[].topicCount: integer',
      'total: 15',
    ],
  ],
  ['exportClientsCsv', [': string']],
];

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
}

const document = openApiOf(groups);
const operations = Object.values((document as unknown as Document).paths).map(({ get }) => get);

function fieldsOf(schema: Schema, at: string): string[] {
  if (schema.$ref) return fieldsOf(found(document, schema.$ref) as Schema, at);
  const { properties, additionalProperties, required = [], items, anyOf = [] } = schema;
  const [other, nothing] = anyOf;
  if (other && nothing?.type === 'null' && fieldsOf(other, '').length > 1) return fieldsOf(other, `${at}|null`);
  if (items) return fieldsOf(items, `${at}[]`);
  if (schema.type !== 'object') return [`${at}: ${nullLast(kindsOf(schema)).join('|')}`];
  const prefix = at === '' ? '' : `${at}.`;
  const named = Object.entries(properties ?? {}).flatMap(([name, field]) =>
    fieldsOf(field, `${prefix}${name}${required.includes(name) ? '' : '?'}`),
  );
  if (typeof additionalProperties === 'object') return [...named, ...fieldsOf(additionalProperties, `${prefix}*`)];
  return additionalProperties === false ? named : [...named, `${prefix}* of anything`];
}

function nullLast(kinds: string[]): string[] {
  return kinds.sort((a, b) => Number(a === 'null') - Number(b === 'null') || (a < b ? -1 : 1));
}

function kindsOf({ const: only, enum: values, anyOf, type = [] }: Schema): string[] {
  if (only !== undefined) return [String(only)];
  if (values) return [...values];
  return anyOf ? anyOf.flatMap(kindsOf) : [type].flat();
}

it.each(answers)('%s answers with exactly the fields of the specification', (operationId, fields) => {
  const content = operations.find((operation) => operation.operationId === operationId)?.responses[200]?.content ?? {};
  const [schema = {}] = Object.values(content).map((media) => media.schema);

  // callers must not rely on the order of fields
  expect(fieldsOf(schema, '').sort()).toEqual([...fields].sort());
});

it('every operation is in this list', () => {
  expect(answers.map(([operationId]) => operationId)).toEqual(operations.map(({ operationId }) => operationId));
});
