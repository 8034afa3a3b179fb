import { existsSync, readdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import type { Problem } from '../../../import/files/problems.ts';
import { type LoadedMapping, loadMapping, parseMapping } from '../../../import/mapping/load.ts';
import { scratchFolder } from '../../../import/scratch-folder.ts';
import { asOptions, openSources, UnknownFiles } from '../../../import/sources.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { workbookOf } from '../../support/xlsx.ts';

// What an import reads, in which order, and what it says of a folder that it cannot read.

const one = 'Client ID,Name\nC1,One\n';
const mapping = (name: string, ...files: object[]): LoadedMapping => ({
  name,
  ...parseMapping(JSON.stringify({ version: 1, files }), name),
});
const columns = { 'Client ID': 'No', Name: 'Company' };
/** The folder in which this process makes its temporary files. */
function ownTemporaryFolder(): string {
  const folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
  return folder;
}

describe('the sources of a folder', () => {
  it('are in the order in which their kinds are imported, with their size and the feeds of the mappings', async () => {
    const files = {
      ...{ 'notes.csv': 'Client ID\n', 'clients.csv': one, 'portfolios.csv': 'Portfolio ID,Name\n' },
      ...{ 'aliases-2.csv': 'a', 'aliases-1.csv': 'b', 'other.csv': 'x' },
    };
    const folder = temporaryFolder(files);
    for (const [at, name] of ['aliases-1.csv', 'aliases-2.csv'].entries()) utimesSync(join(folder, name), at, at);
    const maps = [
      mapping(
        'm.json',
        { match: { name: 'a' }, kind: 'clients', columns, every: 7 },
        { match: { name: 'b' }, kind: 'notes', columns: {} },
      ),
    ];
    const { sources, close, ...found } = await openSources(folder, { maps });
    await close();

    expect(sources.map(({ name }) => name)).toEqual([
      ...['portfolios.csv', 'clients.csv', 'aliases-2.csv', 'aliases-1.csv', 'notes.csv'],
    ]);
    expect(found).toEqual({
      ...{ skipped: ['other.csv'], superseded: [], presets: {} },
      expected: [
        { feed: 'm/clients', kind: 'clients', every: 7 },
        { feed: 'm/notes', kind: 'notes' },
      ],
      bytes: ['notes.csv', 'clients.csv', 'portfolios.csv', 'aliases-1.csv', 'aliases-2.csv'].reduce(
        (sum, name) => sum + files[name as keyof typeof files].length,
        0,
      ),
    });
    expect(found.expected.map((each) => Object.keys(each).length)).toEqual([3, 2]);
  });

  it('of several full ones are the newest', async () => {
    const folder = temporaryFolder({ 'clients 2026-11-01.csv': one, 'clients 2026-11-08.csv': `${one}C2,Two\n` });
    const { sources, superseded, bytes, expected } = await openSources(folder, {});

    expect(sources.map(({ name }) => name)).toEqual(['clients 2026-11-08.csv']);
    expect({ superseded, bytes, expected }).toEqual({
      superseded: [
        { file: 'clients 2026-11-01.csv', by: 'clients 2026-11-08.csv', because: 'the dates in their names' },
      ],
      ...{ bytes: one.length + 7, expected: [] },
    });
  });

  it('are kept in a temporary folder until they are closed, if they come from elsewhere', async () => {
    const folder = temporaryFolder({ 'clients.csv': one });
    const temporary = ownTemporaryFolder();
    await (await openSources(folder, {})).close();
    expect(readdirSync(temporary)).toEqual([]);

    writeFileSync(join(folder, 'clients.xlsx'), workbookOf({ S: [['Client ID'], ['C2']] }));
    const opened = await openSources(folder, {});
    expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^client-health-import-/)]);
    await opened.close();
    expect(readdirSync(temporary)).toEqual([]);
    const stdin = Readable.from([one]);
    await expect(openSources('-', { stdin })).rejects.toThrow('stdin: not named after a kind');
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('a temporary folder', () => {
  it('is made once, and deleted', async () => {
    const temporary = ownTemporaryFolder();
    const before = process.listenerCount('exit');
    const scratch = scratchFolder();
    await scratch.remove();
    const path = await scratch.path();
    expect([await scratch.path(), readdirSync(temporary).length]).toEqual([path, 1]);
    expect(process.listenerCount('exit')).toBe(before + 1);
    writeFileSync(join(path, 'a'), '');
    await scratch.remove();
    await scratch.remove();
    expect([existsSync(path), process.listenerCount('exit')]).toEqual([false, before]);
  });

  it('is deleted when the process ends', async () => {
    ownTemporaryFolder();
    const before = process.listeners('exit');
    const scratch = scratchFolder();
    const path = await scratch.path();
    writeFileSync(join(path, 'a'), '');
    const [removeNow] = process.listeners('exit').filter((each) => !before.includes(each));
    removeNow?.(0);
    expect(existsSync(path)).toBe(false);
    removeNow?.(0);
    await scratch.remove();
  });
});

const refused = async (files: Readonly<Record<string, string | Uint8Array>>, ...maps: LoadedMapping[]) => {
  const folder = temporaryFolder(files);
  const error = await openSources(folder, maps.length > 0 ? { maps } : {}).catch((reason: unknown) => reason);
  return error instanceof Error ? error.message.replace(folder, 'FOLDER') : 'nothing';
};

describe('nothing to import', () => {
  const names =
    'portfolios.csv, clients.csv, aliases.csv, streams.csv, scores.csv, portfolio-members.csv, key-people.csv, notes.csv, insights.csv, alignment.csv, signals.csv, open-signals.csv';
  const none = mapping('m.json', { match: { name: 'list' }, kind: 'clients', columns });

  it('is said with the names that are expected', async () => {
    const expected = `There is nothing to import in FOLDER. Expected ${names} (also .tsv, .csv.gz, .xlsx).`;

    expect([await refused({}), await refused({}, none)]).toEqual([expected, expected]);
  });

  it('is said with the headers of the first file, if no mapping describes it', async () => {
    const said = (what: string, headers: string) =>
      `There is nothing to import in FOLDER. No file of the ${what} fits a.csv, whose headers are ${headers}.`;
    const files = { 'a.csv': 'Our,firms,all\nFirma,City,Plz\n', 'b.csv': 'x\n' };

    expect(await refused(files, none)).toBe(said('mapping', 'Our, firms, all'));
    const other = mapping(
      'n.json',
      { match: { name: 'x' }, kind: 'clients', columns },
      { match: { name: 'x' }, kind: 'clients', columns: { Name: 'Firma' } },
    );
    expect(await refused(files, none, other)).toBe(said('mappings', 'Firma, City, Plz'));
    const format = { encoding: 'windows-1252' } as const;
    const latin = temporaryFolder({ 'a.csv': Buffer.from('M\xfcller\n', 'latin1') });
    await expect(openSources(latin, { maps: [none], format })).rejects.toThrow('whose headers are Müller.');
    await expect(openSources(latin, { maps: [none] })).rejects.toThrow('whose headers are .');
  });

  it('is no error if files are refused one by one', async () => {
    const problems: Problem[] = [];
    const options = { refuse: (problem: Problem) => problems.push(problem), maps: [none] };

    expect(await openSources(temporaryFolder({ 'a.csv': 'x\n' }), options)).toMatchObject({
      ...{ sources: [], skipped: ['a.csv'], bytes: 0 },
    });
    expect(problems).toEqual([]);
  });
});

describe('files that are not named after a kind', () => {
  const hubspot = 'Record ID,Company name,City\n7,One,Bonn\n8,Two,Bonn\n';
  const answers = 'Response ID,Company,Date,NPS\n1,One,2026-11-02,9\n2,Two,2026-11-03,8\n';
  const read = async (files: Readonly<Record<string, string | Uint8Array>>) => {
    const error = await openSources(temporaryFolder(files), {}).catch((reason: unknown) => reason);
    if (!(error instanceof UnknownFiles)) throw error;
    const { message, about, presets } = error;
    return { about, presets, advice: message.slice(about.length) };
  };
  const unnamed = (name: string) => ({
    about: expect.stringMatching(`^${name}: not named after a kind \\(portfolios\\.csv, [^)]*\\)\\.$`),
    presets: [],
    advice:
      ' Use such a name, import one file alone with --as KIND, or describe it with --map (--suggest makes a draft).',
  });

  it('are named with the presets that read them', async () => {
    expect(await read({ 'a.csv': hubspot, 'b.csv': answers, 'clients.csv': one })).toEqual({
      about: 'a.csv, b.csv: not named after a kind, but read with --map hubspot --map surveys.',
      ...{ presets: ['hubspot', 'surveys'], advice: '' },
    });
    expect(
      await read({ '0.csv': 'x,y\n1,2\n', 'c.csv': 'z\n1\n', 'a.csv': hubspot, 'b.csv': hubspot.replaceAll('7', '9') }),
    ).toEqual({
      about: 'No preset was found for 0.csv, c.csv. a.csv, b.csv: not named after a kind, but read with --map hubspot.',
      ...{ presets: ['hubspot'], advice: '' },
    });
  });

  it('are read with a preset that reads another of them, if it can be', async () => {
    const excel = 'ID,Firma\n1,One\n2,Two\n';
    // for the preset excel, one client is there twice
    const both = `Record ID,ID,Company name\n7,1,Three\n${[1, 2, 3, 4].map((id) => `8${id},${id},N${id}\n`).join('')}`;

    expect((await read({ 'b.csv': both })).presets).toEqual(['hubspot']);
    expect(await read({ 'a.csv': excel, 'b.csv': both })).toMatchObject({
      ...{ about: 'a.csv, b.csv: not named after a kind, but read with --map excel.', presets: ['excel'] },
      advice: ' Rows with problems (1): add --rejects FOLDER.',
    });
    // together, the presets would describe the first file twice
    expect(await read({ 'a.csv': both, 'b.csv': excel })).toEqual(unnamed('a.csv, b.csv'));
  });

  it('are counted with their rows that have problems', async () => {
    const rows = Array.from({ length: 9 }, (_, at) => `${at},Firm ${at},12.5\n`).join('');
    const companies = (...bad: string[]) =>
      `Record ID,Company name,Annual Revenue\n${rows}${bad.map((row) => `${row}\n`).join('')}`;
    const files = { 'a.csv': companies('x,X,much', 'y,Y,lots'), 'b.csv': companies(), 'c.csv': companies('z,Z,lots') };

    expect((await read(files)).advice).toBe(' Rows with problems (3): add --rejects FOLDER.');
  });

  it('are read as they are encoded', async () => {
    const latin = Buffer.from('Record ID,Company name\n7,M\xfcller\n', 'latin1');
    const folder = temporaryFolder({ 'a.csv': latin });
    const format = { encoding: 'windows-1252' } as const;

    await expect(openSources(folder, { format })).rejects.toThrow('read with --map hubspot.');
  });

  it('are not tried with presets if that would take long, or if no preset reads them', async () => {
    const folder = temporaryFolder({ 'a.csv.gz': gzipSync(hubspot) });
    const path = join(folder, 'a.csv.gz');
    // zeros after an archive are not read
    truncateSync(path, 20e6);
    await expect(openSources(folder, {})).rejects.toThrow('read with --map hubspot.');
    truncateSync(path, 20e6 + 1);
    await expect(openSources(folder, {})).rejects.toThrow('a.csv.gz: not named after a kind');
    writeFileSync(join(folder, 'b.csv'), hubspot);
    await expect(openSources(folder, {})).rejects.toThrow(
      'No preset was found for a.csv.gz. b.csv: not named after a kind, but read with --map hubspot.',
    );
    expect(await read({ 'b.csv': 'x\n', 'c.csv': 'y\n' })).toEqual(unnamed('b.csv, c.csv'));
  });

  it('are none if there is a mapping', async () => {
    const maps = [await loadMapping('hubspot')];
    const { sources, skipped } = await openSources(temporaryFolder({ 'a.csv': hubspot, 'b.csv': answers }), { maps });

    expect([sources.map(({ name }) => name), skipped]).toEqual([['a.csv'], ['b.csv']]);
  });

  it('are an error without advice for the inbox', () => {
    const error = new UnknownFiles('unknown.');

    expect([error.message, error.about, error.presets]).toEqual(['unknown.', 'unknown.', []]);
    expect(asOptions(['a', 'b'])).toBe('--map a --map b');
  });
});
