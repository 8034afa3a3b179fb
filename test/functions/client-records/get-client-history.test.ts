import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { db, read, refusal } = useSmallAccount();

const [northwind, muller, cafe] = [
  { clientId: 'northwind', clientName: 'Northwind Bank', currentScore: 152.5 },
  { clientId: 'muller', clientName: 'Café Müller', currentScore: 99.5 },
  { clientId: 'cafe', clientName: 'CAFE MULLER & Sons', currentScore: 99.5 },
];

it('GET /clients/{client_id}/history is one score a day, the newest last', async () => {
  const historicalData = [110, 110, 110, 110, 110, 110, 110, 99.5];

  expect(await read('/clients/muller/history')).toEqual({
    ...muller,
    ...{ historicalData, firstDataDate: '2026-11-13', dataPoints: 8 },
  });
});

it('days limits the points; firstDataDate is the day of the first point sent', async () => {
  expect(await read('/clients/northwind/history?days=3')).toEqual({
    ...northwind,
    ...{ historicalData: [150, 150, 152.5], firstDataDate: '2026-11-18', dataPoints: 3 },
  });
});

it('of a year has all points, small and large differences', async () => {
  const points = Array.from({ length: 365 }, (_, at) => (at * 389) % 2001);
  const history = { last: dayOf('2026-11-20'), points: Uint16Array.from(points) };
  const score = { history, topics: Array<number>(15).fill(100), source: 'chr2', model: 1 } as const;
  await putAll(db.table, [toScoreItem(asAccount('acme'), 'harbour', score)]);

  const { historicalData } = await read('/clients/harbour/history?days=365');

  expect(historicalData).toEqual(points.map((point) => point / 10));
});

it('a client that no night has scored has a score and no history', async () => {
  const none = { historicalData: [], firstDataDate: null, dataPoints: 0 };

  expect(await read('/clients/cafe/history')).toEqual({ ...cafe, ...none });
});

it('an unknown client is 404', async () => {
  expect(await refusal('/clients/nobody/history')).toEqual([404, 'There is no such client.']);
});
