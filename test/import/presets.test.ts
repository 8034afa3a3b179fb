import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadMapping, presetNames } from '../../import/mapping/load.ts';
import { mappingJsonSchema, mappingSchemaFile } from '../../import/mapping/schema.ts';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';
import * as exports from './preset-exports.ts';

const db = useMemoryTable();
const admin = cliOn(() => db.table);

type Files = Record<string, string | Uint8Array>;

/** Imports files into an account and returns the report. Imports them again and checks that nothing changes. */
async function imported(account: string, files: Files, options: string) {
  const line = `import ${temporaryFolder(files)} --account ${account} ${options} --json`;
  const { out, err, exitCode } = await admin(line);
  expect({ err, exitCode, out: exitCode === 0 ? [] : out }).toEqual({ err: [], exitCode: 0, out: [] });
  const again = JSON.parse((await admin(line)).out[0] ?? '{}');
  for (const counts of Object.values(again.kinds)) expect(counts).toMatchObject({ added: 0, changed: 0 });
  return JSON.parse(out[0] ?? '{}');
}

async function anAccount(account: string): Promise<string> {
  await admin(`accounts create --account ${account} --name X`);
  return account;
}

async function exported(account: string): Promise<Record<string, string[]>> {
  const folder = temporaryFolder();
  await admin(`export ${folder} --account ${account}`);
  return Object.fromEntries(Object.entries(filesIn(folder)).map(([name, text]) => [name, text.split('\r\n')]));
}

async function scoreOf(account: string, client: string): Promise<number> {
  const { out } = await admin(`inspect ${client} --account ${account} --json`);
  return JSON.parse(out[0] ?? '{}').score.score;
}

const { hubspot, salesforce, pipedrive, excel, survey } = exports;
const systems: Record<string, { files: Files; ids: string[] }> = {
  hubspot: { files: hubspot, ids: ['9001', '9002', '9003'] },
  salesforce: { files: salesforce, ids: ['0015g00000AbCdE', '0015g00000FgHiJ', '0015g00000KlMnO'] },
  pipedrive: { files: pipedrive, ids: ['7', '8', '9'] },
  excel: { files: excel, ids: ['10001', '10002', '10003'] },
};
const lists: Record<string, { files: Files; added: number }> = {
  surveys: { files: survey, added: 7 },
  zendesk: { files: exports.zendesk, added: 5 },
  tickets: { files: exports.tickets, added: 6 },
  invoices: { files: exports.invoices, added: 3 },
  meetings: { files: exports.meetings, added: 3 },
};

describe.each(Object.entries(systems))(
  'clients from %s, and lists about them, each with only its preset',
  (preset, { files, ids }) => {
    it('are scored, and the one whom the lists describe as worst has the lowest score', async () => {
      const account = await anAccount(`scores-${preset}`);
      expect((await imported(account, files, `--map ${preset}`)).kinds.clients).toMatchObject({ added: 3 });
      for (const [name, list] of Object.entries(lists)) {
        const { kinds } = await imported(account, list.files, `--map ${name}`);
        expect({ name, added: kinds.signals.added }).toEqual({ name, added: list.added });
      }
      await admin(`score --account ${account}`);

      const scores = await Promise.all(ids.map((id) => scoreOf(account, id)));
      expect(scores.indexOf(Math.min(...scores))).toBe(2);
    });
  },
);

it('lists of every kind are told apart, also tickets with a rating and answers, when all presets are named', async () => {
  const account = await anAccount('together');
  const maps = ['hubspot', ...Object.keys(lists)].map((name) => `--map ${name}`).join(' ');
  const files = Object.assign({}, hubspot, ...Object.values(lists).map((list) => list.files));

  const { kinds } = await imported(account, files, maps);
  expect(kinds.signals.added).toBe(26);
});

/** Imports the files into an account and returns the rows of its export. */
async function rowsAfter(account: string, files: Files, options: string) {
  const report = await imported(await anAccount(account), files, options);
  return { report, exported: await exported(account) };
}

