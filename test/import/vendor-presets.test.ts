import { expect, it } from 'vitest';
import { useMemoryTable } from '../support/store/table.ts';
import { anAccount } from './an-account.ts';
import { csvOf } from './preset-exports.ts';

// Lists of signals with the headers that systems write, read with their presets alone. Columns are separated by |.

const db = useMemoryTable();

const clients = 'Client ID,Name\nC1,Harbor Light Foods\nC2,Müller & Söhne GmbH\n';
const nps = 'How likely is it that you would recommend this company to a friend or colleague?';
const csat = 'Overall, how satisfied or dissatisfied are you with our company?';

// What each column of an export says, and what it does not: of the open ones also since when.
const lists: [preset: string, file: string, signals: unknown[], open: string[]][] = [
  [
    'zendesk',
    `ID|Organization|Status|Created at|Solved at|Updated at|Satisfaction Score|Reopens|First reply time in minutes
1|Harbor Light Foods|New|2026-11-17 08:00||2026-11-17 08:00|unoffered|0|
2|Harbor Light Foods|Open|2026-11-09 20:00||2026-11-18 08:00|unoffered|0|360
3|Müller & Söhne GmbH|Pending|2026-11-02 08:00||2026-11-02 09:00|unoffered|0|
4|Müller & Söhne GmbH|Hold|2026-11-02 08:00||2026-11-02 09:00|unoffered|0|
5|Müller & Söhne GmbH|Solved|2026-11-02 08:00|2026-11-07 08:00|2026-11-11 08:00|bad|1|45`,
    [
      // replied after midnight, and not solved
      'C1,ticket-reply_2,2026-11-10,responsiveness,0,1,,reply-hours=6',
      'C2,ticket-rating_5,2026-11-07,deliverable_quality,-1,1,,rating=0',
      'C2,ticket-reopens_5,2026-11-07,deliverable_quality,-0.3,1,,reopens=1',
      'C2,ticket-reply_5,2026-11-02,responsiveness,1,1,,reply-hours=0.75',
      'C2,ticket-solve_5,2026-11-07,responsiveness,0,1,,resolve-hours=120',
    ],
    ['C1,ticket-reply_1,zendesk/signals,2026-11-17,responsiveness'],
  ],
  [
    'freshdesk',
    `Ticket ID|Subject|Status|Priority|Source|Type|Agent|Group|Created time|Due by Time|Resolved time|Closed time|Last update time|Initial response time|Time tracked|First response time (in hrs)|Resolution time (in hrs)|Agent interactions|Customer interactions|Resolution status|First response status|Tags|Survey results|Company Name|Full name|Contact ID
4711|Label|Closed|Low|Email|Question|Ada|Support|2026-11-09 08:00|2026-11-12 08:00|2026-11-10 09:00|2026-11-10 09:00|2026-11-10 09:00|2026-11-09 08:45|00:00|00:45:00|25:00:00|2|2|Within SLA|Within SLA||Extremely happy|Harbor Light Foods|Grace|1
4712|Stop|Open|High|Phone|Problem|Ada|Support|2026-11-18 08:00|2026-11-19 08:00|||2026-11-18 08:00||||||1|||||Müller & Söhne GmbH|Jo|2
4713|Old|Resolved|High|Phone|Problem|Ada|Support|2026-11-01 08:00|2026-11-02 08:00|2026-11-06 08:00||2026-11-06 08:00|||76:47:00|120:00:00|2|1|SLA Violated|SLA Violated|||müller & söhne gmbh|Jo|2
4714|Slow|Open|High|Phone|Problem|Ada|Support|2026-11-10 08:00|2026-11-12 08:00|||2026-11-11 08:00|||||2|1||SLA Violated|||Harbor Light Foods|Grace|1
4715|Ask|Waiting on Customer|Low|Phone|Question|Ada|Support|2026-11-10 08:00||||2026-11-11 08:00||||||1|||||Harbor Light Foods|Grace|1`,
    [
      'C1,ticket-rating_4711,2026-11-10,deliverable_quality,1,1,,rating=1',
      'C1,ticket-reply_4711,2026-11-09,responsiveness,1,1,,reply-hours=0.75',
      'C1,ticket-sla_4711,2026-11-10,timeliness,1,1,,sla=1',
      'C1,ticket-solve_4711,2026-11-10,responsiveness,0,1,,resolve-hours=25',
      'C2,ticket-reply_4713,2026-11-04,responsiveness,-0.9,1,,reply-hours=76.783',
      'C2,ticket-sla_4713,2026-11-06,timeliness,-1,1,,sla=0',
      'C2,ticket-solve_4713,2026-11-06,responsiveness,0,1,,resolve-hours=120',
    ],
    [
      'C1,ticket-due_4714,freshdesk/signals,2026-11-12,timeliness',
      'C2,ticket-due_4712,freshdesk/signals,2026-11-19,timeliness',
      'C2,ticket-reply_4712,freshdesk/signals,2026-11-18,responsiveness',
    ],
  ],
  [
    // without the day of the reply, its status says that there was one
    'freshdesk',
    `Ticket ID|Status|Created time|Last update time|First response status|Company Name
1|Open|2026-11-10 08:00|2026-11-11 08:00|Within SLA|Harbor Light Foods
2|Open|2026-11-10 08:00|2026-11-11 08:00||Harbor Light Foods`,
    [],
    ['C1,ticket-reply_2,freshdesk/signals,2026-11-10,responsiveness'],
  ],
  [
    'helpscout',
    `Conversation ID|Number|Company|Customer Name|Customer Email|Status|Created|Closed|First Response Time|Resolution Time|Rating
901|41|Harbor Light Foods|Grace|grace@harborlight.example|Closed|2026-11-09 08:00|2026-11-10 09:00|45m|1d 1h|Great
902|42|Müller & Söhne GmbH|Jo|jo@mueller.example|Closed|2026-11-01 08:00|2026-11-06 08:00|76:47:00|--|Not Good
903|43|Müller & Söhne GmbH|Jo|jo@mueller.example|Active|2026-11-09 08:00||2h||`,
    [
      'C1,ticket-rating_901,2026-11-10,deliverable_quality,1,1,,rating=1',
      'C1,ticket-reply_901,2026-11-09,responsiveness,1,1,,reply-hours=0.75',
      'C1,ticket-solve_901,2026-11-10,responsiveness,0,1,,resolve-hours=25',
      'C2,ticket-rating_902,2026-11-06,deliverable_quality,-1,1,,rating=0',
      'C2,ticket-reply_902,2026-11-04,responsiveness,-1,1,,reply-hours=76.783',
      'C2,ticket-reply_903,2026-11-09,responsiveness,0.5,1,,reply-hours=2',
    ],
    [],
  ],
  [
    'intercom',
    `Conversation ID|Conversation started at (America/New_York)|Updated at (America/New_York)|Conversation rating remark|Conversation rating|User name|Company name|Agent rated type|First response time (seconds)
9001|2026-11-07 23:30:00|2026-11-09 10:00:00|Great|5|Grace|Harbor Light Foods|Teammate|3600
9002|2026-11-10 09:00:00|2026-11-10 11:00:00||Bad|Jo|Müller & Söhne GmbH|Teammate|`,
    [
      'C1,ticket-rating_9001,2026-11-09,deliverable_quality,1,1,,rating=1',
      'C1,ticket-reply_9001,2026-11-08,responsiveness,1,1,,reply-hours=1',
      'C2,ticket-rating_9002,2026-11-10,deliverable_quality,-0.5,1,,rating=0.25',
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
      'C1,survey-recommend_118,2026-11-17,advocacy,1,1,,recommend=1',
      'C1,survey-satisfaction_118,2026-11-17,results_impact,0.5,1,,rating=0.75',
      'C2,survey-recommend_119,2026-11-17,advocacy,-1,1,,recommend=0',
      'C2,survey-satisfaction_119,2026-11-17,results_impact,-1,1,,rating=0',
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
      'C1,invoice-late_A-001,2026-11-09,billing_payment,-0.5,1,,days-late=20,1250.5 EUR',
      'C1,invoice-uncollectible_A-004,2026-11-01,billing_payment,-1,1,,',
    ],
    ['C2,invoice-late_A-002,stripe/signals,2026-11-04,billing_payment'],
  ],
  [
    'xero',
    `ContactName|EmailAddress|POAddressLine1|POCity|POPostalCode|POCountry|InvoiceNumber|Reference|InvoiceDate|DueDate|PlannedDate|Total|TaxTotal|InvoiceAmountPaid|InvoiceAmountDue|InventoryItemCode|Description|Quantity|UnitAmount|Discount|LineAmount|AccountCode|TaxType|TaxAmount|Currency|Type|Sent|Status
Harbor Light Foods|||Lisbon|||INV-1|Spring|18/09/2026|18/10/2026||200.00|0|200.00|0.00||Work|1|100.00||100.00|200|None|0|EUR|Sales invoice|Sent|Paid
Harbor Light Foods|||Lisbon|||INV-1|Spring|18/09/2026|18/10/2026||200.00|0|200.00|0.00||More work|1|100.00||100.00|200|None|0|EUR|Sales invoice|Sent|Paid
Müller & Söhne GmbH|||Köln|||INV-2||01/10/2026|31/10/2026||99.00|0|0.00|99.00||Work|1|99.00||99.00|200|None|0|EUR|Sales invoice|Sent|Awaiting Payment
Müller & Söhne GmbH|||Köln|||INV-3||01/10/2026|31/10/2026||99.00|0|0.00|99.00||Work|1|99.00||99.00|200|None|0|EUR|Sales invoice||Voided`,
    [
      // when it was paid, nobody knows
      'C1,invoice-paid_INV-1,2026-10-18,billing_payment,0,0,,,200 EUR',
    ],
    ['C2,invoice-due_INV-2,xero/signals,2026-10-31,billing_payment'],
  ],
  [
    'invoices',
    `Invoice Number|Customer|Due Date|Payment Date|Total
I-1|Harbor Light Foods|2026-10-20|2026-11-09|500
I-2|Müller & Söhne GmbH|2026-10-20||99`,
    ['C1,invoice-late_I-1,2026-11-09,billing_payment,-0.5,1,,days-late=20,500'],
    ['C2,invoice-late_I-2,invoices/signals,2026-10-20,billing_payment'],
  ],
  [
    'invoices',
    `Rechnungsnummer|Kunde|Rechnungsdatum|Fällig am|Bezahlt am|Status|Betrag|Währung
RE-1|Harbor Light Foods|06.10.2026|20.10.2026|09.11.2026|bezahlt|1.500,00|EUR
RE-2|Müller & Söhne GmbH|06.10.2026|20.10.2026||offen|99,00|EUR
RE-3|Müller & Söhne GmbH|06.10.2026|20.10.2026||storniert|99,00|EUR`,
    ['C1,invoice-late_RE-1,2026-11-09,billing_payment,-0.5,1,,days-late=20,1500 EUR'],
    ['C2,invoice-late_RE-2,invoices/signals,2026-10-20,billing_payment'],
  ],
  [
    'quickbooks',
    `Transaction date|Transaction type|Num|Customer full name|Memo/Description|Due date|Amount|Open balance
10/01/2026|Invoice|1041|Harbor Light Foods|Spring|10/31/2026|$1,250.00|$0.00
10/02/2026|Invoice|1042|Müller & Söhne GmbH||11/01/2026|99.00|99.00
10/20/2026|Payment||Müller & Söhne GmbH||10/20/2026|-50.00|0.00`,
    ['C1,invoice-paid_1041,2026-10-31,billing_payment,0,0,,,1250'],
    ['C2,invoice-due_1042,quickbooks/signals,2026-11-01,billing_payment'],
  ],
  [
    'jira',
    `Summary|Issue key|Issue id|Issue Type|Status|Project key|Project name|Priority|Resolution|Assignee|Reporter|Created|Updated|Resolved|Due date|Custom field (Satisfaction)
Label|HLF-7|10007|Bug|Done|HLF|Harbor Light Foods|High|Done|Ada|Grace|09/Nov/26 8:00 AM|10/Nov/26 9:00 AM|10/Nov/26 8:00 AM|13/Nov/26 12:00 AM|4
Machine|MUS-2|10012|Task|In Progress|MUS|Müller & Söhne GmbH|Low||Ada|Jo|02/Nov/26 2:00 PM|18/Nov/26 2:00 PM||16/Nov/26 12:00 AM|
Form|MUS-3|10013|Task|Won't Do|MUS|Müller & Söhne GmbH|Low||Ada|Jo|02/Nov/26 2:00 PM|18/Nov/26 2:00 PM||16/Nov/26 12:00 AM|`,
    [
      'C1,issue-late_HLF-7,2026-11-10,timeliness,0.5,1,,days-late=-3',
      'C1,issue-rating_HLF-7,2026-11-10,deliverable_quality,0.5,1,,rating=0.75',
      'C1,issue-solve_HLF-7,2026-11-10,responsiveness,0.5,1,,resolve-hours=24',
    ],
    ['C2,issue-late_MUS-2,jira/signals,2026-11-16,timeliness'],
  ],
  [
    'googleforms',
    `Timestamp|Email Address|Which company do you work for?|How likely are you to recommend us to a friend or colleague?|How satisfied are you with our work overall?|How satisfied are you with its quality?|Why?
11/17/2026 10:00:00|grace@harborlight.example|Harbor Light Foods|9|4|5|Great
11/18/2026 10:00:00|||3|2||Nobody says who`,
    [
      expect.stringMatching(/^C1,s-.+,2026-11-17,deliverable_quality,1,1,,rating=1$/),
      expect.stringMatching(/^C1,s-.+,2026-11-17,advocacy,1,1,,recommend=0.9$/),
      expect.stringMatching(/^C1,s-.+,2026-11-17,results_impact,0.5,1,,rating=0.75$/),
    ],
    [],
  ],
  [
    'googleforms',
    `Zeitstempel|Unternehmen|Wie wahrscheinlich ist es, dass Sie uns weiterempfehlen?
18.11.2026 10:00:00|Müller & Söhne GmbH|3`,
    [expect.stringMatching(/^C2,s-.+,2026-11-18,advocacy,-1,1,,recommend=0.3$/)],
    [],
  ],
  [
    'typeform',
    `#|Company|How likely are you to recommend us to a friend or colleague?|How satisfied are you with us?|Response Type|Start Date (UTC)|Stage Date (UTC)|Submit Date (UTC)|Network ID|Tags|Ending
qv2h1|Harbor Light Foods|7|5|completed|2026-11-10 09:00:00||2026-11-10 09:02:00|abc||Thanks`,
    [
      'C1,survey-recommend_qv2h1,2026-11-10,advocacy,0,1,,recommend=0.7',
      'C1,survey-satisfaction_qv2h1,2026-11-10,results_impact,1,1,,rating=1',
    ],
    [],
  ],
  [
    'delighted',
    `Response ID|Name|Email|Company|Score|Comment|Created At|Permalink
41|Grace|grace@harborlight.example|Harbor Light Foods|10|Great|2026-11-10 08:00:00 UTC|https://app.example/r/1`,
    ['C1,survey-recommend_41,2026-11-10,advocacy,1,1,,recommend=1'],
    [],
  ],
  [
    'delighted',
    `Response ID|Email|Company|Survey Type|Score|Comment|Created At
41|grace@harborlight.example|Harbor Light Foods|csat|2||2026-11-10
42|grace@harborlight.example|Harbor Light Foods|nps|2||2026-11-10`,
    [
      'C1,survey-recommend_42,2026-11-10,advocacy,-1,1,,recommend=0.2',
      'C1,survey-satisfaction_41,2026-11-10,results_impact,-0.5,1,,rating=0.25',
    ],
    [],
  ],
  [
    'hubspot',
    `Record ID|Meeting name|Meeting start time|Meeting outcome|Activity assigned to|Associated Company IDs|Associated Company
51|Weekly|2026-11-10 08:00|Completed|Ada|C1|Harbor Light Foods
52|Weekly|2026-11-17 08:00|No show|Ada|C1|Harbor Light Foods
53|Weekly|2026-11-24 08:00|Scheduled|Ada|C1|Harbor Light Foods`,
    [
      'C1,meeting-held_51,2026-11-10,communication_engagement,0.5,1,,meeting=0.75',
      'C1,meeting-held_52,2026-11-17,communication_engagement,-0.8,1,,meeting=0.1',
    ],
    [],
  ],
  [
    'hubspot',
    `Record ID|Call title|Call outcome|Activity date|Associated Company
61|Ask|Connected|2026-11-10 08:00|Harbor Light Foods
62|Ask|No answer|2026-11-11 08:00|Harbor Light Foods`,
    ['C1,meeting-held_61,2026-11-10,communication_engagement,0.5,1,,meeting=0.75'],
    [],
  ],
  [
    // of the settings, without the prefix of lists
    'pipedrive',
    `ID|Subject|Type|Done|Marked as done time|Organization|Contact person|Deal|Due date|Due time|Duration|Note|Assigned to user
1|Call|Call|Done|2026-11-10 08:00:00|Harbor Light Foods|Grace|Spring|2026-11-10|08:00|00:30|Nice|Ada
2|Offer|Task|Done|2026-11-10 08:00:00|Harbor Light Foods|Grace|Spring|2026-11-10|08:00|00:30||Ada
3|Meeting|Meeting|To do||Müller & Söhne GmbH|Jo||2026-11-12|08:00|00:30||Ada`,
    ['C1,meeting-held_1,2026-11-10,communication_engagement,0.5,1,,meeting=0.75'],
    [],
  ],
  [
    'pipedrive',
    `Activity - ID|Activity - Subject|Activity - Type|Activity - Done|Activity - Organization|Activity - Due date
1|Call|Meeting|Done|Harbor Light Foods|2026-11-10`,
    ['C1,meeting-held_1,2026-11-10,communication_engagement,0.5,1,,meeting=0.75'],
    [],
  ],
  [
    'pipedrive',
    `ID|Title|Value|Organization|Contact person|Stage|Status|Deal created|Update time|Won time|Lost time|Deal closed on|Lost reason
1|Spring|5000|Harbor Light Foods|Grace|Offer|Won|2026-10-01 08:00:00|2026-11-19 08:00:00|2026-11-02 08:00:00||2026-11-02 08:00:00|
2|Summer|5000|Müller & Söhne GmbH|Jo|Offer|Lost|2026-10-01 08:00:00|2026-11-19 08:00:00||2026-11-03 08:00:00|2026-11-03 08:00:00|Price`,
    ['C1,deal_1,2026-11-02,renewal_growth,0.6,1,,', 'C2,deal_2,2026-11-03,renewal_growth,-0.5,1,,'],
    [],
  ],
  [
    // without clients, the projects are
    'toggl',
    `Description|Duration|Project|Start date|Start time|Stop date|Stop time
Draft|1:30:00|Harbor Light Foods|2026-11-09|09:00:00|2026-11-09|10:30:00
Draft|2:00:00|Harbor Light Foods|2026-11-11|09:00:00|2026-11-11|11:00:00
Call|0:30:00|Admin|2026-11-15|09:00:00|2026-11-15|09:30:00`,
    ['C1,hours_2026-11-09,2026-11-09,budget_stability,0,1,,hours=3.5'],
    [],
  ],
  [
    // several clients in one project
    'jira',
    `Issue key|Issue Type|Status|Project name|Created|Resolved|Due date|Custom field (Client)
OPS-1|Task|Done|Operations|02/Nov/26 2:00 PM|14/Nov/26 2:00 PM|10/Nov/26 12:00 AM|Harbor Light Foods`,
    ['C1,issue-late_OPS-1,2026-11-14,timeliness,0,1,,days-late=4'],
    [],
  ],
  [
    'jira',
    `Issue key|Issue Type|Status|Created|Resolved|Due date|Custom field (Kunde)
OPS-1|Task|Done|02/Nov/26 2:00 PM|14/Nov/26 2:00 PM|10/Nov/26 12:00 AM|Harbor Light Foods`,
    ['C1,issue-late_OPS-1,2026-11-14,timeliness,0,1,,days-late=4'],
    [],
  ],
];

