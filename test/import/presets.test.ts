import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { exportSteps, feedNames } from '../../import/arrived/feed-names.ts';
import { loadMapping, presetNames } from '../../import/mapping/load.ts';
import { mappingJsonSchema, mappingSchemaFile } from '../../import/mapping/schema.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';
import { anAccount, type Files } from './an-account.ts';
import * as exports from './preset-exports.ts';

const db = useMemoryTable();

/** Imports files into a new account, again, which changes nothing, and exports it. */
async function readBy(maps: string, files: Files) {
  const account = await anAccount(db);
  const result = await account.resultOf(files, maps);
  const again = await account.resultOf(files, maps);
  for (const counts of Object.values(again.kinds)) expect(counts).toMatchObject({ added: 0, changed: 0 });
  return { ...account, result, rows: await account.exported() };
}

const { csvOf, hubspot, salesforce, pipedrive, excel, survey } = exports;

describe('clients and their people, read with only the preset of their system', () => {
  it.each<[title: string, preset: string, files: Files, clients: RegExp[], people?: RegExp[], notes?: string[]]>([
    [
      'HubSpot: companies and contacts, of which one has no company',
      'hubspot',
      hubspot,
      [
        /^9001,9001,Harbor Light Foods,false,false,2026-11-18T14:05:00\.000Z,Ada Okafor,FOOD_PRODUCTION,Lisbon,1250000,.*,90000000,/,
        /^9002,/,
        /^9003,/,
      ],
      [/^9001,,501,Grace Nunes,CMO,grace@harborlight\.example,'\+351 21 000 0000,Decision Maker,$/],
    ],
    [
      'Salesforce: reports in ISO-8859-1 with a title and a footer, whose order of dates is detected',
      'salesforce',
      salesforce,
      [
        /,Harbor Light Foods,false,false,2026-11-18T00:00:00.000Z,Ada Okafor,Food & Beverage,Lisbon,,/,
        /,Müller & Söhne GmbH,false,false,,,,Köln,,/,
        /,Café Société,false,false,2026-11-03T00:00:00.000Z,Ben Larsson,Hospitality,Genève,,/,
      ],
      [/Grace Nunes/, /René Dubois/, /Luc Dubois/],
      [
        'dates are read as day/month/year, because of "18/11/2026"',
        'numbers are read with . before the decimals, because of "EUR 1,250,000.50"',
        'the file is read as Windows-1252',
        ...Array(3).fill(expect.stringContaining('is no row of the table')),
      ],
    ],
    [
      'Pipedrive: workbooks, with people matched by the names of their organizations',
      'pipedrive',
      pipedrive,
      [
        /^7,7,Harbor Light Foods,false,false,2026-11-17T00:00:00\.000Z,Ada Okafor,Food,Lisbon,,.*,1234\.567,/,
        /^8,/,
        /^9,/,
      ],
      [/^7,,31,Grace Nunes,CMO,grace@harborlight\.example,'\+351 21 000 0000,,Marketing$/],
    ],
    [
      'Pipedrive: organizations from its settings, without prefixes',
      'pipedrive',
      {
        'organizations.csv': csvOf(`
ID|Name|Owner|Label|People|Open deals|Won deals|Last activity date|Done activities|Industry
7|Harbor Light Foods|Ada Okafor|Gold|1|2|5|2026-11-17|41|Food
8|Old Mill|Ben Larsson|Former client|0|0|0||0|`),
      },
      [/^7,7,Harbor Light Foods,false,false,2026-11-17T00:00:00\.000Z,Ada Okafor,Food,/, /^8,8,Old Mill,true,/],
    ],
    [
      'Excel: a German list in Windows-1252 with a title and a total',
      'excel',
      excel,
      [
        /^10001,10001,Harbor Light Foods,false,false,2026-11-18T00:00:00\.000Z,Jörg,Nahrung,Lisbon,1250000\.5,/,
        /^10002,10002,Müller & Söhne GmbH,false,false,2026-10-02T00:00:00\.000Z,Ada,,Köln,900,/,
        /^10003,10003,Café Société,false,false,2026-11-03T00:00:00\.000Z,Jörg,Gastronomie,Genève,480000,/,
      ],
      [],
      [
        'dates are read as day/month/year, because of "18.11.2026"',
        'numbers are read with , before the decimals, because of "1.250.000,50 €"',
      ],
    ],
    [
      'Excel: a workbook with English headers',
      'excel',
      exports.excelWorkbook,
      [/^10001,10001,Harbor Light Foods,false,false,2026-11-18T00:00:00\.000Z,Jörg,Food,Lisbon,1250000\.5,/],
    ],
    [
      'Zoho',
      'zoho',
      {
        'Accounts.csv': csvOf(`
Record Id|Account Owner.id|Account Owner|Account Name|Phone|Parent Account.id|Website|Account Type|Industry|Annual Revenue|Employees|Created By.id|Created By|Modified By|Created Time|Modified Time|Billing Street|Billing City|Billing State|Billing Code|Billing Country|Locked|Last Activity Time
zcrm_58|zcrm_1|Ada Okafor|Harbor Light Foods|+351 21|||Customer|Food|1250000|250|zcrm_1|Ada|Ada|2024-02-11 09:30:00|2026-11-18 10:00:00|Rua da Prata 8|Lisbon||1100|Portugal|false|2026-11-18 14:05:00
zcrm_59|zcrm_1|Ada Okafor|Café Société||||||||zcrm_1|Ada|Ada|2024-02-11 09:30:00|2026-11-18 10:00:00||Genève|||Switzerland|false|`),
        'Contacts.csv': csvOf(`
Record Id|Contact Owner.id|Contact Owner|Lead Source|First Name|Last Name|Account Name.id|Account Name|Email|Title|Department|Phone
zcrm_71|zcrm_1|Ada Okafor||Grace|Nunes|zcrm_58|Harbor Light Foods|grace@harborlight.example|CMO|Marketing|+351 21`),
      },
      [
        /^zcrm_58,zcrm_58,Harbor Light Foods,false,false,2026-11-18T14:05:00.000Z,Ada Okafor,Food,Lisbon,,.*,1250000,/,
        /^zcrm_59,/,
      ],
      [/^zcrm_58,,zcrm_71,Grace Nunes,CMO,grace@/],
    ],
    [
      'Dynamics',
      'dynamics',
      {
        'Accounts.csv': csvOf(`
(Do Not Modify) Account|(Do Not Modify) Row Checksum|(Do Not Modify) Modified On|Account Name|Main Phone|Address 1: City|Address 1: Country/Region|Primary Contact|Email (Primary Contact) (Contact)|Industry|Annual Revenue|Number of Employees|Relationship Type|Owner|Status
0a1b2c3d-0000-4000-8000-000000000001|abc==|11/18/2026 14:05|Harbor Light Foods|+351 21|Lisbon|Portugal|Grace Nunes|grace@harborlight.example|Food|$1,250,000.00|250|Customer|Ada Okafor|Active`),
        'Contacts.csv': csvOf(`
(Do Not Modify) Contact|(Do Not Modify) Row Checksum|(Do Not Modify) Modified On|Full Name|Company Name|Job Title|Email|Business Phone|Mobile Phone
0a1b2c3d-0000-4000-8000-000000000009|abc==|11/18/2026 14:05|Grace Nunes|Harbor Light Foods|CMO|grace@harborlight.example|+351 21|`),
      },
      [
        /^0a1b2c3d-0000-4000-8000-000000000001,0a1b2c3d-0000-4000-8000-000000000001,Harbor Light Foods,false,false,,Ada Okafor,Food,Lisbon,,.*,1250000,/,
      ],
      [/^0a1b2c3d-0000-4000-8000-000000000001,,0a1b2c3d-0000-4000-8000-000000000009,Grace Nunes,CMO,grace@/],
    ],
    [
      'Stripe: customers, and what they pay',
      'stripe',
      {
        'customers.csv': csvOf(`
id|Description|Email|Name|Created (UTC)|Delinquent|Plan|Status|Currency|Total Spend|Payment Count|Refunded Volume|Dispute Losses
cus_1||grace@harborlight.example|Harbor Light Foods|2024-02-11 09:30|false|pro|active|eur|1250.50|12|0|0`),
      },
      [/^cus_1,.*Harbor Light Foods,false,.*,1250\.5,/],
    ],
    [
      'ChartMogul: customers, what they pay, and whether they left',
      'chartmogul',
      {
        'customers.csv': csvOf(`
Customer UUID|External ID|Name|Company|Email|Status|Subscriber since|Plan|Billing cycle|MRR|ARR|Net payments|Currency|Country|City
cus_a|HLF|Grace Nunes|Harbor Light Foods|grace@harborlight.example|Active|2024-02-11|Pro|Monthly|104.20|1,250.40|3000.00|EUR|PT|Lisbon
cus_b|MUS|Jo Maier|Müller & Söhne GmbH||Cancelled||Pro|Monthly|0|0|900.00|EUR|DE|Köln`),
      },
      [/^HLF,.*Harbor Light Foods,false,.*Lisbon,1250\.4,/, /^MUS,.*Müller & Söhne GmbH,true,/],
    ],
  ])('%s', async (_, preset, files, clients, people = [], notes = []) => {
    const { result, rows } = await readBy(`--map ${preset}`, files);
    const matching = (patterns: readonly RegExp[]) => patterns.map((pattern) => expect.stringMatching(pattern));
    expect(result.files[0].notes).toEqual(expect.arrayContaining(notes));
    expect(rows['clients.csv']).toEqual(matching(clients));
    expect(rows['key-people.csv'] ?? []).toEqual(matching(people));
  });
});

const lists = {
  surveys: survey,
  zendesk: exports.zendesk,
  tickets: exports.tickets,
  invoices: exports.invoices,
  meetings: exports.meetings,
};

describe.each<[preset: string, files: Files, ids: string[], signals: number]>([
  ['hubspot', hubspot, ['9001', '9002', '9003'], 27],
  ['salesforce', salesforce, ['0015g00000AbCdE', '0015g00000FgHiJ', '0015g00000KlMnO'], 27],
  ['pipedrive', pipedrive, ['7', '8', '9'], 27],
  ['excel', excel, ['10001', '10002', '10003'], 27],
])('clients from %s', (preset, files, ids, signals) => {
  it('and lists of every kind are told apart, and the one whom the lists describe as worst has the lowest score', async () => {
    const maps = [preset, ...Object.keys(lists)].map((name) => `--map ${name}`).join(' ');
    const { admin, result } = await readBy(maps, Object.assign({}, files, ...Object.values(lists)));
    expect(result.kinds).toMatchObject({ clients: { added: 3 }, signals: { added: signals } });
    await admin('score');

    const inspected = await Promise.all(ids.map((id) => admin(`inspect ${id} --json`)));
    const scores = inspected.map(({ out }) => JSON.parse(out[0] ?? '{}').score.score);
    expect(scores.indexOf(Math.min(...scores))).toBe(2);
  });

  it('do not disturb files that an export wrote', async () => {
    const first = await readBy(`--map ${preset}`, files);
    await first.resultOf(survey, '--map surveys');
    const folder = temporaryFolder();
    const { out } = await first.admin(`export ${folder} --json`);
    const second = await readBy(`--map ${preset}`, filesIn(folder));

    // both count in the same units
    const { rows } = JSON.parse(out[0] ?? '{}');
    for (const [kind, added] of Object.entries(rows)) expect(second.result.kinds[kind]).toMatchObject({ added });
    expect(second.rows).toEqual(await first.exported());
    expect((await first.resultOf(filesIn(folder), `--map ${preset} --prune`)).removed).toEqual({});
  });
});

it('files with the name and the columns of another kind are no lists of clients', async () => {
  const { resultOf } = await anAccount(db);
  const files = {
    'list.csv': 'Firma,Ort\nOne,Bremen\nTwo,Köln\n',
    'notes.csv': 'Client Name,Created At,Created By,Content\nOne,2026-11-02,Ada,Hello\n',
    'key-people.csv': 'Client Name,Name,Role\nOne,Bob,CEO\n',
    'aliases.csv': 'Client ID,Name\nOne,Uno\n',
    'streams.csv': 'Client Name,Stream ID,Name\nOne,s1,Web\n',
  };

  const { kinds } = await resultOf(files, '--map excel');
  const added = Object.entries<{ added: number }>(kinds).map(([kind, counts]) => `${kind} ${counts.added}`);
  expect(added.sort()).toEqual(['aliases 1', 'clients 2', 'key-people 1', 'notes 1', 'streams 1']);
});

it.each([
  [
    'harvest',
    'Date,Client,Project,Task,Hours\n',
    (day: number) => `2026-11-${String(day).padStart(2, '0')},One,Site,Draft,1.5\n`,
  ],
  [
    'toggl',
    'User,Client,Project,Start date,Duration\n',
    (day: number) => `Ada,One,Site,2026-11-${String(day).padStart(2, '0')},01:30:00\n`.repeat(2),
  ],
])('%s: a report with many entries of a client and week is recognised', async (preset, head, entry) => {
  const { imported } = await anAccount(db);
  const { err } = await imported({
    'report.csv': head + [9, 10, 11, 12, 16, 17, 18].map((day) => entry(day)).join(''),
  });
  expect(err.join('\n')).toContain(`the preset ${preset} reads it`);
});

it('an export of a system is that of its own preset, beside one for lists of any origin', async () => {
  const { resultOf } = await anAccount(db);
  const files = {
    'clients.csv': 'Client ID,Name\nC1,One\n',
    'xero.csv': 'ContactName,InvoiceNumber,DueDate,Status,Total\nOne,I-1,2026-10-20,Paid,10\n',
    'bills.csv': 'Invoice Number,Customer,Due Date,Paid Date,Total\nI-2,One,2026-10-20,2026-10-20,10\n',
  };

  const { feeds } = await resultOf(files, '--map invoices --map xero');
  const read = feeds.map((each: { feed: string; files: string[] }) => `${each.files} ${each.feed}`);
  expect(read.sort()).toEqual(['bills.csv invoices/signals', 'clients.csv clients', 'xero.csv xero/signals']);
});

describe('mappings', () => {
  it.each(presetNames)('the preset %s is valid, and says how each of its files is exported again', async (name) => {
    const { files, again } = await loadMapping(name);
    expect(files.length).toBeGreaterThan(0);
    for (const [file, feed] of feedNames([await loadMapping(name)])) {
      expect(file.again ?? again).toMatch(/^[A-Z].+\.$/);
      expect(await exportSteps(feed)).toBe(file.again ?? again);
    }
  });

  it('are presets if one has the name, whatever the working directory has', async () => {
    const before = process.cwd();
    process.chdir(temporaryFolder({ hubspot: 'no mapping' }));
    const loaded = await loadMapping('hubspot').finally(() => process.chdir(before));
    expect(loaded.name).toBe('hubspot');
  });

  it('have a JSON Schema that is up to date; otherwise: npm run mapping-schema', () => {
    expect(JSON.parse(readFileSync(mappingSchemaFile, 'utf8'))).toEqual(mappingJsonSchema());
  });
});
