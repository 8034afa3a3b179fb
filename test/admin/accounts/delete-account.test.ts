import { describe, expect, it } from 'vitest';
import { type ControlPlane, gatewayKeys } from '../../../account/keys/gateway-keys.ts';
import { deleteAccount } from '../../../bin/admin/accounts/delete-account.ts';
import { asAccount, writerLockKey } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { deleteAll, putAll } from '../../../shared/table/store/write.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { controlPlane, crashingControlPlane, type PlaneCrash } from '../../support/admin/control-plane.ts';
import { type Death, deathsIn, dying } from '../../support/faults/dying.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { skipPauses } from '../../support/skip-pauses.ts';
import { dump } from '../../support/store/dump.ts';
import { restore } from '../../support/store/restore.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { accountFacts } from '../../worker/account-facts.ts';

const db = useMemoryTable();
const randomBytes = bytesOf(randomOf(3));
const admin = cliOn(() => db.table);
/** A queue of a deployment: its worker may be running, so a deletion waits. */
const queue = { send: async () => undefined, release: async () => undefined };
const cliWith = (plane: ControlPlane, table = () => db.table) =>
  cliOn(table, { target: { gateway: gatewayKeys(plane), queue }, randomBytes });

/** All items but the ids of deleted accounts. */
const left = async () => (await dump(db.table)).filter(({ pk }) => pk !== 'DELETED');

async function filled(account: string, admin: ReturnType<typeof cliOn>): Promise<void> {
  const files = temporaryFolder();
  await admin(`import --templates ${files}`);
  await admin(`accounts create --account ${account} --name Acme`);
  await admin(`keys issue --account ${account} --name first`);
  await admin(`import ${temporaryFolder(filesIn(files))} --account ${account} --score`);
}

it('deletes all data of an account and none of another', async () => {
  await filled('acme-2', admin);
  const before = await dump(db.table);
  await filled('acme', admin);

  expect(await admin('accounts delete --account acme --yes')).toEqual({
    out: ['Deleted the account acme with 1 key, 1 client and all their data.'],
    err: [],
    exitCode: 0,
  });
  const isOfAcme = ({ pk, sk }: Item) => sk === 'acme' || pk.startsWith('CUST#acme#GONE');
  const after = await dump(db.table);
  expect(after.filter((item) => !isOfAcme(item))).toEqual(before);
  expect(after.filter(isOfAcme)).toMatchObject([
    { pk: 'CUST#acme#GONE', sk: 'CLIENT#CRM-1001' },
    { pk: 'CUST#acme#GONE', sk: 'PORTFOLIO#key-accounts' },
    { pk: 'DELETED', isComplete: true },
  ]);
  expect((await admin('accounts list')).out.at(-1)).toMatch(/^acme +deleted +0 +0 +-/);
  expect(await admin('accounts delete --account acme')).toMatchObject({
    err: ['error: Nothing was deleted. Add --yes to delete acme (already deleted).'],
  });
  expect(await admin('accounts delete --account acme --yes')).toMatchObject({ exitCode: 0 });
  for (const line of ['accounts resume', 'keys issue --name x']) {
    expect(await admin(`${line} --account acme`)).toMatchObject({ err: ['error: There is no account acme.'] });
  }
});

it('creates an account with the id of a deleted one after everything of that is gone', async () => {
  await admin('accounts create --account twice --name First');
  const fresh = await dump(db.table);
  await filled('twice', admin);
  await admin('accounts delete --account twice --yes');
  // what a stopped command sent lands late
  await putAll(db.table, [
    { pk: 'CUST#twice', sk: 'CLIENT#late', id: 'late' },
    { pk: 'CUST#twice#CLIENT#CRM-1001', sk: 'NOTE#2026-11-01#n1' },
  ]);
  const pauses = skipPauses();

  expect(await admin('accounts create --account twice --name First')).toEqual({
    out: ['Created the account twice.'],
    err: [
      'twice was deleted at 2026-11-20T12:00:30.000Z. Waiting 5 minutes: workers that are processing it have to end first.',
    ],
    exitCode: 0,
  });
  expect(pauses).toContain(300_000);
  // another generation: what was made from the old account can never be published
  const withoutGeneration = (items: typeof fresh) => items.map(({ generation: _, ...item }) => item);
  const items = await dump(db.table);
  expect(withoutGeneration(items)).toEqual(withoutGeneration(fresh));
  expect(items).not.toEqual(fresh);
});

