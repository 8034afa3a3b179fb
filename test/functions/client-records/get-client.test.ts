import { describe, expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aClient } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read, refusal } = useSmallAccount();

const quality = 'Service Quality Perception';
const relationship = 'Relationship Strength';
const commercial = 'Commercial Alignment';

/** The weight is 1/15, as every topic has data. */
const topic = (category: string, id: string, displayName: string, contribution: number, score = 150) => {
  return { id, displayName, category, score, weight: 0.0667, contribution, hasInsufficientData: false };
};

it("GET /clients/{client_id} is the client's whole detail", async () => {
  expect(await read('/clients/northwind')).toEqual({
    id: 'northwind',
    customerId: 'acme',
    name: 'Northwind Bank',
    score: 152.5,
    lastContactDate: '2026-11-18T15:30:00.000Z',
    lastUpdatedAt: '2026-11-20T00:00:00.000Z',
    hasInsufficientData: false,
    metadata: { accountOwner: 'Ada Okafor', industry: 'Banking', location: 'Oslo', revenueTTM: 1200000 },
    topics: {
      categories: [
        { name: quality, abbreviation: 'SQP', score: 150, topicCount: 5, scoredTopicCount: 5 },
        { name: relationship, abbreviation: 'RS', score: 157.5, topicCount: 5, scoredTopicCount: 5 },
        { name: commercial, abbreviation: 'CA', score: 150, topicCount: 5, scoredTopicCount: 5 },
      ],
      // contributions add up to 52.5, the difference between the score and 100
      topics: [
        topic(quality, 'deliverable_quality', 'Deliverable Quality', 3.4),
        topic(quality, 'timeliness', 'On-Time Delivery', 3.4),
        topic(quality, 'responsiveness', 'Responsiveness', 3.4),
        topic(quality, 'team_expertise', 'Team Expertise', 3.4),
        topic(quality, 'results_impact', 'Results and Impact', 3.4),
        topic(relationship, 'trust', 'Trust and Confidence', 5.8, 187.5),
        topic(relationship, 'executive_sponsorship', 'Executive Sponsorship', 3.3),
        topic(relationship, 'stakeholder_breadth', 'Stakeholder Breadth', 3.3),
        topic(relationship, 'communication_engagement', 'Communication and Engagement', 3.3),
        topic(relationship, 'advocacy', 'Advocacy', 3.3),
        topic(commercial, 'value_for_money', 'Value for Money', 3.3),
        topic(commercial, 'budget_stability', 'Budget Stability', 3.3),
        topic(commercial, 'scope_alignment', 'Scope Alignment', 3.3),
        topic(commercial, 'billing_payment', 'Billing and Payment', 3.3),
        topic(commercial, 'renewal_growth', 'Renewal and Growth', 3.3),
      ],
      evidence: [],
      total: 15,
    },
    spotlightSummary: 'Scores 152.5 (on track), up 52.5 over 30 days. Lowest topic: Deliverable Quality at 150.',
    historicalData: [...Array<number>(24).fill(100), ...Array<number>(7).fill(150), 152.5],
  });
});

it('a score of 0 is shown as 0, and an imported summary is kept', async () => {
  expect(await read('/clients/harbour')).toMatchObject({
    score: 0,
    hasInsufficientData: false,
    spotlightSummary: 'About to leave.',
    historicalData: [0, 0, 0],
  });
});

it('an archived client is read like any other', async () => {
  expect(await read('/clients/mill')).toMatchObject({ id: 'mill', score: 140, metadata: { location: '=Graz' } });
});

it('history is at most 90 days', async () => {
  const points = (await read('/clients/mill')).historicalData;

  expect(points).toEqual(Array(31).fill(140));
});

describe('a client that no night has scored', () => {
  const unscored = (await_: { topics: { categories: object[]; topics: object[] } }) => ({
    categories: await_.topics.categories,
    topics: await_.topics.topics,
  });

  it('has the score that it was imported with, and topics without data', async () => {
    const answer = await read('/clients/cafe');

    expect(answer).toMatchObject({
      score: 99.5,
      lastContactDate: null,
      lastUpdatedAt: '2026-11-02T08:00:00.000Z',
      hasInsufficientData: true,
      spotlightSummary: 'Scores 99.5 (medium risk). No topic has data from the last 90 days.',
      historicalData: [],
    });
    expect(unscored(answer).categories).toContainEqual({
      name: commercial,
      abbreviation: 'CA',
      score: null,
      topicCount: 5,
      scoredTopicCount: 0,
    });
    expect(unscored(answer).topics[0]).toEqual({
      ...topic(quality, 'deliverable_quality', 'Deliverable Quality', 0),
      score: null,
      weight: 0,
      hasInsufficientData: true,
    });
  });

  it('has the summary that it was imported with', async () => {
    const facts = [aClient('told', { importedScore: 99.5, spotlightSummary: 'Just won.' })];
    await writeFacts(writerTo(db.table), asAccount('acme'), facts);

    expect(await read('/clients/told')).toMatchObject({ hasInsufficientData: true, spotlightSummary: 'Just won.' });
  });

  it('is the same right after its import, before its score record exists', async () => {
    const before = await read('/clients/cafe');
    const { value } = aClient('new', {
      name: before.name,
      metadata: {},
      updatedAt: '2026-11-02T08:00:00Z',
      importedScore: 99.5,
    });
    const writer = { ...writerTo(db.table), changed: async () => undefined };
    await writeFacts(writer, asAccount('acme'), [{ kind: 'client', value }]);

    expect(await read('/clients/new')).toEqual({ ...before, id: 'new' });
  });
});

it('scores of few topics are little information, whatever the history', async () => {
  expect(await read('/clients/muller')).toMatchObject({ score: 99.5, hasInsufficientData: true });
});

it('metadata is in the order of its keys, so that an import in another order changes nothing', async () => {
  const facts = [aClient('zoned', { metadata: { zone: 1, area: 2 } })];
  await writeFacts(writerTo(db.table), asAccount('acme'), facts);

  expect(Object.keys((await read('/clients/zoned')).metadata)).toEqual(['area', 'zone']);
});

describe('lastUpdatedAt', () => {
  it('is the import if it came after the last night', async () => {
    const { value } = aClient('mill', { name: 'Old Mill', archived: true, updatedAt: '2026-11-20T09:15:00Z' });
    await writeFacts(writerTo(db.table), asAccount('acme'), [{ kind: 'client', value }]);

    expect(await read('/clients/mill')).toMatchObject({ lastUpdatedAt: '2026-11-20T09:15:00.000Z' });
  });
});

it.each(['nobody', 'NORTHWIND', 'northwind%20', '%00', 'x'.repeat(65)])('%s is not a client: 404', async (id) => {
  expect(await refusal(`/clients/${id}`)).toEqual([404, 'There is no such client.']);
});
