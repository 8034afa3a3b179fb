import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read, refusal } = useSmallAccount();

const northwind = {
  clientId: 'northwind',
  clientName: 'Northwind Bank',
  externalClientId: 'NW-7',
  customerId: 'acme',
};

it("GET /clients/{client_id}/alignment is a client's latest read", async () => {
  expect(await read('/clients/northwind/alignment')).toEqual({
    ...northwind,
    alignment: { value: 'green', week: '2026-11-16', updatedAt: '2026-11-17T10:00:00.000Z', updatedBy: 'Ben Larsson' },
    week: null,
  });
});

it('`week` gives the read that was valid in it', async () => {
  const amber = { value: 'amber', week: '2026-10-05', updatedAt: '2026-10-06T10:00:00.000Z', updatedBy: 'Ada Okafor' };

  expect(await read('/clients/northwind/alignment?week=2026-11-15')).toEqual({
    ...northwind,
    alignment: amber,
    week: '2026-11-15',
  });
  expect(await read('/clients/northwind/alignment?week=2026-10-05')).toMatchObject({ alignment: amber });
});

it('alignment is null before the first read and for a client without reads', async () => {
  expect(await read('/clients/northwind/alignment?week=2026-10-04')).toMatchObject({ alignment: null });
  expect(await read('/clients/muller/alignment')).toEqual({
    clientId: 'muller',
    clientName: 'Café Müller',
    externalClientId: null,
    alignment: null,
    week: null,
    customerId: 'acme',
  });
});

it('an unknown client is 404', async () => {
  expect(await refusal('/clients/nobody/alignment')).toEqual([404, 'There is no such client.']);
});
