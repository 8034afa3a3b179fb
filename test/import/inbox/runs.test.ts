import { readdirSync } from 'node:fs';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { checkInboxes } from '../../../import/inbox/check-inboxes.ts';
import type { InboxDeps } from '../../../import/inbox/deps.ts';
import { giveUp, moved } from '../../../import/inbox/end-run.ts';
import { tellLateFeeds } from '../../../import/inbox/late-feeds.ts';
import type { Notice } from '../../../import/inbox/notice.ts';
import { workInbox } from '../../../import/inbox/run.ts';
import type { FeedRecord } from '../../../shared/domain/feeds.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { completeDeletion, markDeleted } from '../../../shared/table/access/deleted-accounts.ts';
import { readFeeds, saveFeeds } from '../../../shared/table/access/feeds.ts';
import { changeRun, type InboxSettings, readInbox, saveInboxSettings } from '../../../shared/table/access/inboxes.ts';
import { AccountLocked, withWriterLock } from '../../../shared/table/access/writer-lock.ts';
import { allClients } from '../../../shared/table/records/clients.ts';
import { asAccount, clientKey } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { lateOn, slowWrites } from '../../support/store/late.ts';
import { memoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { memoryInbox, storedRun } from './memory-inbox.ts';

// What a run of the inbox does and decides, on a table and a store in memory. inbox.test.ts kills it at every call.

let table: Table;
let temporary = '';
beforeEach(() => {
  table = memoryTable('job');
  temporary = temporaryFolder();
  vi.stubEnv('TMPDIR', temporary);
});
const anInbox = (settings?: Partial<InboxSettings>) => memoryInbox(table, 'acme', settings);
const clientsFile = (...ids: string[]) => `Client ID,Name\n${ids.map((id) => `${id},Client ${id}\n`).join('')}`;
const acme = asAccount('acme');
const runOf = async () => (await readInbox(table, acme)).run;
const clientIds = async () => {
  const ids: string[] = [];
  for await (const part of allClients(table, acme)) ids.push(...part.map(({ id }) => id));
  return ids;
};
const lockedBy = (given: Pick<InboxDeps, 'clock'>) =>
  withWriterLock(
    table,
    acme,
    { work: 'import', place: 'a laptop', clock: given.clock, randomBytes: () => new Uint8Array(16).fill(7) },
    async () => 'free',
  );
const failing = (message: string) => async (): Promise<never> => {
  throw Object.assign(new Error(message), { code: 'E' });
};

describe('a run', () => {
  it('imports, asks the worker, keeps rejects, moves the files, and leaves no temporary file', async () => {
    const { account, put, deps, asked, reports, keys, files } = await anInbox({ score: true });
    const rows = Array.from({ length: 30 }, (_, at) => `C${at},Client ${at},2026-11-01\n`).join('');
    put({ 'clients.csv': `Client ID,Name,Last Contact\n${rows}C99,Bad,yesterday\n`, 'run;.exe': 'MZ' });
    put({ 'signals.csv': 'Client ID,Date,Topic,Polarity\nC1,someday,trust,1\n' });
    put({ 'clients-2.csv': clientsFile('C1') }, noon - 1000);
    expect(await workInbox(deps, account)).toBe('done');

    const run = reports[0]?.run ?? '';
    const rejects = ['clients.csv', 'signals.csv'].map((name) => `rejects/acme/${run}/${name}`);
    expect(keys()).toEqual([
      ...['done', 'failed']
        .map((result) => `${result}/acme/${run}`)
        .flatMap((folder) =>
          folder.startsWith('done')
            ? ['clients-2', 'clients', 'signals'].map((name) => `${folder}/${name}.csv`)
            : [`${folder}/run_.exe`],
        ),
      ...[...rejects, `reports/acme/${run}.json`, `reports/acme/${run}.txt`],
    ]);
    expect(reports[0]?.rejects).toEqual(rejects);
    expect(files.get(rejects[0] ?? '')?.text).toContain('C99,Bad,yesterday');
    expect(reports).toMatchObject([
      { account, startedAt: '2026-11-20T12:00:30.000Z', result: 'done', kinds: { clients: { added: 30 } } },
    ]);
    expect(JSON.parse(files.get(`reports/acme/${run}.json`)?.text ?? '')).toEqual(reports[0]);
    expect(files.get(`reports/acme/${run}.txt`)?.text).toContain('\nclients.csv: 1 rows rejected\n');
    expect(asked.map(({ message }) => message)).toMatchObject([{ kind: 'score', customerId: 'acme' }]);
    expect(await readInbox(table, account)).toMatchObject({
      last: { id: run, result: 'done', endedAt: '2026-11-20T12:00:30.000Z', files: 4 },
    });
    expect(await runOf()).toBeUndefined();
    expect(readdirSync(temporary)).toEqual([]);
    expect(await workInbox(deps, account)).toBe('nothing');
  });

  it.each<[string, (deps: InboxDeps) => Partial<InboxDeps>]>([
    ['the worker cannot be asked', () => ({ ask: failing('no way') })],
    ['its rejects cannot be kept', ({ store }) => ({ store: { ...store, upload: failing('no way') } })],
  ])('is not over while %s: another attempt does it', async (_, broken) => {
    const { account, put, deps, asked, reports, keys, clock } = await anInbox();
    put({ 'clients.csv': 'Client ID,Name,Last Contact\nC1,One,2026-11-01\nC2,Bad,yesterday\n' });
    await expect(workInbox({ ...deps, ...broken(deps) }, account)).rejects.toThrow('no way');
    expect([reports, keys().filter((key) => /^(done|failed|reports)/.test(key))]).toEqual([[], []]);

    clock.now += 30_000;
    expect(await workInbox(deps, account)).toBe('done');
    expect(reports[0]?.rejects).toEqual([`rejects/acme/${reports[0]?.run}/clients.csv`]);
    expect(new Set(asked.map(({ message }) => message.kind))).toEqual(new Set(['score']));
  });

  it('dates a feed by when its file arrived, and expects the next one as the settings say', async () => {
    for (const [name, every] of [
      ['weekly', 7],
      ['unwatched', undefined],
    ] as const) {
      const { account, deps, put } = await memoryInbox(table, name, every === undefined ? {} : { every });
      put({ 'clients.csv': clientsFile('C1') }, noon - 2 * 86_400_000);
      expect(await workInbox(deps, account)).toBe('done');
      const [feed] = await readFeeds(table, account);
      expect([feed?.feed, feed?.dated, feed?.every]).toEqual(['clients', '2026-11-18', every]);
    }
  });

  it('has no work without an account or without files, and passes on what the table says', async () => {
    const { account, deps, put } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    expect(await workInbox(deps, asAccount('nobody'))).toBe('nothing');
    const broken = { ...table, documents: { send: failing('gone') } } as unknown as Table;
    await expect(workInbox({ ...deps, table: broken }, account)).rejects.toThrow('gone');
  });

  const large = { key: 'in/acme/a.csv', name: 'a.csv', version: '', size: 1, storedAt: noon };
  it.each<[string, Parameters<typeof storedRun>[2], string]>([
    ['that another process holds', { until: noon + 1 }, 'later'],
    ['that was held until now', { until: noon }, 'failed'],
    ['with three attempts', { attempts: 3 }, 'later'],
    ['with two attempts', { attempts: 2 }, 'failed'],
    ['whose files are moved', { attempts: 3, state: 'moving', result: 'done' }, 'done'],
    ['whose files are moved, though they are too large', { state: 'moving', result: 'done', files: [large] }, 'done'],
    ['whose files are moved, held by another', { state: 'moving', until: noon + 1 }, 'later'],
  ])('%s', async (_, given, outcome) => {
    const { account, deps } = await anInbox();
    const before = await storedRun(table, account, given);
    expect(await workInbox({ ...deps, mostBytes: 0 }, account)).toBe(outcome);
    expect(await runOf()).toEqual(outcome === 'later' ? before : undefined);
  });

  it('is held while it works, and counts the attempt before', async () => {
    const { account, deps, put } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    const store = {
      ...deps.store,
      download: async () => {
        expect(await runOf()).toMatchObject({ attempts: 1, step: 1, until: noon + deps.holdFor, state: 'importing' });
        throw Object.assign(new Error('cut off'), { code: 'E' });
      },
    };
    await expect(workInbox({ ...deps, store }, account)).rejects.toThrow('cut off');
    expect(await runOf()).toMatchObject({ attempts: 1, step: 2, until: noon + 30_000 });
    expect(readdirSync(temporary)).toEqual([]);
  });

  it('whose plan cannot be stored is tried again in 30 seconds', async () => {
    const { account, deps, put } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    let isLost = false;
    aroundCalls(table, (send, _, input) => {
      if (isLost || !JSON.stringify(input).includes('kinds')) return send();
      isLost = true;
      return failing('not stored')();
    });
    await expect(workInbox(deps, account)).rejects.toThrow('not stored');
    expect(await runOf()).toMatchObject({ attempts: 1, until: noon + 30_000 });
  });

  it('that another process takes is left to it, whenever that happens', async () => {
    const { account, deps, put, keys } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    const take = async () => {
      const run = await runOf();
      if (run) await changeRun(table, account, run, { ...run, step: run.step + 1, owner: 'other' });
    };
    const takenBefore = { ...deps, clock: () => noon, holdFor: 1 };
    let taken = false;
    const readers = {
      ...takenBefore.store,
      download: async (...given: Parameters<typeof deps.store.download>) => {
        if (!taken) await take();
        taken = true;
        return deps.store.download(...given);
      },
    };
    expect(await workInbox({ ...takenBefore, store: readers }, account)).toBe('later');
    expect(await runOf()).toMatchObject({ owner: 'other', step: 2 });
    expect(keys().filter((key) => !key.startsWith('in/'))).toEqual([]);
    await expect(lockedBy(deps)).rejects.toThrow(AccountLocked);
    const [run, other] = [await runOf(), { ...(await runOf()), step: 99 }];
    if (!run) throw new Error('no run');
    expect(await giveUp(deps, account, other as typeof run)).toBe('later');
    expect(await moved(deps, account, other as typeof run)).toBe('later');
  });

  it('waits for the lock of the account, which is no attempt', async () => {
    const { account, deps, put } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    const taker = {
      work: 'import' as const,
      place: 'a laptop',
      clock: deps.clock,
      randomBytes: () => new Uint8Array(16),
    };
    const outcome = await withWriterLock(table, account, taker, () => workInbox(deps, account));

    expect(outcome).toBe('later');
    expect(await runOf()).toMatchObject({ attempts: 0, until: noon + 60_000 });
  });

  it('of an account that is deleted meanwhile lets the deletion go on', async () => {
    const { account, deps, put, keys } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    const store = {
      ...deps.store,
      download: async (...given: Parameters<typeof deps.store.download>) => {
        await markDeleted(table, account, noon);
        return deps.store.download(...given);
      },
    };
    expect(await workInbox({ ...deps, store }, account)).toBe('nothing');
    expect(await runOf()).toMatchObject({ until: 0 });
    expect(keys()).toEqual(['in/acme/clients.csv']);
  });
});

describe('files that are not imported', () => {
  const mapping = (name: string) => ({
    name: 'ours.json',
    text: JSON.stringify({
      version: 1,
      files: [{ match: { name }, kind: 'clients', columns: { 'Client ID': 'Nr', Name: 'Firma' } }],
    }),
  });
  const companies = 'Record ID,Company name,Company owner,City\n9001,Harbor Light Foods,Ada,Lisbon\n';
  const signals = `Client ID,Date,Topic,Polarity\n${['C1', 'C2', 'C3'].map((id) => `${id},someday,trust,1\n`).join('')}`;
  const refusedBy = (name: string, more: object) => ({ files: [{ name, ...more }], result: 'failed' });

  it.each<[string, Partial<InboxSettings>, Record<string, string>, object]>([
    [
      'none can be read',
      {},
      { 'run.exe': 'MZ' },
      {
        ...refusedBy('run.exe', { refusal: 'it is no .csv, .tsv, .txt or .xlsx file, nor one of these with .gz' }),
        reason: 'No file can be read.',
      },
    ],
    [
      'a preset reads them',
      {},
      { 'companies.csv': companies },
      {
        ...refusedBy('companies.csv', {}),
        reason:
          'companies.csv: not named after a kind, but read with --map hubspot. Say so once: client-health inbox configure --account acme --map hubspot --no-score; then put the files into the inbox again.',
      },
    ],
    ['nothing reads them', {}, { 'stuff.csv': 'x\n1\n' }, { reason: /stuff\.csv(?!.*Say so once)/s }],
    ['one is no text', {}, { 'stuff.csv': 'x\n\0\n' }, { reason: /^stuff\.csv:1: is not text; save it as CSV UTF-8$/ }],
    [
      'all rows are bad',
      {},
      { 'signals.csv': signals },
      {
        ...refusedBy('signals.csv', {}),
        rejected: { problems: [expect.objectContaining({ file: 'signals.csv', count: 3 })] },
      },
    ],
    ['a mapping is broken', { maps: [{ name: 'm.json', text: '{' }] }, { 'a.csv': 'x\n' }, { reason: /m\.json/ }],
    [
      'no preset reads a file',
      {},
      { 'list.csv': 'x,y\n1,2\n' },
      {
        reason:
          /^list\.csv: not named after a kind \([^)]*\)\. Use such a name, or describe the file in a mapping file \(import --suggest makes a draft\): client-health inbox configure --account acme --map FILE --no-score; then put the files into the inbox again\.$/,
      },
    ],
    ['a preset is gone', { maps: [{ name: 'none-such' }] }, { 'a.csv': 'x\n' }, { result: 'failed' }],
  ])('because %s', async (_, settings, given, expected) => {
    const { account, deps, put, reports, keys } = await anInbox(settings);
    put(given);
    const outcome = await workInbox(deps, account).catch((error: Error & { code?: string }) => error.code);
    const { reason } = expected as { reason?: unknown };
    if (outcome === 'ENOENT') return expect(reports).toEqual([]);
    expect(outcome).toBe('failed');
    expect(reports).toMatchObject([
      {
        run: expect.any(String),
        ...expected,
        ...(reason instanceof RegExp && { reason: expect.stringMatching(reason) }),
      },
    ]);
    expect(keys().filter((key) => key.startsWith('failed/'))).toHaveLength(Object.keys(given).length);
    expect(await clientIds()).toEqual([]);
  });

  it.each<[Partial<InboxSettings>, number]>([
    [{ maxRejects: '3' }, 1],
    [{ maxRejects: '2' }, 0],
    [{ maxRejects: '0' }, 0],
    [{ maxRejects: '74%' }, 0],
    [{ maxRejects: '37.5%' }, 5],
    [{ maxRejects: '100%' }, 1],
  ])('and with %j, so many good rows are imported next to three bad ones: %i', async (settings, added) => {
    const { account, deps, put, reports } = await anInbox(settings);
    const good = Array.from({ length: added || 1 }, (_, at) => `C1,2026-11-0${at + 1},trust,1\n`);
    put({ 'clients.csv': clientsFile('C1', 'C2', 'C3'), 'signals.csv': `${signals}${good.join('')}` });
    expect(await workInbox(deps, account)).toBe('done');
    expect(reports[0]?.kinds?.signals?.added ?? 0).toBe(added);
  });

  it('while the mappings of the settings read the others', async () => {
    const { account, deps, put, reports } = await anInbox({ maps: [{ name: 'hubspot' }, mapping('kunden')] });
    put({ 'kunden.csv': 'Nr,Firma\n1,One\n', 'companies.csv': companies, 'budget.csv': 'Year\n2026\n' });
    expect(await workInbox(deps, account)).toBe('done');
    expect(reports[0]?.kinds).toMatchObject({ clients: { added: 2 } });
    expect(reports[0]?.files.flatMap(({ name, refusal }) => (refusal ? [name] : []))).toEqual(['budget.csv']);
  });

  it('because one was replaced when it was read: the rest is', async () => {
    const { account, deps, put, reports, keys } = await anInbox();
    const note = 'Client ID,Note ID,Created At,Created By,Content\nC1,n1,2026-11-19T10:00:00Z,A,old\n';
    put({ 'clients.csv': clientsFile('C1'), 'notes.csv': note, 'streams.csv': 'gone' });
    const store = {
      ...deps.store,
      download: async (...[file, path]: Parameters<typeof deps.store.download>) => {
        if (file.key.endsWith('streams.csv')) return false;
        const found = await deps.store.download(file, path);
        return found && file.key.endsWith('clients.csv');
      },
    };
    expect(await workInbox({ ...deps, store }, account)).toBe('done');
    const refusal = 'it was replaced in the meantime; the new one is imported next';
    expect(reports[0]?.files).toEqual([
      { name: 'clients.csv' },
      ...['notes.csv', 'streams.csv'].map((name) => ({ name, refusal })),
    ]);
    expect(reports[0]?.kinds).toEqual({ clients: { added: 1, changed: 0, unchanged: 0 } });
    expect(
      keys()
        .filter((key) => /^(done|failed)/.test(key))
        .map((key) => key.replace(/\/acme\/.*\//, ' ')),
    ).toEqual([...['done clients.csv', 'failed notes.csv', 'failed streams.csv']]);
  });

  it.each<[Partial<InboxDeps>, { readonly mostMoved?: number }, string | undefined]>([
    [{ mostBytes: 30 }, {}, undefined],
    [{ mostBytes: 29 }, {}, 'failed'],
    [{ mostBytes: 29 }, { mostMoved: 20 }, 'failed'],
    [{ mostBytes: 29 }, { mostMoved: 19 }, 'failed'],
  ])('because they have too many bytes: %j %j', async (limits, store, outcome) => {
    const { account, deps, put, reports } = await anInbox();
    put({ 'clients.csv': 'Client ID,Name\nC1,X\n', 'b.csv': '0123456789' });
    const result = await workInbox({ ...deps, ...limits, store: { ...deps.store, ...store } }, account);
    if (outcome === undefined) return expect(reports[0]?.reason ?? '').not.toMatch(/MB together/);

    const deleted = 'it has more than 0 GiB and was deleted: S3 does not move it';
    expect(result).toBe('failed');
    expect(reports[0]).toMatchObject({
      reason:
        'The files have 1 MB together, and an inbox imports at most 1 MB at once. Nothing was imported. Put fewer files at once, or use: client-health import FOLDER --account acme',
      files: [{ name: 'b.csv' }, { name: 'clients.csv', ...(store.mostMoved === 19 && { refusal: deleted }) }],
    });
    expect('refusal' in (reports[0]?.files[1] ?? {})).toBe(store.mostMoved === 19);
  });

  it('because reading them takes too long, and nothing is written', async () => {
    for (const [mostReading, name, outcome] of [
      [30_000, 'slow', 'failed'],
      [1e9, 'fast', 'done'],
    ] as const) {
      const { account, deps, put, reports } = await memoryInbox(table, name);
      put({ 'clients.csv': clientsFile('C1') });
      let now = noon;
      expect(
        await workInbox({ ...deps, mostReading, clock: () => (now += mostReading === 1e9 ? 100 : 12_000) }, account),
      ).toBe(outcome);
      if (outcome === 'failed') {
        expect(reports[0]?.reason).toBe(
          'Reading the files takes longer than 1 minutes, which is the most that an inbox can do. Nothing was imported. Put fewer rows at once, or use: client-health import FOLDER --account slow',
        );
      }
    }
  });
});

describe('removals', () => {
  it.each<[Partial<InboxSettings>, number, string]>([
    [{ maxRemovals: '1' }, 3, 'done'],
    [{ maxRemovals: '1' }, 2, '2 records are in no file and would be removed; --max-removals 1 allows 1.'],
    [{ maxRemovals: '50%' }, 2, 'done'],
    [{ maxRemovals: '49%' }, 2, '2 records are in no file and would be removed; --max-removals 49% allows 1.'],
    [{}, 3, '1 records are in no file and would be removed; --max-removals 5% allows 0.'],
    [{ prune: false }, 1, 'done'],
  ])('%j: %i of 4 clients are left: %s', async (settings, left, expected) => {
    const { account, deps, put, reports } = await anInbox({ prune: true, ...settings });
    const ids = ['C1', 'C2', 'C3', 'C4'];
    put({ 'clients.csv': clientsFile(...ids) });
    await workInbox(deps, account);
    put({ 'clients.csv': clientsFile(...ids.slice(0, left)) });
    const isDone = expected === 'done';

    expect(await workInbox(deps, account)).toBe(isDone ? 'done' : 'failed');
    if (!isDone) expect(reports[1]?.reason).toBe(`${expected} Nothing was imported.`);
    else if (settings.prune !== false) expect(reports[1]?.removed).toEqual({ clients: 4 - left });
    expect((await clientIds()).length).toBe(isDone && settings.prune !== false ? left : 4);
  });

  it('may be a share of all clients, in however many parts these are read', async () => {
    const { account, deps, put, reports } = await anInbox({ prune: true, maxRemovals: '12.5%' });
    const ids = ['C1', 'C2', 'C3', 'C4', 'C5', 'C6', 'C7', 'C8'];
    put({ 'clients.csv': clientsFile(...ids) });
    await workInbox(deps, account);
    put({ 'clients.csv': clientsFile(...ids.slice(1)) });
    aroundCalls(table, (send, name, input) => (name.startsWith('Query') ? send({ ...input, Limit: 3 }) : send()));

    expect(await workInbox(deps, account)).toBe('done');
    expect(reports[1]?.removed).toEqual({ clients: 1 });
  });
});

describe('a run that is out of time', () => {
  const many = { 'clients.csv': clientsFile(...Array.from({ length: 1100 }, (_, at) => `C${at}`)) };

  it('keeps the lock of the account, and one that ends gives it back', async () => {
    const { account, deps, put, clock } = await anInbox({ prune: true, maxRemovals: '0' });
    put(many);
    expect(await workInbox({ ...deps, hasTime: () => false }, account)).toBe('more');
    clock.now += 240_000;
    await expect(lockedBy(deps)).rejects.toThrow(AccountLocked);
    expect(await workInbox(deps, account)).toBe('done');
    expect(await lockedBy(deps)).toBe('free');
    put({ 'clients.csv': clientsFile('C1') });
    expect(await workInbox(deps, account)).toBe('failed');
    expect(await lockedBy(deps)).toBe('free');
  });

  it('does not write again what is written, however long writing and removing take', async () => {
    const { account, deps, put, clock } = await anInbox();
    put(many);
    expect(await workInbox({ ...deps, hasTime: () => false }, account)).toBe('more');
    await deleteAll(table, [clientKey(acme, 'C0')]);
    const hasTime = () => {
      clock.now += 20_000;
      return true;
    };
    expect(await workInbox({ ...deps, hasTime, mostReading: 5000 }, account)).toBe('done');
    expect(await clientIds()).toHaveLength(1099);
    const slow = await memoryInbox(table, 'slow', { prune: true, maxRemovals: '1' });
    slow.put({ 'clients.csv': clientsFile('old') });
    expect(await workInbox(slow.deps, slow.account)).toBe('done');
    slow.put(many);
    const takingLong = () => {
      slow.clock.now += 20_000;
      return true;
    };
    expect(await workInbox({ ...slow.deps, hasTime: takingLong, mostReading: 5000 }, slow.account)).toBe('done');
  });

  it('stores its plan and how far it came, is no attempt, and goes on with the rest, however long it reads', async () => {
    const { account, deps, put, clock, reports, asked } = await anInbox({ prune: true, maxRemovals: '0' });
    put(many);
    slowWrites(table);
    expect(await workInbox({ ...deps, hasTime: () => false }, account)).toBe('more');
    const run = await runOf();
    expect(run).toMatchObject({
      ...{
        attempts: 0,
        until: 0,
        plan: { kinds: { clients: { added: 1100, changed: 0, unchanged: 0 } }, removed: {} },
      },
      written: { of: 1100 },
    });
    const first = run?.written?.rows ?? 0;
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThan(1100);
    await saveInboxSettings(table, account, { maps: [], score: true, prune: false });
    expect(await workInbox({ ...deps, hasTime: () => false }, account)).toBe('more');
    expect((await runOf())?.written?.rows).toBeGreaterThan(first);

    let calls = 0;
    const hasTime = () => {
      calls += 1;
      return true;
    };
    const reading = { clock: () => (clock.now += 1), mostReading: 0 };
    expect(await workInbox({ ...deps, ...reading, hasTime }, account)).toBe('done');
    expect(calls).toBeGreaterThan(0);
    expect(reports).toMatchObject([{ kinds: { clients: { added: 1100, changed: 0, unchanged: 0 } }, removed: {} }]);
    expect(asked.map(({ message }) => message.kind)).toEqual(['rebuild']);
  });

  it('stores every ten seconds how far it came', async () => {
    const steps: number[] = [];
    // each for three batches
    for (const took of [3333, 3334, 9999, 10_000]) {
      const inbox = await memoryInbox(table, `took-${took}`);
      inbox.put(many);
      const hasTime = () => {
        inbox.clock.now += took;
        return true;
      };
      const store = {
        ...inbox.deps.store,
        put: async (key: string, text: string) => {
          if (key.endsWith('.json')) steps.push((await readInbox(table, inbox.account)).run?.step ?? 0);
          return inbox.deps.store.put(key, text);
        },
      };
      await workInbox({ ...inbox.deps, store, hasTime }, inbox.account);
    }
    expect(steps).toEqual([2, 3, 3, 5]);
  });
});

describe('the end of a run', () => {
  const notices: Notice[] = [];
  const told: Pick<InboxDeps, 'notify'> = { notify: async (_, notice) => void notices.push(notice) };
  beforeEach(() => {
    notices.length = 0;
  });
  const file = (name: string) => ({ key: `in/acme/${name}`, name, version: '', size: 1, storedAt: noon });

  it('after three attempts says how much is written, and how to import the files', async () => {
    for (const [name, written, part] of [
      ['none', undefined, ''],
      ['some', { rows: 5, of: 9 }, ' 5 of 9 rows are written.'],
    ] as const) {
      const { account, deps, reports } = await memoryInbox(table, name);
      const run = await storedRun(table, account, { files: [file('a.csv')], ...(written && { written }) });
      expect(await giveUp({ ...deps, ...told }, account, run)).toBe('failed');
      expect(reports).toMatchObject([
        {
          ...{ result: 'failed', files: [{ name: 'a.csv' }] },
          reason: `Three attempts did not end.${part} Import the files by hand: import FOLDER --account ${name}, or put fewer at once.`,
        },
      ]);
    }
    expect(notices.map(({ subject }) => subject)).toEqual([
      ...['none', 'some'].map((name) => `Client health: nothing was imported (${name})`),
    ]);
  });

  it('holds a run that is given up while its report is written', async () => {
    const { account, deps } = await anInbox();
    const run = await storedRun(table, account, { step: 4 });
    const store = {
      ...deps.store,
      put: async () => {
        expect(await runOf()).toMatchObject({ step: 5, until: noon + deps.holdFor });
        throw new Error('no room');
      },
    };
    await expect(giveUp({ ...deps, store }, account, run)).rejects.toThrow('no room');
  });

  it('can be repeated: files go where the report says', async () => {
    const { account, deps, put, files, keys, clock } = await anInbox();
    put({ 'a.csv': 'a', 'b.csv': 'b' });
    clock.now += 5000;
    const listed = (await deps.store.list('in/acme/')).files.map((each) => ({ ...each, name: each.key.slice(8) }));
    const run = await storedRun(table, account, { files: listed, state: 'moving', result: 'done' });
    const report = { run: 'r1', account, result: 'done', files: [{ name: 'a.csv', refusal: 'r' }, { name: 'b.csv' }] };
    files.set('reports/acme/r1.json', { text: JSON.stringify({ ...report, startedAt: '' }), version: '', storedAt: 0 });
    const failures: unknown[] = [];
    const broken = {
      notify: () => lateOn().then(failing('no mail')),
      onNoticeFailure: (error: unknown) => void failures.push(error),
    };
    expect(await moved({ ...deps, ...broken }, account, run)).toBe('done');

    expect(keys()).toEqual(['done/acme/r1/b.csv', 'failed/acme/r1/a.csv', 'reports/acme/r1.json']);
    expect(failures).toEqual([expect.objectContaining({ message: 'no mail' })]);
    expect(await readInbox(table, account)).toMatchObject({
      last: { id: 'r1', result: 'done', endedAt: '2026-11-20T12:00:35.000Z', files: 2 },
    });
  });

  it('stores and reports the result before it moves a file, so that another process goes on, and then tells people', async () => {
    const { account, deps, put, reports } = await anInbox();
    put({ 'clients.csv': clientsFile('C1'), 'run.exe': 'MZ' });
    const steps: number[] = [];
    const store = {
      ...deps.store,
      put: async (key: string, text: string) => {
        steps.push((await runOf())?.step ?? 0);
        return deps.store.put(key, text);
      },
      move: async () => {
        steps.push((await runOf())?.step ?? 0);
        expect(await runOf()).toMatchObject({ state: 'moving', result: 'done' });
        throw new Error('no way');
      },
    };
    await expect(workInbox({ ...deps, ...told, store }, account)).rejects.toThrow('no way');
    expect([reports.length, notices]).toEqual([1, []]);
    const [first = 0, ...rest] = steps;
    expect(rest).toEqual([first, first + 1]);
  });

  it('without a report or a result moves the files to failed, and tells nobody', async () => {
    const { account, deps, put, keys } = await anInbox();
    put({ 'a.csv': 'a' });
    const listed = (await deps.store.list('in/acme/')).files.map((each) => ({ ...each, name: each.key.slice(8) }));
    const run = await storedRun(table, account, { files: listed, state: 'moving' });
    expect(await moved({ ...deps, ...told }, account, run)).toBe('failed');
    expect(keys()).toEqual(['failed/acme/r1/a.csv']);
    expect(notices).toEqual([]);
  });

  it('in which nothing has to be done tells nobody', async () => {
    const { account, deps, put } = await anInbox();
    put({ 'clients.csv': clientsFile('C1') });
    expect(await workInbox({ ...deps, ...told }, account)).toBe('done');
    put({ 'clients.csv': 'nonsense' });
    await workInbox({ ...deps, ...told }, account);
    expect(notices.map(({ subject }) => subject)).toEqual(['Client health: nothing was imported (acme)']);
  });
});

describe('the check of the inboxes', () => {
  const patience = { quiet: 300_000, longest: 1_800_000 };
  const check = (deps: InboxDeps, always = false) => checkInboxes(deps, patience, { always });
  const nothing = { due: [], givenUp: [], failures: [], refused: [], oldest: 0 };

  it('of empty inboxes reads no table, unless it is asked to', async () => {
    const { account, deps } = await anInbox();
    await storedRun(table, account);
    const blind = { ...deps, table: { ...table, documents: { send: failing('read') } } as unknown as Table };
    expect(await check(blind)).toEqual(nothing);
    await expect(check(blind, true)).rejects.toThrow('read');
    expect(await check(deps, true)).toEqual({ ...nothing, due: [account] });
  });

  it('names accounts whose files wait no longer, and how long the oldest has waited', async () => {
    const { deps, files } = await anInbox();
    const put = (key: string, storedAt: number) => files.set(key, { text: 'x', version: '', storedAt });
    await createAccount(table, asAccount('new'), 'X');
    put('in/acme/a.csv', noon - 300_000);
    put('in/acme/b.csv', noon - 300_001);
    put('in/new/a.csv', noon - 299_999);
    expect(await check(deps)).toEqual({ ...nothing, due: ['acme'], oldest: 300_001 });
    put('in/new/a.csv', noon + 5);
    for (const name of ['a', 'b']) files.delete(`in/acme/${name}.csv`);
    expect(await check(deps)).toEqual(nothing);
  });

  it.each<[string, Parameters<typeof storedRun>[2], object]>([
    ['is held', { until: noon + 1 }, {}],
    ['is held while its files are moved', { until: noon + 1, state: 'moving' }, {}],
    ['was held until now', { until: noon }, { due: ['acme'] }],
    ['has two attempts', { attempts: 2 }, { due: ['acme'] }],
    ['has three attempts', { attempts: 3 }, { givenUp: ['acme'] }],
    ['has three attempts and moves its files', { attempts: 3, state: 'moving' }, { due: ['acme'] }],
  ])('goes by the run of an account: it %s', async (_, run, expected) => {
    const { account, deps, put } = await anInbox();
    put({ 'a.csv': 'x' }, noon - 1e9);
    await storedRun(table, account, run);
    expect(await check(deps)).toEqual({ ...nothing, oldest: 1e9, ...expected });
  });

  it('reports a run that cannot be given up, and goes on', async () => {
    const { account, deps, put } = await anInbox();
    put({ 'a.csv': 'x' }, noon);
    await storedRun(table, account, { attempts: 3 });
    const other = await memoryInbox(table, 'other');
    await storedRun(table, other.account, {});
    const store = { ...deps.store, put: failing('no room') };
    expect(await check({ ...deps, store })).toEqual({
      ...{ ...nothing, due: ['other'] },
      failures: [{ account, error: expect.objectContaining({ message: 'no room' }) }],
    });
  });

  it('moves files that belong to no account, but not those of a deletion under way', async () => {
    const { deps, files, keys, reports } = await anInbox();
    const put = (key: string) => files.set(key, { text: 'x', version: 'v', storedAt: 0 });
    await createAccount(table, asAccount('leaving'), 'X');
    await markDeleted(table, asAccount('leaving'), noon);
    await createAccount(table, asAccount('left'), 'X');
    await completeDeletion(table, await markDeleted(table, asAccount('left'), noon));
    for (const name of ['ghost/a.csv', 'ghost/b.csv', 'leaving/c.csv', 'left/d.csv']) put(`in/${name}`);
    files.set('in/new/e.csv', { text: 'x', version: 'v', storedAt: noon });
    const { put: store, move } = deps.store;
    const slow = {
      ...deps.store,
      put: async (...given: Parameters<typeof store>) => lateOn().then(() => store(...given)),
      move: async (...given: Parameters<typeof move>) => lateOn().then(() => move(...given)),
    };
    expect(await check({ ...deps, store: slow })).toEqual({ ...nothing, refused: ['ghost', 'left'], oldest: noon });
    const [run, other] = reports.map((report) => report.run);
    expect(keys().filter((key) => key.includes('/left/'))).toEqual([
      ...[`failed/left/${other}/d.csv`, `reports/left/${other}.json`, `reports/left/${other}.txt`],
    ]);
    const reason = 'There is no account ghost. Put the files into the folder of an account, or create this one first.';
    expect(reports.map(({ account }) => account)).toEqual(['ghost', 'left']);
    expect(reports[0]).toEqual({
      ...{ run, account: 'ghost', startedAt: '2026-11-20T12:00:30.000Z', result: 'failed', reason },
      files: [{ name: 'a.csv' }, { name: 'b.csv' }],
    });
    expect(keys().filter((key) => !key.includes('/left/'))).toEqual([
      ...['a', 'b'].map((name) => `failed/ghost/${run}/${name}.csv`),
      ...['in/leaving/c.csv', 'in/new/e.csv', `reports/ghost/${run}.json`, `reports/ghost/${run}.txt`],
    ]);
  });
});

describe('feeds that are late', () => {
  const feed = (given: Partial<FeedRecord>): FeedRecord => ({
    ...{ feed: 'notes', kind: 'notes', dated: '2026-11-01', every: 1, due: '2026-11-19', faults: [] },
    ...given,
  });
  const notify = [{ address: 'a@example.com', subscription: 'arn' }];
  const settings = { maps: [], score: false, prune: false };

  it('are told to accounts with an address, all that one account waits for in one notice', async () => {
    const { account, deps } = await anInbox({ notify });
    const quiet = (await memoryInbox(table, 'quiet', { notify: [] })).account;
    const fine = (await memoryInbox(table, 'fine', { notify })).account;
    await memoryInbox(table, 'feedless', { notify });
    const faults = [
      { is: 'empty', file: 'f.csv' },
      { is: 'refused', file: 'g.csv' },
    ] as const;
    const { every: _, ...unwatched } = feed({ feed: 'streams', faults });
    await saveFeeds(table, account, [feed({}), feed({ feed: 'clients', faults, due: '2026-11-20' }), unwatched]);
    await saveFeeds(table, quiet, [feed({})]);
    await saveFeeds(table, fine, [feed({ due: '2026-11-20' }), unwatched]);
    await memoryInbox(table, 'unset', {});
    const long = (await memoryInbox(table, 'l'.repeat(64), { notify })).account;
    await saveFeeds(table, long, [feed({})]);
    const sent: [string, Notice][] = [];
    await tellLateFeeds({ ...deps, notify: async (...given) => void sent.push(given) });

    expect(sent).toEqual([
      [
        'acme',
        {
          subject: 'Client health: files are late or incomplete (acme)',
          text: expect.stringMatching(
            /^Files of the account acme that somebody waits for:\n\n- clients: f\.csv has no rows\n- clients: nothing of g\.csv was imported\n- notes: no new file; .*\n\nWhat to do:\n.*\n.*--account acme\n$/,
          ),
        },
      ],
      [long, { subject: expect.stringMatching(/^.{100}$/), text: expect.any(String) }],
    ]);
  });

  it('are read for nobody if nobody can be told, and a notice that fails is reported', async () => {
    const { account, deps } = await anInbox();
    await saveFeeds(table, account, [feed({})]);
    const failures: unknown[] = [];
    const asked: string[] = [];
    const watched = {
      ...table,
      documents: {
        send: (...given: Parameters<typeof table.documents.send>) => {
          asked.push('call');
          return table.documents.send(...given);
        },
      },
    } as unknown as Table;
    const { notify: _, ...mute } = deps;
    await tellLateFeeds({ ...mute, table: watched });
    expect(asked).toEqual([]);
    const failingDeps = { ...deps, table: watched, notify: failing('no mail') };
    await tellLateFeeds({ ...failingDeps, onNoticeFailure: (error) => void failures.push(error) });
    expect(asked.length).toBe(1);
    await saveInboxSettings(table, account, { ...settings, notify });
    await tellLateFeeds({ ...failingDeps, onNoticeFailure: (error) => void failures.push(error) });
    expect(failures).toEqual([expect.objectContaining({ message: 'no mail' })]);
  });
});
