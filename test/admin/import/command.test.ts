import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importCommand } from '../../../bin/admin/import/command.ts';
import { kinds } from '../../../import/files/kinds.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readFeeds, saveFeeds } from '../../../shared/table/access/feeds.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { dump } from '../../support/store/dump.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { memoryTable } from '../../support/store/table.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { oneCommand, undescribed } from '../one-command.ts';

// What the words of the command import become, and how it ends.

const account = asAccount('acme');
const one = { 'clients.csv': 'Client ID,Name\nc1,One\n' };
const listOf = (columns: object, more: object = {}) =>
  JSON.stringify({ version: 1, files: [{ match: { name: 'list' }, kind: 'clients', columns, ...more }] });

async function anAccount(standing: Parameters<typeof oneCommand>[2] = {}) {
  const table = memoryTable('job');
  await createAccount(table, account, 'Acme');
  const run = oneCommand(importCommand, () => table, standing);
  const given = async (files: Readonly<Record<string, string | Uint8Array>>, ...words: string[]) =>
    run(temporaryFolder(files), '--account', 'acme', ...words);
  const clients = async () => (await factsIn(table, 'acme')).filter(({ sk }) => sk.startsWith('CLIENT#'));
  return { table, run, given, clients };
}

it('every word of the command says what it is for', () => {
  expect(undescribed(importCommand)).toEqual([]);
});

describe('the command', () => {
  it('imports, and asks the worker for new views, or for scores', async () => {
    const { given, clients } = await anAccount();
    const first = await given(one);

    expect(first).toMatchObject({
      err: [],
      failed: undefined,
      closed: 1,
      asked: [{ kind: 'rebuild' }],
    });
    expect(first.out).toContain('clients  1      0        0');
    expect(first.out).toContain('The worker was asked to update its views.');
    expect(await clients()).toMatchObject([{ id: 'c1', name: 'One' }]);
    expect((await given(one, '--score', '--history', '30')).asked).toEqual([
      { kind: 'score', customerId: 'acme', runDate: '2026-11-20', again: true, history: 30 },
    ]);
    expect((await given(one, '--score')).asked).toEqual([
      { kind: 'score', customerId: 'acme', runDate: '2026-11-20', again: true },
    ]);
  });

  it('needs a path and an account', async () => {
    const { run } = await anAccount();
    const missing = 'import needs a PATH and --account ID.';

    expect(await run()).toMatchObject({ failed: missing, closed: 0 });
    expect((await run(temporaryFolder(one))).failed).toBe(missing);
    expect((await run('--account', 'acme')).failed).toBe(missing);
    expect((await run('--suggest', '--account', 'acme')).failed).toBe(missing);
    expect((await run('x', '--account', 'a b')).failed).toContain("'a b' is invalid");
  });

  it('changes nothing in a dry run', async () => {
    const { given, table } = await anAccount();
    const before = await dump(table);
    const { out, asked } = await given(one, '--dry-run', '--changes');

    expect(out).toEqual(
      expect.arrayContaining(['client c1: added', 'clients  1          0        0', 'Nothing was changed.']),
    );
    expect([asked, await dump(table)]).toEqual([[], before]);
    expect((await given(one)).out).not.toContain('client c1: added');
  });

  it('prints one line of JSON', async () => {
    const { given } = await anAccount();
    const { out } = await given(one, '--json', '--changes');

    expect(out).toHaveLength(1);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      ...{ dryRun: false, views: 'asked', kinds: { clients: { added: 1, changed: 0, unchanged: 0 } }, removed: {} },
    });
  });

  it.each([
    [['--history', '5'], '--history needs --score.'],
    [['--max-rejects', '5'], '--max-rejects needs --rejects FOLDER.'],
  ])('refuses %j alone', async (words, failed) => {
    const { given } = await anAccount();

    expect(await given(one, ...words)).toMatchObject({ failed, closed: 0 });
  });

  it.each<[string, string, string]>([
    ['--history', '0', 'Use a number of days'],
    ['--every', 'week', 'Use a number of days'],
    ['--as', 'customers', `Expected one of ${kinds.map(({ name }) => name).join(', ')}.`],
    ['--zone', 'Bonn', 'Expected a name like Europe/Berlin or an offset like +02:00.'],
    ['--dates', 'ymd', 'dmy, mdy'],
    ['--decimal', "'", '., ,'],
    ['--encoding', 'latin1', 'utf-8, windows-1252'],
    ...['', '5,5', '-1', '1.5', '5 %', '101%', '100.1%', 'x5', '5x', '.5%', '5%x'].map(
      (limit): [string, string, string] => ['--max-rejects', limit, 'Expected a number of rows, or a share like 5%.'],
    ),
  ])('refuses %s %s', async (option, value, failed) => {
    const { given } = await anAccount();

    expect(await given(one, '--rejects', 'folder', `${option}=${value}`)).toMatchObject({
      ...{ failed: expect.stringContaining(failed), closed: 0, code: 'commander.invalidArgument' },
    });
  });
});

