import { expect } from 'vitest';
import { accountKey, asAccount, writerLockKey } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { openTable, type TableAddress } from '../../shared/table/store/table.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { cliOn } from '../support/admin/cli.ts';
import { type Death, deathsIn, dying } from '../support/faults/dying.ts';
import { dumpOf } from '../support/store/dump.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

const account = 'killed';
const before = {
  'clients.csv': 'Client ID,Name\nC1,One\nC9,Nine\n',
  'notes.csv': 'Client ID,Created At,Created By,Content\nC9,2026-11-01,Ada,x\n',
};

/** Exports of another system, which a mapping turns into clients, people and signals. */
const mapped = {
  'accounts.csv': 'Number;Company;Owner\nC1;Uno;Ada\nC2;Two;Ben\n',
  'contacts.csv': 'Company;Person;Mail\nUno;Grace;grace@uno.example\nNobody;X;x@x.example\n',
  'survey.csv': 'Answer;Company;Day;NPS\na1;Uno;2026-11-02;9\na2;Two;2026-11-09;3\n',
  'mapping.json': JSON.stringify({
    version: 1,
    files: [
      {
        match: { name: 'accounts' },
        kind: 'clients',
        columns: { 'Client ID': 'Number', Name: 'Company' },
        others: 'metadata',
      },
      {
        match: { name: 'contacts' },
        kind: 'key-people',
        unknownClients: 'skip',
        columns: { 'Client Name': 'Company', Name: 'Person', Email: 'Mail' },
      },
      {
        match: { name: 'survey' },
        kind: 'signals',
        columns: { 'Client Name': 'Company', 'Signal ID': 'Answer', Date: 'Day' },
        signals: [{ name: 'nps', topic: 'advocacy', polarity: { from: 'NPS', scale: [0, 10] } }],
      },
    ],
  }),
};

/** Kills imports at every `step`th call, and runs them again each time: of every kind, and with a mapping. */
export async function killedImports(address: TableAddress, step: number): Promise<void> {
  const templates = temporaryFolder();
  await cliOn(() => {
    throw new Error('templates need no table');
  })(`import --templates ${templates}`);
  const everyKind = temporaryFolder({
    ...filesIn(templates),
    'clients.csv': 'Client ID,Name,Region\nCRM-1001,Harbor,South\nC1,Uno,\nC2,Two,North\n',
  });
  const withMapping = temporaryFolder(mapped);
  await killed(address, step, everyKind);
  await killed(address, step, `${withMapping} --map ${withMapping}/mapping.json`);
}

async function killed(address: TableAddress, step: number, what: string): Promise<void> {
  const table = openTable(address, 'job');
  const admin = cliOn(() => table);
  const line = `import ${what} --account ${account} --prune --yes`;
  const start = async () => {
    await deleteAll(table, [...(await dumpOf(table, account)), accountKey(asAccount(account))]);
    await admin(`accounts create --account ${account} --name X`);
    await admin(`import ${temporaryFolder(before)} --account ${account}`);
  };

  await start();
  const whole = dying(address);
  expect(await cliOn(() => whole.table)(line)).toMatchObject({ err: [], exitCode: 0 });
  const expected = await seen();
  expect(expected.behind).toEqual([]);

  for (const death of deathsIn(whole.calls).filter((_, at) => at % step === 0)) {
    await start();
    expect(await cliOn(() => dying(address, death).table)(line), told(death)).toMatchObject({ exitCode: 1 });
    // as after a minute: this process lives on
    await deleteAll(table, [writerLockKey(asAccount(account))]);
    await admin(line);
    expect(await seen(), told(death)).toEqual(expected);
    expect(await readItem(table, writerLockKey(asAccount(account))), told(death)).toBeUndefined();
  }
  table.documents.destroy();

  /** All items except pages and list items, because those of old versions are deleted later. */
  async function seen() {
    const items = await dumpOf(table, account);
    const touched = new Map(items.map((item) => [item.sk.replace('CLIENT#', ''), item.touched]));
    const scores = items.filter(({ sk }) => sk === 'SCORE');
    const behind = scores.filter(({ pk, followed }) => touched.get(pk.slice(pk.lastIndexOf('#') + 1)) !== followed);
    const same = items
      .filter(({ sk }) => !/^(PAGE|SIDE|LIST|VIEW)#/.test(sk))
      .map(({ touched: _, followed: __, generation: ___, version: ____, ...item }) => item);
    return { behind, same };
  }
}

function told({ call, moment }: Death): string {
  return `killed ${moment} call ${call}`;
}
