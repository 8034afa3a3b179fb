import { describe, expect, it } from 'vitest';
import { feedFaults } from '../../functions/nightly/check-feeds.ts';
import { Rejects } from '../../import/facts/rejects.ts';
import { feedsAfter } from '../../import/plan/watched-feeds.ts';
import { dateOf } from '../../shared/domain/dates.ts';
import { listAccounts } from '../../shared/table/access/accounts.ts';
import { feedsRange } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { anAccount, type Files, mapOption } from './an-account.ts';

// What imports record of the feeds of an account, and how a dead one is seen.

const db = useMemoryTable();
const day = 86_400_000;

async function another() {
  const { clock, cli, admin, account, facts, imported: imports } = await anAccount(db);
  clock.now = Date.parse('2026-11-22T22:30:00Z');
  const wait = (days: number) => {
    clock.now += days * day;
  };
  const today = () => dateOf(Math.floor(clock.now / day));
  /** The exit code, the last line, and the feeds of the JSON report. */
  const imported = async (files: Files, options = '') => {
    const { exitCode, json, err } = await imports(files, `--json ${options}`);
    return { exitCode, feeds: json.feeds ?? [], error: err[0] === undefined ? undefined : JSON.parse(err[0]).error };
  };
  const listed = async () => JSON.parse((await admin('feeds list --json')).out[0] ?? '');
  const alarms = async () =>
    (await feedFaults(db.table, await listAccounts(db.table), today())).filter((each) => each.account === account);
  /** What an operator and the alarm see. */
  const seen = async () => {
    const texts = (await alarms()).map(({ text }) => text);
    const [overview] = JSON.parse((await cli('accounts list --json')).out[0] ?? '[]').filter(
      ({ customerId }: { customerId: string }) => customerId === account,
    );
    expect(overview.feedFaults).toEqual(texts);
    const status = (await cli('status')).out.filter((line) => line.includes(`${account}:`));
    expect(status).toEqual(texts.map((text) => `Feed faults:      ${account}: ${text}`));
    return texts;
  };
  return { clock, admin, account, facts, wait, today, imported, listed, alarms, seen };
}

const clientsCsv = 'Client ID,Name\nC1,One\nC2,Two\n';
const signalsCsv = (date: string, id = 'a') => `Client ID,Signal ID,Date,Topic,Polarity\nC1,${id},${date},trust,0.5\n`;
const week = (date: string) => ({
  [`clients-${date}.csv`]: clientsCsv,
  [`signals-${date}.csv`]: signalsCsv(date, date),
});
describe('an import records of each feed', () => {
  it('the day of the import, if the name of a file has a later one', async () => {
    const { imported } = await another();
    const { feeds } = await imported({ 'clients-2027-01-01.csv': clientsCsv });
    expect(feeds).toMatchObject([{ feed: 'clients', dated: '2026-11-22' }]);
  });

  it('nothing in a dry run, and nothing of rejected rows that come back', async () => {
    const { imported, listed, wait } = await another();
    await imported(week('2026-11-22'), '--dry-run');
    expect(await listed()).toEqual([]);
    await imported(week('2026-11-22'));
    wait(1);
    const { feeds } = await imported({ 'clients.csv': '\ufeffClient ID,Name,Problem\r\nC3,Three,was empty\r\n' });

    expect(feeds).toEqual([]);
    expect(await listed()).toMatchObject([
      { feed: 'clients', at: '2026-11-22T22:30:00.000Z', rows: 2 },
      { feed: 'signals', at: '2026-11-22T22:30:00.000Z', rows: 1 },
    ]);
  });

  it('and forgets it with the account', async () => {
    const { imported, admin, account } = await another();
    await imported(week('2026-11-22'));
    await admin('accounts delete --yes');
    expect((await readRange(db.table, feedsRange())).map(({ sk }) => sk)).not.toContain(account);
  });
});

it('a feed that nobody waits for is late by its own rhythm, which rings no alarm', async () => {
  const { imported, listed, seen, wait } = await another();
  await imported({ 'signals-2026-11-08.csv': signalsCsv('2026-11-08'), 'clients.csv': clientsCsv });
  await imported({ 'signals-2026-11-15.csv': signalsCsv('2026-11-15', 'b') });
  const faults = async () => (await listed()).find(({ feed }: { feed: string }) => feed === 'signals').faults;
  wait(4);
  expect(await faults()).toEqual([]);
  wait(1);
  expect(await faults()).toEqual([{ is: 'late' }]);
  expect(await seen()).toEqual([]);
});

