import { expect, it } from 'vitest';
import { cliOn } from '../support/admin/cli.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

// Exports of systems with the headers that they write, read with their presets alone. Columns are separated by |.

const db = useMemoryTable();
const admin = cliOn(() => db.table);

const csv = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) =>
      line
        .split('|')
        .map((cell) => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
        .join(','),
    )
    .join('\r\n');

const clients = 'Client ID,Name\nC1,Harbor Light Foods\nC2,Müller & Söhne GmbH\n';
const nps = 'How likely is it that you would recommend this company to a friend or colleague?';
const csat = 'Overall, how satisfied or dissatisfied are you with our company?';

const crm: [preset: string, accounts: string, contacts: string, client: RegExp, person: RegExp][] = [
  [
    'zoho',
    `Record Id|Account Owner.id|Account Owner|Account Name|Phone|Parent Account.id|Website|Account Type|Industry|Annual Revenue|Employees|Created By.id|Created By|Modified By|Created Time|Modified Time|Billing Street|Billing City|Billing State|Billing Code|Billing Country|Locked|Last Activity Time
zcrm_58|zcrm_1|Ada Okafor|Harbor Light Foods|+351 21|||Customer|Food|1250000|250|zcrm_1|Ada|Ada|2024-02-11 09:30:00|2026-11-18 10:00:00|Rua da Prata 8|Lisbon||1100|Portugal|false|2026-11-18 14:05:00
zcrm_59|zcrm_1|Ada Okafor|Café Société||||||||zcrm_1|Ada|Ada|2024-02-11 09:30:00|2026-11-18 10:00:00||Genève|||Switzerland|false|`,
    `Record Id|Contact Owner.id|Contact Owner|Lead Source|First Name|Last Name|Account Name.id|Account Name|Email|Title|Department|Phone
zcrm_71|zcrm_1|Ada Okafor||Grace|Nunes|zcrm_58|Harbor Light Foods|grace@harborlight.example|CMO|Marketing|+351 21`,
    /^zcrm_58,zcrm_58,Harbor Light Foods,false,false,2026-11-18T14:05:00.000Z,Ada Okafor,Food,Lisbon,,.*,1250000,/,
    /^zcrm_58,,zcrm_71,Grace Nunes,CMO,grace@/,
  ],
  [
    'dynamics',
    `(Do Not Modify) Account|(Do Not Modify) Row Checksum|(Do Not Modify) Modified On|Account Name|Main Phone|Address 1: City|Address 1: Country/Region|Primary Contact|Email (Primary Contact) (Contact)|Industry|Annual Revenue|Number of Employees|Relationship Type|Owner|Status
0a1b2c3d-0000-4000-8000-000000000001|abc==|11/18/2026 14:05|Harbor Light Foods|+351 21|Lisbon|Portugal|Grace Nunes|grace@harborlight.example|Food|$1,250,000.00|250|Customer|Ada Okafor|Active`,
    `(Do Not Modify) Contact|(Do Not Modify) Row Checksum|(Do Not Modify) Modified On|Full Name|Company Name|Job Title|Email|Business Phone|Mobile Phone
0a1b2c3d-0000-4000-8000-000000000009|abc==|11/18/2026 14:05|Grace Nunes|Harbor Light Foods|CMO|grace@harborlight.example|+351 21|`,
    /^0a1b2c3d-0000-4000-8000-000000000001,0a1b2c3d-0000-4000-8000-000000000001,Harbor Light Foods,false,false,,Ada Okafor,Food,Lisbon,,.*,1250000,/,
    /^0a1b2c3d-0000-4000-8000-000000000001,,0a1b2c3d-0000-4000-8000-000000000009,Grace Nunes,CMO,grace@/,
  ],
];