/** Without the Client ID, and without the last cell, Paid, where it is empty. */
const unnamed = (row: string) => row.replace(/^([^,]*),[^,]*,/, '$1,').replace(/,$/, '');

it.each(lists)('%s: signals', async (preset, file, signals, open) => {
  const { resultOf, exported } = await anAccount(db);
  const files = { 'clients.csv': clients, [`${preset}-export.csv`]: csvOf(file) };
  await resultOf(files, `--map ${preset}`);
  const again = await resultOf(files, `--map ${preset}`);
  for (const counts of Object.values(again.kinds)) expect(counts).toMatchObject({ added: 0, changed: 0 });
  const rows = await exported();
  expect((rows['signals.csv'] ?? []).map(unnamed).sort()).toEqual(signals);
  expect((rows['open-signals.csv'] ?? []).map(unnamed).sort()).toEqual(open.map((row) => expect.stringContaining(row)));
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
  const { resultOf, exported } = await anAccount(db);
  await resultOf({ 'accounts.csv': csvOf(`${headers}\n${row}`) }, `--map ${preset}`);
  const open = `C1,,contract-end_C1,${preset}/contracts,2026-12-01,renewal_growth,`;
  expect((await exported())['open-signals.csv']).toEqual([expect.stringContaining(open)]);
});

