import { gzipSync } from 'node:zlib';
import { workbookOf } from '../../support/xlsx.ts';

// Exports in the format and encoding of five systems and three kinds of lists: at least 20 columns each, most of them
// unused by the import.

type Records = readonly Readonly<Record<string, string>>[];

/** A table with all columns of the records, and other columns filled with text. */
function table(records: Records, others: readonly string[]): string[][] {
  const headers = [...Object.keys(records[0] ?? {}), ...others];
  return [headers, ...records.map((record) => headers.map((header) => record[header] ?? `${header} text`))];
}

const separatedBy = (separator: string) => (rows: readonly (readonly string[])[]) => {
  const cellText = (cell: string) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  return rows.map((row) => `${row.map(cellText).join(separator)}\r\n`).join('');
};
const comma = separatedBy(',');
const semicolon = separatedBy(';');

/** In Windows-1252, where the euro sign is 0x80. */
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');

const hubspotOthers = [
  ...['Create Date', 'Phone Number', 'Country/Region', 'State/Region', 'Postal Code', 'Street Address', 'Time Zone'],
  ...[
    'LinkedIn Company Page',
    'Twitter Handle',
    'Type',
    'Description',
    'Website URL',
    'Lead Status',
    'Number of Deals',
  ],
];
export const hubspot = {
  'hubspot-crm-exports-all-companies-2026-11-18.csv': comma(
    table(
      [
        {
          ...{
            'Record ID': '9001',
            'Company name': 'Harbor Light Foods',
            'Company owner': 'Ada Okafor',
            City: 'Lisbon',
          },
          ...{ Industry: 'FOOD_PRODUCTION', 'Annual Revenue': '1250000.0', 'Last Activity Date': '2026-11-18 14:05' },
          ...{
            'Number of Employees': '250',
            'Lifecycle Stage': 'Customer',
            'Company Domain Name': 'harborlight.example',
          },
        },
        {
          ...{ 'Record ID': '9002', 'Company name': 'Müller & Söhne', 'Company owner': '', City: 'Köln', Industry: '' },
          ...{ 'Annual Revenue': '', 'Last Activity Date': '', 'Number of Employees': '1200' },
          ...{ 'Lifecycle Stage': 'Opportunity', 'Company Domain Name': '' },
        },
      ],
      hubspotOthers,
    ),
  ),
  'hubspot-crm-exports-all-contacts-2026-11-18.csv': comma(
    table(
      [
        {
          ...{ 'Record ID': '501', 'First Name': 'Grace', 'Last Name': 'Nunes', Email: 'grace@harborlight.example' },
          ...{ 'Job Title': 'CMO', 'Phone Number': '+351 21 000 0000', 'Associated Company IDs (Primary)': '9001' },
        },
        {
          ...{ 'Record ID': '502', 'First Name': 'No', 'Last Name': 'Company', Email: 'no@nowhere.example' },
          ...{ 'Job Title': '', 'Phone Number': '', 'Associated Company IDs (Primary)': '' },
        },
      ],
      [...hubspotOthers, 'Contact owner', 'Associated Company', 'Marketing contact status', 'Original Source'].filter(
        (header) => header !== 'Phone Number' && header !== 'Associated Company',
      ),
    ),
  ),
};

const salesforceOthers = [
  ...[
    'Billing State',
    'Billing Street',
    'Billing Zip',
    'Shipping City',
    'Shipping Country',
    'Fax',
    'Website',
    'SIC Code',
  ],
  ...['Ownership', 'Ticker Symbol', 'Account Source', 'Created Date', 'Last Modified Date'],
];
export const salesforce = {
  'report1763480000.csv': windows1252(
    `"Accounts for health"\r\n\r\n${comma(
      table(
        [
          {
            ...{ 'Account ID': '0015g00000AbCdE', 'Account Name': 'Café Société', 'Account Owner': 'Ben Larsson' },
            ...{ 'Billing City': 'Genève', Industry: 'Hospitality', 'Annual Revenue': 'EUR 1,250,000.50' },
            ...{ 'Last Activity': '18/11/2026', Employees: '25', Type: 'Customer', Rating: 'Hot' },
          },
          {
            ...{ 'Account ID': '0015g00000FgHiJ', 'Account Name': 'Plain Ltd', 'Account Owner': 'Ada Okafor' },
            ...{ 'Billing City': 'Bern', Industry: '-', 'Annual Revenue': '', 'Last Activity': '03/11/2026' },
            ...{ Employees: '', Type: '', Rating: '' },
          },
        ],
        salesforceOthers,
      ),
    )}\r\n\r\n"Confidential Information - Do Not Distribute"\r\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."\r\n`,
  ),
};

const pipedriveOthers = [
  ...['Address', 'Street of Address', 'Country of Address', 'ZIP/Postal code of Address', 'Open deals', 'Closed deals'],
  ...['People', 'Next activity date', 'Done activities', 'Email messages count', 'Organization created', 'Update time'],
].map((name) => `Organization - ${name}`);
export const pipedrive = {
  'organizations-1234567-42.xlsx': workbookOf({
    Sheet1: [
      [
        ...['Organization - ID', 'Organization - Name', 'Organization - Owner', 'Organization - Annual revenue'],
        ...['Organization - Last activity date', 'Organization - Employee count', 'Organization - Label'],
        'Organization - Industry',
        ...pipedriveOthers,
      ],
      [
        7,
        'Nordwind AG',
        'Ada Okafor',
        1234.567,
        new Date('2026-11-17T00:00:00Z'),
        85,
        'Gold',
        'Energy',
        ...pipedriveOthers,
      ],
      [8, 'Südwind GmbH', 'Ben Larsson', null, null, null, null, null, ...pipedriveOthers],
    ],
  }),
  'people-1234567-43.xlsx': workbookOf({
    Sheet1: [
      [
        ...['Person - ID', 'Person - Name', 'Person - Organization', 'Person - Email - Work', 'Person - Phone - Work'],
        ...Array.from({ length: 16 }, (_, at) => `Person - Field ${at}`),
      ],
      [31, 'Jo Strand', 'Nordwind AG', 'jo@nordwind.example', '+47 1'],
    ],
  }),
};

