import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read, refusal } = useSmallAccount();

it('GET /clients/{client_id}/history is one score a day, the newest last', async () => {
  expect(await read('/clients/muller/history')).toEqual({
    clientId: 'muller',
    clientName: 'Café Müller',
    historicalData: [110, 110, 110, 110, 110, 110, 110, 99.5],
    firstDataDate: '2026-11-13',
    dataPoints: 8,
    currentScore: 99.5,
  });
});

it('days limits the points; firstDataDate is the day of the first point sent', async () => {
  expect(await read('/clients/northwind/history?days=3')).toEqual({
    clientId: 'northwind',
    clientName: 'Northwind Bank',
    historicalData: [150, 150, 152.5],
    firstDataDate: '2026-11-18',
    dataPoints: 3,
    currentScore: 152.5,
  });
});

it('a client that no night has scored has a score and no history', async () => {
  expect(await read('/clients/cafe/history')).toEqual({
    clientId: 'cafe',
    clientName: 'CAFE MULLER & Sons',
    historicalData: [],
    firstDataDate: null,
    dataPoints: 0,
    currentScore: 99.5,
  });
});

it('an unknown client is 404', async () => {
  expect(await refusal('/clients/nobody/history')).toEqual([404, 'There is no such client.']);
});
