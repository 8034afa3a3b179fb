import { beforeEach, describe, expect, it } from 'vitest';
import {
  accountLabel,
  createNewAccount,
  type Deletion,
  deleteAccount,
} from '../../../bin/admin/accounts/delete-account.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { saveFeeds } from '../../../shared/table/access/feeds.ts';
import { beginRun, defaultSettings, saveInboxSettings } from '../../../shared/table/access/inboxes.ts';
import { activateKey, writePendingKey } from '../../../shared/table/access/issue-key.ts';
import { withWriterLock } from '../../../shared/table/access/writer-lock.ts';
import { asAccount, pageKey, rosterNames, writerLockKey } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { bytesOf, randomOf } from '../../support/random.ts';
import { noon } from '../../support/service/deps.ts';
import { skipPauses } from '../../support/skip-pauses.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dump } from '../../support/store/dump.ts';
import { aClient, aMember, aNote, aPortfolio } from '../../support/store/facts.ts';
import { lateOn } from '../../support/store/late.ts';
import { memoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';

const account = asAccount('acme');
const randomBytes = bytesOf(randomOf(3));
let table: Table;
const events: string[] = [];
const later = async (event: string) => {
  // longer than a write
  for (let write = 0; write < 2; write += 1) await lateOn();
  events.push(event);
};
let now = noon;

const place = () => ({
  table,
  gateway: {
    add: () => expect.fail('no key is issued'),
    remove: ({ gatewayId }: { gatewayId?: string | undefined }) => later(`gateway ${gatewayId}`),
  },
  queue: { send: async () => undefined, release: async () => undefined },
  inbox: { remove: (prefix: string) => later(`files ${prefix}`) } as never,
  inboxBucket: { unsubscribe: (of: string) => later(`unsubscribe ${of}`) } as never,
});
const deletion = (more: Partial<Deletion> = {}): Deletion => ({
  ...{ clock: () => now, randomBytes },
  pause: async (milliseconds) => {
    events.push(`pause ${milliseconds}`);
    now += milliseconds;
  },
  onWait: (reason) => events.push(reason),
  ...more,
});

beforeEach(async () => {
  table = memoryTable('job');
  now = noon;
  await createAccount(table, account, 'Acme');
  for (const name of ['one', 'two']) {
    const apiKey = `svctest${name}${'x'.repeat(33)}`;
    const issued = await writePendingKey(table, { account, apiKey, name, created: noon });
    await activateKey(table, { ...issued, gatewayId: name }, 'pending');
  }
  await writeFacts({ table, randomBytes, changed: async () => undefined }, account, [
    ...[aClient('c1'), aClient('c2'), aNote('c1', 'n1'), aNote('c2', 'n2'), aPortfolio('p1'), aMember('p1', 'c1')],
  ]);
  await saveInboxSettings(table, account, {
    ...{ maps: [], score: true, prune: false },
    notify: ['1', '2'].map((each) => ({ address: `${each}@example.com`, subscription: `arn:s${each}` })),
  });
  await saveFeeds(table, account, [{ feed: 'clients', kind: 'clients', faults: [] }]);
  events.length = 0;
});

/** A write in words: what is put, changed or deleted. */
function wordsOf(command: string, input: object): string {
  const { Key, Item, RequestItems } = input as Record<string, Record<string, string>>;
  const named = (key: Record<string, string> = {}) => `${key.pk?.replace(/^KEY#.*/, 'KEY')} ${key.sk}`;
  if (!RequestItems)
    return [command.replace(/(Item|Items)?Command$/, ''), named(Key ?? Item), Item?.work ?? ''].join(' ').trim();
  const requests = Object.values(RequestItems).flat() as unknown as Record<string, Record<string, never>>[];
  return requests
    .map(({ PutRequest, DeleteRequest }) =>
      PutRequest ? `Put ${named(PutRequest.Item)}` : `Delete ${named(DeleteRequest?.Key)}`,
    )
    .join(', ');
}

/** Tells every write, and lets the clock run between those that a lock has to be confirmed for. */
function watched(by = 0): string[] {
  const weak: string[] = [];
  aroundCalls(table, async (send, command, input) => {
    const isRead = /^(Get|Query|BatchGet)/.test(command);
    // batches take longer than other writes
    if (command.startsWith('BatchWrite')) await lateOn();
    if (!isRead) events.push(wordsOf(command, input));
    else if (!JSON.stringify(input).includes('"ConsistentRead":true')) weak.push(command);
    const output = await send();
    if (/^(Get|Batch|Transact)/.test(command) || JSON.stringify(input).includes('#GONE"')) now += by;
    return output;
  });
  return weak;
}

const kept = async () => (await dump(table)).map(({ pk, sk }) => `${pk} ${sk}`);
const waiting =
  'acme was deleted at 2026-11-20T12:00:30.000Z. Waiting 5 minutes: workers that are processing it have to end first.';
const blocked = 'Delete KEY KEY, Delete KEY KEY';

describe('the deletion of an account', () => {
  it('blocks its keys, deletes it, empties its lists, waits, and deletes all the rest under a lock', async () => {
    const weak = watched();
    expect(await deleteAccount(place(), account, deletion())).toEqual({ keys: 2, clients: 2 });

    expect(events.filter((event) => !/^Update KEY/.test(event))).toEqual([
      ...['Put WRITERS acme deletion', 'Update ACCOUNTS acme', blocked],
      // from here on nothing can be issued, imported or published
      ...['TransactWrite undefined undefined', 'Update ACCOUNTS acme', blocked],
      'Put CUST#acme#GONE CLIENT#c1, Put CUST#acme#GONE CLIENT#c2, Put CUST#acme#GONE PORTFOLIO#p1',
      'Delete CUST#acme CLIENT#c1, Delete CUST#acme CLIENT#c2, Delete CUST#acme FACTS, Delete CUST#acme PORTFOLIO#p1',
      ...['Put DELETED acme', waiting, 'pause 300000', 'Update WRITERS acme'],
      ...['Update ACCOUNTS acme', blocked],
      ...['gateway one', 'Delete KEYS onexxxxx', 'gateway two', 'Delete KEYS twoxxxxx'],
      ...['unsubscribe arn:s1', 'unsubscribe arn:s2', 'Delete INBOXES acme', 'Delete FEEDS acme'],
      ...['in', 'done', 'failed', 'reports', 'rejects'].map((part) => `files ${part}/acme/`),
      'Delete CUST#acme#CLIENT#c1 NOTE#2026-11-19T10:00:00.000Z#n1',
      'Delete CUST#acme#CLIENT#c2 NOTE#2026-11-19T10:00:00.000Z#n2',
      'Delete CUST#acme#PORTFOLIO#p1 MEMBER#c1',
      'Delete CUST#acme#GONE CLIENT#c1, Delete CUST#acme#GONE CLIENT#c2, Delete CUST#acme#GONE PORTFOLIO#p1',
      ...['Put DELETED acme', 'Delete WRITERS acme'],
    ]);
    expect(await dump(table)).toEqual([
      {
        pk: 'DELETED',
        sk: 'acme',
        at: '2026-11-20T12:00:30.000Z',
        emptied: '2026-11-20T12:00:30.000Z',
        isComplete: true,
      },
    ]);
    expect(weak).toEqual([]);
  });

  it('confirms its lock before each step that deletes, however slow it is', async () => {
    watched(5001);
    await deleteAccount(place(), account, deletion({ pause: async () => undefined, clock: () => now }));

    const steps = events.filter((event) => !/^(Update (KEY|ACCOUNTS)|Put WRITERS|files|unsubscribe)/.test(event));
    expect(steps.map((step) => (step === 'Update WRITERS acme' ? '(confirmed)' : (step.split(',')[0] ?? '')))).toEqual([
      'Delete KEY KEY',
      ...['(confirmed)', 'TransactWrite undefined undefined', 'Delete KEY KEY'],
      ...['(confirmed)', 'Put CUST#acme#GONE CLIENT#c1', 'Delete CUST#acme CLIENT#c1', 'Put DELETED acme'],
      expect.stringMatching(/Waiting 5 minutes/),
      ...['(confirmed)', 'Delete KEY KEY'],
      ...['(confirmed)', 'gateway one', 'Delete KEYS onexxxxx', '(confirmed)', 'gateway two', 'Delete KEYS twoxxxxx'],
      ...['Delete INBOXES acme', 'Delete FEEDS acme'],
      ...Array(4).fill('(confirmed)'),
      ...['Delete CUST#acme#CLIENT#c1 NOTE#2026-11-19T10:00:00.000Z#n1'],
      'Delete CUST#acme#CLIENT#c2 NOTE#2026-11-19T10:00:00.000Z#n2',
      ...['Delete CUST#acme#PORTFOLIO#p1 MEMBER#c1', 'Delete CUST#acme#GONE CLIENT#c1'],
      ...['Put DELETED acme', 'Delete WRITERS acme'],
    ]);
  });

  it('of the local service waits for nobody, has no gateway, and keeps the list of what may still be written', async () => {
    const counts: number[] = [];
    await deleteAccount({ table }, account, {
      clock: () => now,
      randomBytes,
      onDeleted: (count) => counts.push(count),
    });

    expect(counts).toEqual([2]);
    expect(await kept()).toEqual([
      ...['CLIENT#c1', 'CLIENT#c2', 'PORTFOLIO#p1'].map((key) => `CUST#acme#GONE ${key}`),
      'DELETED acme',
    ]);
    // again: nothing is left to do, and what was late is deleted
    await putAll(table, [{ pk: 'CUST#acme#CLIENT#c1', sk: 'NOTE#late' }]);
    expect(await deleteAccount({ table }, account, deletion())).toEqual({ keys: 0, clients: 2 });
    expect(await kept()).toHaveLength(4);
  });

  it('takes all pages of its lists, and tells how many clients are gone with each', async () => {
    const end = aroundCalls(table, (send, command, input) =>
      command.startsWith('Query') ? send({ ...input, Limit: 1 }) : send(),
    );
    await putAll(
      table,
      rosterNames.map((roster) => ({ ...pageKey(account, roster, 'PAGE', 'p') })),
    );
    const counts: number[] = [];
    const deleted = await deleteAccount(place(), account, deletion({ onDeleted: (count) => counts.push(count) }));
    end();
    expect([deleted, counts]).toEqual([{ keys: 2, clients: 2 }, [1, 1, 0]]);
    expect(await kept()).toEqual(['DELETED acme']);
  });

  it('is refused for an account that does not exist, and an error of the table ends it', async () => {
    await expect(deleteAccount({ table }, asAccount('acne'), deletion())).rejects.toThrow('There is no account acne.');
    aroundCalls(table, (send, command) =>
      command.startsWith('Update') ? Promise.reject(new Error('broken')) : send(),
    );
    await expect(deleteAccount({ table }, account, deletion())).rejects.toThrow('broken');
  });

  it('that was killed while it waited goes on, and waits for the rest of the time only', async () => {
    const killed = deletion({ pause: () => Promise.reject(new Error('killed')) });
    await expect(deleteAccount(place(), account, killed)).rejects.toThrow('killed');
    events.length = 0;
    now += 239_999;
    expect(await deleteAccount(place(), account, deletion())).toEqual({ keys: 2, clients: 2 });
    expect(events.slice(0, 2)).toEqual([waiting.replace('5 minutes', '2 minutes'), 'pause 60001']);

    events.length = 0;
    await deleteAccount(place(), account, deletion());
    // nothing can be written any more
    expect(events[0]).toBe('files in/acme/');
  });

  it('that was killed before its lists were empty waits from the time when they are', async () => {
    const end = aroundCalls(table, (send, _, input) =>
      JSON.stringify(input).includes('#GONE') ? Promise.reject(new Error('killed')) : send(),
    );
    await expect(deleteAccount(place(), account, deletion())).rejects.toThrow('killed');
    end();
    events.length = 0;
    now += 100_000;
    await deleteAccount(place(), account, deletion());
    expect(events.slice(0, 2)).toEqual([waiting, 'pause 300000']);
  });

  it('waits for the writer of the account, and says so once', async () => {
    const taker = { work: 'import', place: 'elsewhere', clock: () => noon, randomBytes } as const;
    const importing = withWriterLock(
      table,
      account,
      taker,
      () =>
        new Promise<void>((end) => {
          if (now === noon) stop = end;
          else end();
        }),
    );
    let stop: () => void = () => undefined;
    let waits = 0;
    const pause = async (milliseconds: number) => {
      events.push(`pause ${milliseconds}`);
      waits += 1;
      if (waits === 2) {
        stop();
        await importing;
      }
    };
    await deleteAccount({ table }, account, deletion({ pause }));

    expect(events).toEqual(['Waiting: an import of acme is running (elsewhere).', 'pause 2000', 'pause 2000']);
    expect(await kept()).toContain('DELETED acme');
  });

  it('waits for a run of the inbox until it ends or its time is over, and confirms its lock meanwhile', async () => {
    const run = {
      ...{ id: 'r1', startedAt: '', files: [], settings: defaultSettings, owner: 'x', attempts: 0, step: 1 },
      ...{ until: noon + 10_000, state: 'moving' as const },
    };
    await beginRun(table, account, run);
    watched();
    await deleteAccount({ ...place(), queue: undefined } as never, account, deletion());

    const from = events.indexOf('Waiting: the inbox of acme is working on run r1.');
    expect(events.slice(from, from + 10)).toEqual([
      ...['Waiting: the inbox of acme is working on run r1.', 'pause 2000', 'pause 2000', 'pause 2000'],
      ...['Update WRITERS acme', 'pause 2000', 'pause 2000', 'unsubscribe arn:s1', 'unsubscribe arn:s2'],
      'Delete INBOXES acme',
    ]);
    expect(await kept()).not.toContain('INBOXES acme');
  });

  it('looks at the inbox again if a run was begun before its settings were deleted', async () => {
    const bucket = {
      unsubscribe: async (of: string) => {
        events.push(of);
        const run = { id: 'r2', startedAt: '', files: [], settings: defaultSettings, owner: 'x', attempts: 0, step: 1 };
        if (events.length === 1) {
          await putAll(table, [{ pk: 'INBOXES', sk: 'acme', run: { ...run, until: noon, state: 'moving' } }]);
        }
      },
    };
    await deleteAccount({ table, inboxBucket: bucket as never }, account, deletion());

    expect(events).toEqual(['arn:s1', 'arn:s2']);
    expect(await kept()).not.toContain('INBOXES acme');
  });

  it('waits as long as real pauses take, and tells nobody, if it is not told otherwise', async () => {
    const pauses = skipPauses();
    await beginRun(table, account, {
      ...{ id: 'r1', startedAt: '', files: [], settings: defaultSettings, owner: 'x', attempts: 0, step: 1 },
      ...{ until: noon + 1, state: 'moving' },
    });
    await putAll(table, [{ ...writerLockKey(account), owner: 'x', work: 'import', place: 'y', ttl: noon / 1000 + 1 }]);
    let calls = 0;
    const clock = () => {
      calls += 1;
      return calls < 4 ? noon : noon + Math.min(calls, 9) * 200;
    };
    await deleteAccount({ ...place() }, account, { clock, randomBytes });

    expect(new Set(pauses.filter((pause) => pause < 10_000))).toEqual(new Set([2000]));
    expect(pauses.at(-1)).toBeGreaterThan(290_000);
  });
});

describe('an id that was deleted', () => {
  it('is created at once if nothing was deleted', async () => {
    expect(await createNewAccount(table, asAccount('new'), 'New', deletion())).toBe(true);
    expect(await createNewAccount(table, asAccount('new'), 'New', deletion())).toBe(false);
    expect((await dump(table)).find(({ pk, sk }) => pk === 'ACCOUNTS' && sk === 'new')).toMatchObject({
      ...{ name: 'New', created: '2026-11-20T12:00:30.000Z' },
    });
    expect(events).toEqual([]);
  });

  it('is created again when nothing of it can be written any more, and all of it is gone', async () => {
    await deleteAccount({ table }, account, deletion());
    await putAll(table, [
      { pk: 'CUST#acme#CLIENT#c1', sk: 'NOTE#late' },
      { pk: 'CUST#acme', sk: 'CLIENT#late' },
    ]);
    await saveFeeds(table, account, []);
    const counts: number[] = [];
    const created = await createNewAccount(
      table,
      account,
      'Acme',
      deletion({ onDeleted: (count) => counts.push(count) }),
    );

    expect({ created, counts }).toEqual({ created: true, counts: [3] });
    expect(events).toEqual([waiting, 'pause 300000']);
    expect(await kept()).toEqual(['ACCOUNTS acme', 'CUST#acme ROOT']);
  });

  it('is created by one of two at the same time', async () => {
    await deleteAccount(place(), account, deletion());
    const create = () => createNewAccount(table, account, 'Acme', deletion());
    expect((await Promise.all([create(), create()])).sort()).toEqual([false, true]);
  });

  it('is not created if the table fails', async () => {
    aroundCalls(table, () => Promise.reject(new Error('broken')));
    await expect(createNewAccount(table, asAccount('new'), 'New', deletion())).rejects.toThrow('broken');
  });
});

it('the label of an account is its name, or how far it is deleted', async () => {
  expect(await accountLabel(table, account)).toBe('Acme');
  await expect(accountLabel(table, asAccount('acne'))).rejects.toThrow('There is no account acne.');
  const killed = deletion({ pause: () => Promise.reject(new Error('killed')) });
  await expect(deleteAccount(place(), account, killed)).rejects.toThrow('killed');
  expect(await accountLabel(table, account)).toBe('partly deleted');
  await deleteAccount(place(), account, deletion());
  expect(await accountLabel(table, account)).toBe('already deleted');
});
