import { expect, it } from 'vitest';
import { cliOn } from '../support/cli.ts';
import { dump } from '../support/dump.ts';
import { deathsIn, dying } from '../support/dying.ts';
import { filesIn, folderOf } from '../support/files.ts';
import { useTable } from '../support/table.ts';

const db = useTable();
const admin = cliOn(() => db.table);

async function filled(account: string): Promise<void> {
  const files = folderOf();
  await admin(`import --templates ${files}`);
  await admin(`accounts create --account ${account} --name Acme`);
  await admin(`keys issue --account ${account} --name first`);
  await admin(`import ${folderOf(filesIn(files))} --account ${account} --score`);
}

const words = async () => JSON.stringify(await dump(db.table));

it('removes all of an account and nothing of another', async () => {
  await filled('acme-2');
  const before = await dump(db.table);
  await filled('acme');

  expect(await admin('accounts delete --account acme --yes')).toEqual({
    out: ['Deleted the account acme: 1 keys, 1 clients and all that they had.'],
    err: [],
    exitCode: 0,
  });
  expect(await dump(db.table)).toEqual(before);
  expect(await admin('accounts delete --account acme --yes')).toMatchObject({
    err: ['error: There is no account acme.'],
  });
});

it('asks, and does nothing where nobody can be asked', async () => {
  await admin('accounts create --account kept --name Kept');

  expect(await admin('accounts delete --account kept')).toEqual({
    out: [],
    err: ['error: Nothing was deleted: say --yes to delete kept (Kept).'],
    exitCode: 1,
  });
  expect((await admin('accounts list')).out.join()).toContain('kept');
});

it('killed at any of its calls and run again it leaves nothing', async () => {
  await filled('gone');
  const whole = dying(db.address);
  await cliOn(() => whole.table)('accounts delete --account gone --yes');
  for (const death of deathsIn(whole.calls).filter((_, at) => at % 5 === 0)) {
    await filled('gone');
    await cliOn(() => dying(db.address, death).table)('accounts delete --account gone --yes');
    await admin('accounts delete --account gone --yes');
    expect(await words(), `killed ${death.moment} call ${death.call}`).not.toContain('gone');
  }
}, 60_000);
