import { expect } from 'vitest';
import { deleteFeeds, readFeeds } from '../../shared/table/arrivals/feeds.ts';
import { accountKey, asAccount, writerLockKey } from '../../shared/table/store/item-keys.ts';
import { readItem } from '../../shared/table/store/read.ts';
import { deleteAll } from '../../shared/table/store/write.ts';
import { cliOn } from '../support/admin/cli.ts';
import { type Death, deathsIn, dying } from '../support/faults/dying.ts';
import { dumpOf } from '../support/store/dump.ts';
import type { TestTable } from '../support/store/table.ts';
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

/** A dirty week: a bad row, an unknown name, another name of a client, a bill that is paid and one that opens. */
const bills = {
  'bills.json': JSON.stringify({
    version: 1,
    files: [
      {
        match: { headers: ['Bill'] },
        ...{ kind: 'signals', feed: 'bills', contains: 'full', every: 7 },
        columns: { 'Client Name': 'Customer', 'Signal ID': 'Bill', Date: 'Paid' },
        signals: [
          {
            ...{ name: 'late', topic: 'billing_payment' },
            polarity: {
              ...{ days: ['Due', 'Paid'], steps: [[0, 0.5]], above: -0.5 },
              open: { steps: [[0, null]], above: -1 },
            },
          },
        ],
      },
    ],
  }),
};
const lastWeek = {
  ...bills,
  'bills-2026-11-13.csv': 'Bill,Customer,Due,Paid\nb1,One,2026-11-01,\nb2,Nine,2026-11-02,\nb3,Nine,2026-11-03,\n',
};
const thisWeek = {
  ...bills,
  'aliases.csv': 'Client ID,Name\nC9,Nine and Sons\n',
  'bills-2026-11-20.csv':
    'Bill,Customer,Due,Paid\nb1,One,2026-11-01,2026-11-18\nb2,Nine and Sons,2026-11-02,\nb4,One,2026-11-04,\nb5,One,soon,2026-11-18\nb6,Nobody,2026-11-05,2026-11-18\n',
};

/** Kills imports at every `step`th call, and runs them again each time: of every kind, and with a mapping. */
export async function killedImports(db: TestTable, step: number): Promise<void> {
  const templates = temporaryFolder();
  await cliOn(() => {
    throw new Error('templates need no table');
  })(`import --templates ${templates}`);
  const everyKind = temporaryFolder({
    ...filesIn(templates),
    'clients.csv': 'Client ID,Name,Region\nCRM-1001,Harbor,South\nC1,Uno,\nC2,Two,North\n',
  });
  const withMapping = temporaryFolder(mapped);
  await killed(db, step, `${everyKind} --prune --yes`);
  await killed(db, step, `${withMapping} --map ${withMapping}/mapping.json --prune --yes`);
  const [last, now, rejects] = [temporaryFolder(lastWeek), temporaryFolder(thisWeek), temporaryFolder()];
  const map = (folder: string) => `${folder} --map ${folder}/bills.json`;
  await killed(db, step, `${map(now)} --rejects ${rejects}`, map(last), 5);
}

async function killed(db: TestTable, step: number, what: string, earlier = '', exitCode = 0): Promise<void> {
  const table = db.open();
  const admin = cliOn(() => table);
  const line = `import ${what} --account ${account}`;
  const start = async () => {
    await deleteAll(table, [...(await dumpOf(table, account)), accountKey(asAccount(account))]);
    await admin(`accounts create --account ${account} --name X`);
    await deleteFeeds(table, asAccount(account));
    await admin(`import ${temporaryFolder(before)} --account ${account}`);
    if (earlier !== '') await admin(`import ${earlier} --account ${account}`);
  };

  await start();
  const whole = dying(db);
  expect(await cliOn(() => whole.table)(line)).toMatchObject({ exitCode });
  const expected = await seen();
  expect(expected.isBehind).toBe(false);

  for (const death of deathsIn(whole.calls).filter((_, at) => at % step === 0)) {
    await start();
    expect(await cliOn(() => dying(db, death).table)(line), told(death)).toMatchObject({ exitCode: 1 });
    // as after a minute: this process lives on
    await deleteAll(table, [writerLockKey(asAccount(account))]);
    await admin(line);
    expect(await seen(), told(death)).toEqual(expected);
    expect(await readItem(table, writerLockKey(asAccount(account))), told(death)).toBeUndefined();
  }
  table.close();

  /** All items except pages and list items, because those of old versions are deleted later. */
  async function seen() {
    const items = await dumpOf(table, account);
    const [mark, root] = ['FACTS', 'ROOT'].map((name) => items.find(({ sk }) => sk === name));
    const isBehind = mark?.isOpen !== false || mark.value !== root?.facts;
    const same = items
      .filter(({ sk }) => !/^(PAGE|SIDE|LIST|VIEW)#|^FACTS$/.test(sk))
      .map(({ facts: _, generation: __, version: ___, ...item }) => item);
    return { isBehind, same, feeds: await readFeeds(table, asAccount(account)) };
  }
}

function told({ call, moment }: Death): string {
  return `killed ${moment} call ${call}`;
}
