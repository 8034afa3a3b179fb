import { beforeAll, expect, it } from 'vitest';
import { asAccount, clientKey, scoreKey } from '../../shared/table/store/item-keys.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { putTenants, type Tenant } from '../support/service/tenants.ts';
import { wholeService } from '../support/service/whole-service.ts';
import { useMemoryTable } from '../support/store/table.ts';

// What the model cannot say of include=details and ids: versions, refusals, and clients that are gone meanwhile.

const db = useMemoryTable();
let tenant: Tenant;
let ask: (url: string) => Promise<{ status: number; etag: string; body: Record<string, unknown> }>;
beforeAll(async () => {
  [tenant] = (await putTenants(db.table, 1)) as [Tenant];
  const deps = fakeDeps(db.table);
  const call = await wholeService(deps);
  ask = async (url) => {
    deps.now += 1000;
    const answered = await call({ url, rawHeaders: ['X-API-Key', tenant.apiKey] });
    return {
      status: answered?.status ?? 0,
      etag: answered?.headers.ETag ?? '',
      body: JSON.parse(answered?.body ?? '{}'),
    };
  };
});

it('each entry is what its own address gives, and the ETag begins with the version of the list', async () => {
  const [plain, detailed] = [await ask('/clients?limit=100'), await ask('/clients?include=details')];
  expect(detailed.etag.split('.')[0]).toBe(plain.etag.split('.')[0]);
  const [first] = detailed.body.clients as { id: string }[];
  // lists stay as they are when somebody calls a client
  const { followUp, ...alone } = (await ask(`/clients/${first?.id}`)).body;
  expect([first, followUp]).toEqual([alone, null]);
  expect((await ask(`/clients?include=details&ids=${first?.id}`)).body.clients).toEqual([first]);
});

it.each([
  ['include=details&limit=101', 422, '`limit` must be a whole number from 1 to 100 with `include=details`.'],
  ['ids=', 422, '`ids` must be 1 to 100 ids, separated by commas.'],
  [`ids=${Array(101).fill('a')}`, 422, '`ids` must be 1 to 100 ids, separated by commas.'],
  ['ids=a&portfolio_id=b', 400, '`ids` and `portfolio_id` cannot be combined. Leave one of them out.'],
])('%s is refused', async (query, status, detail) => {
  expect(await ask(`/clients?${query}`)).toMatchObject({ status, body: { detail } });
});

it('a client that was removed since the list was made is in it without details, and missing by its id', async () => {
  const account = asAccount(tenant.account);
  const { clients } = (await ask('/clients')).body as { clients: { id: string }[] };
  const gone = clients.at(-1)?.id ?? '';
  await deleteAll(db.table, [clientKey(account, gone), scoreKey(account, gone)]);

  const detailed = (await ask('/clients?include=details')).body as { clients: object[]; total: number };
  expect(detailed.clients.at(-1)).toEqual(clients.at(-1));
  expect(detailed.total).toBe(clients.length);
  expect((await ask(`/clients?ids=${gone},${clients[0]?.id}`)).body).toMatchObject({ total: 1, missing: [gone] });
});
