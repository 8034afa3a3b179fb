import { expect, it } from 'vitest';
import { allRecords } from '../../shared/table/records/all-records.ts';
import { asAccount, factKindOf } from '../../shared/table/store/item-keys.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import { pausing } from '../support/faults/pausing.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { aClient, aNote, aStream } from '../support/store/facts.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { removeClient, type TestWriter, writeFacts } from '../support/store/writer.ts';

const db = useMemoryTable();
const account = asAccount('acme');

const randomBytes = bytesOf(randomOf(1));
const writerWith = (changed: NonNullable<TestWriter['changed']>): TestWriter => ({
  table: db.table,
  randomBytes,
  changed,
});
const silently = () => writerWith(async () => undefined);
const recordsOf = (clientId: string) => allRecords(db.table, account, clientId);

it('a client removed during its first rebuild leaves no record behind', async () => {
  const writer = writerWith(async () => void (await rebuild(db.table, account, {})));
  const silent = silently();
  await writeFacts(writer, account, [aClient('stays')]);

  for (let call = 1; ; call += 1) {
    await writeFacts(silent, account, [aClient('goes'), aNote('goes', 'n1')]);
    const { table, stands, goOn, wasReached } = pausing(db, call);
    const rebuilt = rebuild(table, account, {});
    await Promise.race([stands, rebuilt]);
    await removeClient(silent, account, 'goes');
    goOn();
    // another writer was faster: the queue redelivers the message
    await rebuilt.catch(() => rebuild(db.table, account, {}));
    // the message of the removal, delivered after the running one
    await rebuild(db.table, account, {});

    expect(await recordsOf('goes'), `paused before call ${call}`).toEqual([]);
    if (!wasReached()) break;
  }
});

it('a client that is imported again while the rebuild after its removal runs keeps its facts', async () => {
  const silent = silently();
  for (let call = 1; ; call += 1) {
    await removeClient(silent, account, 'back');
    const { table, stands, goOn, wasReached } = pausing(db, call);
    const rebuilt = rebuild(table, account, {});
    await Promise.race([stands, rebuilt]);
    await writeFacts(silent, account, [aClient('back'), aStream('back', 'web'), aNote('back', 'n1')]);
    goOn();
    await rebuilt.catch(() => undefined);

    const facts = (await recordsOf('back')).filter((record) => factKindOf(record) !== undefined);
    expect(facts.map(({ id }) => id).toSorted(), `paused before call ${call}`).toEqual(['n1', 'web']);
    if (!wasReached()) break;
  }
});