it('asks for confirmation, and deletes nothing without a terminal', async () => {
  await admin('accounts create --account kept --name Kept');

  expect(await admin('accounts delete --account kept')).toEqual({
    out: [],
    err: ['error: Nothing was deleted. Add --yes to delete kept (Kept).'],
    exitCode: 1,
  });
  expect((await admin('accounts list')).out.join()).toContain('kept');
});

it('deletes a key that is being issued at the same time', async () => {
  const before = await left();
  const plane = controlPlane();
  await cliWith(plane)('accounts create --account busy --name Busy');
  let goOn: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const reached = new Promise<void>((resolve) => (reach = resolve));
  const create: ControlPlane['create'] = async (...key) => {
    reach();
    await released;
    return plane.create(...key);
  };
  const issuing = cliWith({ ...plane, create })('keys issue --account busy --name late');
  await reached;

  await deleteAccount({ table: db.table, gateway: gatewayKeys(plane), queue }, asAccount('busy'), {
    ...{ clock: () => noon, randomBytes },
    pause: async () => {
      goOn();
      await issuing;
    },
  });

  expect(await issuing).toMatchObject({ exitCode: 1 });
  expect({ keys: plane.keys, table: await left() }).toEqual({ keys: [], table: before });
});

const nth = 7;

describe(`a deletion that is killed at ${everyNthSaid(nth)} point before, during or after its writes and run again`, () => {
  it('leaves no item of the account in the table and no key in the gateway', async () => {
    skipPauses();
    const before = await left();
    const prepared = controlPlane();
    await filled('gone', cliWith(prepared));
    await writeFacts(
      { table: db.table, randomBytes, changed: async () => undefined },
      asAccount('gone'),
      accountFacts(1, { clients: 2, streams: 3, signals: 9 }),
    );
    await cliWith(prepared)('keys issue --account gone --name second');
    await cliWith(prepared)('score --account gone');
    const whole = await dump(db.table);

    const die = async (death: { table?: Death | undefined; plane?: PlaneCrash | undefined }) => {
      await restore(db.table, whole);
      const plane = controlPlane(prepared.keys);
      const [mortal, calls] = [dying(db, death.table), crashingControlPlane(plane, death.plane)];
      const { exitCode } = await cliWith(calls.plane, () => mortal.table)('accounts delete --account gone --yes');
      return { plane, exitCode, table: mortal.calls, calls: calls.calls };
    };
    const undisturbed = await die({});
    expect({ keys: undisturbed.plane.keys, table: await left() }).toEqual({ keys: [], table: before });

    const moments = ['before', 'after'] as const;
    const deaths = [
      ...deathsIn(undisturbed.table).map((table) => ({ table })),
      ...undisturbed.calls.flatMap((_, call) => moments.map((moment) => ({ plane: { call, moment } }))),
    ];
    for (const death of everyNth(nth, deaths)) {
      const { plane, exitCode } = await die(death);
      expect(exitCode).toBe(1);
      // as after a minute: this process lives on
      await deleteAll(db.table, [writerLockKey(asAccount('gone'))]);
      await cliWith(plane)('accounts delete --account gone --yes');

      const found = { keys: plane.keys, members: [...plane.members], table: await left() };
      expect(found, JSON.stringify(death)).toEqual({ keys: [], members: [], table: before });
    }
    expect(deaths.length).toBeGreaterThan(50);
  });
});

it('deletes an account that is resumed and issued a key while the deletion waits', async () => {
  const before = await left();
  const plane = controlPlane();
  const cli = cliWith(plane);
  await filled('waiting', cli);

  const pause = async () => {
    await cli('accounts resume --account waiting');
    await cli('keys issue --account waiting --name late');
  };
  const deletion = { clock: () => noon, randomBytes, pause };
  await deleteAccount({ table: db.table, gateway: gatewayKeys(plane), queue }, asAccount('waiting'), deletion);

  expect(await left()).toEqual(before);
  expect(plane.keys).toEqual([]);
});
