import { describe, expect, it } from 'vitest';
import { lambdaBytes, mostLambdaBytes } from '../../bin/local/gateway/gateway.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import { recommendationsFor } from '../../shared/domain/advice/recommendations.ts';
import { severities } from '../../shared/domain/advice/severity.ts';
import { categories, topics } from '../../shared/domain/scoring/topics.ts';
import { caps } from '../../shared/table/facts/schemas.ts';

// The largest response of every endpoint, computed from the limits of facts and pages. Of the characters that facts may
// hold, a quote takes the most bytes in a response of Lambda: four, as JSON in JSON.

const quotes = (count: number) => '"'.repeat(count);
const id = 'x'.repeat(64);
const name = quotes(caps.name);
const time = '2026-11-20T12:00:00.000Z';
const day = '2026-11-16';
const repeat = <T>(count: number, value: T) => Array.from({ length: count }, () => value);

const metadata = { t: quotes((caps.metadataBytes - '{"t":""}'.length) / 2) };
const columns = Object.fromEntries(
  Array.from({ length: caps.extraColumns }, (_, at) => [
    `${quotes(caps.extraColumn - 1)}${at}`,
    quotes(caps.extraColumn),
  ]),
);

/** A fact of each kind whose texts are as long as they may be. */
const facts = {
  client: {
    id,
    name,
    archived: false,
    favorite: false,
    externalId: quotes(100),
    lastContactDate: time,
    metadata,
    spotlightSummary: quotes(2000),
    importedScore: 199.9,
    updatedAt: time,
  },
  stream: {
    id,
    clientId: id,
    name,
    state: 'inactive',
    goals: quotes(2000),
    spotlight: quotes(2000),
    importedScore: 199.9,
  },
  portfolio: {
    id,
    name,
    color: '#000000',
    description: quotes(500),
    userIds: repeat(100, quotes(100)),
    createdAt: time,
  },
  member: { clientId: id, extraColumns: columns },
  note: { id, clientId: id, content: quotes(caps.note), createdAt: time, createdBy: name, type: quotes(50) },
  person: { id, clientId: id, name, title: name, email: name, phone: name, role: name, department: name },
  insights: {
    clientId: id,
    streamId: id,
    weekDate: day,
    insights: repeat(caps.insights, { topic: quotes(100), summary: quotes(caps.insight), sentiment: quotes(50) }),
  },
  alignment: { value: 'amber', week: day, updatedAt: time, updatedBy: name },
};

const score = 199.9;
const change = { change: -199.9, percentage: -100.1, previousScore: score };
const scoreChanges = { '7day': change, '30day': change };
const customerId = id;
const many = Number.MAX_SAFE_INTEGER;
const page = { total: many, customerId, portfolioId: id };
const entry = { id, customerId, name, score, lastContactDate: time, hasInsufficientData: false, metadata };
const count = { highRisk: many, mediumRisk: many, lowRisk: many, onTrack: many };
const breakdown = { ...count, total: many };
const distribution = { highRiskPercent: 33.33, mediumRiskPercent: 33.33, lowRiskPercent: 33.33, onTrackPercent: 33.33 };
const trend = { improving: many, declining: many, stable: many, averageChange: -199.9 };
const streamFields = {
  id,
  name,
  customerId,
  parentClientId: id,
  parentClientName: name,
  score,
  streamState: 'inactive',
  goals: facts.stream.goals,
  hasInsufficientData: false,
};
const stream = { ...streamFields, historicalData: repeat(30, score), scoreChanges };
const { clientId: _, ...note } = facts.note;
const { clientId: __, ...person } = facts.person;
const alignment = { clientId: id, clientName: name, externalClientId: quotes(100), alignment: facts.alignment };
const portfolio = { ...facts.portfolio, customerId, clientCount: many, isSystem: false };
const recommendations = topics
  .flatMap(({ id: topic }) => severities.map((severity) => recommendationsFor(topic, severity)))
  .reduce((a, b) => (JSON.stringify(b).length > JSON.stringify(a).length ? b : a));

const move = {
  change: -199.9,
  other: -10.5,
  topics: topics.map(({ id: topic }) => ({ id: topic, change: -66.7, data: 'ended' })),
};

const rate = { value: 100.1, low: 100.1, high: 100.1 };
const outcome = { level: 'mediumRisk', clients: many, left: many, inferred: many, stayed: many, rate, multiple: rate };
const before = repeat(4, { daysBefore: 90, known: many, worst: many, warned: many });
const warnings = { leavers: many, before, medianDays: 364.5, missed: many };
const record = {
  ...warnings,
  inferred: warnings,
  levels: repeat(4, outcome),
  months: repeat(9, { date: day, levels: repeat(4, outcome) }),
};
const first = { clients: many, medianDays: 364.5 };
const leaver = {
  id,
  name,
  leftAt: day,
  leftBecause: quotes(500),
  inferred: false,
  modelVersion: 255,
  scores: repeat(4, { daysBefore: 90, score, riskLevel: 'mediumRisk' }),
  reads: repeat(4, { daysBefore: 90, value: 'amber' }),
  scoreWarned: 365,
  peopleWarned: 365,
};
const trackRecord = {
  from: day,
  to: day,
  left: many,
  inferred: many,
  unscored: many,
  undated: many,
  score: repeat(9, { modelVersion: 255, ...record }),
  reads: record,
  warnedFirst: { score: first, people: first, sameDay: many, nobody: many, unknown: many },
  leavers: repeat(50, leaver),
};

