import { expect, it } from 'vitest';
import { mostRequests } from '../../../board/data/collect.ts';
import { boardOf } from './stub-service.ts';

it.each([
  [0, 60_000],
  [1, 60_000],
  [235, 350_000],
  [5000, 800_000],
  [10_000, 1_000_000],
  [100_000, 1_700_000],
])('a board of %i clients takes at most 255 requests and %i bytes', async (clients, bytes) => {
  const { page, requests } = await boardOf({ clients });

  expect(requests).toBeLessThanOrEqual(mostRequests);
  expect(Buffer.byteLength(page)).toBeLessThan(bytes);
  expect(page).toContain(`${clients.toLocaleString('en-US')} client`);
});
