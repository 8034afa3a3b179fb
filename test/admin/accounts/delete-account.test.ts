import { describe, expect, it } from 'vitest';
import { deleteAccount } from '../../../bin/admin/accounts/delete-account.ts';
import { type ControlPlane, gatewayKeys } from '../../../bin/admin/target/gateway-keys.ts';
import { writeFacts } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { controlPlane, crashingControlPlane, type PlaneCrash } from '../../support/admin/control-plane.ts';
import { type Death, deathsIn, dying } from '../../support/faults/dying.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { everyNth, everyNthSaid } from '../../support/size.ts';
import { dump } from '../../support/store/dump.ts';
import { restore } from '../../support/store/restore.ts';
import { useTable } from '../../support/store/table.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { accountFacts } from '../../worker/account-facts.ts';

const db = useTable();
const randomBytes = bytesOf(randomOf(3));
const admin = cliOn(() => db.table);
const cliWith = (plane: ControlPlane, table = () => db.table) =>
  cliOn(
    table,
    async () => ({ table: table(), keyPrefix: 'svctest', gateway: gatewayKeys(plane), close: () => undefined }),
    randomBytes,
  );

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
  expect(await dump(db.table)).toEqual(before);
  expect(await admin('accounts delete --account acme --yes')).toMatchObject({
    err: ['error: There is no account acme.'],
  });
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

it('deletes the leftovers of an account that no longer exists', async () => {
  const before = await dump(db.table);
  await putAll(db.table, [
    { pk: 'CUST#late', sk: 'ROSTER#clients', version: 'v1' },
    { pk: 'CUST#late#ROSTER#clients', sk: 'PAGE#p1', putOn: 20_777 },
  ]);

  expect(await admin('accounts delete --account late')).toMatchObject({
    err: ['error: Nothing was deleted. Add --yes to delete late (partly deleted).'],
  });
  expect(await admin('accounts delete --account late --yes')).toMatchObject({ exitCode: 0 });
  expect(await dump(db.table)).toEqual(before);
});

it('deletes a key that is being issued at the same time', async () => {
  const before = await dump(db.table);
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

  await deleteAccount({ table: db.table, gateway: gatewayKeys(plane) }, asAccount('busy'), {
    waitForWorkers: async () => {
      goOn();
      await issuing;
    },
  });

  expect(await issuing).toMatchObject({ err: ['error: The account busy is suspended.'] });
  expect({ keys: plane.keys, table: await dump(db.table) }).toEqual({ keys: [], table: before });
});

const nth = 7;

describe(`a deletion that is killed at ${everyNthSaid(nth)} point before, during or after its writes and run again`, () => {
  it('leaves no item of the account in the table and no key in the gateway', async () => {
    const before = await dump(db.table);
    const prepared = controlPlane();
    await filled('gone', cliWith(prepared));
    await writeFacts(
      { table: db.table, randomBytes, project: async () => undefined },
      asAccount('gone'),
      accountFacts(1, { clients: 2, streams: 3, signals: 9 }),
    );
    await cliWith(prepared)('keys issue --account gone --name second');
    await cliWith(prepared)('score --account gone');
    const whole = await dump(db.table);

    const die = async (death: { table?: Death | undefined; plane?: PlaneCrash | undefined }) => {
      await restore(db.table, whole);
      const plane = controlPlane(prepared.keys);
      const [mortal, calls] = [dying(db.address, death.table), crashingControlPlane(plane, death.plane)];
      const { exitCode } = await cliWith(calls.plane, () => mortal.table)('accounts delete --account gone --yes');
      return { plane, exitCode, table: mortal.calls, calls: calls.calls };
    };
    const undisturbed = await die({});
    expect({ keys: undisturbed.plane.keys, table: await dump(db.table) }).toEqual({ keys: [], table: before });

    const moments = ['before', 'after'] as const;
    const deaths = [
      ...deathsIn(undisturbed.table).map((table) => ({ table })),
      ...undisturbed.calls.flatMap((_, call) => moments.map((moment) => ({ plane: { call, moment } }))),
    ];
    for (const death of everyNth(nth, deaths)) {
      const { plane, exitCode } = await die(death);
      expect(exitCode).toBe(1);
      await cliWith(plane)('accounts delete --account gone --yes');

      const left = { keys: plane.keys, members: [...plane.members], table: await dump(db.table) };
      expect(left, JSON.stringify(death)).toEqual({ keys: [], members: [], table: before });
    }
    expect(deaths.length).toBeGreaterThan(50);
  });
});

it('deletes an account that is resumed and issued a key while the deletion waits', async () => {
  const before = await dump(db.table);
  const plane = controlPlane();
  const cli = cliWith(plane);
  await filled('waiting', cli);

  const waitForWorkers = async () => {
    await cli('accounts resume --account waiting');
    await cli('keys issue --account waiting --name late');
  };
  await deleteAccount({ table: db.table, gateway: gatewayKeys(plane) }, asAccount('waiting'), { waitForWorkers });

  expect(await dump(db.table)).toEqual(before);
  expect(plane.keys).toEqual([]);
});
