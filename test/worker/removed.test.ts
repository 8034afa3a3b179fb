import { expect, it } from 'vitest';
import { removeClient, writeFacts } from '../../shared/table/facts/facts.ts';
import { asAccount, recordsRange } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import { PageStore } from '../../shared/table/views/read/page-store.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { pausing } from '../support/faults/pausing.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { aClient, aNote } from '../support/store/facts.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();
const account = asAccount('acme');
const pages = new PageStore(1024 * 1024);

it('a client removed during its first projection leaves no record behind', async () => {
  const writer = {
    table: db.table,
    randomBytes: bytesOf(randomOf(1)),
    project: (_: string, clientIds: readonly string[]) => project(db.table, account, clientIds, pages),
  };
  const silent = { ...writer, project: async () => undefined };
  await writeFacts(writer, account, [aClient('stays')]);

  for (let call = 1; ; call += 1) {
    await writeFacts(silent, account, [aClient('goes'), aNote('goes', 'n1')]);
    const { table, stands, goOn, wasReached } = pausing(db, call);
    const projected = project(table, account, ['goes'], pages);
    await Promise.race([stands, projected]);
    await removeClient(silent, account, 'goes');
    goOn();
    // another writer was faster: the queue redelivers the message
    await projected.catch(() => project(db.table, account, ['goes'], pages));
    // the message of the removal, delivered after the running one
    await project(db.table, account, ['goes'], pages);

    const left = await readRange(db.table, recordsRange(account, 'goes'), { consistent: true });
    expect(left, `paused before call ${call}`).toEqual([]);
    if (!wasReached()) break;
  }
});
