import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadMapping, presetNames } from '../../../bin/admin/import/mapping/load.ts';
import { mappingJsonSchema, mappingSchemaFile } from '../../../bin/admin/import/mapping/schema.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { useTable } from '../../support/store/table.ts';
import { filesIn, temporaryFolder } from '../../support/temporary-folder.ts';
import { excel, hubspot, invoices, pipedrive, salesforce, survey, tickets, zendesk } from './preset-exports.ts';

const db = useTable();
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

/** The documented formula: topics are 100 + 100 times the mean polarity, weighted by halving every 30 days. */
function scoreByHand(
  topics: Record<string, (readonly [day: string, polarity: number, weight?: number])[]>,
  categories: string[][],
) {
  const today = Date.parse('2026-11-20') / 86_400_000;
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const topicScore = (name: string) => {
    const shares = (topics[name] ?? []).map(([day, polarity, weight = 1]) => {
      const share = weight * 0.5 ** ((today - Date.parse(day) / 86_400_000) / 30);
      return { share, sum: share * polarity };
    });
    return (
      100 + (100 * shares.reduce((sum, each) => sum + each.sum, 0)) / shares.reduce((sum, { share }) => sum + share, 0)
    );
  };
  return Math.round(mean(categories.map((names) => mean(names.map(topicScore)))) * 10) / 10;
}

describe('exports of systems, with only their preset', () => {
  it('HubSpot: companies and contacts', async () => {
    const account = await anAccount('hubspot');
    const report = await imported(account, hubspot, '--map hubspot');
    const files = await exported(account);

    expect(report.kinds).toMatchObject({ clients: { added: 2 }, 'key-people': { added: 1 } });
    expect(report.warnings).toMatchObject([{ line: 3, message: expect.stringContaining('the row is skipped') }]);
    expect(files['clients.csv']?.[1]).toMatch(
      /^9001,9001,Harbor Light Foods,false,false,2026-11-18T14:05:00\.000Z,Ada Okafor,FOOD_PRODUCTION,Lisbon,1250000,/,
    );
    expect(files['key-people.csv']?.[1]).toBe(
      "9001,,501,Grace Nunes,CMO,grace@harborlight.example,'+351 21 000 0000,,",
    );
  });

  it('Salesforce: a report in ISO-8859-1 with a title and a footer, whose date order is detected', async () => {
    const account = await anAccount('salesforce');
    const report = await imported(account, salesforce, '--map salesforce');
    const files = await exported(account);

    expect(report.files[0].notes).toContain('dates are read as day/month/year, because of "18/11/2026"');
    expect(report.files[0].notes.filter((note: string) => note.includes('is no row of the table'))).toHaveLength(3);
    expect(files['clients.csv']?.slice(1, 3)).toEqual([
      expect.stringContaining(
        'Café Société,false,false,2026-11-18T00:00:00.000Z,Ben Larsson,Hospitality,Genève,1250000.5,',
      ),
      expect.stringContaining('Plain Ltd,false,false,2026-11-03T00:00:00.000Z,Ada Okafor,,Bern,,'),
    ]);
  });

  it('Pipedrive: workbooks, with people matched by the names of their organizations', async () => {
    const account = await anAccount('pipedrive');
    await imported(account, pipedrive, '--map pipedrive');
    const files = await exported(account);

    expect(files['clients.csv']?.[1]).toMatch(
      /^7,7,Nordwind AG,false,false,2026-11-17T00:00:00\.000Z,Ada Okafor,Energy,/,
    );
    expect(files['clients.csv']?.[1]).toContain(',1234.567,');
    expect(files['key-people.csv']?.[1]).toBe("7,,31,Jo Strand,,jo@nordwind.example,'+47 1,,");
  });

  it('Zendesk: tickets become signals of the organizations', async () => {
    const account = await anAccount('zendesk');
    await imported(account, hubspot, '--map hubspot');
    const report = await imported(account, zendesk, '--map zendesk');
    await admin(`score --account ${account}`);

    expect(report.kinds.signals).toEqual({ added: 5, changed: 0, unchanged: 0 });
    expect(report.signals).toMatchObject([
      {
        topic: 'deliverable_quality',
        count: 3,
        samples: ['9001 2026-11-10 1', '9001 2026-11-10 0.2', '9001 2026-11-12 -0.8'],
      },
      { topic: 'responsiveness', count: 2 },
    ]);
    const topics = {
      quality: [
        ['2026-11-10', 1],
        ['2026-11-10', 0.2],
        ['2026-11-12', -0.8],
      ] as const,
      response: [
        ['2026-11-10', 1],
        ['2026-11-12', -0.5],
      ] as const,
    };
    expect(await scoreOf(account, '9001')).toBe(
      scoreByHand({ quality: [...topics.quality], response: [...topics.response] }, [['quality', 'response']]),
    );
  });

  it('Excel: a German list in Windows-1252 with a title and a total, its conventions given as options', async () => {
    const account = await anAccount('excel');
    await imported(account, excel, '--map excel --encoding windows-1252 --decimal ,');
    const files = await exported(account);

    expect(files['clients.csv']?.slice(1, 3)).toEqual([
      expect.stringMatching(
        /^10001,10001,Bäckerei Groß,false,false,2026-11-18T00:00:00\.000Z,Jörg,Nahrung,Köln,1250000\.5,/,
      ),
      expect.stringMatching(/^10002,10002,Müller; Söhne,false,false,2026-10-02T00:00:00\.000Z,Ada,,Bonn,900,/),
    ]);
    expect(files['clients.csv']).toHaveLength(4);
  });
});

