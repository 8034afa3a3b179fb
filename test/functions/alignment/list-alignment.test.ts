import { expect, it } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerTo } from '../../model/store.ts';
import { useSmallAccount } from '../../support/service/small-account.ts';
import { aRead } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';

const { db, read, ask } = useSmallAccount();

const red = { value: 'red', week: '2026-11-09', updatedAt: '2026-11-09T10:00:00.000Z', updatedBy: 'Ben Larsson' };
const amber = { value: 'amber', week: '2026-10-05', updatedAt: '2026-10-06T10:00:00.000Z', updatedBy: 'Ada Okafor' };
const green = { value: 'green', week: '2026-11-16', updatedAt: '2026-11-17T10:00:00.000Z', updatedBy: 'Ben Larsson' };

const client = (clientId: string, clientName: string, serviceScore: number) => {
  return { clientId, clientName, serviceScore, externalClientId: null, scoreSource: 'chr2' };
};
const harbour = client('harbour', 'Blue Harbour', 0);
const muller = client('muller', 'Café Müller', 99.5);
const cafe = { ...client('cafe', 'CAFE MULLER & Sons', 99.5), scoreSource: 'chr1' };
const northwind = { ...client('northwind', 'Northwind Bank', 152.5), externalClientId: 'NW-7' };
const mill = client('mill', 'Old Mill', 140);

it('GET /clients/alignment lists the latest read of every client by name, null where there is none', async () => {
  expect(await read('/clients/alignment')).toEqual({
    clients: [
      { ...harbour, alignment: red },
      { ...muller, alignment: null },
      { ...cafe, alignment: null },
      { ...northwind, alignment: green },
    ],
    total: 4,
    week: null,
    customerId: 'acme',
  });
});

it('`week` ignores later reads and shows the earlier one; any day of the week may be given', async () => {
  expect(await read('/clients/alignment?week=2026-11-10')).toEqual({
    clients: [
      { ...harbour, alignment: red },
      { ...muller, alignment: null },
      { ...cafe, alignment: null },
      { ...northwind, alignment: amber },
    ],
    total: 4,
    week: '2026-11-10',
    customerId: 'acme',
  });
});

it('a client has no read before its first one', async () => {
  const { clients } = await read('/clients/alignment?week=2026-10-04');

  expect(clients.map(({ alignment }: { alignment: unknown }) => alignment)).toEqual([null, null, null, null]);
});

it('a read carries over into the next year', async () => {
  const { clients } = await read('/clients/alignment?week=2028-02-28&limit=1');

  expect(clients).toEqual([{ ...harbour, alignment: red }]);
});

it('is paged, and include_archived adds archived clients', async () => {
  expect(await read('/clients/alignment?include_archived=true&offset=3&limit=2')).toEqual({
    clients: [
      { ...northwind, alignment: green },
      { ...mill, alignment: null },
    ],
    total: 5,
    week: null,
    customerId: 'acme',
  });
});

it('an offset past the end returns an empty page, which names the week', async () => {
  expect(await read('/clients/alignment?week=2026-11-10&offset=9')).toEqual({
    ...{ clients: [], total: 4, week: '2026-11-10', customerId: 'acme' },
  });
});

it('the answer for a week has the ETag of its text, and 304 for a caller who holds it', async () => {
  const url = '/clients/alignment?week=2026-11-10';
  const { headers } = await ask(url);

  for (const held of [String(headers.ETag), '*']) {
    expect(await ask(url, { 'If-None-Match': held })).toMatchObject({ status: 304, headers: { ETag: headers.ETag } });
  }
  expect(await ask(url, { 'If-None-Match': '"unmade.test"' })).toMatchObject({ status: 200 });
});

it('a read that is filed late changes the answer for its week; pages without a week are of one version', async () => {
  const url = '/clients/alignment?week=2026-10-20';
  const before = await ask(url);
  await writeFacts(writerTo(db.table), asAccount('acme'), [aRead('northwind', '2026-10-12')]);
  const after = await ask(url, { 'If-None-Match': String(before.headers.ETag) });
  const pages = await Promise.all([0, 1].map((at) => ask(`/clients/alignment?limit=1&offset=${at}`)));
  const versions = pages.map(({ headers }) => String(headers.ETag).split('.')[0]);

  expect(after.status).toBe(200);
  expect(after.body).toContain('2026-10-12');
  expect(versions[1]).toBe(versions[0]);
});
