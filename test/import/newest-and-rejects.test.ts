import { readdirSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { dateInName, laterNames } from '../../import/arrived/name-date.ts';
import { cliOn } from '../support/admin/cli.ts';
import { factsIn } from '../support/store/facts-in.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';

// Files that arrive every week: the newest counts, good rows are imported, and the others come back.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
let account = '';
let count = 0;

beforeEach(async () => {
  count += 1;
  account = `weekly-${count}`;
  await admin(`accounts create --account ${account} --name Weekly`);
});

/** Imports into the account; returns what was said, and the exit code. */
async function imported(path: string, options = '') {
  const { out, err, exitCode } = await admin(`import ${path} --account ${account} ${options}`);
  return { said: [...out, ...err], exitCode };
}

async function clients() {
  const facts = await factsIn(db.table, account);
  return facts.flatMap(({ sk, name }) => (sk.startsWith('CLIENT#') ? String(name) : [])).sort();
}

/** The lines of the stored signals, without their day. */
async function signals() {
  const facts = await factsIn(db.table, account);
  return facts
    .filter(({ sk }) => sk.startsWith('S#'))
    .flatMap((item) => String(item.signals).split('\n'))
    .map((line) => line.replace(/ \d+ /, ' '))
    .sort();
}

const clientsCsv = 'Client ID,Name\nC1,One\nC2,Two\n';
const head = 'Client ID,Signal ID,Date,Topic,Polarity';

describe('the newest file', () => {
  it.each([
    ['Accounts_2026_11_29', '2026-11-29'],
    ['export-20261129-0215', '2026-11-29T02:15:00'],
    ['tickets 2026-11-29T02_15_30Z (1)', '2026-11-29T02:15:30'],
    ['umsatz 29.11.2026', '2026-11-29'],
    ['umsatz 03.04.2026', undefined],
    ['3 Nov 2026 report', '2026-11-03'],
    ['November 3, 2026', '2026-11-03'],
    ['2026-W48', '2026-11-23'],
    ['KW48-2026', '2026-11-23'],
    ['Q4 2026', '2026-10'],
    ['2026-Q1', '2026-01'],
    ['nps 2026-10', '2026-10'],
    ['oct-2026', '2026-10'],
    ['customers 2026', '2026'],
    ['clients-2', undefined],
  ])('%s has the date %s', (name, date) => expect(dateInName(name)).toBe(date));

  it.each([
    ['Accounts_2026_11_29', 'Accounts*', 'Accounts_2026_12_06 (1)'],
    ['NPS Q4 2026 (2)', 'NPS*', 'NPS Q1 2027'],
    ['2026-11 invoices', '* invoices*', '2026-12 invoices'],
  ])('the pattern of %s is %s', (name, pattern, later) => {
    expect(laterNames(name)).toBe(pattern);
    expect(later).toMatch(new RegExp(`^${pattern.replaceAll('*', '.*')}$`));
  });

  it('of full files is the only one that is read, by the dates in their names', async () => {
    const files = {
      'clients-2026-11-15.csv': `${clientsCsv}C3,Three\n`,
      'clients-2026-11-22.csv': 'Client ID,Name\nC1,Uno\nC2,Two\n',
    };

    const { said, exitCode } = await imported(temporaryFolder(files), '--prune --yes');

    const line = 'clients-2026-11-15.csv: superseded by clients-2026-11-22.csv, by the dates in their names; not read';
    expect(said).toContain(line);
    expect({ exitCode, clients: await clients() }).toEqual({ exitCode: 0, clients: ['Two', 'Uno'] });
  });

  it('without dates in all names is the one that was changed last', async () => {
    const folder = temporaryFolder({
      'clients-1.csv': 'Client ID,Name\nC1,Uno\n',
      'clients-2026-11-22.csv': clientsCsv,
    });
    utimesSync(join(folder, 'clients-2026-11-22.csv'), 1_000_000, 1_000_000);

    const { said } = await imported(folder);

    expect(said).toContain('clients-2026-11-22.csv: superseded by clients-1.csv, by their times of change; not read');
    expect(await clients()).toEqual(['Uno']);
  });

  it('of full files is never one of rejected rows that come back, which is read too', async () => {
    const folder = temporaryFolder({
      'clients-1.csv': `${clientsCsv}C3,Three\n`,
      'clients-2.csv': 'Client ID,Name,Problem\nC2,Zwei,Name: is empty\n',
    });
    utimesSync(join(folder, 'clients-1.csv'), 1_000_000, 1_000_000);

    await imported(folder);
    expect(await clients()).toEqual(['One', 'Three', 'Zwei']);
  });

  it('of parts counts for the records that it has; other files for the rest', async () => {
    const files = {
      'clients.csv': clientsCsv,
      'signals-2026-11-15.csv': `${head}\nC1,a,2026-11-10,trust,0.1\nC1,b,2026-11-10,trust,0.2\n`,
      'signals-2026-11-22.csv': `${head}\nC1,b,2026-11-10,trust,0.9\nC2,c,2026-11-20,trust,0.3\n`,
    };

    const { said } = await imported(temporaryFolder(files));

    expect(said).toContain('1 rows are about records of newer files or of earlier rows; those count');
    expect(await signals()).toEqual(['a trust 0.1 1', 'b trust 0.9 1', 'c trust 0.3 1']);
  });

  it('takes the place of a row even if its rating is empty now', async () => {
    const mapping = {
      version: 1,
      files: [
        {
          match: { headers: ['Ticket'] },
          kind: 'signals',
          columns: { 'Client ID': 'Client', 'Signal ID': 'Ticket', Date: 'Day' },
          signals: [{ name: 'csat', topic: 'trust', polarity: { from: 'Rating', scale: [1, 5] } }],
        },
      ],
    };
    const folder = temporaryFolder({
      'clients.csv': clientsCsv,
      't-2026-11-15.csv': 'Client,Ticket,Day,Rating\nC1,1,2026-11-10,5\nC1,2,2026-11-10,5\n',
      't-2026-11-22.csv': 'Client,Ticket,Day,Rating\nC1,1,2026-11-10,\n',
    });
    const map = join(temporaryFolder({ 'm.json': JSON.stringify(mapping) }), 'm.json');

    await imported(folder, `--map ${map}`);

    expect(await signals()).toHaveLength(1);
  });
});

describe('rejects', () => {
  const rejectsIn = () => join(temporaryFolder(), 'rejects');

  it('of a sheet are described by the name of its workbook when they come back', async () => {
    const match = { name: 'crm-*' };
    const file = { match, kind: 'clients', columns: { 'Client ID': 'No', Name: 'Firm' } };
    const map = join(temporaryFolder({ 'm.json': JSON.stringify({ version: 1, files: [file] }) }), 'm.json');
    const rows = [
      ['No', 'Firm'],
      ['C1', 'One'],
      ['C2', ''],
    ];
    const rejects = rejectsIn();

    await imported(
      temporaryFolder({ 'crm-1.xlsx': workbookOf({ Sheet1: rows }) }),
      `--map ${map} --rejects ${rejects}`,
    );
    expect(readdirSync(rejects)).toEqual(['crm-1.xlsx [Sheet1].csv']);
    const { said } = await imported(rejects, `--map ${map} --dry-run`);
    expect(said[0]).toContain('crm-1.xlsx [Sheet1].csv:2, column "Firm": is empty');
  });

  it('are not removed by --prune, nor what they could have named', async () => {
    const before = `${head}\nC1,a,2026-11-10,trust,0.1\nC1,b,2026-11-10,trust,0.2\nC2,c,2026-11-10,trust,0.3\nC2,d,2026-11-10,trust,0.4\n`;
    await imported(temporaryFolder({ 'clients.csv': `${clientsCsv}C3,Three\n`, 'signals.csv': before }));
    const now = `${head}\nC1,a,soon,trust,0.1\nC2,d,2026-11-10,trust,0.4\n`;
    const files = { 'clients.csv': 'Client ID,Name\nC1,\nC2,Two\n', 'signals.csv': now };

    await imported(temporaryFolder(files), `--prune --yes --rejects ${rejectsIn()}`);

    const kept = ['a trust 0.1 1', 'b trust 0.2 1', 'd trust 0.4 1'];
    expect({ clients: await clients(), signals: await signals() }).toEqual({ clients: ['One', 'Two'], signals: kept });
    // a row of nobody and a refused file could have named anything
    for (const [row, options] of [
      ['C9,x,2026-11-10,trust,1', ''],
      ['C1,a,soon,trust,1', '--max-rejects 0'],
    ]) {
      const folder = temporaryFolder({ 'clients.csv': clientsCsv, 'signals.csv': `${head}\n${row}\n` });
      await imported(folder, `--prune --yes --rejects ${rejectsIn()} ${options}`);
      expect(await signals()).toEqual(kept);
    }
  });
});

describe('several mappings', () => {
  it('are used together, and a file that two claim is a problem that names both', async () => {
    const files = {
      'c.csv': 'Record ID,Company name\n1,One\n',
      's.csv': 'Response ID,Company,Submitted At,NPS\nr,One,2026-11-10,9\n',
    };

    expect(await imported(temporaryFolder(files), '--map hubspot --map surveys')).toMatchObject({ exitCode: 0 });
    expect({ clients: await clients(), signals: (await signals()).length }).toEqual({ clients: ['One'], signals: 1 });
    const own = { match: { headers: ['Record ID'] }, kind: 'clients', columns: { 'Client ID': 'Record ID' } };
    const mine = temporaryFolder({ 'mine.json': JSON.stringify({ version: 1, files: [own] }) });
    expect((await imported(temporaryFolder(files), `--map hubspot --map ${mine}/mine.json`)).said).toEqual([
      `c.csv:1: hubspot and ${mine}/mine.json both describe this file; narrow their match, or import it with one of them`,
      'error: Nothing was imported: 1 problem in the files.',
    ]);
  });

  it('are the only option that can be repeated', async () => {
    const { said, exitCode } = await imported('x', '--zone UTC --zone Z');
    expect({ said, exitCode }).toEqual({ said: ['error: --zone can be given only once.'], exitCode: 2 });
  });
});
