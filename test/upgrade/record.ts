import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { marshall } from '@aws-sdk/util-dynamodb';
import { startDynamoDb } from '../../bin/local/store/embedded-dynamodb.ts';
import { createTable, localAddress } from '../../bin/local/store/table.ts';
import { dump } from '../support/store/dump.ts';
import { restore } from '../support/store/restore.ts';
import { removeTemporaryFolders } from '../support/temporary-folder.ts';
import { itemsOf } from '../worker/world.ts';
import { earlierVersion } from './earlier.ts';
import { answersOf, lastNight, live, night, noonAfter, thisVersion } from './life.ts';

// Writes the files in `recorded` again: node test/upgrade/record.ts

const version = await earlierVersion();
if (!version) throw new Error('This clone does not have the earlier commit.');
const { world, keys } = await live(version);
const engine = await startDynamoDb();
const address = localAddress(engine.endpoint, `recorded-${randomUUID()}`);
await createTable(address);
const table = thisVersion.openTable(address, 'job');
const answers = async (day: number) => {
  await restore(table, itemsOf(world.store.items));
  return answersOf(version, version.openTable(address, 'request'), keys, noonAfter(day));
};
const before = await answers(lastNight);
// after the requests, so that the keys have counted them
const items = (await dump(table)).map((item) => JSON.stringify(marshall(item), withBase64));
await night(version, world, lastNight + 1);
const after = await answers(lastNight + 1);
await engine.stop();
write('table.jsonl.br', `${items.join('\n')}\n`);
write('answers.json.br', JSON.stringify({ keys, before, after }));
removeTemporaryFolders();
// connections of the earlier version are still open
process.exit();

function write(name: string, text: string): void {
  const bytes = brotliCompressSync(text);
  writeFileSync(join(import.meta.dirname, 'recorded', name), bytes);
  console.log(`${name}: ${bytes.length} bytes`);
}

function withBase64(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
}
