import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aRead } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read, refusal } = useSmallAccount();

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

it.each([
  ['2023-12-31', null],
  ['2025-02-28', '2024-01-01'],
  ['2025-12-31', '2025-03-03'],
  ['2026-02-28', '2025-03-03'],
  ['2026-12-31', '2026-03-02'],
])('with reads of three years, week %s has that of %s, for one client and in the list', async (week, filed) => {
  const reads = ['2024-01-01', '2025-03-03', '2026-03-02'].map((week) => aRead('cafe', week));
  await writeFacts(writerTo(db.table), asAccount('acme'), reads);
  const { clients } = await read(`/clients/alignment?week=${week}`);
  const listed = clients.find(({ clientId }: { clientId: string }) => clientId === 'cafe');

  const expected = filed && expect.objectContaining({ week: filed });
  expect(await read(`/clients/cafe/alignment?week=${week}`)).toMatchObject({ alignment: expected });
  expect(listed).toMatchObject({ alignment: expected });
});
