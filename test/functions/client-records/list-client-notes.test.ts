import { expect, it } from 'vitest';
import { useSmallAccount } from '../../support/service/small-account.ts';

const { read } = useSmallAccount();

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

it('a client without notes has an empty list', async () => {
  expect(await read('/clients/muller/notes')).toEqual({ clientId: 'muller', notes: [], total: 0 });
});
