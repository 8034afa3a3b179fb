import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { columnsIn } from '../../../bin/admin/export/columns.ts';
import { exportFiles } from '../../../bin/admin/export/export.ts';
import { createFile } from '../../../bin/admin/export/file.ts';
import type { Written } from '../../../bin/admin/export/rows.ts';
import { runAdmin } from '../../../bin/admin/program.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { writerOf } from '../../import/sources.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { aClient, aMember, aNote, aPortfolio, aSignal, aStream, insightsOfWeek } from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';

const text = (key: string) => ({ key, type: 'text' as const });

describe('the columns of the customer', () => {
  const all: readonly Written[] = [
    { kind: 'clients', cells: {}, own: { b: 'x', size: 1, a: true } },
    { kind: 'clients', cells: {}, own: { size: 'large', a: false, b: 'y' } },
    { kind: 'portfolio-members', cells: {}, own: { tier: 'gold' } },
    { kind: 'notes', cells: {} },
  ];
  async function* rowsOf(written: readonly Written[]): AsyncGenerator<Written> {
    yield* written;
  }

  it('are sorted by name and type, one for each type of value, whatever the order of the rows', async () => {
    const clients = [{ key: 'a', type: 'boolean' }, text('b'), { key: 'size', type: 'number' }, text('size')];
    expect([...(await columnsIn(rowsOf(all)))]).toEqual([
      ['clients', clients],
      ['portfolio-members', [text('tier')]],
      ['notes', []],
    ]);
    expect((await columnsIn(rowsOf(all.toReversed()))).get('clients')).toEqual(clients);
  });
});

describe('a file', () => {
  const alias = (id: string): Written => ({ kind: 'aliases', cells: { serviceId: id, alias: `-${id}` } });

  it('has a header at once, its rows when a thousand of them wait, and the rest in the end', async () => {
    const folder = temporaryFolder();
    const path = join(folder, 'aliases.csv');
    const file = await createFile(path, 'aliases', new Map());
    const lines = () => filesIn(folder)['aliases.csv']?.split('\r\n') ?? [];
    for (let at = 1; at <= 998; at += 1) await file.write(alias(`c${at}`));
    expect(lines()).toEqual(['']);
    await file.write(alias('c999'));
    expect(lines()).toHaveLength(1001);
    await file.write(alias('c1000'));
    expect(lines()).toHaveLength(1001);
    await file.flush();
    await file.close();

    expect(lines()).toEqual([
      ...['Service ID,Client ID,Name', ...Array.from({ length: 1000 }, (_, at) => `c${at + 1},,'-c${at + 1}`), ''],
    ]);
    await expect(file.flush()).rejects.toThrow(/closed/);
  });

  it('has empty cells for what a row lacks, also if the name is one that every object has', async () => {
    const folder = temporaryFolder();
    const columns = [text('tier'), text('toString'), { key: 'size', type: 'number' as const }];
    const path = join(folder, 'portfolio-members.csv');
    const file = await createFile(path, 'portfolio-members', new Map([['portfolio-members', columns]]));
    const cells = { portfolioId: 'p', serviceId: null };
    await file.write({ kind: 'portfolio-members', cells });
    await file.write({ kind: 'portfolio-members', cells, own: { tier: '-1', size: -2.5 } });
    await file.write({ kind: 'portfolio-members', cells, own: { tier: 1, size: 'x' } });
    await file.flush();
    await file.close();

    expect(filesIn(folder)['portfolio-members.csv']?.split('\r\n')).toEqual([
      'Portfolio ID,Service ID,Client ID,tier,toString,size (number)',
      ...['p,,,,,', "p,,,'-1,,-2.5", 'p,,,,,', ''],
    ]);
  });
});