describe('how files are read', () => {
  it('is said by the options', async () => {
    const latin = Buffer.from(
      'Client ID;Name;Last Contact;Revenue TTM;Region;City\nc1;M\xfcller;03/04/2026 10:00;1.250;Nord;Bonn\n',
      'latin1',
    );
    const { run, clients } = await anAccount();
    const file = join(temporaryFolder({ 'list.txt': latin }), 'list.txt');
    const words = '--account acme --as clients --dates mdy --zone +02:00 --decimal , --encoding windows-1252';
    expect(await run(file, ...words.split(' '), '--metadata', 'Region,City')).toMatchObject({ failed: undefined });

    expect(await clients()).toMatchObject([
      {
        ...{ name: 'Müller', lastContactDate: '2026-03-04T08:00:00.000Z' },
        metadata: { revenueTTM: 1250, Region: 'Nord', City: 'Bonn' },
      },
    ]);
  });

  it('are columns of clients that are metadata although they look like others', async () => {
    const { given } = await anAccount();
    const files = { 'clients.csv': 'Client ID,Name,Acount Owner,Annual Revenue\nc1,One,Ada,x\n' };

    expect((await given(files, '--dry-run')).exitCode).toBe(3);
    expect((await given(files, '--dry-run', '--metadata', 'all')).failed).toBe(undefined);
    expect((await given(files, '--dry-run', '--metadata', 'Acount Owner,Annual Revenue')).failed).toBe(undefined);
    expect((await given(files, '--dry-run', '--metadata', 'Acount Owner')).exitCode).toBe(3);
  });

  it('is said by mappings: several of them, each once', async () => {
    const maps = temporaryFolder({
      'a.json': listOf({ 'Client ID': 'No', Name: 'Firm' }),
      'b.json': listOf({ 'Client ID': 'No', Name: 'Firm' }, { match: { name: 'other' } }),
    });
    const { given, clients } = await anAccount();
    const [a, b] = [join(maps, 'a.json'), join(maps, 'b.json')];
    const files = { 'list.csv': 'No,Firm\nc1,One\n', 'other.csv': 'No,Firm\nc2,Two\n' };

    expect(await given(files, '--map', a, '--map', b, '--map', a)).toMatchObject({ failed: undefined });
    expect(await clients()).toMatchObject([{ id: 'c1' }, { id: 'c2' }]);
    expect((await given(files, '--map', a)).out).toContain('other.csv: skipped, the mapping does not describe it');
    expect(await given(files, '--map', 'nowhere')).toMatchObject({
      failed: expect.stringContaining('nowhere'),
      closed: 0,
    });
  });

  it('is suggested, without an account', async () => {
    const { run } = await anAccount();
    const folder = temporaryFolder({
      'list\u001b.csv': 'Record ID,Company name,City\n7,One,Bonn\n',
      'odd.csv': Buffer.from('Ref,Firm\n1,M\xfcller\n', 'latin1'),
    });
    const { out, err, closed } = await run(folder, '--suggest', '--encoding', 'windows-1252');

    expect(JSON.parse(out.join('\n'))).toMatchObject({
      version: 1,
      files: [{ kind: 'clients', encoding: 'windows-1252' }],
    });
    // which comes first in 03/04/2026, the file does not say
    const ambiguous = temporaryFolder({ 'odd.csv': 'Ref,Firm,Seen\n1,One,03/04/2026\n' });
    const suggested = JSON.parse((await run(ambiguous, '--suggest', '--dates', 'mdy')).out.join('\n'));
    expect(suggested.files).toMatchObject([{ dates: 'mdy' }]);
    expect([err, closed]).toEqual([
      ['list\\u001b.csv: the preset hubspot reads this file: import with --map hubspot'],
      0,
    ]);
  });
});

