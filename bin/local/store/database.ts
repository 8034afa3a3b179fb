import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { apiKeyHash, apiKeyItemKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { openTable, type TableAddress } from '../../../shared/table/store/table.ts';
import { readNothing } from '../../../shared/table/store/warm-up.ts';
import { CannotStart } from '../cli/failure.ts';
import { type Engine, startDynamoDb } from './embedded-dynamodb.ts';
import { rememberEngine, stopOrphan } from './kept-engine.ts';
import { keysFileOf, readKeys, type SavedKeys, writeKeys } from './keys-file.ts';
import { createTable, localAddress } from './table.ts';

export interface Database {
  readonly address: TableAddress;
  /** What an earlier start made and issued; undefined where there is nothing yet. */
  readonly savedKeys: SavedKeys | undefined;
  /** Says that all data are there, and with which keys. Until then the next start begins anew. */
  readonly saveAccounts: (accounts: SavedKeys['accounts']) => void;
  readonly stop: () => Promise<void>;
}

/** The table, in memory or in a file. */
export async function openDatabase(file: string | undefined): Promise<Database> {
  const database = file === undefined ? await inMemory() : await inFile(resolve(file));
  try {
    if (!database.savedKeys) await createTable(database.address);
    else await expectKeys(database.address, database.savedKeys, resolve(file ?? ''));
    return database;
  } catch (error) {
    await database.stop();
    throw error;
  }
}

async function inMemory(): Promise<Database> {
  const engine = await startDynamoDb();
  const address = localAddress(engine.endpoint, `client-health-${randomUUID().slice(0, 8)}`);
  return { address, savedKeys: undefined, saveAccounts: () => undefined, stop: engine.stop };
}

async function inFile(file: string): Promise<Database> {
  await stopOrphan(file);
  const found = readKeys(file);
  const kept = found?.loading ? undefined : found;
  if (!kept) removeUnfinished(file);
  const engine = await startOn(file);
  const forget = rememberEngine(file, engine);
  return {
    address: localAddress(engine.endpoint, 'client-health'),
    savedKeys: kept,
    saveAccounts: (accounts) => writeKeys(file, { loading: false, accounts }),
    stop: async () => {
      await engine.stop();
      forget();
    },
  };
}

/** Without what a start left that did not get to its end; should this one not get there either, the next one knows. */
function removeUnfinished(file: string): void {
  for (const ending of ['', '-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeKeys(file, { loading: true, accounts: [] });
}

async function startOn(file: string): Promise<Engine> {
  try {
    return await startDynamoDb(file);
  } catch (error) {
    const said = error instanceof Error ? error.message : '';
    if (said.includes('not a valid SQLite database')) throw damaged(file);
    if (said.includes('unable to open')) throw new CannotStart(`${file} cannot be written; choose another place`);
    throw error;
  }
}

/** The keys in the file must be keys of the table: neither is of use without the other. */
async function expectKeys(address: TableAddress, { accounts }: SavedKeys, file: string): Promise<void> {
  const table = openTable(address, 'job');
  try {
    await readNothing(table);
    const found = await Promise.all(accounts.map(({ apiKey }) => readItem(table, apiKeyItemKey(apiKeyHash(apiKey)))));
    if (found.includes(undefined)) {
      throw new CannotStart(
        `${keysFileOf(file)} holds keys that ${file} does not know; remove both, or choose another file`,
      );
    }
  } catch (error) {
    throw error instanceof CannotStart ? error : damaged(file, error);
  } finally {
    table.documents.destroy();
  }
}

function damaged(file: string, cause?: unknown): CannotStart {
  return new CannotStart(`${file} is damaged, or no database of npm start; remove it, or choose another file`, {
    cause,
  });
}
