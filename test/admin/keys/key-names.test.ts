import { expect, it } from 'vitest';
import { keysOf } from '../../../shared/table/access/issued-keys.ts';
import { expireKey } from '../../../shared/table/access/revoke-key.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { useMemoryTable } from '../../support/store/table.ts';

// Key names are unique among the valid keys of an account, so a repeated command does not create a second key.

const db = useMemoryTable();
const cli = cliOn(() => db.table, { randomBytes: bytesOf(randomOf(13)) });
const issue = (account: string, name: string) => cli(`keys issue --account ${account} --name ${name} --json`);
const create = (account: string) => cli(`accounts create --account ${account} --name Any`);
const keyIdOf = ({ out }: { out: string[] }): string => JSON.parse(out[0] ?? '{}').keyId;

it('a name in use is rejected, with the alternatives', async () => {
  await create('acme');
  const keyId = keyIdOf(await issue('acme', 'ci'));

  expect(await issue('acme', 'ci')).toEqual({
    out: [],
    err: [
      JSON.stringify({
        error: `The account acme has a key ci already: ${keyId}. Name another, or replace it: keys roll ${keyId}`,
        exitCode: 1,
      }),
    ],
    exitCode: 1,
  });
  expect(await keysOf(db.table, asAccount('acme'))).toHaveLength(1);
});

it('two accounts may use the same key name', async () => {
  await create('brown');
  await create('clark');

  expect(await issue('brown', 'ci')).toMatchObject({ exitCode: 0 });
  expect(await issue('clark', 'ci')).toMatchObject({ exitCode: 0 });
});

it('a name can be reused once its key is revoked or expired', async () => {
  await create('dale');
  await cli(`keys revoke ${keyIdOf(await issue('dale', 'ci'))}`);
  expect(await issue('dale', 'ci')).toMatchObject({ exitCode: 0 });

  const key = (await keysOf(db.table, asAccount('dale'))).find(({ state }) => state === 'active');
  await expireKey(db.table, { hash: key?.hash ?? '' }, noon / 1000 - 1);
  expect(await issue('dale', 'ci')).toMatchObject({ exitCode: 0 });
});

it('at most one of several concurrent commands gets the name, and the next run finds or issues one key', async () => {
  await create('east');
  await Promise.all(Array.from({ length: 5 }, () => issue('east', 'ci')));
  const states = async () => (await keysOf(db.table, asAccount('east'))).map(({ state }) => state);
  expect((await states()).filter((state) => state === 'active').length).toBeLessThanOrEqual(1);

  await issue('east', 'ci');
  expect(await states()).toEqual(['active']);
});