describe('a feed that is expected every 7 days', () => {
  const expecting = async () => {
    const account = await another();
    expect(await account.imported(week('2026-11-22'), '--every 7')).toMatchObject({ exitCode: 0 });
    return account;
  };

  it('is missing in the import of that day, also if it is repeated, until a file comes', async () => {
    const { imported, wait, seen } = await expecting();
    wait(7);
    const { 'clients-2026-11-29.csv': clients = '' } = week('2026-11-29');
    const files = { 'clients-2026-11-29.csv': clients };
    const text = 'signals: no file; the last one is of 2026-11-22, and one is expected every 7 days';

    for (const _ of ['once', 'again']) {
      const { exitCode, error, feeds } = await imported(files);
      expect({ exitCode, error }).toEqual({ exitCode: 6, error: `Check the feeds: ${text}.` });
      expect(feeds).toMatchObject([
        { feed: 'clients', faults: [] },
        { feed: 'signals', faults: [{ is: 'missing' }], files: [] },
      ]);
    }
    expect(await seen()).toEqual([text]);
    wait(1);
    expect(await imported({ 'signals-2026-11-30.csv': signalsCsv('2026-11-29') })).toMatchObject({ exitCode: 0 });
    expect(await seen()).toEqual([]);
  });

  it('is expected at the end of the day only, if files are imported as they arrive', () => {
    const stored = [
      {
        feed: 'crm',
        kind: 'clients',
        at: '2026-11-22T22:30:00.000Z',
        dated: '2026-11-22',
        due: '2026-11-29',
        every: 7,
        faults: [],
      },
    ];
    const expected = [
      { feed: 'crm', kind: 'clients' as const, every: 7 },
      { feed: 'nps', kind: 'signals' as const, every: 7 },
    ];
    const faultsAt = (now: string, arrivals: boolean) =>
      feedsAfter({ stored, expected, files: [], arrivals, now }, new Map(), new Rejects(true)).map(
        ({ feed, due, faults }) => ({ feed, due, faults: faults.map(({ is }) => is) }),
      );

    expect(faultsAt('2026-11-29T08:00:00Z', true)).toEqual([{ feed: 'nps', due: '2026-12-06', faults: [] }]);
    expect(faultsAt('2026-11-29T08:00:00Z', false)).toMatchObject([
      { faults: ['missing'] },
      { due: '2026-11-29', faults: ['missing'] },
    ]);
    expect(faultsAt('2026-11-30T08:00:00Z', true)).toMatchObject([{ faults: ['missing'] }, { faults: [] }]);
  });

  it('loses nothing to prune if its file is empty', async () => {
    const { imported, wait, facts } = await expecting();
    wait(7);
    const files = {
      'clients-2026-11-29.csv': clientsCsv,
      'signals-2026-11-29.csv': 'Client ID,Signal ID,Date,Topic,Polarity\n',
    };

    await imported(files, '--prune --yes');
    expect((await facts()).filter(({ sk }) => sk.startsWith('S#'))).toHaveLength(1);
  });

  it('has a fault if its file is refused or has not a line', async () => {
    const { imported, wait } = await expecting();
    wait(7);
    const files = { 'clients-2026-11-29.csv': '', 'signals-2026-11-29.csv': 'Client ID,Date\nC1,2026-11-28\n' };

    const { exitCode, error } = await imported(files, `--rejects ${temporaryFolder({})}`);

    expect(exitCode).toBe(6);
    expect(error).toBe(
      'most was not imported: 1 of 1 rows and 2 files were rejected. Check the feeds: clients: clients-2026-11-29.csv has no rows; signals: nothing of signals-2026-11-29.csv was imported.',
    );
  });

  it('raises no alarm while its account is suspended', async () => {
    const { admin, wait, alarms } = await expecting();
    wait(8);
    const faults = async () => (await alarms()).map(({ feed }) => feed);
    const set = async (what: string) => expect((await admin(`accounts ${what}`)).exitCode).toBe(0);

    expect(await faults()).toEqual(['clients', 'signals']);
    await set('suspend');
    expect(await faults()).toEqual([]);
    await set('resume');
    expect(await faults()).toEqual(['clients', 'signals']);
  });
});

describe('a column that vanished', () => {
  const mapping = (columns: object) =>
    mapOption({ match: { name: 'crm*' }, feed: 'crm', every: 7, kind: 'clients', columns, others: 'metadata' });
  const before = { 'Client ID': 'Number', Name: 'Company', Industry: 'Branch' };

  it('is named with its file in every import, until it is back, read from another column, or forgotten', async () => {
    const { imported, admin, wait, seen, today } = await another();
    const map = mapping(before);
    const file = (header: string) => ({ [`crm_${today()}.csv`]: `${header}\n1,One,Food,South\n` });
    expect((await imported(file('Number,Company,Branch,Region'), map)).exitCode).toBe(0);
    const renamed = 'Number,Company,Sector,Area';
    for (const date of ['2026-11-29', '2026-12-06']) {
      wait(7);
      const { exitCode, error } = await imported(file(renamed), map);
      expect({ exitCode, error }).toEqual({
        exitCode: 6,
        error: `Check the feeds: crm: crm_${date}.csv no longer has "Branch", "Region".`,
      });
    }
    expect(await seen()).toEqual(['crm: crm_2026-12-06.csv no longer has "Branch", "Region"']);
    const mended = mapping({ ...before, Industry: ['Branch', 'Sector'] });
    expect((await imported(file(renamed), mended)).error).toBe(
      'Check the feeds: crm: crm_2026-12-06.csv no longer has "Region".',
    );
    await admin('feeds forget crm');
    expect((await imported(file(renamed), mended)).exitCode).toBe(0);
  });
});

it('a feed of a mapping that has never sent a file is missing at once', async () => {
  const { imported } = await another();
  const map = mapOption({
    match: { name: 'nps*' },
    feed: 'nps',
    every: 30,
    kind: 'signals',
    columns: { 'Client ID': 'Client' },
  });
  const { exitCode, error } = await imported(week('2026-11-22'), map);
  expect({ exitCode, error }).toEqual({
    exitCode: 6,
    error: 'Check the feeds: nps: no file; there has been none, and one is expected every 30 days.',
  });
});

it('entries of one kind without a feed are feeds of their own, named after mapping and kind', async () => {
  const columns = { 'Client ID': 'Client', 'Created At': 'Day', 'Created By': 'By', Content: 'Text' };
  const { imported } = await another();
  const map = mapOption(...['calls', 'mails'].map((name) => ({ match: { name }, kind: 'notes', columns })));
  const list = (text: string) => `Client,Day,By,Text\nC1,2026-11-20,Ada,${text}\n`;
  const given = { 'clients.csv': clientsCsv, 'calls.csv': list('a'), 'mails.csv': list('b') };
  const { feeds } = await imported(given, map);

  expect(feeds.map(({ feed }: { feed: string }) => feed)).toEqual(['clients', 'ours/notes', 'ours/notes-2']);
});
