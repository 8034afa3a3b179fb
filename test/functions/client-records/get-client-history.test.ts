import { expect, it } from 'vitest';
import { dayOf } from '../../../shared/domain/dates.ts';
import { type ClientScore, toScoreItem } from '../../../shared/table/records/scores.ts';
import { asAccount, historyKey } from '../../../shared/table/store/item-keys.ts';
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

it('of more than 90 days has those that are only in the history record', async () => {
  const acme = asAccount('acme');
  const scored = (points: number[]): ClientScore => ({
    history: { last: dayOf('2026-11-20'), points: Uint16Array.from(points) },
    ...{ topics: Array<number>(15).fill(100), source: 'chr2', model: 1 },
    ...{ notes: 0, latestRead: null, projectedMark: '' },
  });
  const [kept, older] = [Array<number>(90).fill(1000), Array<number>(30).fill(800)];
  await putAll(db.table, [
    { ...toScoreItem(acme, 'harbour', scored(kept)), cut: true },
    { ...toScoreItem(acme, 'harbour', scored([...older, ...kept])), ...historyKey(acme, 'harbour') },
  ]);
  const pointsIn = async (days: number) => (await read(`/clients/harbour/history?days=${days}`)).historicalData;

  expect(await pointsIn(91)).toEqual([80, ...Array(90).fill(100)]);
  expect(await pointsIn(365)).toEqual([...Array(30).fill(80), ...Array(90).fill(100)]);
});

it('a client that no night has scored has a score and no history', async () => {
  const none = { historicalData: [], firstDataDate: null, dataPoints: 0 };

  expect(await read('/clients/cafe/history')).toEqual({ ...cafe, ...none });
});

it('an unknown client is 404', async () => {
  expect(await refusal('/clients/nobody/history')).toEqual([404, 'There is no such client.']);
});
