import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read } = useSmallAccount();

it('GET /clients/{client_id}/key-people lists people by name, ignoring case; unknown fields are empty', async () => {
  const unknown = { title: '', email: '', phone: '', role: '', department: '' };

  expect(await read('/clients/northwind/key-people')).toEqual({
    clientId: 'northwind',
    keyPeople: [
      { ...unknown, id: 'p2', name: 'erik Moe' },
      { ...unknown, id: 'p1', name: 'Zoë Lind', title: 'CFO', email: 'zoe@northwind.example' },
    ],
    total: 2,
  });
});

it('a client without people has an empty list', async () => {
  expect(await read('/clients/muller/key-people')).toEqual({ clientId: 'muller', keyPeople: [], total: 0 });
});