const answers: Readonly<Record<string, unknown>> = {
  listClients: { clients: repeat(500, entry), ...page },
  getPortfolioHealth: { score, breakdown, distribution, customerId },
  getStatisticsOverview: {
    ...page,
    score,
    medianScore: score,
    minScore: score,
    maxScore: score,
    breakdown,
    distribution,
    trends: { '7day': trend, '30day': trend },
    alignment: { red: many, amber: many, green: many, notAssessed: many },
    insufficientDataCount: many,
    archivedCount: many,
    streamCount: many,
    revenueTTM: { ...count, total: many },
    scoresUpdatedAt: time,
    trackRecord,
  },
  listClientsByRisk: { clients: repeat(500, entry), ...page, riskLevel: 'mediumRisk' },
  searchClients: { clients: repeat(500, entry), ...page, query: '\u0001'.repeat(200) },
  listTrendingClients: {
    clients: repeat(500, { ...entry, scoreChanges }),
    ...page,
    direction: 'improving',
    period: '30day',
  },
  getClient: {
    ...entry,
    lastUpdatedAt: time,
    spotlightSummary: facts.client.spotlightSummary,
    topics: {
      categories: categories.map(({ name, abbreviation }) => ({
        name,
        abbreviation,
        score,
        topicCount: 5,
        scoredTopicCount: 5,
      })),
      topics: topics.map(({ id, displayName, category }) => ({
        id,
        displayName,
        category,
        score,
        weight: 0.0667,
        contribution: -66.7,
        hasInsufficientData: false,
      })),
      total: 15,
      changes: { '7day': move, '30day': move },
      evidence: repeat(5, { topic: id, date: day, signalId: id, text: quotes(200), points: -10.5 }),
    },
    historicalData: repeat(90, score),
  },
  getClientHistory: {
    clientId: id,
    clientName: name,
    historicalData: repeat(365, score),
    firstDataDate: day,
    dataPoints: 365,
    currentScore: score,
  },
  getClientPriorities: {
    clientId: id,
    priorities: topics.map(({ id: topic, category }) => ({
      topic,
      score,
      category,
      severity: 'critical',
      recommendations,
    })),
  },
  listClientNotes: { clientId: id, notes: repeat(100, note), total: many },
  listClientKeyPeople: { clientId: id, keyPeople: repeat(caps.people, person), total: caps.people },
  listStreams: { streams: repeat(500, stream), total: many, customerId },
  listClientStreams: { streams: repeat(caps.streams, stream), total: many, parentClientId: id, customerId },
  getStream: {
    ...stream,
    historicalData: repeat(365, score),
    spotlight: facts.stream.spotlight,
    insights: repeat(12, { weekDate: day, insights: facts.insights.insights }),
    contextualClues: { activeFires: topics.map(({ displayName }) => displayName), budgetIssues: true },
    growthRecommendations: repeat(3, { title: name, description: quotes(2000) }),
  },
  // all portfolios of an account share a limit, which is far below this
  listPortfolios: { portfolios: repeat(caps.portfolios, { ...portfolio, userIds: [] }), total: many, customerId },
  getPortfolio: {
    ...portfolio,
    clients: repeat(500, { id, name, score, scoreChanges, extraColumns: columns }),
    health: { score, breakdown: count },
  },
  listAlignment: {
    clients: repeat(1000, { ...alignment, serviceScore: score, scoreSource: 'chr1' }),
    total: many,
    week: day,
    customerId,
  },
  getClientAlignment: { ...alignment, week: day, customerId },
  listTopics: { topics, categories, total: 15 },
};

describe('every largest response fits into the limit of Lambda', () => {
  // the export is streamed: this limit does not apply to it
  const endpoints = groups
    .flatMap((group): [string, Endpoint][] => Object.entries(group.endpoints))
    .filter(([operation]) => operation !== 'exportClientsCsv');
  /** More than all headers together. */
  const headers = { 'X-Padding': 'x'.repeat(2000) };

  it.each(endpoints)('%s', (operation, { answer }) => {
    const body = JSON.stringify(answers[operation]);

    expect(answer.safeParse(answers[operation]).error?.issues).toBeUndefined();
    expect(lambdaBytes({ statusCode: 200, headers, body })).toBeLessThan(mostLambdaBytes);
  });
});
