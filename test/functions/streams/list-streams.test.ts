import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { audit, otherWebsite, shop, website } from './entries.ts';

const { read } = useSmallAccount();

it('GET /streams lists the active streams of all clients, best score first', async () => {
  expect(await read('/streams')).toEqual({ streams: [shop, website], total: 2, customerId: 'acme' });
});

it('include_inactive adds inactive and pending ones', async () => {
  expect(await read('/streams?include_inactive=true')).toEqual({
    streams: [shop, audit, otherWebsite, website],
    total: 4,
    customerId: 'acme',
  });
});

it('is paged', async () => {
  expect(await read('/streams?limit=1&offset=1')).toMatchObject({ streams: [website], total: 2 });
  expect(await read('/streams?include_inactive=true&limit=2&offset=1')).toMatchObject({
    streams: [audit, otherWebsite],
    total: 4,
  });
});