it.each(crm)('%s: accounts and contacts', async (preset, accounts, contacts, client, person) => {
  await admin(`accounts create --account ${preset} --name X`);
  const files = temporaryFolder({ 'Accounts.csv': csv(accounts), 'Contacts.csv': csv(contacts) });
  const { err, exitCode } = await admin(`import ${files} --account ${preset} --map ${preset}`);
  expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
  const folder = temporaryFolder();
  await admin(`export ${folder} --account ${preset}`);
  const rows = filesIn(folder);
  expect(rows['clients.csv']?.split('\r\n')[1]).toMatch(client);
  expect(rows['key-people.csv']?.split('\r\n')[1]).toMatch(person);
});

const lists: [preset: string, file: string, signals: string[], open: string[]][] = [
  [
    'freshdesk',
    `Ticket ID|Subject|Status|Priority|Source|Type|Agent|Group|Created time|Due by Time|Resolved time|Closed time|Last update time|Initial response time|Time tracked|First response time (in hrs)|Resolution time (in hrs)|Agent interactions|Customer interactions|Resolution status|First response status|Tags|Survey results|Company Name|Full name|Contact ID
4711|Label|Closed|Low|Email|Question|Ada|Support|2026-11-09 08:00|2026-11-12 08:00|2026-11-10 09:00|2026-11-10 09:00|2026-11-10 09:00|2026-11-09 08:45|00:00|00:45:00|25:00:00|2|2|Within SLA|Within SLA||Extremely happy|Harbor Light Foods|Grace|1
4712|Stop|Open|High|Phone|Problem|Ada|Support|2026-11-18 08:00|2026-11-19 08:00|||2026-11-18 08:00||||||1|||||Müller & Söhne GmbH|Jo|2
4713|Old|Resolved|High|Phone|Problem|Ada|Support|2026-11-01 08:00|2026-11-02 08:00|2026-11-06 08:00||2026-11-06 08:00|||76:47:00|120:00:00|2|1|SLA Violated|SLA Violated|||müller & söhne gmbh|Jo|2`,
    [
      'C1,first-response_4711,2026-11-10,responsiveness,1,1,,reply-hours=0.75',
      'C1,satisfaction_4711,2026-11-10,deliverable_quality,1,1,,rating=1',
      'C1,sla_4711,2026-11-10,timeliness,0.3,1,,rating=0.65',
      'C2,first-response_4713,2026-11-06,responsiveness,-0.9,1,,reply-hours=76.783',
      'C2,sla_4713,2026-11-06,timeliness,-1,1,,rating=0',
    ],
    ['C2,first-response_4712,freshdesk/signals,2026-11-18,responsiveness'],
  ],
  [
    'helpscout',
    `Conversation ID|Number|Company|Customer Name|Customer Email|Status|Created|Closed|First Response Time|Resolution Time|Rating
901|41|Harbor Light Foods|Grace|grace@harborlight.example|Closed|2026-11-09 08:00|2026-11-10 09:00|45m|1d 1h|Great
902|42|Müller & Söhne GmbH|Jo|jo@mueller.example|Closed|2026-11-01 08:00|2026-11-06 08:00|76:47:00|--|Not Good`,
    [
      'C1,first-response_901,2026-11-10,responsiveness,1,1,,reply-hours=0.75',
      'C1,rating_901,2026-11-10,deliverable_quality,1,1,,rating=1',
      'C1,resolved_901,2026-11-10,responsiveness,0,1,,resolve-hours=25',
      'C2,first-response_902,2026-11-06,responsiveness,-1,1,,reply-hours=76.783',
      'C2,rating_902,2026-11-06,deliverable_quality,-1,1,,rating=0',
    ],
    [],
  ],
  [
    'intercom',
    `Conversation ID|Updated at (America/New_York)|Conversation rating remark|Conversation rating|User name|Company name|Agent rated type|Last survey sent
9001|2026-11-09 10:00:00|Great|5|Grace|Harbor Light Foods|Teammate|
9002|2026-11-10 11:00:00||Bad|Jo|Müller & Söhne GmbH|Teammate|`,
    [
      'C1,rating_9001,2026-11-09,deliverable_quality,1,1,,rating=1',
      'C2,rating_9002,2026-11-10,deliverable_quality,-0.5,1,,rating=0.25',
    ],
    [],
  ],
  [
    'surveymonkey',
    `Respondent ID|Collector ID|Start Date|End Date|IP Address|Email Address|First Name|Last Name|Custom Data 1|${nps}|${csat}|What could we do better?
||||||||||Response|Open-Ended Response
118|55|11/17/2026 10:00:00 AM|11/17/2026 10:02:00 AM||grace@harborlight.example|Grace|Nunes|Harbor Light Foods|9|Somewhat satisfied|
119|55|11/17/2026 11:00:00 AM|11/17/2026 11:02:00 AM||jo@mueller.example|Jo|M|Müller & Söhne GmbH|Not at all likely - 0|Very dissatisfied|Everything`,
    [
      'C1,nps_118,2026-11-17,advocacy,1,1,,recommend=1',
      'C1,satisfaction_118,2026-11-17,results_impact,0.5,1,,rating=0.75',
      'C2,nps_119,2026-11-17,advocacy,-1,1,,recommend=0',
      'C2,satisfaction_119,2026-11-17,results_impact,-1,1,,rating=0',
    ],
    [],
  ],
  [
    'stripe',
    `id|Number|Customer|Customer Name|Customer Email|Status|Currency|Amount Due|Amount Paid|Subtotal|Tax|Total|Date (UTC)|Due Date (UTC)|Finalized At (UTC)|Paid At (UTC)|Marked Uncollectible At (UTC)|Voided At (UTC)|Period Start (UTC)|Period End (UTC)|Subscription|Description
in_1|A-001|cus_1|Harbor Light Foods|grace@harborlight.example|paid|eur|1250.50|1250.50|1250.50|0|1250.50|2026-09-20 08:00|2026-10-20 08:00|2026-09-20 09:00|2026-11-09 13:00|||||sub_1|
in_2|A-002|cus_2|Müller & Söhne GmbH||open|eur|99|0|99|0|99|2026-10-05 08:00|2026-11-04 08:00|2026-10-05 09:00|||||||
in_3|A-003|cus_2|Müller & Söhne GmbH||void|eur|99|0|99|0|99|2026-10-05 08:00|2026-11-04 08:00|2026-10-05 09:00|||2026-10-06 08:00|||||
in_4|A-004|cus_1|Harbor Light Foods||uncollectible|eur|5|0|5|0|5|2026-08-01 08:00|2026-08-31 08:00|2026-08-01 09:00||2026-11-01 08:00||||||`,
    [
      'C1,days-late_A-001,2026-11-09,billing_payment,-0.5,1,,days-late=20,1250.5 EUR',
      'C1,uncollectible_A-004,2026-11-01,billing_payment,-1,1,,',
    ],
    ['C2,days-late_A-002,stripe/signals,2026-11-04,billing_payment'],
  ],
  [
    'xero',
    `ContactName|EmailAddress|POAddressLine1|POCity|POPostalCode|POCountry|InvoiceNumber|Reference|InvoiceDate|DueDate|PlannedDate|Total|TaxTotal|InvoiceAmountPaid|InvoiceAmountDue|InventoryItemCode|Description|Quantity|UnitAmount|Discount|LineAmount|AccountCode|TaxType|TaxAmount|Currency|Type|Sent|Status
Harbor Light Foods|||Lisbon|||INV-1|Spring|18/09/2026|18/10/2026||200.00|0|200.00|0.00||Work|1|100.00||100.00|200|None|0|EUR|Sales invoice|Sent|Paid
Harbor Light Foods|||Lisbon|||INV-1|Spring|18/09/2026|18/10/2026||200.00|0|200.00|0.00||More work|1|100.00||100.00|200|None|0|EUR|Sales invoice|Sent|Paid
Müller & Söhne GmbH|||Köln|||INV-2||01/10/2026|31/10/2026||99.00|0|0.00|99.00||Work|1|99.00||99.00|200|None|0|EUR|Sales invoice|Sent|Awaiting Payment
Müller & Söhne GmbH|||Köln|||INV-3||01/10/2026|31/10/2026||99.00|0|0.00|99.00||Work|1|99.00||99.00|200|None|0|EUR|Sales invoice||Voided`,
    ['C1,paid_INV-1,2026-10-18,billing_payment,0.3,1,,rating=0.65,200 EUR'],
    ['C2,overdue_INV-2,xero/signals,2026-10-31,billing_payment'],
  ],
  [
    'invoices',
    `Invoice Number|Customer|Due Date|Payment Date|Total
I-1|Harbor Light Foods|2026-10-20|2026-11-09|500
I-2|Müller & Söhne GmbH|2026-10-20||99`,
    ['C1,days-late_I-1,2026-11-09,billing_payment,-0.5,1,,days-late=20,500'],
    ['C2,days-late_I-2,invoices/signals,2026-10-20,billing_payment'],
  ],
  [
    'invoices',
    `Rechnungsnummer|Kunde|Rechnungsdatum|Fällig am|Bezahlt am|Status|Betrag|Währung
RE-1|Harbor Light Foods|06.10.2026|20.10.2026|09.11.2026|bezahlt|1.500,00|EUR
RE-2|Müller & Söhne GmbH|06.10.2026|20.10.2026||offen|99,00|EUR
RE-3|Müller & Söhne GmbH|06.10.2026|20.10.2026||storniert|99,00|EUR`,
    [
      // of the file before
      'C1,days-late_I-1,2026-11-09,billing_payment,-0.5,1,,days-late=20,500',
      'C1,days-late_RE-1,2026-11-09,billing_payment,-0.5,1,,days-late=20,1500 EUR',
    ],
    [
      'C2,days-late_I-2,invoices/signals,2026-10-20,billing_payment',
      'C2,days-late_RE-2,invoices/signals,2026-10-20,billing_payment',
    ],
  ],
  [
    'quickbooks',
    `Transaction date|Transaction type|Num|Customer full name|Memo/Description|Due date|Amount|Open balance
10/01/2026|Invoice|1041|Harbor Light Foods|Spring|10/31/2026|$1,250.00|$0.00
10/02/2026|Invoice|1042|Müller & Söhne GmbH||11/01/2026|99.00|99.00
10/20/2026|Payment||Müller & Söhne GmbH||10/20/2026|-50.00|0.00`,
    ['C1,paid_1041,2026-10-31,billing_payment,0.3,1,,rating=0.65,1250'],
    ['C2,overdue_1042,quickbooks/signals,2026-11-01,billing_payment'],
  ],
  [
    'jira',
    `Summary|Issue key|Issue id|Issue Type|Status|Project key|Project name|Priority|Resolution|Assignee|Reporter|Created|Updated|Resolved|Due date|Custom field (Satisfaction)
Label|HLF-7|10007|Bug|Done|HLF|Harbor Light Foods|High|Done|Ada|Grace|09/Nov/26 8:00 AM|10/Nov/26 9:00 AM|10/Nov/26 8:00 AM|13/Nov/26 12:00 AM|4
Machine|MUS-2|10012|Task|In Progress|MUS|Müller & Söhne GmbH|Low||Ada|Jo|02/Nov/26 2:00 PM|18/Nov/26 2:00 PM||16/Nov/26 12:00 AM|`,
    [
      'C1,on-time_HLF-7,2026-11-10,timeliness,0.5,1,,days-late=-3',
      'C1,resolved_HLF-7,2026-11-10,responsiveness,0.5,1,,resolve-hours=24',
      'C1,satisfaction_HLF-7,2026-11-10,deliverable_quality,0.5,1,,rating=0.75',
    ],
    ['C2,on-time_MUS-2,jira/signals,2026-11-16,timeliness'],
  ],
];

