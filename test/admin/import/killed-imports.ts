import { expect } from 'vitest';
import { openTable, type TableAddress } from '../../../shared/table/store/table.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { type Death, deathsIn, dying } from '../../support/faults/dying.ts';
import { dumpOf } from '../../support/store/dump.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';

const account = 'killed';
const before = {
  'clients.csv': 'Client ID,Name\nC1,One\nC9,Nine\n',
  'notes.csv': 'Client ID,Created At,Created By,Content\nC9,2026-11-01,Ada,x\n',
};

/** Kills an import of every kind, with pruning, at every `step`th call, and runs it again each time. */
export async function killedImports(address: TableAddress, step: number): Promise<void> {
  const table = openTable(address, 'job');
  const folder = temporaryFolder();
  const admin = cliOn(() => table);
  await admin(`import --templates ${folder}`);
  const files = temporaryFolder({
    ...filesIn(folder),
    'clients.csv': 'Client ID,Name,Region\nCRM-1001,Harbor,South\nC1,Uno,\nC2,Two,North\n',
  });
  await admin(`accounts create --account ${account} --name X`);
  const line = `import ${files} --account ${account} --prune --yes`;
  const start = async () => {
    await deleteAll(table, await dumpOf(table, account));
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
    await admin(line);
    expect(await seen(), told(death)).toEqual(expected);
  }
  table.documents.destroy();

  /** All items except pages, because pages of old versions are deleted later. */
  async function seen() {
    const items = await dumpOf(table, account);
    const touched = new Map(items.map((item) => [item.sk.replace('CLIENT#', ''), item.touched]));
    const scores = items.filter(({ sk }) => sk === 'SCORE');
    const behind = scores.filter(({ pk, followed }) => touched.get(pk.slice(pk.lastIndexOf('#') + 1)) !== followed);
    const same = items
      .filter(({ sk }) => !/^(PAGE|SIDE)#/.test(sk))
      .map(({ touched: _, followed: __, ...item }) => item);
    return { behind, same };
  }
}

function told({ call, moment }: Death): string {
  return `killed ${moment} call ${call}`;
}
