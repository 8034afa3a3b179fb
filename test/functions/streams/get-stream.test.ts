import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aStream } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { audit, otherWebsite, website } from './entries.ts';

const { db, read, refusal } = useSmallAccount();

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
    // at medium risk there are other things to talk about
    growthRecommendations: [],
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

it('has a year of history, and the summary of the stream and not of its client', async () => {
  const acme = asAccount('acme');
  const facts = [aStream('harbour', 'old', { goals: '' }), aStream('harbour', 'new', { spotlight: 'Going well.' })];
  await writeFacts(writerTo(db.table), acme, facts);
  const points = [...Array<number>(300).fill(800), ...Array<number>(66).fill(1000)];
  const history = { last: dayOf('2026-11-20'), points: Uint16Array.from(points) };
  const score = { history, topics: Array<number>(15).fill(100), source: 'chr2', model: 1 } as const;
  await putAll(db.table, [toScoreItem(acme, 'harbour', { ...score, ofStreams: new Map([['old', score]]) })]);
  const { historicalData, ...old } = await read('/clients/harbour/streams/old');

  expect(historicalData).toEqual([...Array(299).fill(80), ...Array(66).fill(100)]);
  expect(old).toMatchObject({ goals: '', spotlight: expect.stringMatching(/^Scores 100 \(low risk\)/) });
  expect(await read('/clients/harbour/streams/new')).toMatchObject({ goals: null, spotlight: 'Going well.' });
});
