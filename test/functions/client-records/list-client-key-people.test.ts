import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aPerson } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read } = useSmallAccount();

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

it('accents do not matter to the order', async () => {
  const people = ['Zoé', 'Émile', 'Faure'].map((name, at) => aPerson('harbour', `p${at}`, { name }));
  await writeFacts(writerTo(db.table), asAccount('acme'), people);
  const { keyPeople } = await read('/clients/harbour/key-people');

  expect(keyPeople.map(({ name }: { name: string }) => name)).toEqual(['Émile', 'Faure', 'Zoé']);
});

it('people of one name are in the order of their ids; what is not known of one is not taken from another field', async () => {
  const known = { name: 'Ann', title: '', email: '', phone: '1', role: 'decides', department: '' };
  const other = { name: 'ANN', title: '', email: 'ann@cafe.example', phone: '', role: '', department: 'Sales' };
  const facts = [aPerson('cafe', 'p2', known), aPerson('cafe', 'p1', other)];
  await writeFacts(writerTo(db.table), asAccount('acme'), facts);

  expect((await read('/clients/cafe/key-people')).keyPeople).toEqual([
    { id: 'p1', ...other },
    { id: 'p2', ...known },
  ]);
});
