import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { updateItem } from '../../../shared/table/store/write.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aNote } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read } = useSmallAccount();

const launch = {
  id: 'n2',
  content: 'Asked for an earlier launch',
  createdAt: '2026-11-18T15:30:00.000Z',
  createdBy: 'Ada Okafor',
  type: 'meeting',
};
const start = {
  id: 'n1',
  content: 'Kick-off',
  createdAt: '2026-10-01T09:00:00.000Z',
  createdBy: 'Ada Okafor',
  type: 'call',
};

it('GET /clients/{client_id}/notes lists the notes, newest first', async () => {
  expect(await read('/clients/northwind/notes')).toEqual({ clientId: 'northwind', notes: [launch, start], total: 2 });
});

it('limit cuts the list; total counts all notes', async () => {
  expect(await read('/clients/northwind/notes?limit=1')).toEqual({ clientId: 'northwind', notes: [launch], total: 2 });
});

it('before continues a page, exactly where notes have one time', async () => {
  const at = (createdAt: string, ids: string) => ids.split('').map((id) => aNote('mill', id, { createdAt }));
  const [old, twin] = ['2026-01-05T08:00:00.000Z', '2026-02-05T08:00:00.000Z'];
  const writer = { ...writerTo(db.table), changed: async () => undefined };
  await writeFacts(writer, asAccount('acme'), [...at(old, 'a'), ...at(twin, 'bcd')]);
  const ids = async (query: string) =>
    (await read(`/clients/mill/notes?${query}`)).notes.map(({ id }: { id: string }) => id).join('');

  expect(await ids('limit=2')).toBe('dc');
  expect(await ids(`limit=2&before=${twin},c`)).toBe('ba');
  expect(await ids(`limit=1&before=${twin},c`)).toBe('b');
  expect(await ids(`before=${twin}`)).toBe('a');
  expect(await ids(`before=${old},a`)).toBe('');
});

it('a client without notes has an empty list', async () => {
  expect(await read('/clients/muller/notes')).toEqual({ clientId: 'muller', notes: [], total: 0 });
});

it('the total is what is shown if fewer notes are left than were counted', async () => {
  // removed, and the count has not followed yet
  await updateItem(db.table, {
    key: { pk: 'CUST#acme', sk: 'CLIENT#northwind' },
    update: 'SET notes = :many',
    values: { ':many': 9 },
  });

  expect(await read('/clients/northwind/notes?limit=5')).toMatchObject({ total: 2 });
});