it.each(lists)('%s: signals', async (preset, file, signals, open) => {
  await admin(`accounts create --account ${preset} --name X`);
  const files = temporaryFolder({ 'clients.csv': clients, [`${preset}-export.csv`]: csv(file) });
  const line = `import ${files} --account ${preset} --map ${preset}`;
  const { err, exitCode } = await admin(line);
  expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
  expect((await admin(line)).out.join('\n')).not.toMatch(/signals +[1-9]/);
  const folder = temporaryFolder();
  await admin(`export ${folder} --account ${preset}`);
  const rows = (name: string) => filesIn(folder)[name]?.trimEnd().split('\r\n').slice(1) ?? [];
  // without the Client ID, and without the last cell, Paid, where it is empty
  const unnamed = (row: string) => row.replace(/^([^,]*),[^,]*,/, '$1,').replace(/,$/, '');
  expect(rows('signals.csv').map(unnamed).sort()).toEqual(signals);
  expect(rows('open-signals.csv').map(unnamed)).toEqual(open.map((row) => expect.stringContaining(row)));
});

it.each([
  [
    'stripe',
    `id|Description|Email|Name|Created (UTC)|Delinquent|Plan|Status|Currency|Total Spend|Payment Count|Refunded Volume|Dispute Losses
cus_1||grace@harborlight.example|Harbor Light Foods|2024-02-11 09:30|false|pro|active|eur|1250.50|12|0|0`,
    [/^cus_1,.*Harbor Light Foods,false,.*,1250\.5,/],
  ],
  [
    'chartmogul',
    `Customer UUID|External ID|Name|Company|Email|Status|Subscriber since|Plan|Billing cycle|MRR|ARR|Net payments|Currency|Country|City
cus_a|HLF|Grace Nunes|Harbor Light Foods|grace@harborlight.example|Active|2024-02-11|Pro|Monthly|104.20|1,250.40|3000.00|EUR|PT|Lisbon
cus_b|MUS|Jo Maier|Müller & Söhne GmbH||Cancelled||Pro|Monthly|0|0|900.00|EUR|DE|Köln`,
    [/^HLF,.*Harbor Light Foods,false,.*Lisbon,1250\.4,/, /^MUS,.*Müller & Söhne GmbH,true,/],
  ],
])('%s: customers, what they pay, and whether they left', async (preset, file, clients) => {
  const account = `${preset}-customers`;
  await admin(`accounts create --account ${account} --name X`);
  const files = temporaryFolder({ 'customers.csv': csv(file) });
  const { err, exitCode } = await admin(`import ${files} --account ${account} --map ${preset}`);
  expect({ err, exitCode }).toEqual({ err: [], exitCode: 0 });
  const folder = temporaryFolder();
  await admin(`export ${folder} --account ${account}`);
  const rows = filesIn(folder)['clients.csv']?.trimEnd().split('\r\n').slice(1) ?? [];
  expect(rows).toEqual(clients.map((row) => expect.stringMatching(row)));
});