it.each([
  ['hubspot', 'Record ID|Company name|Lifecycle Stage|Client status', 'Customer|Former client', 'Customer|Active'],
  ['hubspot', 'Record ID|Company name|Lifecycle Stage|Client status', 'Churned|', 'Opportunity|'],
  ['salesforce', 'Account ID|Account Name|Industry|Type', 'Food|Former Customer', 'Food|Customer'],
  ['salesforce', 'Account ID|Account Name|Industry|Client Status', 'Food|Former client', 'Food|Active client'],
  ['pipedrive', 'Organization - ID|Organization - Name|Organization - Label', 'Gold, Former client', 'Gold, Lost deal'],
  ['zoho', 'Record Id|Account Name|Account Owner|Account Type', 'Ada|Ex-customer', 'Ada|Customer'],
  ['dynamics', '(Do Not Modify) Account|Account Name|Status', 'Inactive', 'Active'],
  ['excel', 'Kundennummer|Kunde|Status', 'Gekündigt', 'aktiv'],
  ['chartmogul', 'Customer UUID|Name|MRR|Status', '0|Cancelled', '5|Active'],
])(
  '%s: a client whose status, label or stage says that it is gone is archived',
  async (preset, headers, gone, here) => {
    const { resultOf, clients: stored } = await anAccount(db);
    await resultOf({ 'accounts.csv': csvOf(`${headers}\nC1|One|${gone}\nC2|Two|${here}`) }, `--map ${preset}`);
    expect((await stored()).map(({ name, archived }) => `${name} ${archived}`).sort()).toEqual([
      'One true',
      'Two false',
    ]);
  },
);

