import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { audit, otherWebsite, website } from './entries.ts';

const { read, refusal } = useSmallAccount();

const quiet = { activeFires: [], budgetIssues: false };

it('GET /clients/{client_id}/streams/{stream_id} adds insights, and outlook computed from the topics', async () => {
  expect(await read('/clients/northwind/streams/web')).toEqual({
    ...website,
    spotlight: 'Scores 88.5 (medium risk). Lowest topic: Billing and Payment at 45.',
    insights: [
      {
        weekDate: '2026-11-16',
        insights: [{ topic: 'timeliness', summary: 'The launch moved by a week.', sentiment: 'negative' }],
      },
      { weekDate: '2026-11-09', insights: [] },
    ],
    contextualClues: { activeFires: ['Billing and Payment', 'On-Time Delivery'], budgetIssues: true },
    growthRecommendations: [
      { title: 'Widen the mandate', description: expect.stringMatching(/^Use the confidence that exists/) },
    ],
  });
});

it('streams of two clients may have the same id', async () => {
  expect(await read('/clients/muller/streams/web')).toEqual({
    ...otherWebsite,
    spotlight: 'Scores 100 (low risk). No topic has data from the last 90 days.',
    insights: [],
    contextualClues: quiet,
    growthRecommendations: [],
  });
});

it('a stream in any state can be read', async () => {
  expect(await read('/clients/northwind/streams/audit')).toMatchObject({ ...audit, contextualClues: quiet });
});

it('a stream of another client is 404', async () => {
  expect(await refusal('/clients/northwind/streams/shop')).toEqual([404, 'There is no such stream.']);
  expect(await refusal('/clients/nobody/streams/web')).toEqual([404, 'There is no such client.']);
});