it.each([
  ['hubspot', 'Record ID|Company name|Contract End Date', 'C1|Harbor Light Foods|2026-12-01'],
  ['salesforce', 'Account ID|Account Name|Account Owner|Contract End', 'C1|Harbor Light Foods|Ada|2026-12-01'],
  [
    'pipedrive',
    'Organization - ID|Organization - Name|Organization - Renewal Date',
    'C1|Harbor Light Foods|2026-12-01',
  ],
  ['zoho', 'Record Id|Account Owner|Account Name|Renewal Date', 'C1|Ada|Harbor Light Foods|2026-12-01'],
  ['dynamics', '(Do Not Modify) Account|Account Name|Renewal Date', 'C1|Harbor Light Foods|2026-12-01'],
])('%s: a contract that ends without a later date counts for renewal', async (preset, headers, row) => {
  const account = `${preset}-contracts`;
  await admin(`accounts create --account ${account} --name X`);
  const files = temporaryFolder({ 'accounts.csv': csv(`${headers}\n${row}`) });
  expect(await admin(`import ${files} --account ${account} --map ${preset}`)).toMatchObject({ err: [], exitCode: 0 });
  const folder = temporaryFolder();
  await admin(`export ${folder} --account ${account}`);
  const open = `C1,,contract-end_C1,${preset}/contracts,2026-12-01,renewal_growth,`;
  expect(filesIn(folder)['open-signals.csv']).toContain(open);
});

