import { expect, it } from 'vitest';
import { create } from '../../../functions/topics/handler.ts';
import { topicsGroup } from '../../../shared/contract/topics.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { putKey } from '../../support/service/api-keys.ts';
import { callerOf } from '../../support/service/caller.ts';
import { expectConforms } from '../../support/service/contract-conformance.ts';
import { fakeDeps } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();

const quality = 'Service Quality Perception';
const relationship = 'Relationship Strength';
const commercial = 'Commercial Alignment';

async function listTopics(headers: Record<string, string> = {}, customerId = 'acme') {
  const sent = { apiKey: await putKey(db.table, { customerId }), headers };
  const answer = await callerOf(topicsGroup, create(fakeDeps(db.table)))('/topics', sent);
  expectConforms('listTopics', answer.statusCode, answer.headers ?? {}, answer.body);
  return answer;
}

it('GET /topics lists the 15 topics in their 3 categories, each with what it is about', async () => {
  const { statusCode, body } = await listTopics();
  const answer = JSON.parse(body);
  const named = answer.topics.map((each: Record<string, string>) => [each.id, each.displayName, each.category]);

  expect(statusCode).toBe(200);
  expect(Object.keys(answer)).toEqual(['topics', 'categories', 'total']);
  expect(answer.total).toBe(15);
  expect(named).toEqual([
    ['deliverable_quality', 'Deliverable Quality', quality],
    ['timeliness', 'On-Time Delivery', quality],
    ['responsiveness', 'Responsiveness', quality],
    ['team_expertise', 'Team Expertise', quality],
    ['results_impact', 'Results and Impact', quality],
    ['trust', 'Trust and Confidence', relationship],
    ['executive_sponsorship', 'Executive Sponsorship', relationship],
    ['stakeholder_breadth', 'Stakeholder Breadth', relationship],
    ['communication_engagement', 'Communication and Engagement', relationship],
    ['advocacy', 'Advocacy', relationship],
    ['value_for_money', 'Value for Money', commercial],
    ['budget_stability', 'Budget Stability', commercial],
    ['scope_alignment', 'Scope Alignment', commercial],
    ['billing_payment', 'Billing and Payment', commercial],
    ['renewal_growth', 'Renewal and Growth', commercial],
  ]);
  expect(answer.topics).toEqual(topics);
  const about = [
    'How the client experiences the work itself: what is delivered, when, by whom and to what effect.',
    'How well the two organisations are connected: who knows whom, how openly they talk and whether they would speak up for each other.',
    'Whether both sides still agree on the deal: price and value, budget, scope, payment and the way forward.',
  ];
  expect(answer.categories).toEqual([
    { name: quality, abbreviation: 'SQP', description: about[0], topicCount: 5 },
    { name: relationship, abbreviation: 'RS', description: about[1], topicCount: 5 },
    { name: commercial, abbreviation: 'CA', description: about[2], topicCount: 5 },
  ]);
});

it('the answer is the same for every account and request', async () => {
  const [one, again, other] = [await listTopics(), await listTopics(), await listTopics({}, 'other')];

  expect(again).toEqual(one);
  expect(other).toEqual(one);
});

it('a caller who holds the answer gets 304', async () => {
  const { headers } = await listTopics();

  expect(await listTopics({ 'If-None-Match': String(headers?.ETag) })).toMatchObject({ statusCode: 304, body: '' });
});

it('the only call is the one that counts the request', async () => {
  const commands: unknown[] = [];
  const apiKey = await putKey(db.table);
  const table = db.open();
  aroundCalls(table, (send, command) => {
    commands.push(command);
    return send();
  });
  await callerOf(topicsGroup, create(fakeDeps(table)))('/topics', { apiKey });

  expect(commands).toHaveLength(1);
});
