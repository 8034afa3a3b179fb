import { describe, expect, it } from 'vitest';
import { feedsCommand } from '../../bin/admin/feeds/command.ts';
import type { FeedRecord } from '../../shared/domain/feeds.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { readFeeds, saveFeeds } from '../../shared/table/access/feeds.ts';
import { withWriterLock } from '../../shared/table/access/writer-lock.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { noon } from '../support/service/deps.ts';
import { aroundCalls } from '../support/store/clients.ts';
import { memoryTable } from '../support/store/table.ts';
import { oneCommand, undescribed } from './one-command.ts';

// The commands that show and forget what feeds have sent.

const account = asAccount('acme');
const watched: FeedRecord = {
  ...{ feed: 'crm/clients', kind: 'clients', at: '2026-11-18T10:00:00.000Z', rows: 12, rejected: 3, every: 1 },
  ...{ newest: '2026-11-17', dated: '2026-11-18', due: '2026-11-19', faults: [] },
};
const seen: FeedRecord = {
  ...{ feed: 'notes', kind: 'notes', at: '2026-11-18T10:00:00.000Z', rows: 0, rejected: 0 },
  faults: [{ is: 'empty', file: 'a\u001b.csv' }],
};
const awaited: FeedRecord = { feed: 'scores', kind: 'scores', every: 2, due: '2026-11-30', faults: [] };

async function anAccount(...feeds: readonly FeedRecord[]) {
  const table = memoryTable('job');
  for (const each of [account, asAccount('other')]) {
    await createAccount(table, each, 'X');
    await saveFeeds(table, each, feeds);
  }
  const run = oneCommand(feedsCommand, () => table);
  const names = async (of: string) => (await readFeeds(table, asAccount(of))).map(({ feed }) => feed);
  return { table, run, names };
}

it('every word of the commands says what it is for', () => {
  expect(undescribed(feedsCommand)).toEqual([]);
});

describe('feeds list', () => {
  it('shows what each has sent, and what is wrong with it', async () => {
    const { run } = await anAccount(watched, seen, awaited);

    expect(await run('list', '--account', 'acme')).toMatchObject({
      ...{ err: [], failed: undefined, closed: 1 },
      out: [
        'FEED         IMPORTED    ROWS  REJECTED  NEWEST DATE  NEWEST FILE  NEXT UNTIL',
        'crm/clients  2026-11-18  12    3         2026-11-17   2026-11-18   2026-11-19',
        'notes        2026-11-18  0     0         -            -            -',
        'scores       -           -     -         -            -            2026-11-30',
        'warning: crm/clients: no new file; the last one is of 2026-11-18, and one is expected every day',
        'note: notes: a\\u001b.csv has no rows',
      ],
    });
  });

  it('shows everything that is wrong with one', async () => {
    const file = 'clients.csv';
    const { run } = await anAccount({ ...watched, faults: [{ is: 'empty', file }] });

    expect((await run('list', '--account', 'acme')).out.slice(2)).toEqual([
      'warning: crm/clients: no new file; the last one is of 2026-11-18, and one is expected every day',
      'warning: crm/clients: clients.csv has no rows',
    ]);
  });

  it('as JSON has them with their faults of today', async () => {
    const { run } = await anAccount(watched, seen);
    const { out } = await run('list', '--account', 'acme', '--json');

    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toEqual([{ ...watched, faults: [{ is: 'late' }] }, seen]);
  });
});

describe('feeds forget', () => {
  it('forgets one feed of the account', async () => {
    const { run, table, names } = await anAccount(watched, seen, awaited);

    const works: string[] = [];
    const end = aroundCalls(table, (send, _, input) => {
      works.push(...(/"work":"(\w+)"/.exec(JSON.stringify(input))?.slice(1) ?? []));
      return send();
    });
    expect(await run('forget', 'notes', '--account', 'acme')).toMatchObject({
      ...{ out: ['Forgot the feed notes of acme.'], err: [], failed: undefined, closed: 1 },
    });
    end();
    // what others are told meanwhile
    expect(new Set(works)).toEqual(new Set(['import']));
    expect([await names('acme'), await names('other')]).toEqual([
      ['crm/clients', 'scores'],
      ['crm/clients', 'notes', 'scores'],
    ]);
    expect((await run('forget', 'scores', '--account', 'acme', '--json')).out).toEqual([
      JSON.stringify({ customerId: 'acme', forgotten: 'scores' }),
    ]);
    expect(await names('acme')).toEqual(['crm/clients']);
  });

  it('names the feeds that there are', async () => {
    const { run, names } = await anAccount(watched, seen);
    expect((await run('forget', 'note', '--account', 'acme')).failed).toBe(
      'acme has no feed note; it has crm/clients, notes.',
    );
    expect(await names('acme')).toHaveLength(2);
    const empty = await anAccount();
    expect((await empty.run('forget', 'note', '--account', 'acme')).failed).toBe('acme has no feed note; it has none.');
  });

  it('fails if the table cannot be written, and forgets nothing', async () => {
    const { run, table, names } = await anAccount(seen);
    const end = aroundCalls(table, (send, command, input) =>
      command !== 'GetItemCommand' && JSON.stringify(input).includes('"FEEDS"')
        ? Promise.reject(new Error('broken'))
        : send(),
    );
    const { out, failed } = await run('forget', 'notes', '--account', 'acme');
    end();
    expect([out, failed, await names('acme')]).toEqual([[], 'broken', ['notes']]);
  });

  it('waits for no import', async () => {
    const { run, table, names } = await anAccount(seen);
    const taker = { clock: () => noon, randomBytes: () => new Uint8Array(16) };
    await withWriterLock(table, account, { work: 'import', place: 'elsewhere', ...taker }, async () => {
      const { exitCode, failed } = await run('forget', 'notes', '--account', 'acme');
      expect([exitCode, failed]).toEqual([4, expect.stringContaining('an import of acme is running (elsewhere)')]);
    });
    expect(await names('acme')).toEqual(['notes']);
  });
});

it.each([['list'], ['forget', 'notes']])('feeds %s needs an account that there is', async (...words) => {
  const { run } = await anAccount(seen);

  expect(await run(...words)).toMatchObject({ failed: expect.stringContaining('--account <id>'), closed: 0 });
  expect(await run(...words, '--account', 'no one')).toMatchObject({ code: 'commander.invalidArgument' });
  expect(await run(...words, '--account', 'nobody')).toMatchObject({
    failed: 'There is no account nobody.',
    closed: 1,
  });
});