it('a status that may mean that a client has left is asked about', async () => {
  const { imported } = await anAccount(db);
  const list = 'Account ID|Account Name|Industry|Client Status\nC1|One|Food|Dormant\nC2|Two|Food|Active';
  const { out } = await imported({ 'accounts.csv': csvOf(list) }, '--map salesforce');
  expect(out.filter((line) => line.startsWith('warning'))).toEqual([
    'warning: accounts.csv:2, column "Client Status": "Dormant" may mean that the client has left; if so, give the day as Left At, or archive it in a mapping',
  ]);
});

it('alignment: a sheet with a client in every row and a week in every column', async () => {
  const { resultOf, imported, exported } = await anAccount(db);
  const sheet = (worst: string) =>
    csvOf(`Health of our clients, 2026|||
Client|Lead|03/11/2026|10/11/2026|17/11/2026|Comment
Harbor Light Foods|Ada|G|Amber|${worst}|Budget?
Müller & Söhne GmbH|Ben|-||🟢|`);
  const files = (worst: string) => ({ 'clients.csv': clients, 'weekly.csv': sheet(worst) });

  await resultOf(files('rot'), '--map alignment');
  expect((await exported())['alignment.csv']?.map(unnamed).sort()).toEqual([
    'C1,2026-11-02,green,2026-11-02T00:00:00.000Z,weekly sheet',
    'C1,2026-11-09,amber,2026-11-09T00:00:00.000Z,weekly sheet',
    'C1,2026-11-16,red,2026-11-16T00:00:00.000Z,weekly sheet',
    'C2,2026-11-16,green,2026-11-16T00:00:00.000Z,weekly sheet',
  ]);
  const wrong = await imported(files('bad'), '--map alignment');
  expect(wrong.err).toContain('weekly.csv:3, column "Value": "bad" is not one of red, amber, green');
});

