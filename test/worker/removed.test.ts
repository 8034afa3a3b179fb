import { expect, it } from 'vitest';
import { type FactWriter, removeClient, writeFacts } from '../../shared/table/facts/facts.ts';
import { asAccount, factKindOf, recordsRange } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import { PageStore } from '../../shared/table/views/read/page-store.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { pausing } from '../support/faults/pausing.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { aClient, aNote, aStream } from '../support/store/facts.ts';
import { useMemoryTable } from '../support/store/table.ts';

const db = useMemoryTable();
const account = asAccount('acme');
const pages = new PageStore(1024 * 1024);

const randomBytes = bytesOf(randomOf(1));
const writerWith = (asked: FactWriter['project']): FactWriter => ({ table: db.table, randomBytes, project: asked });
const silently = () => writerWith(async () => undefined);
const recordsOf = (clientId: string) => readRange(db.table, recordsRange(account, clientId), { consistent: true });

it('a client removed during its first projection leaves no record behind', async () => {
  const writer = writerWith((_, clientIds) => project(db.table, account, clientIds, pages));
  const silent = silently();
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

    expect(await recordsOf('goes'), `paused before call ${call}`).toEqual([]);
    if (!wasReached()) break;
  }
});

it('a client that is imported again while the projection of its removal runs keeps its facts', async () => {
  const silent = silently();
  for (let call = 1; ; call += 1) {
    await removeClient(silent, account, 'back');
    const { table, stands, goOn, wasReached } = pausing(db, call);
    const projected = project(table, account, ['back'], pages);
    await Promise.race([stands, projected]);
    await writeFacts(silent, account, [aClient('back'), aStream('back', 'web'), aNote('back', 'n1')]);
    goOn();
    await projected.catch(() => undefined);

    const facts = (await recordsOf('back')).filter((record) => factKindOf(record) !== undefined);
    expect(facts.map(({ id }) => id).toSorted(), `paused before call ${call}`).toEqual(['n1', 'web']);
    if (!wasReached()) break;
  }
});
