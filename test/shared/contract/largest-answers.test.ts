import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { openApiFile } from '../../../bin/build/openapi/document.ts';
import { lambdaBytes, mostLambdaBytes } from '../../../bin/local/gateway/gateway.ts';
import { mostDetails } from '../../../shared/contract/parameters.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { caps } from '../../../shared/table/entities/limits.ts';

// The largest response of every endpoint that is not streamed, from openapi.json and the limits of facts and pages.

interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly enum?: readonly string[];
  readonly type?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Parameter {
  readonly name: string;
  readonly schema: { readonly maximum?: number };
}

interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> } };
}

const {
  paths,
  components,
}: {
  paths: Readonly<Record<string, { readonly get: Operation }>>;
  components: { schemas: Readonly<Record<string, Schema>> };
} = JSON.parse(readFileSync(openApiFile, 'utf8'));

/** Of the characters that facts may hold, a quote takes the most bytes in a response of Lambda, as JSON in JSON. */
const quotes = (count: number) => '"'.repeat(count);
/** The most characters of a text, by the end of its path; others are as long as a name. */
const characters = {
  color: 7,
  content: caps.note,
  description: 2000,
  externalClientId: 100,
  'feedFaults[]': 500,
  goals: 2000,
  leftBecause: 500,
  sentiment: 50,
  spotlight: 2000,
  spotlightSummary: 2000,
  summary: caps.insight,
  type: 50,
};
/** Words of the service, around the ids of rows: so many of these, of which each has at most 13 quotes. */
const ownTexts = {
  text: [1, 110],
  reason: [4, 600],
  'nextSteps[]': [1, 130],
  'pulledDownBy[].topic': [0, 30],
} as const;
/** The most entries of a list, by the end of its path, unless the request has a limit. */
const entries = {
  activeFires: topics.length,
  before: 4,
  categories: 5,
  evidence: 5,
  pulledDownBy: 8,
  nextSteps: 3,
  growthRecommendations: 3,
  'streams[].historicalData': 30,
  'clients[].historicalData': 90,
  historicalData: 365,
  history: 365,
  feedFaults: 20,
  'insights[].insights': caps.insights,
  insights: 12,
  keyPeople: caps.people,
  leavers: 50,
  levels: 4,
  missing: mostDetails,
  months: 9,
  portfolios: caps.portfolios,
  priorities: topics.length,
  reads: 4,
  recommendations: 3,
  // one that was removed takes the place of an entry
  removed: 0,
  scores: 4,
  score: 9,
  streams: caps.streams,
  topics: topics.length,
  // all portfolios of an account share 64 KB
  userIds: 3,
};
const mostAt = (path: string, list: Readonly<Record<string, number>>) =>
  Object.entries(list).find(([end]) => `.${path}`.endsWith(`.${end}`))?.[1];
const objects: Readonly<Record<string, object>> = {
  metadata: { t: quotes((caps.metadataBytes - '{"t":""}'.length) / 2) },
  extraColumns: Object.fromEntries(
    Array.from({ length: caps.extraColumns }, (_, at) => [
      `${quotes(caps.extraColumn - 1)}${at}`,
      quotes(caps.extraColumn),
    ]),
  ),
};

/** The largest value of a schema at a path, with so many entries on a page. */
function largest(schema: Schema, path: string, limit: number | undefined): unknown {
  const { $ref, anyOf, type, items = {}, properties = {}, format } = schema;
  const field = path.split('.').at(-1) ?? '';
  if ($ref) return largest(components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}, path, limit);
  if (anyOf) {
    const all = anyOf.map((each) => largest(each, path, limit));
    return all.reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a));
  }
  if (objects[field]) return objects[field];
  if (schema.enum) return schema.enum.toSorted((a, b) => b.length - a.length)[0];
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(properties).map(([name, each]) => [name, largest(each, `${path}.${name}`, limit)]),
      );
    case 'array': {
      const page = /^\.(clients|streams|notes)$/.test(path) ? limit : undefined;
      const count = page ?? mostAt(path, entries) ?? expect.fail(`How many are in ${path}?`);
      return Array(count).fill(largest(items, `${path}[]`, limit));
    }
    case 'string':
      if (format) return '2026-11-20T12:00:00.000Z';
      for (const [end, [rows, most]] of Object.entries(ownTexts))
        if (path.endsWith(`.${end}`)) return quotes(13 * rows).padEnd(most, 'x');
      return /^id$|(?<!external.*)Id$/.test(field) ? 'x'.repeat(64) : quotes(mostAt(path, characters) ?? caps.name);
    case 'integer':
      return Number.MAX_SAFE_INTEGER;
    case 'number':
      return -199.99;
    default:
      return null;
  }
}

const operations = Object.values(paths)
  .map(({ get }) => get)
  .filter(({ operationId }) => operationId !== 'exportClientsCsv');

it.each(operations)('the largest response of $operationId fits into the limit of Lambda', (operation) => {
  const { schema } = operation.responses[200].content['application/json'] ?? expect.unreachable();
  const { maximum } = operation.parameters.find(({ name }) => name === 'limit')?.schema ?? {};
  // with all optional fields; 500 without details are as large as those of a risk level
  const limit = operation.operationId === 'listClients' ? mostDetails : maximum;
  const body = JSON.stringify(largest(schema, '', limit));
  /** More than all headers together. */
  const headers = { 'X-Padding': 'x'.repeat(2000) };

  expect(lambdaBytes({ statusCode: 200, headers, body })).toBeLessThan(mostLambdaBytes);
});
