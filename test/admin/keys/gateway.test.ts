import { describe, expect, it } from 'vitest';
import { gatewayKeys } from '../../../bin/admin/service/gateway-keys.ts';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { resumeAccount, suspendAccount } from '../../../shared/table/access/suspend-account.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { controlPlane, crashingControlPlane, type FakeControlPlane } from '../../support/admin/control-plane.ts';
import { deathsIn, dying } from '../../support/faults/dying.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

// Table and gateway must have the same keys, wherever a command is killed.

const db = useMemoryTable();
const random = bytesOf(randomOf(5));
const cli = (plane: Parameters<typeof gatewayKeys>[0], table: () => Table = () => db.table) =>
  cliOn(table, { target: { gateway: gatewayKeys(plane) }, randomBytes: random });

let made = 0;
async function anAccount(): Promise<string> {
  made += 1;
  await cli(controlPlane())(`accounts create --account account-${made} --name X`);
  return `account-${made}`;
}

const issued = async (plane: FakeControlPlane, line: string) =>
  JSON.parse((await cli(plane)(`${line} --json`)).out[0] ?? '{}');

/** Active keys of the table and keys in the usage plan. They differ only if one of them is an orphan. */
async function known(plane: FakeControlPlane, account: string) {
  const keys = await keysOf(db.table, asAccount(account));
  return {
    table: keys
      .filter(({ state }) => state === 'active')
      .map(({ keyId }) => keyId)
      .sort(),
    gateway: plane.keys.map(({ name }) => name).sort(),
    outside: plane.keys.filter(({ id }) => !plane.members.has(id)),
  };
}

describe('without a crash', () => {
  it('an issued key is in the usage plan, named by its public id', async () => {
    const [plane, account] = [controlPlane(), await anAccount()];
    const { keyId, apiKey } = await issued(plane, `keys issue --account ${account} --name ci`);

    expect(plane.keys).toEqual([{ id: 'k1', name: keyId, value: apiKey }]);
    expect([...plane.members]).toEqual(['k1']);
  });

  it('a revoked key is removed from the gateway, a key whose name starts with the same id is not', async () => {
    const [plane, account] = [controlPlane(), await anAccount()];
    const { keyId } = await issued(plane, `keys issue --account ${account} --name ci`);
    await plane.create(`${keyId}-of-somebody-else`, 'x');
    await cli(plane)(`keys revoke ${keyId}`);

    expect(plane.keys.map(({ name }) => name)).toEqual([`${keyId}-of-somebody-else`]);
  });

  it.each([
    ['0h', '2026-11-20T12:00:30.000Z', 1],
    ['1h', '2026-11-20T13:00:30.000Z', 2],
    ['24h', '2026-11-21T12:00:30.000Z', 2],
    ['7d', '2026-11-27T12:00:30.000Z', 2],
  ])('a key rolled with --keep %s stays valid for that time', async (keep, expires, count) => {
    const [plane, account] = [controlPlane(), await anAccount()];
    const old = await issued(plane, `keys issue --account ${account} --name ci`);
    const rolled = await issued(plane, `keys roll ${old.keyId} --keep ${keep}`);

    expect(rolled).toMatchObject({ customerId: account, rolledFrom: old.keyId, expires });
    expect(rolled.keyId).not.toBe(old.keyId);
    expect(plane.keys.length).toBe(count);
    const keys = await keysOf(db.table, asAccount(account));
    expect(keys.find(({ keyId }) => keyId === rolled.keyId)).toMatchObject({ state: 'active', name: 'ci' });
    expect(keys.find(({ keyId }) => keyId === old.keyId)).toMatchObject({
      state: keep === '0h' ? 'revoked' : 'active',
      expires: Date.parse(expires) / 1000,
    });
  });

  it('a rolled key cannot be rolled again; the message names its successor', async () => {
    const [plane, account] = [controlPlane(), await anAccount()];
    const old = await issued(plane, `keys issue --account ${account} --name ci`);
    const rolled = await issued(plane, `keys roll ${old.keyId}`);

    expect(await cli(plane)(`keys roll ${old.keyId}`)).toEqual({
      out: [],
      err: [
        `error: The key ${old.keyId} has already been rolled and expires at 2026-11-21T12:00:30.000Z. Its successor is ${rolled.keyId}; roll that key instead.`,
      ],
      exitCode: 1,
    });
    expect(await cli(plane)('keys roll nobody00')).toMatchObject({ err: ['error: There is no key nobody00.'] });
    expect(await cli(plane)(`keys roll ${old.keyId} --keep 3h`)).toMatchObject({ exitCode: 2 });
  });
});

it('a roll says why it refuses a key that is not active', async () => {
  const [plane, account] = [controlPlane(), await anAccount()];
  const suspended = await issued(plane, `keys issue --account ${account} --name ci`);
  const revoked = await issued(plane, `keys issue --account ${account} --name old`);
  await cli(plane)(`keys revoke ${revoked.keyId}`);
  await suspendAccount(db.table, asAccount(account));

  expect(await cli(plane)(`keys roll ${suspended.keyId}`)).toEqual({
    out: [],
    err: [
      `error: The key ${suspended.keyId} is suspended with its account, so it cannot be rolled. First run: accounts resume --account ${account}`,
    ],
    exitCode: 1,
  });
  expect(await cli(plane)(`keys roll ${revoked.keyId}`)).toMatchObject({
    err: [`error: The key ${revoked.keyId} is revoked, so it cannot be rolled. Issue a new one.`],
  });
});

