import { beforeAll, expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { numbered } from './small-files.ts';

// What an import reports before it writes.

const db = useMemoryTable();
const admin = cliOn(() => db.table);
const head = 'Client ID,Name';
type Files = Record<string, string | Uint8Array>;
beforeAll(async () => {
  await admin('accounts create --account odd --name Odd');
});

it('an import without a mapping names the presets that read its files', async () => {
  const saidOf = async (files: Files) => (await admin(`import ${temporaryFolder(files)} --account odd --dry-run`)).err;
  const answers = 'No,Company,Date,Rating,Would you recommend us?\n1,One,2026-11-02,4,9\n';
  const companies = `Record ID,Company name,Annual Revenue\n${numbered(8, (at) => `${at},Firm ${at},12.5\n`).join('')}`;

  // a preset finds lists of clients by the header Company alone
  expect(await saidOf({ 'answers.csv': answers, 'all.csv': `${companies}9,Last,lots\n` })).toEqual([
    'all.csv:1: it is not named after a kind, such as clients.csv; the preset hubspot reads it: --map hubspot',
    'answers.csv:1: it is not named after a kind, such as clients.csv, and no preset reads it; use such a name or --as KIND, or describe it in a mapping file (docs/data.md, Mapping files)',
    'error: Nothing was imported: 2 problems in the files.',
  ]);
  // more than a fifth of its rows would be rejected
  const bad = ['9', '10', '11'].map((id) => `${id},Last,lots\n`).join('');
  expect((await saidOf({ 'all.csv': companies + bad }))[0]).toContain('and no preset reads it');
  // of a large file only the headers are compared
  const large = companies + bad + '11,Last,1\n'.repeat(2e6);
  expect((await saidOf({ 'all.csv': large }))[0]).toContain('the preset hubspot reads it: --map hubspot');
});

it('clients without signals are counted after a dry run and after the first import', async () => {
  await admin('accounts create --account unscored --name X');
  const without = async (files: Files, options = '') => {
    const { out } = await admin(`import ${temporaryFolder(files)} --account unscored ${options}`);
    return out.flatMap((line) => /^(\d+ of \d+) clients have no signals/.exec(line)?.[1] ?? []);
  };
  const three = { 'clients.csv': `${head}\nC1,One\nC2,Two\nC3,Three\n` };
  const signalOf = (client: string, day: string) => ({
    'signals.csv': `Client ID,Date,Topic,Polarity\n${client},${day},trust,1\n`,
  });

  const both = { 'signals.csv': `${signalOf('C1', '2026-11-01')['signals.csv']}C3,2026-08-18,trust,1\n` };
  expect(await without({ ...three, ...both })).toEqual(['2 of 3']);
  // C1 has a stored signal, C2 and C3 one that is too old to count
  expect(await without({ ...three, ...signalOf('C2', '2026-08-01') }, '--dry-run')).toEqual(['2 of 3']);
  expect(await without({ ...three, ...signalOf('C2', '2026-11-02') }, '--dry-run')).toEqual(['1 of 3']);
  // with --prune, the stored signal of C1 would be removed
  expect(await without({ ...three, ...signalOf('C2', '2026-11-02') }, '--dry-run --prune')).toEqual(['2 of 3']);
  // an open signal counts from the day on which it has a polarity
  for (const [steps, counted] of [
    ['14:,:-1', '2 of 3'],
    [':-1', '1 of 3'],
  ]) {
    const open = `Client ID,Signal ID,Since,Topic,Steps\nC3,o,2026-11-18,trust,"${steps}"\n`;
    // in an account with data, only a dry run reads the signals of every client
    expect(await without({ ...three, 'open-signals.csv': open })).toEqual([]);
    expect(await without(three, '--dry-run')).toEqual([counted]);
  }
});