const ics = `BEGIN:VCALENDAR
${[
  'UID:e1\nDTSTART:20261110T100000Z\nSUMMARY:Review',
  'UID:e2\nDTSTART:20261111T100000Z\nSUMMARY:Canceled: Status',
  'UID:e3\nDTSTART:20261125T100000Z\nSUMMARY:Plan',
]
  .map((lines) => `BEGIN:VEVENT\n${lines}\nATTENDEE:mailto:grace@harborlight.example\nEND:VEVENT`)
  .join('\n')}
END:VCALENDAR`;

it.each([
  [
    'Google',
    `Event ID|Start|Status|Attendees
e1|2026-11-10 10:00|confirmed|me@agency.example, grace@harborlight.example
e2|2026-11-11 10:00|cancelled|grace@harborlight.example
e3|2026-11-25 10:00|confirmed|grace@harborlight.example`,
  ],
  [
    'Outlook',
    `Subject|Start Date|Start Time|End Date|Meeting Organizer|Required Attendees|Optional Attendees
Review|2026-11-10|10:00:00|2026-11-10|me@agency.example|me@agency.example;grace@harborlight.example|
Canceled: Status|2026-11-11|10:00:00|2026-11-11|me@agency.example|grace@harborlight.example|
Plan|2026-11-25|10:00:00|2026-11-25|me@agency.example|grace@harborlight.example|`,
  ],
  [
    'Calendly',
    `User Email|Invitee Name|Invitee Email|Event Type Name|Start Date & Time|Canceled|Marked as No-Show
me@agency.example|Grace|grace@harborlight.example|Review|2026-11-10 10:00|false|
me@agency.example|Grace|grace@harborlight.example|Status|2026-11-11 10:00|true|
me@agency.example|Grace|grace@harborlight.example|Plan|2026-11-25 10:00 am|false|`,
  ],
  [
    'Outlook in German',
    `Betreff|Beginnt am|Beginnt um|Endet am|Besprechungsplanung|Erforderliche Teilnehmer|Optionale Teilnehmer
Rückblick|10.11.2026|10:00:00|10.11.2026|me@agency.example|me@agency.example;grace@harborlight.example|
Abgesagt: Stand|11.11.2026|10:00:00|11.11.2026|me@agency.example|grace@harborlight.example|
Plan|25.11.2026|10:00:00|25.11.2026|me@agency.example|grace@harborlight.example|`,
  ],
  ['a calendar', ics],
])('meetings of %s were held once they are over and nobody cancelled them', async (_, file) => {
  const { resultOf, exported } = await anAccount(db);
  const companies = csvOf('Record ID|Company name|Company Domain Name\nC1|Harbor Light Foods|harborlight.example');
  const events = file === ics ? { 'team.ics': file } : { 'events.csv': csvOf(file) };
  await resultOf({ 'companies.csv': companies, ...events }, '--map hubspot --map meetings');
  const rows = (await exported())['signals.csv'] ?? [];
  expect(rows.map((row) => row.split(',')).map((cells) => `${cells[3]} ${cells[8]}`)).toEqual([
    '2026-11-10 meeting=0.75',
    '2026-11-11 meeting=0.25',
  ]);
});