it('a roll fails if the old key is suspended before its expiry is set', async () => {
  const [plane, account] = [controlPlane(), await anAccount()];
  const old = await issued(plane, `keys issue --account ${account} --name ci`);
  const meeting = aroundAttempts(db.open(), async (send, input) => {
    const ends = JSON.stringify(input).includes('attribute_not_exists(#exp)');
    if (ends) await suspendAccount(db.table, asAccount(account));
    return send();
  });

  const { out, err, exitCode } = await cli(plane, () => meeting)(`keys roll ${old.keyId}`);
  expect({ exitCode, said: out.join().includes('ends at') }).toEqual({ exitCode: 1, said: false });
  expect(err).toEqual([
    `error: Another command changed the key ${old.keyId}, so it was not set to expire. Check keys list, then roll it again.`,
  ]);

  await resumeAccount(db.table, asAccount(account));
  expect(await cli(plane)(`keys roll ${old.keyId}`)).toMatchObject({ exitCode: 0 });
  const keys = (await keysOf(db.table, asAccount(account))).filter(({ state }) => state === 'active');
  expect(keys.map(({ expires }) => expires !== undefined).sort()).toEqual([false, true]);
});

/** Kills a command at every call to table and gateway, and runs it again each time. */
async function killed(
  prepare: (plane: FakeControlPlane) => Promise<{ account: string; line: string }>,
  check: (plane: FakeControlPlane, account: string, shown: string) => Promise<void>,
) {
  const whole = controlPlane();
  const { line } = await prepare(whole);
  const [calls, planeCalls] = [dying(db), crashingControlPlane(whole)];
  expect(await cli(planeCalls.plane, () => calls.table)(line)).toMatchObject({ exitCode: 0 });

  const deaths = [
    ...deathsIn(calls.calls).map((death) => ({ table: death, plane: undefined })),
    ...planeCalls.calls.flatMap((_, call) =>
      (['before', 'after'] as const).map((moment) => ({ table: undefined, plane: { call, moment } })),
    ),
  ];
  for (const death of deaths) {
    const plane = controlPlane();
    const prepared = await prepare(plane);
    const mortal = dying(db, death.table);
    const died = await cli(crashingControlPlane(plane, death.plane).plane, () => mortal.table)(prepared.line);
    const again = await cli(plane)(prepared.line);
    await check(plane, prepared.account, [...died.out, ...again.out].join());
  }
}

/** An account with a key, and a command about the key. */
const aboutKey = (command: string) => async (plane: FakeControlPlane) => {
  const account = await anAccount();
  const { keyId } = await issued(plane, `keys issue --account ${account} --name ci`);
  return { account, line: command.replace('KEY', keyId) };
};

describe('a command that is killed at every step and run again', () => {
  it('issue: leaves only the key that was shown in the gateway', async () => {
    await killed(
      async () => {
        const account = await anAccount();
        return { account, line: `keys issue --account ${account} --name ci` };
      },
      async (plane, account, shown) => {
        const { table, gateway, outside } = await known(plane, account);
        expect(table).toHaveLength(1);
        expect({ gateway, outside }).toEqual({ gateway: table, outside: [] });
        expect(shown).toContain(plane.keys[0]?.value);
      },
    );
  });

  it('roll: leaves the old key, which expires, and the new key that was shown', async () => {
    await killed(aboutKey('keys roll KEY'), async (plane, account, shown) => {
      const { table, gateway, outside } = await known(plane, account);
      expect({ gateway, outside }).toEqual({ gateway: table, outside: [] });
      const keys = (await keysOf(db.table, asAccount(account))).filter(({ state }) => state === 'active');
      expect(keys.map(({ expires }) => expires !== undefined).sort()).toEqual([false, true]);
      const successor = keys.find(({ expires }) => expires === undefined);
      expect(shown).toContain(plane.keys.find(({ name }) => name === successor?.keyId)?.value);
    });
  });

  it('roll --keep 0h: leaves only the key that was shown in the gateway', async () => {
    await killed(aboutKey('keys roll KEY --keep 0h'), async (plane, account, shown) => {
      const keys = await keysOf(db.table, asAccount(account));
      const successor = keys.find(({ state, expires }) => state === 'active' && expires === undefined);
      expect(plane.keys.map(({ name }) => name)).toEqual([successor?.keyId]);
      expect([...plane.members]).toEqual(plane.keys.map(({ id }) => id));
      expect(shown).toContain(plane.keys[0]?.value);
    });
  });

  it('revoke: leaves no key in the gateway', async () => {
    await killed(aboutKey('keys revoke KEY'), async (plane, account) => {
      expect(await known(plane, account)).toEqual({ table: [], gateway: [], outside: [] });
    });
  });
});