describe('an export', () => {
  const db = useMemoryTable();
  const account = asAccount('acme');
  beforeAll(async () => {
    await createAccount(db.table, account, 'Acme');
    await writeFacts(writerOf(db.table), account, [
      ...[aClient('c1', { metadata: { region: 'EU' } }), aClient('c2'), aNote('c1', 'n1'), aNote('c2', 'n2')],
      ...[aPortfolio('p1'), aMember('p1', 'c1', { tier: 'gold' })],
      ...[aStream('c1', 's1', { importedScore: 50 }), insightsOfWeek('c1', 's1', '2026-11-16')],
    ]);
  });

  it('reads what was just written, and counts rows of both passes', async () => {
    const weak: unknown[] = [];
    const end = aroundCalls(db.table, async (send, _, input) => {
      if (!('ConsistentRead' in input && input.ConsistentRead) && !('RequestItems' in input)) weak.push(input);
      return send();
    });
    const passes: string[] = [];
    const folder = join(temporaryFolder(), 'new', 'folder');
    const counts = await exportFiles(db.table, account, folder, (pass) => passes.push(pass));
    end();

    expect([...counts]).toEqual([
      ...[
        ['portfolios', 1],
        ['clients', 2],
        ['streams', 1],
        ['scores', 1],
        ['portfolio-members', 1],
      ],
      ...[
        ['notes', 2],
        ['insights', 1],
      ],
    ]);
    expect(weak).toEqual([]);
    expect(passes.filter((pass) => pass === 'columns')).toHaveLength(3);
    expect(passes.filter((pass) => pass === 'rows')).toHaveLength(9);
    expect(Object.keys(filesIn(folder)).sort()).toEqual([...counts.keys()].map((kind) => `${kind}.csv`).sort());
    // again in place of these files
    const files = filesIn(folder);
    expect(await exportFiles(db.table, account, folder)).toEqual(counts);
    expect(filesIn(folder)).toEqual(files);
  });

  it('closes its files if it fails, and makes no folder for an account that does not exist', async () => {
    const folder = temporaryFolder();
    // those of this folder: another test may run in the same process
    const open = async () => {
      const links = (await fs.readdir('/proc/self/fd')).map((fd) => fs.readlink(`/proc/self/fd/${fd}`).catch(() => ''));
      return (await Promise.all(links)).filter((path) => path.startsWith(folder));
    };
    const onRow = (pass: string) => {
      if (pass === 'rows' && existsSync(join(folder, 'clients.csv'))) throw new Error('stopped');
    };
    await expect(exportFiles(db.table, account, folder, onRow)).rejects.toThrow('stopped');

    expect(await open()).toEqual([]);
    const missing = exportFiles(db.table, asAccount('nobody'), join(folder, 'none'));
    await expect(missing).rejects.toThrow('There is no account nobody.');
    expect(existsSync(join(folder, 'none'))).toBe(false);
  });

  const run = async (words: readonly string[], isStopped = false) => {
    const lines: string[] = [];
    const terminal = {
      out: (line: string) => lines.push(line),
      err: (line: string) => lines.push(line),
      style: (_: string, word: string) => word,
      status: (line: string) => {
        lines.push(line);
        if (isStopped && line.startsWith('Exporting')) process.listeners('SIGTERM')[0]?.('SIGTERM');
      },
    };
    let now = noon;
    const open = async () => ({ table: db.table, keyPrefix: 'svctest' as const, close: () => undefined });
    const context = { terminal, open, randomBytes: () => new Uint8Array(), clock: () => (now += 150) };
    const exitCode = await runAdmin(['export', ...words], context);
    return { exitCode, lines };
  };

  it('shows its progress and prints a table of the files', async () => {
    const before = process.listenerCount('SIGINT');
    const { exitCode, lines } = await run([temporaryFolder(), '--account', 'acme']);

    expect(exitCode).toBe(0);
    expect(lines.filter((line) => / rows? ·/.test(line)).map((line) => line.replace(/ ·.*/, ''))).toEqual([
      ...['Looking for columns 1 rows', 'Looking for columns 3 rows'],
      ...[1, 3, 5, 7, 9].map((count) => `Exporting ${count} rows`),
    ]);
    expect(lines.slice(-9).map((line) => line.split(/ +/))).toEqual([
      ...[[''], ['FILE', 'ROWS'], ['portfolios.csv', '1'], ['clients.csv', '2'], ['streams.csv', '1']],
      ...[
        ['scores.csv', '1'],
        ['portfolio-members.csv', '1'],
        ['notes.csv', '2'],
        ['insights.csv', '1'],
      ],
    ]);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it('that is stopped says how far it came', async () => {
    vi.spyOn(process, 'exit').mockImplementation((code) => {
      throw new Error(`exit ${code}`);
    });
    const folder = temporaryFolder();
    const { lines } = await run([folder, '--account', 'acme'], true);

    expect(lines.slice(-3)).toEqual([
      ...[
        '',
        `Stopped: the files in ${folder} are incomplete (1 rows). Run the same command again.`,
        'error: exit 143',
      ],
    ]);
  });

  it('that cannot write a file fails', async () => {
    const day = dayOf('2026-11-02');
    const signals = Array.from({ length: 1001 }, (_, at) => aSignal('c1', `s${at}`, { day: day - (at % 350) }));
    const full = asAccount('full');
    await createAccount(db.table, full, 'Full');
    await writeFacts(writerOf(db.table), full, [aClient('c1'), ...signals]);
    // one that is written a thousand rows at a time, and one that is written at the end
    for (const name of ['signals.csv', 'clients.csv']) {
      const folder = temporaryFolder();
      await fs.symlink('/dev/full', join(folder, name));
      await expect(exportFiles(db.table, full, folder)).rejects.toThrow('ENOSPC');
    }
  });

  it('needs an account', async () => {
    const before = process.listenerCount('SIGINT');
    expect(await run(['/none'])).toMatchObject({ exitCode: 2 });
    expect(await run(['/none', '--account', 'nobody'])).toMatchObject({
      ...{ exitCode: 1, lines: ['error: There is no account nobody.'] },
    });
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
