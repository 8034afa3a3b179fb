import { expect, it } from 'vitest';
import { recommendationsFor } from '../../../shared/domain/advice/recommendations.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read } = useSmallAccount();

it('GET /clients/{client_id}/priorities lists the topics that need attention, with recommendations', async () => {
  expect(await read('/clients/muller/priorities')).toEqual({
    clientId: 'muller',
    priorities: [
      {
        topic: 'timeliness',
        score: 99.5,
        category: 'Service Quality Perception',
        severity: 'medium',
        recommendations: recommendationsFor('timeliness', 'medium'),
      },
    ],
  });
});

it('equal topics are sorted by id', async () => {
  const { priorities } = await read('/clients/harbour/priorities');
  const topics = priorities.map(({ topic }: { topic: string }) => topic);

  expect(topics).toHaveLength(15);
  expect(topics).toEqual([...topics].sort());
  expect(priorities[0]).toMatchObject({ topic: 'advocacy', score: 0, severity: 'critical' });
});

it('a client on track or without data has no priorities', async () => {
  expect(await read('/clients/northwind/priorities')).toEqual({ clientId: 'northwind', priorities: [] });
  expect(await read('/clients/cafe/priorities')).toEqual({ clientId: 'cafe', priorities: [] });
});