export const zendesk = {
  'export-2026-11-18-tickets.csv': `\ufeff${comma(
    table(
      [
        {
          ...{ ID: '101', Organization: 'Harbor Light Foods', 'Solved at': '2026-11-10 09:00:00 +0100' },
          ...{ 'Satisfaction Score': 'Good', 'First reply time in minutes': '45', Reopens: '0' },
        },
        {
          ...{ ID: '102', Organization: 'HARBOR LIGHT FOODS', 'Solved at': '2026-11-12 17:30:00 +0100' },
          ...{ 'Satisfaction Score': 'Unoffered', 'First reply time in minutes': '2000', Reopens: '2' },
        },
        {
          ...{ ID: '103', Organization: '', 'Solved at': '2026-11-12 17:30:00 +0100' },
          ...{ 'Satisfaction Score': 'Bad', 'First reply time in minutes': '5', Reopens: '0' },
        },
      ],
      [
        ...['Subject', 'Requester', 'Requester email', 'Assignee', 'Group', 'Status', 'Priority', 'Via', 'Ticket type'],
        ...['Created at', 'Updated at', 'Assigned at', 'Due date', 'Tags', 'Brand', 'Replies'],
      ],
    ),
  )}`,
};

export const excel = {
  'Kundenliste.csv': windows1252(
    `Kundenliste Stand November\r\n${semicolon(
      table(
        [
          {
            ...{ 'Kunden-Nr.': '10001', Firma: 'Bäckerei Groß', Betreuer: 'Jörg', Branche: 'Nahrung', Ort: 'Köln' },
            ...{ Jahresumsatz: '1.250.000,50 €', 'Letzter Kontakt': '18.11.2026' },
          },
          {
            ...{ 'Kunden-Nr.': '10002', Firma: 'Müller; Söhne', Betreuer: 'Ada', Branche: 'k.A.', Ort: 'Bonn' },
            ...{ Jahresumsatz: '900', 'Letzter Kontakt': '02.10.2026' },
          },
        ],
        Array.from({ length: 14 }, (_, at) => `Feld ${at + 1}`),
      ),
    )}Summe;;;;;1250900,50\r\n`,
  ),
};

const surveyOthers = [
  ...['Start Date', 'Duration', 'IP Region', 'Device', 'Language', 'Collector', 'Respondent', 'Role', 'Comment', 'Tag'],
  ...['Utm source', 'Utm medium'],
];
export const survey = {
  'survey-november.csv.gz': gzipSync(
    comma(
      table(
        [
          {
            ...{ 'Response ID': 'r1', 'Client ID': '9001', 'Submitted At': '2026-11-10T08:00:00Z', NPS: '9' },
            ...{ CSAT: '4', Quality: '5', 'On time': '2', 'Value for money': '3' },
          },
          {
            ...{ 'Response ID': 'r2', 'Client ID': '9001', 'Submitted At': '2026-10-21T08:00:00Z', NPS: '6' },
            ...{ CSAT: '', Quality: 'N/A', 'On time': '', 'Value for money': '' },
          },
        ],
        surveyOthers,
      ),
    ),
  ),
};

export const tickets = {
  'tickets.tsv': Buffer.from(
    `\ufeff${table(
      [
        {
          ...{
            'Ticket ID': 'T-1',
            'Client ID': '9001',
            'Created At': '11/09/2026 08:00',
            'Closed At': '11/10/2026 08:00',
          },
          ...{ 'First Response At': '11/09/2026 11:00', 'SLA Breached': 'Yes', CSAT: '2', Type: 'Complaint' },
          ...{ Category: 'Billing' },
        },
        {
          ...{
            'Ticket ID': 'T-2',
            'Client ID': '9001',
            'Created At': '11/13/2026 08:00',
            'Closed At': '11/14/2026 08:00',
          },
          ...{ 'First Response At': '11/13/2026 08:30', 'SLA Breached': 'No', CSAT: '', Type: 'Question' },
          ...{ Category: 'Billing' },
        },
      ],
      [
        'Subject',
        'Requester',
        'Agent',
        'Team',
        'Status',
        'Priority',
        'Channel',
        'Tags',
        'Product',
        'Version',
        'Region',
        'Notes',
      ],
    )
      .map((row) => row.join('\t'))
      .join('\r\n')}\r\n`,
    'utf16le',
  ),
};

export const invoices = {
  'invoices.xlsx': workbookOf({
    'Q4 2026': [
      ['Invoices of the fourth quarter'],
      [
        ...['Invoice Number', 'Client ID', 'Invoice Date', 'Due Date', 'Paid Date', 'Status', 'Amount'],
        ...Array.from({ length: 14 }, (_, at) => `Field ${at}`),
      ],
      ['I-1', 9001, new Date('2026-09-20'), new Date('2026-10-20'), new Date('2026-11-09'), 'Paid', 1200.5],
      ['I-2', 9001, new Date('2026-10-01'), new Date('2026-10-31'), new Date('2026-10-21'), 'Paid', 99],
      ['I-3', 9001, new Date('2026-11-01'), new Date('2026-12-01'), null, 'Open', 500],
      ['Total', null, null, null, null, null, 1799.5],
    ],
  }),
};
