import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountsOverview } from '../../../bin/admin/accounts/overview.ts';
import { restoreAccount } from '../../../bin/admin/accounts/restore.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { saveFeeds } from '../../../shared/table/access/feeds.ts';
import { activateKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { expireKey, revokeKey } from '../../../shared/table/access/revoke-key.ts';
import { suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { type Account, asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { clientOf, publishClients } from '../../functions/export/many-clients.ts';
import { type MemDynamo, memDynamo, ServiceError } from '../../support/mem-dynamo/mem-dynamo.ts';
import { memTable } from '../../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { skipPauses } from '../../support/skip-pauses.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { aClient, aMember, aNote, aPortfolio } from '../../support/store/facts.ts';
import { lateOn } from '../../support/store/late.ts';
import { memoryTable, useMemoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { atTerminal } from '../at-terminal.ts';

const db = useMemoryTable();
const randomBytes = bytesOf(randomOf(5));

async function keyOf(table: Table, account: Account, name: string) {
  const apiKey = `svctest${name.padEnd(36, 'x')}`;
  const issued = await writePendingKey(table, { account, apiKey, name, created: noon });
  await activateKey(table, issued, 'pending');
  return issued;
}

describe('accounts create', () => {
  const run = atTerminal(() => db.table);

  it('says whether the account is new or suspended, in words or as JSON', async () => {
    const line = 'accounts create --account new --name New';
    expect(await run(line)).toMatchObject({ out: ['Created the account new.'], err: [], exitCode: 0, closed: 1 });
    expect(await run(line)).toMatchObject({ out: ['The account new already exists.'], exitCode: 0 });
    expect(await run(`${line} --json`)).toMatchObject({
      out: ['{"customerId":"new","name":"New","status":"active","created":false}'],
    });
    await suspendAccount(db.table, asAccount('new'));
    expect((await run(`${line} --json`)).out).toEqual([
      '{"customerId":"new","name":"New","status":"suspended","created":false}',
    ]);
    expect(await run('accounts create --account new --name NEW')).toMatchObject({
      ...{ out: [], err: ['error: The account new already exists with the name "New".'], exitCode: 1 },
    });
  });

  it('after a deletion says what it waits for', async () => {
    skipPauses();
    await run('accounts create --account again --name First');
    await run('accounts delete --account again --yes');
    expect(await run('accounts create --account again --name Second --json')).toMatchObject({
      err: [expect.stringMatching(/^again was deleted at .* Waiting 5 minutes: workers/)],
      out: ['{"customerId":"again","name":"Second","status":"active","created":true}'],
    });
  });

  it.each([
    'create --name x',
    'create --account a',
    'suspend',
    'resume',
    'delete',
    'restore --from x',
    'restore --account a',
  ])('accounts %s lacks an option', async (line) => {
    expect(await run(`accounts ${line}`)).toMatchObject({ out: [], exitCode: 2, closed: 0 });
  });
});

describe('accounts suspend and resume', () => {
  it('say how many keys they changed, in words or as JSON', async () => {
    const run = atTerminal(() => db.table);
    const account = asAccount('paused');
    await createAccount(db.table, account, 'Paused');
    const { keyId } = await keyOf(db.table, account, 'one');
    await keyOf(db.table, account, 'two');
    const both = [keyId, 'twoxxxxx'];

    expect((await run('accounts suspend --account paused')).out).toEqual(['Suspended the account paused with 2 keys.']);
    expect((await run('accounts suspend --account paused --json')).out).toEqual([
      JSON.stringify({ customerId: 'paused', status: 'suspended', keyIds: both }),
    ]);
    expect((await run('accounts resume --account paused --json')).out).toEqual([
      JSON.stringify({ customerId: 'paused', status: 'active', keyIds: both }),
    ]);
    expect((await run('accounts resume --account paused')).out).toEqual(['Resumed the account paused with 0 keys.']);
  });
});

describe('accounts list', () => {
  const table = memoryTable('job');
  const dueOn = (due: string) => ({
    ...{ feed: 'calls', kind: 'signals', faults: [], every: 7 },
    dated: '2026-11-12',
    due,
  });
  beforeAll(async () => {
    const [big, quiet] = [asAccount('big'), asAccount('quiet')];
    await publishClients(
      table,
      big,
      Array.from({ length: 7 }, (_, at) => clientOf(at, 'Client')),
    );
    await createAccount(table, quiet, 'Quiet');
    for (const name of ['kept', 'ends', 'later', 'ended', 'revoked']) await keyOf(table, big, name);
    const known = async (name: string) => (await keysOf(table, big)).find((key) => key.name === name) ?? expect.fail();
    await expireKey(table, await known('ends'), noon / 1000 + 1);
    await expireKey(table, await known('later'), noon / 1000 + 3600);
    await expireKey(table, await known('ended'), noon / 1000);
    await revokeKey(table, (await known('revoked')).keyId);
    const pending = { account: quiet, apiKey: `svctest${'p'.repeat(36)}`, name: 'pending', created: noon };
    await writePendingKey(table, pending);
    await suspendAccount(table, quiet);
    await saveFeeds(table, big, [
      { ...dueOn('2026-11-19'), at: '2026-11-12T06:00:00.000Z' },
      { feed: 'clients', kind: 'clients', at: '2026-11-19T06:00:00.000Z', faults: [] },
      { feed: 'notes', kind: 'notes', at: '2026-11-18T06:00:00.000Z', faults: [{ is: 'empty', file: 'n.csv' }] },
    ]);
    await saveFeeds(table, quiet, [
      { ...dueOn('2026-11-19'), faults: ['x.csv', 'y.csv'].map((file) => ({ is: 'empty', file })) },
      { ...dueOn('2026-11-21'), feed: 'notes', faults: [{ is: 'empty', file: 'z.csv' }] },
    ]);
    await putAll(table, [
      { pk: 'DELETED', sk: 'gone', at: '2026-11-01T00:00:00.000Z', isComplete: true },
      { pk: 'DELETED', sk: 'half', at: '2026-11-01T00:00:00.000Z', isComplete: false },
    ]);
  });
  const late = 'calls: no new file; the last one is of 2026-11-12, and one is expected every 7 days';
  const nothing = { clients: 0, keys: 0, lastNight: null, lastImport: null, feedFaults: [] };

  it('shows clients, usable keys, nights, imports and faults, and ids that were deleted', async () => {
    expect(JSON.parse((await atTerminal(() => table)('accounts list --json')).out[0] ?? '')).toEqual([
      {
        ...{ customerId: 'big', name: 'big', status: 'active', clients: 7, keys: 3, lastNight: '2026-11-20' },
        ...{ lastImport: '2026-11-19T06:00:00.000Z', feedFaults: [late] },
      },
      {
        ...{ customerId: 'quiet', name: 'Quiet', status: 'suspended', clients: 0, keys: 1, lastNight: null },
        lastImport: null,
        feedFaults: [late, 'calls: x.csv has no rows', 'calls: y.csv has no rows', 'notes: z.csv has no rows'],
      },
      { customerId: 'gone', name: '', status: 'deleted', ...nothing },
      { customerId: 'half', name: '', status: 'partly deleted', ...nothing },
    ]);
  });

  it('has every one of many accounts', async () => {
    const many = memoryTable('job');
    const ids = Array.from({ length: 30 }, (_, at) => `a${10 + at}`);
    for (const id of ids) await createAccount(many, asAccount(id), id);
    expect((await accountsOverview(many, noon)).map(({ customerId }) => customerId)).toEqual(ids);
  });

  it('is a table for people', async () => {
    const { out } = await atTerminal(() => table)('accounts list');
    expect(out.map((line) => line.replaceAll('*', '').trim().split(/ {2,}/))).toEqual([
      ['ACCOUNT', 'STATUS', 'CLIENTS', 'KEYS', 'LAST NIGHT', 'LAST IMPORT', 'FEED FAULTS', 'NAME'],
      ['big', 'active', '7', '3', '2026-11-20', '2026-11-19', '1', 'big'],
      ['quiet', 'suspended', '0', '1', '-', '-', '4', 'Quiet'],
      ['gone', 'deleted', '0', '0', '-', '-', '0'],
      ['half', 'partly deleted', '0', '0', '-', '-', '0'],
    ]);
  });

  it('sees the newest night at once', async () => {
    const weak: string[] = [];
    const end = aroundCalls(table, async (send, command, input) => {
      const text = JSON.stringify(input);
      // pages never change
      if (!/"ConsistentRead":true|FEEDS|VIEW#/.test(text)) weak.push(`${command} ${text}`);
      return send();
    });
    await accountsOverview(table, noon);
    end();
    expect(weak).toEqual([]);
  });
});

describe('accounts delete', () => {
  const filled = async (table: Table, id: string) => {
    await createAccount(table, asAccount(id), 'Acme');
    const facts = [aClient('c1'), aClient('c2')];
    await writeFacts({ table, randomBytes, changed: async () => undefined }, asAccount(id), facts);
    await keyOf(table, asAccount(id), id);
  };

  it('asks first, and deletes nothing without a yes', async () => {
    await filled(db.table, 'asked');
    const line = 'accounts delete --account asked';
    expect(await atTerminal(() => db.table, { answers: [false] })(line)).toEqual({
      ...{ out: [], err: ['error: Nothing was deleted.'], shown: [], exitCode: 1, closed: 1 },
      asked: ['Delete asked (Acme) with all its keys and data?'],
    });
    const yes = await atTerminal(() => db.table, { answers: [true] })(line);
    expect(yes).toEqual({
      out: ['Deleted the account asked with 1 key, 2 clients and all their data.'],
      ...{ err: [], asked: ['Delete asked (Acme) with all its keys and data?'], exitCode: 0, closed: 1 },
      shown: [expect.stringMatching(/^Deleting 2 records · /), ''],
    });
  });

  it('does not ask if it is told to, and says that a deployment can restore it', async () => {
    skipPauses();
    await filled(db.table, 'told');
    const gateway = { add: () => expect.fail('not issued'), remove: async () => undefined };
    const deployed = atTerminal(() => db.table, { target: { gateway } });
    const { out, asked } = await deployed('accounts delete --account told --yes');
    expect({ out, asked }).toEqual({
      out: [
        'Deleted the account told with 1 key, 2 clients and all their data.',
        'Point-in-time recovery can restore it into another table for 35 days.',
      ],
      asked: [],
    });
    expect((await deployed('accounts delete --account told --yes --json')).out).toEqual([
      '{"customerId":"told","deleted":true,"keys":0,"clients":2}',
    ]);
  });

  it('says what it waits for', async () => {
    const pauses = skipPauses();
    await filled(db.table, 'slow');
    const queue = { send: async () => undefined, release: async () => undefined };
    const { err } = await atTerminal(() => db.table, { target: { queue } })('accounts delete --account slow --yes');
    expect(err).toEqual([expect.stringMatching(/^slow was deleted at .* Waiting 5 minutes/)]);
    expect(pauses).toEqual([300_000]);
  });
});

describe('accounts restore', () => {
  const account = asAccount('acme');
  let table: Table;
  let stores: Readonly<Record<string, MemDynamo>>;
  const jobs: unknown[] = [];
  const send = async (outgoing: unknown) => {
    await lateOn();
    jobs.push(outgoing);
  };
  const queue = { send, release: async () => undefined };

  /** Two tables behind one client, as in a Region. */
  beforeEach(async () => {
    jobs.length = 0;
    stores = { memory: memDynamo(), restored: memDynamo() };
    table = memTable(
      {
        perform: (operation, input) => {
          const name = input.RequestItems
            ? Object.keys(input.RequestItems)[0]
            : (input.TableName ?? Object.values(input.TransactItems?.[0] ?? {})[0]?.TableName);
          const store = stores[String(name)];
          if (!store) throw new ServiceError('ResourceNotFoundException', 'no such table');
          return store.perform(operation, input);
        },
      },
      'job',
    );
    for (const [name, client, ...more] of [
      ['memory', aClient('c2', { name: 'Wrong' })],
      ['restored', aClient('c1'), aClient('c4')],
    ] as const) {
      const each = { ...table, name };
      await createAccount(each, account, 'Acme');
      const same = [aClient('c3'), aNote('c3', name), aPortfolio('p1'), aMember('p1', client.value.id)];
      const facts = [client, ...more, ...same];
      await writeFacts({ table: each, randomBytes, changed: async () => undefined }, account, facts);
    }
  });
  const run = (line: string, answers: readonly boolean[] = []) =>
    atTerminal(() => table, { answers, target: { queue } })(`accounts restore --account acme --from ${line}`);
  const idsIn = (name: string) =>
    [...(stores[name]?.items.keys() ?? [])].filter((key) =>
      // a pending deletion is left until the rebuild
      /^(?!.*#GONE).*(#(CLIENT|PORTFOLIO)|CLIENT#)/.test(key),
    );
  const found = '4 clients (2 missing, 1 to remove) and 1 portfolio';
  const question = 'Replace all facts and scores of acme by those of restored?';

  it('asks first, and changes nothing without a yes', async () => {
    const before = idsIn('memory');
    expect(await run('restored', [false])).toMatchObject({
      ...{ out: [], err: ['error: Nothing was restored.'], asked: [question], exitCode: 1 },
    });
    expect(idsIn('memory')).toEqual(before);
  });

  it('shows what differs, without a question and without a change', async () => {
    const before = idsIn('memory');
    const { out, asked } = await run('restored --dry-run');
    expect({ out, asked }).toEqual({ out: [`${found} would be restored: 7 items.`], asked: [] });
    expect(idsIn('memory')).toEqual(before);
    expect(jobs).toEqual([]);
    expect((await run('restored --dry-run --json')).out).toEqual([
      '{"customerId":"acme","from":"restored","dryRun":true,"clients":4,"added":2,"removed":1,"portfolios":1,"items":7}',
    ]);
  });

  it('takes back the facts of the other table under the lock of the account, and has the lists rebuilt', async () => {
    const { out, shown } = await run('restored', [true]);
    expect(out).toEqual([`${found} were restored: 7 items.`]);
    expect(shown).toEqual([expect.stringMatching(/^Comparing 1 clients · /), '']);
    expect(idsIn('memory').sort()).toEqual(idsIn('restored').sort());
    expect(jobs).toEqual([[expect.objectContaining({ message: { kind: 'rebuild', customerId: 'acme' } })]]);
    // a run that was killed may not have come to the rebuilding
    expect((await run('restored --yes --json')).out).toEqual([
      '{"customerId":"acme","from":"restored","dryRun":false,"clients":0,"added":0,"removed":0,"portfolios":0,"items":0}',
    ]);
    expect(jobs).toHaveLength(2);
  });

  it('counts the clients that it compares', async () => {
    const counts: number[] = [];
    const options = { account, from: 'restored', onClients: (count: number) => counts.push(count) };
    await restoreAccount({ clock: () => noon, randomBytes }, { table, queue }, options);
    expect(counts).toEqual([1, 1, 1, 1]);
    counts.length = 0;
    await restoreAccount({ clock: () => noon, randomBytes }, { table, queue }, { ...options, dryRun: true });
    // one of the four was removed
    expect(counts).toEqual([1, 1, 1]);
  });

  it('reads only what was just written, of both tables, and writes to its own alone', async () => {
    const [weak, written, works]: [string[], Set<string>, string[]] = [[], new Set(), []];
    const end = aroundCalls(table, async (send, command, input) => {
      const text = JSON.stringify(input);
      if (!/^(Get|Query|BatchGet)/.test(command))
        written.add(/"TableName":"restored"|{"restored":/.test(text) ? 'restored' : 'memory');
      else if (!text.includes('"ConsistentRead":true')) weak.push(text);
      works.push(...(/"work":"(\w+)"/.exec(text)?.slice(1) ?? []));
      return send();
    });
    await restoreAccount({ clock: () => noon, randomBytes }, { table, queue }, { account, from: 'restored' });
    end();
    expect({ weak, written: [...written], works }).toEqual({ weak: [], written: ['memory'], works: ['restore'] });
  });

  it('refuses a table that would empty the account, and says why', async () => {
    const refused = async (line: string) => (await run(`${line} --yes`)).err;
    for (const itself of ['memory', 'memory --dry-run'])
      expect(await refused(itself)).toEqual([
        'error: memory is the table of this service itself. Name the restored one.',
      ]);
    expect(await refused('other')).toEqual([
      'error: There is no table other. Restore one first: docs/operations.md, Restore.',
    ]);
    stores.restored?.items.delete(
      [...(stores.restored?.items.keys() ?? [])].find((key) => key.startsWith('ACCOUNTS')) ?? '',
    );
    expect(await refused('restored')).toEqual(['error: The table restored has no account acme.']);
    expect(idsIn('memory').length).toBeGreaterThan(0);
  });

  it('fails as the table does', async () => {
    aroundCalls(table, async (send, _, input) =>
      JSON.stringify(input).includes('"restored"') ? Promise.reject(new Error('no rights')) : send(),
    );
    expect((await run('restored --yes')).err).toEqual(['error: no rights']);
  });
});
