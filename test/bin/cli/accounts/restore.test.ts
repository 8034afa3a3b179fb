import { beforeAll, describe, expect, it } from 'vitest';
import { restoreAccount } from '../../../../bin/cli/accounts/restore.ts';
import { createTable } from '../../../../bin/local/store/table.ts';
import { readInbox } from '../../../../shared/table/arrivals/inboxes.ts';
import { clientById } from '../../../../shared/table/entities/client.ts';
import { withWriterLock } from '../../../../shared/table/facts/writer-lock.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../../shared/table/store/read.ts';
import type { Table } from '../../../../shared/table/store/table.ts';
import { putAll } from '../../../../shared/table/store/write.ts';
import { cliOn } from '../../../support/cli/cli.ts';
import { deathsIn, dying } from '../../../support/faults/dying.ts';
import { bytesOf, randomOf } from '../../../support/random.ts';
import { noon } from '../../../support/service/deps.ts';
import { dump } from '../../../support/store/dump.ts';
import { useTable } from '../../../support/store/table.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

// One account, spoilt by an import of wrong files. The second table has it as it was before.

const account = asAccount('acme');
const db = useTable();
const admin = cliOn(() => db.table);
let backup: Table;

const good = {
  'clients.csv': 'Service ID,Name\na,Ann\nb,Bob\nc,Cy\n',
  'notes.csv': 'Service ID,Note ID,Created By,Created At,Content\na,n1,Ann,2026-11-01,Hi\n',
  'portfolios.csv': 'Portfolio ID,Name\np,Pets\n',
  'portfolio-members.csv': 'Portfolio ID,Service ID\np,a\n',
  'signals.csv': 'Service ID,Signal ID,Date,Topic,Polarity\na,s1,2026-11-10,timeliness,-0.5\n',
};
const wrong = {
  'clients.csv': 'Service ID,Name\na,Wrong\nb,Bob\nd,Nobody\n',
  'notes.csv': 'Service ID,Note ID,Created By,Created At,Content\nd,n2,Eve,2026-11-02,Wrong\n',
  'portfolios.csv': 'Portfolio ID,Name\nq,Wrong\n',
  'portfolio-members.csv': 'Portfolio ID,Service ID\nq,d\n',
};

/** Facts and scores, without the marks of views. */
async function factsIn(table: Table): Promise<object[]> {
  const items = await dump(table);
  return items.filter(
    ({ pk, sk }) => /^CUST#acme(#CLIENT|#PORTFOLIO|$)/.test(`${pk}`) && !/^(ROOT|FACTS|VIEW)/.test(`${sk}`),
  );
}

async function otherItemsIn(table: Table): Promise<object[]> {
  return (await dump(table)).filter(({ pk }) => /^(KEY|ACCOUNTS)/.test(`${pk}`));
}

const spoil = () => admin(`import ${temporaryFolder(wrong)} --account acme --prune --yes --score`);

beforeAll(async () => {
  backup = { ...db.table, name: `${db.table.name}-restored` };
  await createTable({ ...db.address, tableName: backup.name });
  for (const table of [db.table, backup]) {
    const cli = cliOn(() => table);
    await cli('accounts create --account acme --name Acme');
    expect(await cli(`import ${temporaryFolder(good)} --account acme --score`)).toMatchObject({ exitCode: 0 });
  }
  await admin('keys issue --account acme --name ci');
});

