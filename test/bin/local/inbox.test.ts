import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { importApart } from '../../../bin/local/inbox/import-apart.ts';
import { localInbox, watchInbox } from '../../../bin/local/inbox/watch-inbox.ts';
import { startService } from '../../../bin/local/service.ts';
import { localAddress } from '../../../bin/local/store/table.ts';
import type { RunReport } from '../../../import/inbox/report.ts';
import { changeRun, readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { generated } from '../../import/attacks/generated.ts';
import { isFullSize } from '../../support/size.ts';
import { root } from '../../support/sources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Imports of the local service, each in a process of its own.

const put = (box: string, account: string) => {
  mkdirSync(join(box, 'in', account), { recursive: true });
  writeFileSync(join(box, 'in', account, 'clients.csv'), 'Client ID,Name,Tags\nC1,One,\nC2,,\n');
};

it('other users of the machine can read no folder that it makes, and no file that it writes', async () => {
  const inbox = join(temporaryFolder(), 'box');
  const lines: string[] = [];
  const { stop } = await startService({ port: 0, demos: [], inbox, onInbox: (line) => lines.push(line) });
  onTestFinished(stop);
  put(inbox, 'private');
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 30_000 });

  const made = readdirSync(inbox, { recursive: true, withFileTypes: true })
    .map((each) => ({ path: join(each.parentPath, each.name), isFolder: each.isDirectory() }))
    // these two came from somebody else
    .filter(({ path }) => !path.endsWith('/in/private') && !/\/done\/.*\/clients\.csv$/.test(path));
  const open = made.filter(({ path, isFolder }) => (statSync(path).mode & 0o777) !== (isFolder ? 0o700 : 0o600));
  expect(open).toEqual([]);
  expect(made.map(({ path }) => path.slice(inbox.length + 1))).toEqual(
    expect.arrayContaining(['in', 'done', 'reports/private', 'rejects/private']),
  );
  expect(statSync(inbox).mode & 0o777).toBe(0o700);
}, 60_000);

describe('a hostile file of one account', () => {
  const inbox = temporaryFolder();
  const ended = new Map<string, number>();
  beforeAll(async () => {
    const onInbox = (line: string) => ended.set(line.split(':')[0]?.replace('inbox ', '') ?? '', performance.now());
    const { stop } = await startService({ port: 0, demos: [], inbox, onInbox });
    return stop;
  }, 60_000);
  /** The time until files that are put there now are imported. */
  const timeOf = async (account: string) => {
    const begun = performance.now();
    put(inbox, account);
    await vi.waitFor(() => expect(ended.has(account)).toBe(true), { timeout: 100_000, interval: 50 });
    return (ended.get(account) ?? 0) - begun;
  };

  // in proofs at least 40
  const tried = isFullSize ? generated.filter((_, at) => at % 5 < 2) : generated.filter((_, at) => at % 50 === 5);
  it.each(tried.map((each, at) => [each[0], at, each] as const))(
    '%s: another account waits for its file at most five times as long',
    async (_, at, [, file, content]) => {
      const alone = await timeOf(`alone-${at}`);
      mkdirSync(join(inbox, 'in', `bad-${at}`), { recursive: true });
      writeFileSync(join(inbox, 'in', `bad-${at}`, file), content);
      const meanwhile = await timeOf(`good-${at}`);
      expect(meanwhile).toBeLessThan(5 * alone);
      await vi.waitFor(() => expect(ended.has(`bad-${at}`)).toBe(true), { timeout: 60_000, interval: 100 });
    },
    120_000,
  );
});

it('a file that ends its process or keeps it busy stops no other account, and is given up after three attempts', async () => {
  const box = temporaryFolder();
  const program = join(temporaryFolder({ 'import.mjs': dying }), 'import.mjs');
  const service = await startService({ port: 0, demos: [] });
  onTestFinished(service.stop);
  const address = localAddress(service.dynamodbEndpoint, service.tableName);
  const table = openTable(address);
  onTestFinished(() => table.close());
  const reports: string[] = [];
  const failures: string[] = [];
  /** At once, instead of when nobody can be at work on it any more. */
  const free = async (account: Account) => {
    const { run } = await readInbox(table, account);
    if (run) await changeRun(table, account, run, { ...run, step: run.step + 1, until: 0 });
  };
  const told = {
    ask: async () => undefined,
    onReport: ({ account, result }: RunReport) => void reports.push(`${account} ${result}`),
  };
  const watching = watchInbox(
    box,
    localInbox(box, { table, randomBytes, clock: Date.now, ...told }),
    async (account) => {
      const most = account === 'bad-2' ? { mostMilliseconds: 5000 } : {};
      try {
        await importApart({ folder: box, address, account }, told, { program, ...most });
      } finally {
        await free(account);
      }
    },
    (account, error) => failures.push(`${account}: ${(error as Error).message}`),
  );
  onTestFinished(watching.stop);
  for (const account of ['bad-1', 'bad-2', 'good']) put(box, account);

  const often = { timeout: 60_000, interval: 200 };
  await vi.waitFor(() => expect([reports, failures]).toEqual([['good done', 'bad-1 failed'], failures]), often);
  await vi.waitFor(() => expect(failures).toContain(ended('bad-2')), often);
  expect(failures.filter((each) => each === ended('bad-1'))).toHaveLength(3);
}, 120_000);

const ended = (account: string) => `${account}: The import was ended: it needed too much memory or time`;

/** The process of an import that the file of bad-1 ends, and that of bad-2 keeps busy for ever. */
const dying = `
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
const { copyFile } = fs;
fs.copyFile = (from, to) => {
  if (from.includes('bad-1')) process.kill(process.pid, 'SIGKILL');
  while (from.includes('bad-2'));
  return copyFile(from, to);
};
syncBuiltinESMExports();
await import(${JSON.stringify(pathToFileURL(join(root, 'bin/local/inbox/inbox-import.ts')))});
`;