it('a ticket or a meeting without a company belongs to the client whose domain its addresses have', async () => {
  const { imported, exported } = await anAccount(db);
  const files = {
    'companies.csv': csvOf(`Record ID|Company name|Company Domain Name
C1|Harbor Light Foods|harborlight.example
C2|Müller|www.mueller.example
C3|Café|https://cafe.example/home`),
    'tickets.csv': csvOf(`ID|Requester email|Created at|Solved at|Satisfaction Score|Organization
1|grace@harborlight.example|2026-11-18 08:00|2026-11-18 09:00|good|
2|jo@shop.mueller.example|2026-11-18 08:00|2026-11-18 09:00|bad|
3|someone@gmail.com|2026-11-18 08:00|2026-11-18 09:00|bad|
4|grace@harborlight.example|2026-11-18 08:00|2026-11-18 09:00|good|Café`),
    'meetings.csv': csvOf(`Event ID|Start|Outcome|Guests
m1|2026-11-17 10:00|held|me@agency.example; Eve <eve@cafe.example>
m2|2026-11-17 10:00|held|grace@harborlight.example, eve@cafe.example`),
  };
  const { out, exitCode } = await imported(files, '--map hubspot --map zendesk --map meetings');
  const signals = (await exported())['signals.csv'] ?? [];

  expect(signals.map((line) => line.split(',').slice(0, 3).filter(Boolean).join(' ')).sort()).toEqual([
    'C1 ticket-rating_1',
    'C1 ticket-solve_1',
    'C2 ticket-rating_2',
    'C2 ticket-solve_2',
    'C3 meeting-held_m1',
    'C3 ticket-rating_4',
    'C3 ticket-solve_4',
  ]);
  expect(exitCode).toBe(0);
  expect(out.filter((line) => line.startsWith('warning:'))).toEqual([
    expect.stringMatching(/has addresses of several clients; the row is skipped$/),
    expect.stringMatching(/no client with the domain of "someone@gmail.com"; the row is skipped$/),
  ]);
});
