import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, existsSync, openSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { apiKeyHash, apiKeyItemKey } from '../../../shared/table/store/item-keys.ts';
import { readItem } from '../../../shared/table/store/read.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { readNothing } from '../../../shared/table/store/warm-up.ts';
import { CannotStart } from '../cli/failure.ts';
import { type Engine, startDynamoDb } from './embedded-dynamodb.ts';
import { lockFile } from './file-lock.ts';
import { keysFileOf, readKeys, type SavedKeys, writeKeys } from './keys-file.ts';
import { createTable, type LocalAddress, localAddress } from './table.ts';

export interface Database {
  readonly address: LocalAddress;
  /** Accounts and keys of an earlier start; undefined if the database is new. */
  readonly savedKeys: SavedKeys | undefined;
  /** Random; kept with the data. */
  readonly secret: string;
  /** Records that the data is complete, with its keys. Without it, the next start begins again. */
  readonly saveAccounts: (accounts: SavedKeys['accounts']) => void;
  readonly stop: () => Promise<void>;
}

/** Opens the table, in memory or in a file. */
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
  return { address, savedKeys: undefined, secret: randomUUID(), saveAccounts: () => undefined, stop: engine.stop };
}

async function inFile(file: string): Promise<Database> {
  await makeFolder(dirname(file));
  const unlock = await lockFile(file);
  try {
    const found = readKeys(file);
    const savedKeys = found?.loading ? undefined : found;
    if (!savedKeys) removeUnfinished(file);
    closeToOthers(file);
    const engine = await startOn(file);
    const secret = savedKeys?.secret ?? savedKeys?.accounts[0]?.apiKey ?? randomUUID();
    return {
      secret,
      address: localAddress(engine.endpoint, 'client-health'),
      savedKeys,
      saveAccounts: (accounts) => writeKeys(file, { loading: false, secret, accounts }),
      stop: async () => {
        await engine.stop();
        unlock();
      },
    };
  } catch (error) {
    unlock();
    throw error;
  }
}

const databaseFiles = ['', '-wal', '-shm'];

/** Deletes an incomplete database, and marks the new one as incomplete until `saveAccounts`. */
function removeUnfinished(file: string): void {
  for (const ending of databaseFiles) rmSync(`${file}${ending}`, { force: true });
  writeKeys(file, { loading: true, accounts: [] });
}

/** Only the owner may read the data. The engine creates its further files with the permissions of the first. */
function closeToOthers(file: string): void {
  closeSync(openSync(file, 'a', 0o600));
  const files = [...databaseFiles.map((ending) => `${file}${ending}`), keysFileOf(file)];
  for (const each of files.filter((path) => existsSync(path))) chmodSync(each, 0o600);
}

async function startOn(file: string): Promise<Engine> {
  try {
    return await startDynamoDb(file);
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    if (message.includes('not a valid SQLite database')) throw damaged(file);
    if (message.includes('unable to open')) throw new CannotStart(`${file} cannot be written; choose another place`);
    throw error;
  }
}

/** Fails if the keys file does not belong to the database. */
async function expectKeys(address: LocalAddress, { accounts }: SavedKeys, file: string): Promise<void> {
  const table = openTable(address);
  try {
    await readNothing(table);
    const found = await Promise.all(accounts.map(({ apiKey }) => readItem(table, apiKeyItemKey(apiKeyHash(apiKey)))));
    if (found.includes(undefined)) {
      throw new CannotStart(
        `${keysFileOf(file)} holds keys that are not in ${file}; remove both, or choose another file`,
      );
    }
  } catch (error) {
    throw error instanceof CannotStart ? error : damaged(file, error);
  } finally {
    table.close();
  }
}

function damaged(file: string, cause?: unknown): CannotStart {
  return new CannotStart(`${file} is damaged, or not a database of npm start; remove it, or choose another file`, {
    cause,
  });
}
