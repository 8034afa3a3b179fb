import { expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { lateOn } from '../support/store/late.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();

it('commands end when a slow gateway has added and removed their keys, not before', async () => {
  const held: string[] = [];
  const gateway = {
    add: async (keyId: string) => {
      await lateOn();
      held.push(keyId);
      return `gateway ${keyId}`;
    },
    // later than what a command does after it
    remove: async ({ keyId }: { readonly keyId: string }) => {
      for (let times = 0; times < 3; times += 1) await lateOn();
      held.splice(0, held.length, ...held.filter((each) => each !== keyId));
    },
  };
  const deployed = cliOn(() => db.table, { target: { gateway } });
  const withoutGateway = cliOn(() => db.table);
  const issue = async (name: string) => {
    const { out } = await deployed(`keys issue --account acme --name ${name} --json`);
    return String(JSON.parse(out[0] ?? '').keyId);
  };
  await withoutGateway('accounts create --account acme --name Acme');
  const first = await issue('first');
  expect(held).toEqual([first]);

  await withoutGateway(`keys revoke ${first}`);
  const second = await issue('second');
  expect(held).toEqual([second]);

  const { out } = await deployed(`keys roll ${second} --keep 0h --json`);
  const { keyId: third } = JSON.parse(out[0] ?? '');
  expect(held).toEqual([third]);

  const fourth = await issue('fourth');
  await deployed(`keys revoke ${third}`);
  expect(held).toEqual([fourth]);

  await deployed('accounts delete --account acme --yes');
  expect(held).toEqual([]);
});