describe('lists that become signals', () => {
  const account = 'lists';
  beforeAll(async () => {
    await anAccount(account);
    await imported(account, hubspot, '--map hubspot');
  });

  it('a survey, a ticket list and an invoice list give the score of the documented formula', async () => {
    const surveyed = await imported(account, survey, '--map surveys');
    const ticketed = await imported(account, tickets, '--map tickets');
    const invoiced = await imported(account, invoices, '--map invoices');
    await admin(`score --account ${account}`);

    expect(surveyed.kinds.signals.added).toBe(6);
    expect(ticketed.kinds.signals.added).toBe(6);
    expect(invoiced.kinds.signals.added).toBe(2);
    const byHand = scoreByHand(
      {
        advocacy: [
          ['2026-11-10', 1],
          ['2026-10-21', -1],
        ],
        results: [['2026-11-10', 0.5]],
        quality: [
          ['2026-11-10', 1],
          ['2026-11-10', -0.5],
        ],
        timeliness: [
          ['2026-11-10', -0.5],
          ['2026-11-10', -1],
          ['2026-11-14', 0.3],
        ],
        value: [['2026-11-10', 0]],
        responsiveness: [
          ['2026-11-10', 0.5],
          ['2026-11-14', 1],
        ],
        billing: [
          ['2026-11-10', -0.5],
          ['2026-11-09', -0.5],
          ['2026-10-21', 0.5],
        ],
      },
      [['results', 'quality', 'timeliness', 'responsiveness'], ['advocacy'], ['value', 'billing']],
    );
    expect(await scoreOf(account, '9001')).toBe(byHand);
  });
});

describe('mappings', () => {
  it.each(presetNames)('the preset %s is valid', async (name) => {
    expect((await loadMapping(name)).files.length).toBeGreaterThan(0);
  });

  it('have a JSON Schema that is up to date; otherwise: npm run mapping-schema', () => {
    expect(JSON.parse(readFileSync(mappingSchemaFile, 'utf8'))).toEqual(mappingJsonSchema());
  });

  it('do not disturb files that an export wrote', async () => {
    const account = await anAccount('identity');
    await imported(account, hubspot, '--map hubspot');
    const folder = temporaryFolder();
    await admin(`export ${folder} --account ${account}`);
    const report = await imported(account, filesIn(folder), '--map hubspot');

    expect(report.kinds.clients).toEqual({ added: 0, changed: 0, unchanged: 2 });
  });
});
