import { beforeEach, describe, expect, it } from 'vitest';
import type { RunReport } from '../../import/inbox/report.ts';
import { workInbox } from '../../import/inbox/run.ts';
import type { InboxSettings } from '../../shared/table/access/inboxes.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { cliOn } from '../support/admin/cli.ts';
import { memoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { memoryInbox } from './inbox/memory-inbox.ts';

// What whoever sends files sees of an import: by the CLI, as JSON, and in the report of an inbox.

let table = memoryTable('job');
beforeEach(async () => {
  table = memoryTable('job');
});
const admin = cliOn(() => table);
const acme = asAccount('acme');

/** Imports by the CLI into the account, which is made first. */
async function imported(files: Readonly<Record<string, string | Uint8Array>>, options = '') {
  await admin('accounts create --account acme --name Acme');
  const line = `import ${temporaryFolder(files)} --account acme ${options}`;
  const { out, err, exitCode } = await admin(line);
  return { out, err, exitCode, json: options.includes('--json') ? JSON.parse(out[0] ?? '{}') : undefined };
}

/** Puts files into the inbox of the account, and what a person finds afterwards. */
async function arrived(files: Readonly<Record<string, string>>, settings: Partial<InboxSettings> = {}) {
  const box = await memoryInbox(table, 'acme', settings);
  box.put(files);
  await workInbox(box.deps, acme);
  const [report] = box.reports;
  const run = report?.run ?? '';
  const text = (box.files.get(`reports/acme/${run}.txt`)?.text ?? '').trimEnd().split('\n');
  const below = (folder: string) =>
    box.keys().flatMap((key) => (key.startsWith(`${folder}/acme/`) ? [key.slice(key.lastIndexOf('/') + 1)] : []));
  const rejects = Object.fromEntries(
    below('rejects').map((name) => [name, box.files.get(`rejects/acme/${run}/${name}`)?.text]),
  );
  return { ...box, report, text, rejects, done: below('done'), failed: below('failed') };
}

const clientsCsv = 'Client ID,Name\nC1,One\nC2,Two\n';
const notesHead = 'Client ID,Created At,Created By,Content\n';
const note = (client: string, text = 'x') => `${client},2026-11-01,Ada,${text}\n`;
const invoices = (...rows: string[]) =>
  `Invoice Number,Customer,Invoice Date,Due Date,Paid Date,Status\n${rows.join('\n')}\n`;

describe('the result', () => {
  const files = { 'clients.csv': clientsCsv, 'notes.csv': `${notesHead}${note('C1')}${note('C9')}` };

  it('is the same in JSON of the CLI and of the inbox', async () => {
    const { report } = await arrived(files, { maps: [] });
    table = memoryTable('job');
    const { json } = await imported(files, `--rejects ${temporaryFolder()} --json`);

    const { run: _, account: __, startedAt, result, files: ___, read, rejects, advice, ...own } = report as RunReport;
    const { views, files: filesRead, ...rest } = json;
    expect(read).toEqual(filesRead);
    const dated = (feeds: readonly object[]) => feeds.map((feed) => ({ ...feed, at: '', dated: '' }));
    expect({ ...JSON.parse(JSON.stringify(own)), feeds: dated(own.feeds ?? []) }).toEqual({
      ...rest,
      feeds: dated(rest.feeds),
    });
  });

  it('does not begin with "imported" if most rows were rejected', async () => {
    const bad = { 'clients.csv': 'Client ID,Name\nC1,One\nC2,\nC3,\n' };
    expect((await arrived(bad)).text[0]).toMatch(/: most was not imported: 2 of 3 rows were rejected$/);
    table = memoryTable('job');
    const { err } = await imported(bad, `--rejects ${temporaryFolder()}`);
    expect(err.join()).toContain('most was not imported: 2 of 3 rows were rejected.');
  });

  it('names unknown names with proposals, those of most rows first', async () => {
    const rows = ['I-1,Onee,2026-09-01,2026-10-01,2026-10-01,Paid', 'I-2,Twoo,2026-09-01,2026-10-01,2026-10-01,Paid'];
    const more = 'I-3,Twoo,2026-09-01,2026-10-01,,Open';
    const { text } = await arrived(
      { 'clients.csv': clientsCsv, 'bills.csv': invoices(...rows, more) },
      { maps: [{ name: 'invoices' }] },
    );

    expect(text.filter((line) => line.startsWith('unknown name'))).toEqual([
      'unknown name "Twoo": 2 rows; did you mean two (C2)?',
      'unknown name "Onee": 1 rows; did you mean one (C1)?',
    ]);
  });
});

describe('a file that is refused beside good ones', () => {
  it('is named with its reason, is moved to failed, and all its rows come back', async () => {
    const bad = 'Client ID,Date,Topic,Polarity\nC1,soon,trust,1\nC2,2026-11-02,trust,1\n';
    const { text, done, failed, rejects, report } = await arrived(
      { 'clients.csv': clientsCsv, 'signals.csv': bad },
      { maxRejects: '10%' },
    );

    expect({ done, failed, result: report?.result }).toEqual({
      done: ['clients.csv'],
      failed: ['signals.csv'],
      result: 'done',
    });
    const reason = '1 of 2 rows have problems, more than 0';
    expect(text).toContain(`not imported: signals.csv: ${reason}`);
    expect(rejects['signals.csv']).toMatch(/C1,soon,trust,1,.+\r\nC2,2026-11-02,trust,1,\r\n$/);
  });

  it('and is of an unknown system sinks none of them, and the preset that reads it is named', async () => {
    const survey = 'Response ID,Company,Submitted At,NPS,CSAT\nr-1,One,2026-11-10,9,4\nr-2,Two,2026-11-10,9,4\n';
    const files = { 'clients.csv': clientsCsv, 'export7.csv': survey, 'odd.csv': 'a,b\n1,2\n' };
    const { done, failed, text } = await arrived(files, { maps: [] });

    expect({ done, failed }).toEqual({ done: ['clients.csv'], failed: ['export7.csv', 'odd.csv'] });
    expect(text).toContainEqual(expect.stringMatching(/^not imported: export7.csv: .*the preset surveys reads it/));
    expect(text).toContain(
      'Say once which presets read them: client-health inbox configure --account acme --map surveys --no-score',
    );
    table = memoryTable('job');
    const { exitCode, out } = await imported(files, `--rejects ${temporaryFolder()}`);
    expect(exitCode).toBe(5);
    expect(out.join('\n')).toMatch(/export7.csv: nothing of this file is imported: .*the preset surveys reads it/);
  });

  it('and needs a preset that is not configured is named with it, and keeps the settings', async () => {
    const hubspot = 'Record ID,Company name\n9001,One\n';
    const { text, failed } = await arrived(
      { 'companies.csv': hubspot, 'bills.csv': invoices('I-1,One,2026-09-01,2026-10-01,2026-10-01,Paid') },
      { maps: [{ name: 'hubspot' }], maxRejects: '7', prune: true, score: true },
    );

    expect(failed).toEqual(['bills.csv']);
    expect(text).toContainEqual(
      'Say once which presets read them: client-health inbox configure --account acme --map hubspot --map invoices --max-rejects 7 --prune',
    );
  });
});

it('a report names options that its reader can give, and then the file is read', async () => {
  const files = { 'clients.csv': 'Client ID,Name,Revenue TTM,Last Contact\nC1,One,"1,250",03/04/2026\n' };
  const { text } = await arrived(files, { maps: [] });

  const [advice = ''] = text.filter((line) => line.startsWith('Give --'));
  expect(advice).toMatch(/^Give --decimal, --dates once, .*: client-health inbox configure --account acme --no-score/);

  await admin('inbox configure --account acme --decimal , --dates dmy --no-score');
  const box = await memoryInbox(table, 'acme');
  box.put(files);
  await workInbox({ ...box.deps, randomBytes: (count) => new Uint8Array(count).fill(9) }, acme);
  expect(box.reports[0]).toMatchObject({ result: 'done', kinds: { clients: { added: 1 } } });
});
