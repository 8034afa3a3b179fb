import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Kind, KindName } from '../../../import/files/kinds/kind.ts';
import { kinds } from '../../../import/files/kinds.ts';
import { makeFolder } from '../../../import/files/make-folder.ts';
import { csvRow } from '../../../shared/domain/csv.ts';

/** A row of every kind, also with columns of the customer's own; other columns are empty. */
const examples: Readonly<Record<KindName, Readonly<Record<string, string>>>> = {
  portfolios: {
    'Portfolio ID': 'key-accounts',
    Name: 'Key accounts',
    Color: '#336699',
    Description: 'The ten largest',
    'User IDs': 'u-1;u-2',
    'Created At': '2026-01-05T09:00:00Z',
  },
  clients: {
    Name: 'Harbor Light Foods',
    Archived: 'false',
    Favorite: 'true',
    'Last Contact': '2026-11-18',
    'Account Owner': 'Ada Okafor',
    Industry: 'Food',
    Location: 'Lisbon',
    'Revenue TTM': '1250000',
    Currency: 'EUR',
    'Renews On': '2027-03-31',
    Region: 'South',
    'Employees (number)': '250',
  },
  aliases: { Name: 'Harbor Light' },
  streams: { 'Stream ID': 'website', Name: 'Website', State: 'active', Goals: 'Launch in spring' },
  scores: { Score: '118.5' },
  'portfolio-members': { 'Portfolio ID': 'key-accounts', segment: 'Enterprise' },
  'key-people': {
    'Person ID': 'p-1',
    Name: 'Grace Nunes',
    Title: 'CMO',
    Email: 'grace@harborlight.example',
    Phone: '+351 21 000 0000',
    Role: 'Sponsor',
    Department: 'Marketing',
  },
  notes: {
    'Note ID': 'n-1',
    'Created At': '2026-11-18T15:30:00Z',
    'Created By': 'Ada Okafor',
    Type: 'call',
    Content: 'Asked for an offer.',
  },
  insights: {
    'Stream ID': 'website',
    Week: '2026-11-16',
    Topic: 'timeliness',
    Summary: 'Two milestones on time',
    Sentiment: 'positive',
  },
  alignment: {
    Week: '2026-11-16',
    Value: 'green',
    'Updated At': '2026-11-17T10:00:00Z',
    'Updated By': 'Ben Larsson',
  },
  signals: { 'Signal ID': 's-1', Date: '2026-11-17', Topic: 'timeliness', Polarity: '0.5', Weight: '1' },
  'open-signals': {
    'Signal ID': 'invoice-late_INV-88',
    Feed: 'invoices/signals',
    Since: '2026-11-02',
    Topic: 'billing_payment',
    Steps: '0:,14:-0.3,:-1',
    Weight: '1',
  },
};

/** Writes a file of every kind with its columns and one row. Together they can be imported. */
export async function writeTemplates(folder: string): Promise<string[]> {
  await makeFolder(folder);
  for (const kind of kinds) await writeFile(join(folder, `${kind.name}.csv`), templateOf(kind));
  return kinds.map(({ name }) => `${name}.csv`);
}

/** The cells of the row by their headers. */
export function exampleOf({ name }: Pick<Kind, 'name'>): Readonly<Record<string, string>> {
  return { 'Client ID': 'CRM-1001', ...examples[name] };
}

function templateOf(kind: Kind): string {
  const headers = kind.columns.filter(({ importOnly }) => !importOnly).map(({ header }) => header);
  const all = [...new Set([...headers, ...Object.keys(examples[kind.name])])];
  const cells = exampleOf(kind);
  return csvRow(all) + csvRow(all.map((header) => cells[header] ?? ''));
}