describe('files with problems', () => {
  const bad = {
    ...{ 'clients.csv': 'Client ID,Name\nc1,One\nc2,\n' },
    'notes.csv': 'Client Name,Created At,Created By,Content\nOne\u001b,2026-11-01,A,x\n',
  };

  it('are not imported, and it is said why', async () => {
    const { given, clients } = await anAccount();

    expect(await given(bad)).toMatchObject({
      ...{ out: [], exitCode: 3, failed: 'Nothing was imported: 2 problems in the files.', closed: 1 },
      err: [
        'clients.csv:3, column "Name": is empty; expected text',
        'notes.csv:2, column "Client Name": there is no client with the name "One\\u001b"',
        'unknown name "One\\u001b": 1 rows; did you mean one (c1)?',
        'match writes them to a file to review, for aliases.csv.',
      ],
    });
    const { out, err, exitCode } = await given(bad, '--json');
    expect([out.length, err, exitCode]).toEqual([1, [], 3]);
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      problems: [
        { file: 'clients.csv', line: 3, count: 1 },
        { file: 'notes.csv', line: 2, count: 1 },
      ],
      ...{ count: 2, unknownNames: [{ name: 'One\u001b', rows: 1 }] },
    });
    expect(await clients()).toEqual([]);
  });

  it('are imported without these rows if a folder for them is given', async () => {
    const { given, clients } = await anAccount();
    const rejects = temporaryFolder();
    const dry = await given(bad, '--rejects', rejects, '--dry-run');
    expect(dry).toMatchObject({ exitCode: 5, failed: 'most would not be imported: 2 of 3 rows would be rejected.' });
    expect(await given(bad, '--rejects', rejects)).toMatchObject({
      ...{ exitCode: 5, failed: 'most was not imported: 2 of 3 rows were rejected.' },
    });

    expect(Object.keys(filesIn(rejects))).toEqual(['clients.csv', 'notes.csv']);
    expect(await clients()).toMatchObject([{ id: 'c1' }]);
    expect((await given(one, '--rejects', rejects)).failed).toBe(undefined);
    const json = await given(bad, '--rejects', rejects, '--json');
    expect(json).toMatchObject({ exitCode: 5, out: { length: 1 } });
  });

  it.each([
    ['1', 'refused'],
    ['2', 'rejected'],
    ['10%', 'refused'],
    ['12.5%', 'refused'],
    ['50%', 'rejected'],
    ['100%', 'rejected'],
  ])('are refused as a whole beyond a limit: with %s of 2 in 4 they are %s', async (limit, what) => {
    const { given, clients } = await anAccount();
    const files = { 'clients.csv': 'Client ID,Name\nc1,One\nc2,\nc3,\nc4,Four\n' };
    const { failed, exitCode } = await given(files, '--rejects', temporaryFolder(), '--max-rejects', limit);

    expect([failed, exitCode]).toEqual([
      what === 'rejected'
        ? '2 of 4 rows were rejected; everything else was imported.'
        : 'most was not imported: 4 of 4 rows and 1 file were rejected.',
      5,
    ]);
    expect(await clients()).toHaveLength(what === 'rejected' ? 2 : 0);
  });

  it('that nobody describes are not skipped', async () => {
    const { given, clients } = await anAccount();

    expect((await given({ ...one, 'list.csv': 'x\n1\n' })).failed).toContain('list.csv: not named after a kind');
    expect(await clients()).toEqual([]);
  });

  it('of another kind of error are not explained', async () => {
    const { given } = await anAccount();

    expect(await given({})).toMatchObject({
      err: [],
      out: [],
      failed: expect.stringContaining('There is nothing to import'),
    });
  });
});

describe('feeds', () => {
  it('are watched from now on, and what is wrong with them ends the command with 6', async () => {
    const { given, table } = await anAccount();
    expect((await given(one, '--every', '7')).failed).toBe(undefined);
    expect(await readFeeds(table, account)).toMatchObject([{ feed: 'clients', every: 7, due: '2026-11-27' }]);
    await saveFeeds(table, account, [
      { feed: 'notes', kind: 'notes', every: 1, dated: '2026-11-01', faults: [] },
      { feed: 'signals', kind: 'signals', every: 2, dated: '2026-11-02', faults: [] },
      { feed: 'scores', kind: 'scores', faults: [{ is: 'missing' }] },
    ]);

    const faults =
      'Check the feeds: notes: no file; the last one is of 2026-11-01, and one is expected every day; signals: no file; the last one is of 2026-11-02, and one is expected every 2 days.';
    const late = await given(one);
    expect([late.exitCode, late.failed]).toEqual([6, faults]);
    expect(late.out).toContain('The worker was asked to update its views.');
    expect(await given(one, '--dry-run')).toMatchObject({ exitCode: 6, failed: faults });
    const bad = { 'clients.csv': 'Client ID,Name\nc1,One\nc2,\n' };
    const both = await given(bad, '--rejects', temporaryFolder());
    const rejected = '1 of 2 rows were rejected; everything else was imported.';
    expect(both).toMatchObject({ exitCode: 6, failed: `${rejected} ${faults}` });
    // a file that was refused does not hide that the feed is late
    const refused = await given({ 'notes.csv': 'no\0text' }, '--rejects', temporaryFolder());
    expect(refused.failed).toContain('Check the feeds: notes: no new file; the last one is of 2026-11-01,');
    expect(refused.failed).toContain('; notes: nothing of notes.csv was imported; ');
  });

  it('are looked at with the day of the import', async () => {
    let now = noon;
    const { given, table } = await anAccount({ clock: () => now });
    await given(one, '--every', '1');
    now += 2 * 86_400_000;
    const kept = await readFeeds(table, account);

    // the file is two days old by then
    expect(await given(one)).toMatchObject({ exitCode: undefined });
    expect(kept).toMatchObject([{ due: '2026-11-21' }]);
  });
});