describe('exports of systems, with only their preset', () => {
  it('HubSpot: companies and contacts', async () => {
    const { report, exported: rows } = await rowsAfter('hubspot', hubspot, '--map hubspot');

    expect(report.kinds).toMatchObject({ clients: { added: 3 }, 'key-people': { added: 1 } });
    expect(report.warnings).toMatchObject([{ line: 3, message: expect.stringContaining('the row is skipped') }]);
    expect(rows['clients.csv']?.[1]).toMatch(
      /^9001,9001,Harbor Light Foods,false,false,2026-11-18T14:05:00\.000Z,Ada Okafor,FOOD_PRODUCTION,Lisbon,1250000,.*,90000000,/,
    );
    expect(rows['key-people.csv']?.[1]).toBe(
      "9001,,501,Grace Nunes,CMO,grace@harborlight.example,'+351 21 000 0000,Decision Maker,",
    );
  });

  it('Salesforce: reports in ISO-8859-1 with a title and a footer, whose order of dates is detected', async () => {
    const { report, exported: rows } = await rowsAfter('salesforce', salesforce, '--map salesforce');

    expect(report.kinds).toMatchObject({ clients: { added: 3 }, 'key-people': { added: 3 } });
    const { notes } = report.files[0];
    expect(notes).toEqual(
      expect.arrayContaining([
        'dates are read as day/month/year, because of "18/11/2026"',
        'numbers are read with . before the decimals, because of "EUR 1,250,000.50"',
        'the file is read as Windows-1252',
      ]),
    );
    expect(notes.filter((note: string) => note.includes('is no row of the table'))).toHaveLength(3);
    expect(rows['clients.csv']?.slice(1, 4)).toEqual([
      expect.stringContaining(
        ',Harbor Light Foods,false,false,2026-11-18T00:00:00.000Z,Ada Okafor,Food & Beverage,Lisbon,,',
      ),
      expect.stringContaining(',Müller & Söhne GmbH,false,false,,,,Köln,,'),
      expect.stringContaining(',Café Société,false,false,2026-11-03T00:00:00.000Z,Ben Larsson,Hospitality,Genève,,'),
    ]);
  });

  it('Salesforce: a report in UTF-8 gives the same clients', async () => {
    const { report, exported: rows } = await rowsAfter('utf-8', exports.salesforceInUtf8, '--map salesforce');

    expect(report.files[0].notes).not.toContain('the file is read as Windows-1252');
    expect(rows['clients.csv']).toEqual((await exported('salesforce'))['clients.csv']);
  });

  it('Pipedrive: workbooks, with people matched by the names of their organizations', async () => {
    const { exported: rows } = await rowsAfter('pipedrive', pipedrive, '--map pipedrive');

    expect(rows['clients.csv']?.[1]).toMatch(
      /^7,7,Harbor Light Foods,false,false,2026-11-17T00:00:00\.000Z,Ada Okafor,Food,Lisbon,,.*,1234\.567,/,
    );
    expect(rows['key-people.csv']?.[1]).toBe(
      "7,,31,Grace Nunes,CMO,grace@harborlight.example,'+351 21 000 0000,,Marketing",
    );
  });

  it('Excel: a German list in Windows-1252 with a title and a total', async () => {
    const { report, exported: rows } = await rowsAfter('excel', excel, '--map excel');

    expect(report.files[0].notes).toEqual(
      expect.arrayContaining([
        'dates are read as day/month/year, because of "18.11.2026"',
        'numbers are read with , before the decimals, because of "1.250.000,50 €"',
      ]),
    );
    expect(rows['clients.csv']?.slice(1, 4)).toEqual([
      expect.stringMatching(
        /^10001,10001,Harbor Light Foods,false,false,2026-11-18T00:00:00\.000Z,Jörg,Nahrung,Lisbon,1250000\.5,/,
      ),
      expect.stringMatching(/^10002,10002,Müller & Söhne GmbH,false,false,2026-10-02T00:00:00\.000Z,Ada,,Köln,900,/),
      expect.stringMatching(
        /^10003,10003,Café Société,false,false,2026-11-03T00:00:00\.000Z,Jörg,Gastronomie,Genève,480000,/,
      ),
    ]);
    expect(rows['clients.csv']).toHaveLength(5);
  });

  it('Excel: a workbook with English headers', async () => {
    const { exported: rows } = await rowsAfter('workbook', exports.excelWorkbook, '--map excel');

    expect(rows['clients.csv']?.[1]).toMatch(
      /^10001,10001,Harbor Light Foods,false,false,2026-11-18T00:00:00\.000Z,Jörg,Food,Lisbon,1250000\.5,/,
    );
  });
});

describe('mappings', () => {
  it.each(presetNames)('the preset %s is valid', async (name) => {
    expect((await loadMapping(name)).files.length).toBeGreaterThan(0);
  });

  it('are presets if one has the name, whatever the working directory has', async () => {
    const before = process.cwd();
    process.chdir(temporaryFolder({ hubspot: 'no mapping' }));
    await expect(loadMapping('hubspot').finally(() => process.chdir(before))).resolves.toHaveProperty(
      'name',
      'hubspot',
    );
  });

  it('have a JSON Schema that is up to date; otherwise: npm run mapping-schema', () => {
    expect(JSON.parse(readFileSync(mappingSchemaFile, 'utf8'))).toEqual(mappingJsonSchema());
  });

  it.each(Object.entries(systems))('%s does not disturb files that an export wrote', async (preset, { files }) => {
    const [first, second] = [await anAccount(`first-${preset}`), await anAccount(`second-${preset}`)];
    await imported(first, files, `--map ${preset}`);
    await imported(first, survey, '--map surveys');
    const folder = temporaryFolder();
    const { out } = await admin(`export ${folder} --account ${first} --json`);
    const { kinds } = await imported(second, filesIn(folder), `--map ${preset}`);

    // both count in the same units
    const { rows } = JSON.parse(out[0] ?? '{}');
    for (const [kind, added] of Object.entries(rows)) expect(kinds[kind]).toMatchObject({ added });
    expect(await exported(second)).toEqual(await exported(first));
    expect((await imported(first, filesIn(folder), `--map ${preset} --prune`)).removed).toEqual({});
  });
});