it('alignment: a sheet with a client in every row and a week in every column', async () => {
  await admin('accounts create --account sheet --name X');
  const sheet = (worst: string) =>
    csv(`Health of our clients, 2026|||
Client|Lead|03/11/2026|10/11/2026|17/11/2026|Comment
Harbor Light Foods|Ada|G|Amber|${worst}|Budget?
Müller & Söhne GmbH|Ben|-||🟢|`);
  const files = (worst: string) => temporaryFolder({ 'clients.csv': clients, 'weekly.csv': sheet(worst) });

  expect(await admin(`import ${files('rot')} --account sheet --map alignment`)).toMatchObject({ err: [], exitCode: 0 });
  const folder = temporaryFolder();
  await admin(`export ${folder} --account sheet`);
  const rows = filesIn(folder)['alignment.csv']?.trimEnd().split('\r\n').slice(1) ?? [];
  expect(rows.map((row) => row.replace(/^([^,]*),[^,]*,/, '$1,')).sort()).toEqual([
    'C1,2026-11-02,green,2026-11-02T00:00:00.000Z,weekly sheet',
    'C1,2026-11-09,amber,2026-11-09T00:00:00.000Z,weekly sheet',
    'C1,2026-11-16,red,2026-11-16T00:00:00.000Z,weekly sheet',
    'C2,2026-11-16,green,2026-11-16T00:00:00.000Z,weekly sheet',
  ]);
  const wrong = await admin(`import ${files('bad')} --account sheet --map alignment`);
  expect(wrong.err.join('\n')).toContain('weekly.csv:3, column "Value": "bad" is not one of red, amber, green');
});