describe('pruning', () => {
  const two = { 'clients.csv': 'Client ID,Name\nc1,One\nc2,Two\u202e\n' };
  const lines = ['Not in the files: clients 1, and all records of these clients', '  c2  Two\\u202e'];
  const removing = async (standing: Parameters<typeof oneCommand>[2], ...words: string[]) => {
    const { given, clients } = await anAccount(standing);
    await given(two);
    return { ...(await given(one, '--prune', ...words)), left: (await clients()).length };
  };

  it('is confirmed by an option, or by an answer', async () => {
    const shown: string[] = [];
    expect(await removing({}, '--yes')).toMatchObject({ err: [], failed: undefined, left: 1, questions: [] });
    expect(await removing({ answers: [true], onStatus: (line) => shown.push(line) })).toMatchObject({
      ...{ err: lines, failed: undefined, left: 1, questions: ['Remove these records?'] },
    });
    expect(shown).toContain('');
  });

  it('is not done without', async () => {
    expect(await removing({ answers: [false] })).toMatchObject({
      err: lines,
      failed: 'Nothing was imported.',
      left: 2,
    });
    expect(await removing({})).toMatchObject({
      ...{ err: lines, left: 2, questions: [] },
      failed: 'Nothing was imported. --prune would remove the records above; add --yes to confirm.',
    });
  });
});

describe('--templates', () => {
  it('writes an example of every kind, which can be imported', async () => {
    const { run, given } = await anAccount();
    const folder = join(temporaryFolder(), 'a', 'b');
    const names = kinds.map(({ name }) => `${name}.csv`);

    expect(await run('--templates', folder)).toMatchObject({
      out: [`Wrote ${names.join(', ')} to ${folder}.`],
      closed: 0,
    });
    expect(readdirSync(folder)).toEqual(names.toSorted());
    expect(await run('--templates', folder, '--json')).toMatchObject({ out: [JSON.stringify({ templates: names })] });
    const { out } = await given(filesIn(folder), '--json');
    expect(JSON.parse(out[0] ?? '').kinds).toEqual(
      Object.fromEntries(kinds.map(({ name }) => [name, { added: 1, changed: 0, unchanged: 0 }])),
    );
    const text = (name: string) => readFileSync(join(folder, `${name}.csv`), 'utf8').split('\r\n');
    expect(text('clients')[0]).toMatch(/,Region,Employees \(number\)$/);
    expect(text('portfolio-members')[0]).toMatch(/,segment$/);
    expect(Object.fromEntries(kinds.map(({ name }) => [name, text(name).slice(1)]))).toEqual({
      portfolios: ['key-accounts,Key accounts,#336699,The ten largest,u-1;u-2,2026-01-05T09:00:00Z', ''],
      clients: [
        ',CRM-1001,Harbor Light Foods,false,true,2026-11-18,Ada Okafor,Food,Lisbon,1250000,EUR,,,,2027-03-31,,,South,250',
        '',
      ],
      aliases: [',CRM-1001,Harbor Light', ''],
      streams: [',CRM-1001,website,Website,active,Launch in spring,', ''],
      scores: [',CRM-1001,,118.5', ''],
      'portfolio-members': ['key-accounts,,CRM-1001,Enterprise', ''],
      'key-people': [",CRM-1001,p-1,Grace Nunes,CMO,grace@harborlight.example,'+351 21 000 0000,Sponsor,Marketing", ''],
      notes: [',CRM-1001,n-1,2026-11-18T15:30:00Z,Ada Okafor,call,Asked for an offer.', ''],
      insights: [',CRM-1001,website,2026-11-16,timeliness,Two milestones on time,positive', ''],
      alignment: [',CRM-1001,2026-11-16,green,2026-11-17T10:00:00Z,Ben Larsson', ''],
      signals: [',CRM-1001,s-1,2026-11-17,timeliness,0.5,1,,,', ''],
      'open-signals': [
        ',CRM-1001,days-late_INV-88,invoices/signals,2026-11-02,billing_payment,"0:,14:-0.3,:-1",1,,,',
        '',
      ],
    });
    // columns that match writes for people are left out
    expect(text('aliases')[0]).toBe('Service ID,Client ID,Name');
  });
});
