import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { audit, website } from './entries.ts';

const { read, refusal } = useSmallAccount();

it('GET /clients/{client_id}/streams lists the active streams of one client', async () => {
  expect(await read('/clients/northwind/streams')).toEqual({
    streams: [website],
    total: 1,
    parentClientId: 'northwind',
    customerId: 'acme',
  });
});

it('include_inactive adds inactive and pending ones, in the same order', async () => {
  expect(await read('/clients/northwind/streams?include_inactive=true')).toEqual({
    streams: [audit, website],
    total: 2,
    parentClientId: 'northwind',
    customerId: 'acme',
  });
});

it('a client without streams has an empty list; an unknown client is 404', async () => {
  expect(await read('/clients/cafe/streams')).toMatchObject({ streams: [], total: 0 });
  expect(await refusal('/clients/nobody/streams')).toEqual([404, 'There is no such client.']);
});