it('a ticket or a meeting without a company belongs to the client whose domain its addresses have', async () => {
  await admin('accounts create --account mail --name X');
  const files = {
    'companies.csv': csv(`Record ID|Company name|Company Domain Name
C1|Harbor Light Foods|harborlight.example
C2|Müller|www.mueller.example
C3|Café|https://cafe.example/home`),
    'tickets.csv': csv(`ID|Requester email|Created at|Solved at|Satisfaction Score|Organization
1|grace@harborlight.example|2026-11-18 08:00|2026-11-18 09:00|good|
2|jo@shop.mueller.example|2026-11-18 08:00|2026-11-18 09:00|bad|
3|someone@gmail.com|2026-11-18 08:00|2026-11-18 09:00|bad|
4|grace@harborlight.example|2026-11-18 08:00|2026-11-18 09:00|good|Café`),
    'meetings.csv': csv(`Event ID|Start|Outcome|Guests
m1|2026-11-17 10:00|held|me@agency.example; Eve <eve@cafe.example>
m2|2026-11-17 10:00|held|grace@harborlight.example, eve@cafe.example`),
  };
  const { out, exitCode } = await admin(
    `import ${temporaryFolder(files)} --account mail --map hubspot --map zendesk --map meetings`,
  );
  const folder = temporaryFolder();
  await admin(`export ${folder} --account mail`);
  const signals = filesIn(folder)['signals.csv']?.split('\r\n').slice(1, -1) ?? [];

  expect(signals.map((line) => line.split(',').slice(0, 3).filter(Boolean).join(' ')).sort()).toEqual([
    ...['C1 satisfaction_1', 'C2 satisfaction_2', 'C3 held_m1', 'C3 satisfaction_4'],
  ]);
  expect(exitCode).toBe(0);
  expect(out.filter((line) => line.startsWith('warning:'))).toEqual([
    expect.stringMatching(/has addresses of several clients; the row is skipped$/),
    expect.stringMatching(/no client with the domain of "someone@gmail.com"; the row is skipped$/),
  ]);
});