describe('accounts restore', () => {
  it('takes back facts and scores exactly, shows them, and leaves keys and accounts alone', async () => {
    const before = await otherItemsIn(db.table);
    expect(await spoil()).toMatchObject({ exitCode: 0 });
    expect(await factsIn(db.table)).not.toEqual(await factsIn(backup));

    const dry = await admin(`accounts restore --account acme --from ${backup.name} --dry-run`);
    const { out } = await admin(`accounts restore --account acme --from ${backup.name} --yes`);

    expect(dry.out[0]?.replace('would be', 'were')).toBe(out[0]);
    expect(out[0]).toMatch(/^\d clients \(1 missing, 1 to remove\) and 2 portfolios were restored: \d+ items\.$/);
    expect(await factsIn(db.table)).toEqual(await factsIn(backup));
    expect(await otherItemsIn(db.table)).toEqual(before);
    const inspected = await admin('inspect a --account acme --json');
    expect(JSON.parse(inspected.out[0] ?? '{}')).toMatchObject({ client: { name: 'Ann' }, viewsFollow: true });
  });

  it('counts notes again, because the other table may be of a second within an import', async () => {
    const [ann] = (await dump(backup)).filter(({ sk }) => sk === 'CLIENT#a') as Item[];
    await putAll(backup, [{ ...(ann as Item), notes: 0 }]);
    await spoil();
    await admin(`accounts restore --account acme --from ${backup.name} --yes`);
    await putAll(backup, [ann as Item]);

    expect(await clientById(db.table, account, 'a')).toMatchObject({ name: 'Ann', notes: 1 });
  });

  it('is completed by a second run, wherever the first was killed', async () => {
    const effects = { clock: () => noon, randomBytes: bytesOf(randomOf(5)) };
    const options = { account, from: backup.name };
    await spoil();
    const whole = dying(db);
    await restoreAccount(effects, { table: whole.table }, options);
    for (const death of deathsIn(whole.calls).filter((_, at) => at % 40 === 0)) {
      await spoil();
      const mortal = dying(db, death);
      await restoreAccount(effects, { table: mortal.table }, options).catch(() => undefined);
      // a lease later
      const later = { ...effects, clock: () => noon + 120_000 };
      await restoreAccount(later, { table: db.open() }, options);
      expect(await factsIn(db.table)).toEqual(await factsIn(backup));
    }
  });

  it('excludes imports and deletions by their lock', async () => {
    const request = {
      work: 'import',
      place: 'elsewhere',
      clock: () => noon,
      randomBytes: bytesOf(randomOf(6)),
    } as const;
    const { err, exitCode } = await withWriterLock(db.table, account, request, () =>
      admin(`accounts restore --account acme --from ${backup.name} --yes`),
    );
    expect({ err, exitCode }).toEqual({
      err: [
        'error: Nothing was restored: an import of acme is running (elsewhere). If it was killed, try again in a minute.',
      ],
      exitCode: 4,
    });
  });

  it('--all brings every account over into a new deployment, with state and settings of the inbox, but no keys', async () => {
    const old = cliOn(() => backup);
    await old('accounts create --account lazy --name Lazy');
    await old('accounts suspend --account lazy');
    await old('inbox configure --account acme --map hubspot --prune');
    const table = { ...db.table, name: `${db.table.name}-elsewhere` };
    await createTable({ ...db.address, tableName: table.name });
    const elsewhere = cliOn(() => table);
    // where a run was killed right after it had created an account
    await elsewhere('accounts create --account lazy --name Lazy');

    const brought = await elsewhere(`accounts restore --all --from ${backup.name} --yes`);
    const again = await elsewhere(`accounts restore --all --from ${backup.name} --yes`);

    expect(brought.out.map((line) => line.replace(/: \d+ items\.$/, ''))).toEqual([
      'acme: 3 clients (3 missing, 0 to remove) and 1 portfolio were restored',
      'lazy: 0 clients (0 missing, 0 to remove) and 0 portfolios were restored',
    ]);
    expect(again.out[0]).toBe('acme: 0 clients (0 missing, 0 to remove) and 0 portfolios were restored: 0 items.');
    expect(await factsIn(table)).toEqual(await factsIn(backup));
    const [accounts] = (await elsewhere('accounts list --json')).out;
    expect(JSON.parse(accounts ?? '')).toMatchObject([
      { customerId: 'acme', name: 'Acme', status: 'active', clients: 3, keys: 0 },
      { customerId: 'lazy', name: 'Lazy', status: 'suspended' },
    ]);
    expect((await readInbox(table, account)).settings).toMatchObject({ maps: [{ name: 'hubspot' }], prune: true });
  });

  it('refuses a table that does not have the account: it would empty it', async () => {
    await admin('accounts create --account other --name Other');
    const { err } = await admin(`accounts restore --account other --from ${backup.name} --yes`);
    expect(err).toEqual([`error: The table ${backup.name} has no account other.`]);
  });
});
