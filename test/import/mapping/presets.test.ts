import { expect, it } from 'vitest';
import { feedNames } from '../../../import/feeds/feed-names.ts';
import { createProblems, problemLines } from '../../../import/files/problems.ts';
import { readRows } from '../../../import/files/rows.ts';
import { inputsAt, sourcesOf } from '../../../import/inputs.ts';
import { inspect } from '../../../import/inspect.ts';
import { hasHeaders } from '../../../import/mapping/bind.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { scratchFolder } from '../../../import/scratch-folder.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// What each preset reads: which files, which of their columns, and what their cells say. `A > B` is B where A is missing.

/** The rows that an import finds in a file with one row. */
async function rowsWith(preset: string, kind: string, cells: Readonly<Record<string, string>>) {
  const quoted = (texts: string[]) => texts.map((text) => `"${text}"`).join(',');
  const text = `${quoted(Object.keys(cells))}\n${quoted(Object.values(cells))}\n`;
  const maps = [await loadMapping(preset)];
  const problems = createProblems();
  const rows: Record<string, unknown>[] = [];
  for (const input of await inputsAt(temporaryFolder({ 'list.csv': text }), scratchFolder(), {})) {
    for (const source of await sourcesOf(input, { maps }, feedNames(maps))) {
      if (source.kind.name !== kind) continue;
      const { source: inspected } = await inspect({ ...source, headerRows: 1 }, createProblems());
      const report: Parameters<typeof readRows>[1] = (problem) => problems.add({ file: source.name, ...problem });
      for await (const part of readRows(inspected, report)) {
        rows.push(...part.map(({ given, own }) => ({ ...given, ...Object.fromEntries(own) })));
      }
    }
  }
  expect(problemLines(problems)).toEqual([]);
  return rows;
}

/** Lines of cells that are separated by |. */
const linesIn = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => line.split(' | '));
const choicesIn = (text: string) => text.split(' > ');
/** `A: x, B: y` */
const pairsIn = (text: string) => text.split(', ').map((pair) => pair.split(/: (.*)/).slice(0, 2) as [string, string]);
const fieldsIn = (text = '') => (text === '' ? {} : Object.fromEntries(pairsIn(text)));

const nps = 'How likely is it that you would recommend this company to a friend or colleague?';
const satisfied = 'Overall, how satisfied or dissatisfied are you with our company?';

it.each(
  linesIn(`
hubspot | clients | Record ID + Company name
hubspot | key-people | Record ID + First Name + Email
salesforce | clients | Account ID + Account Name + Account Owner > Billing City > Industry | Contact ID
salesforce | key-people | Contact ID + Account ID
pipedrive | clients | Organization - ID + Organization - Name
pipedrive | key-people | Person - ID + Person - Name
zoho | clients | Record Id + Account Owner + Account Name | First Name > Email
zoho | key-people | Record Id + Account Name + Email + First Name > Last Name
dynamics | clients | (Do Not Modify) Account + Account Name
dynamics | key-people | (Do Not Modify) Contact + Full Name
excel | clients | Client > Customer > Company > Client Name > Company Name > Customer Name > Firma > Kunde > Kundenname > Name | Service ID > Portfolio ID
freshdesk | signals | Ticket ID + Created time + Company Name > Company
intercom | signals | Conversation ID + Company name + Conversation started at > Updated at
zendesk | signals | Ticket ID > ID + Organization > Ticket organization name + Satisfaction Score > Satisfaction rating > First reply time in hours > First reply time in minutes
surveymonkey | signals | Respondent ID + Collector ID + ${nps} > ${satisfied}
stripe | signals | id + Customer Name + Due Date (UTC) + Status
xero | signals | ContactName + InvoiceNumber + DueDate + Status
surveys | signals | NPS > NPS Score > How likely are you to recommend us? > CSAT > Overall satisfaction > Satisfaction + Response ID > Respondent ID > Response > # > Submitted At > Submit Date > Response Date > End Date > Date
tickets | signals | Ticket ID > Ticket > Ticket Number > Ticket No. > Case Number
invoices | signals | Invoice ID > Invoice Number > Invoice No. > Invoice
meetings | signals | Meeting ID > Meeting > Event ID`),
)('%s knows a file of %s by its headers: %s', async (preset = '', kind, needed = '', without = '') => {
  const file = (await loadMapping(preset)).files.find((each) => each.kind === kind);
  const reads = (headers: string[]) => file && hasHeaders(file, headers);
  const places = needed.split(' + ').map(choicesIn);
  const first = places.map(([choice = '']) => choice);
  for (const [at, choices] of places.entries()) {
    for (const choice of choices) expect([choice, reads(first.with(at, choice))]).toEqual([choice, true]);
    expect([choices, reads(first.toSpliced(at, 1))]).toEqual([choices, false]);
  }
  for (const other of without === '' ? [] : choicesIn(without)) {
    expect([other, reads([...first, other])]).toEqual([other, false]);
  }
});

it.each(
  linesIn(`
hubspot | . | utf-8 | n/a,-,null
salesforce | detect | windows-1252 | n/a,-,null
pipedrive | . | utf-8 | n/a,-,null
zoho | . | utf-8 | n/a,-,null
dynamics | detect | utf-8 | n/a,-,null
excel | detect | windows-1252 | n/a,-,null,k.a.
freshdesk | plain | utf-8 | n/a,-,null
intercom | plain | utf-8 | n/a,-,null
zendesk | plain | utf-8 | n/a,-,null,unoffered,offered,not offered
surveymonkey | plain | utf-8 | n/a,-,null
stripe | . | utf-8 | n/a,-,null
xero | . | utf-8 | n/a,-,null
surveys | plain | windows-1252 | n/a,-,null
tickets | plain | windows-1252 | n/a,-,null
invoices | plain | windows-1252 | n/a,-,null
meetings | plain | windows-1252 | n/a,-,null`),
)('%s reads times in UTC, numbers with %s, letters in %s, and %s as empty', async (preset = '', ...format) => {
  const { zone, files, decimal = 'plain', encoding = 'utf-8', empty } = await loadMapping(preset);
  expect([zone, decimal, encoding, empty?.join().toLowerCase()]).toEqual(['UTC', ...format]);
  const once = ['intercom', 'xero'].includes(preset) ? 'once' : 'refuse';
  for (const { kind, unknownClients, repeatedIds, headerRows, others } of files) {
    expect({ unknownClients, repeatedIds, headerRows, others }).toEqual(
      kind === 'clients'
        ? {
            unknownClients: 'refuse',
            repeatedIds: 'refuse',
            headerRows: 1,
            others: preset === 'excel' ? 'metadata' : 'drop',
          }
        : { unknownClients: 'skip', repeatedIds: once, headerRows: preset === 'surveymonkey' ? 2 : 1, others: 'drop' },
    );
  }
});

const anyClient =
  'externalId: Client ID > Customer ID > Account ID > Company ID > Customer No., clientName: Client Name > Company > Company Name > Organization > Customer > Customer Name > Account Name';

/** Columns, and for signals: other cells that the file must have, and the signal that they give. */
const columns = linesIn(`
hubspot | clients | externalId: Record ID, name: Company name, accountOwner: Company owner, industry: Industry, location: City > Country/Region, revenueTTM: Total Revenue, Annual Revenue: Annual Revenue, lastContactDate: Last Activity Date > Last Contacted, Employees: Number of Employees, archived: Lifecycle Stage, leftAt: Churn Date > Churned On > Cancellation Date, leftBecause: Churn Reason > Cancellation Reason, renewsOn: Renewal Date > Contract End Date > Contract Renewal Date, Lifecycle Stage: Lifecycle Stage, Domain: Company Domain Name
hubspot | key-people | externalId: Associated Company IDs (Primary) > Primary Associated Company ID > Associated Company IDs, clientName: Associated Company (Primary) > Associated Company, id: Record ID, name: First Name + Last Name, title: Job Title, email: Email, phone: Phone Number, role: Buying Role
salesforce | clients | externalId: Account ID, name: Account Name, accountOwner: Account Owner, industry: Industry, location: Billing City > Billing Country, Annual Revenue: Annual Revenue, lastContactDate: Last Activity, Employees: Employees, archived: Type, Type: Type, Rating: Rating
salesforce | key-people | externalId: Account ID, id: Contact ID, name: First Name + Last Name, title: Title, email: Email, phone: Phone, department: Department, role: Role
pipedrive | clients | externalId: Organization - ID, name: Organization - Name, accountOwner: Organization - Owner, industry: Organization - Industry, location: Organization - City/town/village/locality of Address > Organization - Address, Annual Revenue: Organization - Annual revenue, lastContactDate: Organization - Last activity date, Employees: Organization - Employee count, archived: Organization - Label, Label: Organization - Label
pipedrive | key-people | clientName: Person - Organization, id: Person - ID, name: Person - Name, title: Person - Job title, email: Person - Email - Work > Person - Email, phone: Person - Phone - Work > Person - Phone, department: Person - Department
zoho | clients | externalId: Record Id, name: Account Name, accountOwner: Account Owner, industry: Industry, location: Billing City > Billing Address - City > Billing Country > Billing Address - Country / Region, Annual Revenue: Annual Revenue, lastContactDate: Last Activity Time > Last activity date > Last contacted time, Employees: Employees, archived: Account Type, Type: Account Type, Rating: Rating
zoho | key-people | externalId: Account Name.id, clientName: Account Name, id: Record Id, name: First Name + Last Name, title: Title, email: Email, phone: Phone, department: Department
dynamics | clients | externalId: (Do Not Modify) Account, name: Account Name, accountOwner: Owner, industry: Industry, location: Address 1: City > Address 1: Country/Region, Annual Revenue: Annual Revenue, Employees: Number of Employees, Relationship Type: Relationship Type, archived: Status, Status: Status
dynamics | key-people | clientName: Company Name, id: (Do Not Modify) Contact, name: Full Name, title: Job Title, email: Email, phone: Business Phone > Mobile Phone, department: Department, role: Role
excel | clients | externalId: Client ID > Client No. > Customer No. > Customer ID > No. > ID > Kundennummer > Kunden-Nr. > Nr., name: Client Name > Company Name > Customer Name > Client > Customer > Company > Firma > Kundenname > Kunde > Name, archived: Status, accountOwner: Account Owner > Account Manager > Owner > Betreuer > Ansprechpartner intern > Kundenbetreuer, industry: Industry > Sector > Branche, location: Location > City > Ort > Stadt, revenueTTM: Revenue TTM > Annual Revenue > Revenue > Turnover > Jahresumsatz > Umsatz, leftAt: Left At > Left On > Date of Notice > Cancelled On > Churn Date > Gekündigt am > Kündigungsdatum, leftBecause: Left Because > Churn Reason > Cancellation Reason > Kündigungsgrund, renewsOn: Renews On > Contract End > Renewal Date > Contract End Date > Contract Renewal Date > Vertragsende > Verlängerung am, lastContactDate: Last Contact > Last Contact Date > Letzter Kontakt > Letzter Termin, Tier: Tier
freshdesk | signals | clientName: Company Name > Company, id: Ticket ID, date: Resolved time > Closed time > Last update time > Last updated time > Created time | Created time: 2026-01-05, Resolution status: SLA violated | sla timeliness -1
intercom | signals | clientName: Company name, id: Conversation ID, date: Updated at > Conversation started at | Conversation rating: 5 | rating deliverable_quality 1
zendesk | signals | externalId: Organization external ID > Ticket organization external ID, clientName: Organization > Ticket organization name, id: Ticket ID > ID, date: Solved at > Updated at > Created at | Satisfaction Score: Good | satisfaction deliverable_quality 1
surveymonkey | signals | clientName: Company > Company Name > Custom Data 1, id: Respondent ID, date: End Date > Start Date | Collector ID: 1, ${nps}: 9 | nps advocacy 1
stripe | signals | clientName: Customer Name, id: Number > id, date: Marked Uncollectible At (UTC) > Due Date (UTC) | Due Date (UTC): 2026-01-02, id: id-1, Status: Uncollectible | uncollectible billing_payment -1
xero | signals | clientName: ContactName, id: InvoiceNumber, date: DueDate | Status: Paid | paid billing_payment 0.3
surveys | signals | ${anyClient}, id: Response ID > Respondent ID > Response > #, date: Submitted At > Submit Date > Response Date > End Date > Date | NPS: 9 | nps advocacy 1
tickets | signals | ${anyClient}, id: Ticket ID > Ticket Number > Ticket No. > Ticket > Case Number, date: Solved At > Closed At > Resolved At > Updated At > Created At > Opened At | SLA Breached: Yes | sla timeliness -1 1
invoices | signals | ${anyClient}, id: Invoice ID > Invoice Number > Invoice No. > Invoice, date: Paid Date > Payment Date > Paid At > Due Date | Days Late: 0 | days-late billing_payment 0.5
meetings | signals | ${anyClient}, id: Meeting ID > Event ID > Meeting, date: Date > Meeting Date > Start > Start Time | Outcome: Held | held communication_engagement 0.5`);

it.each(columns)('of %s, %s are read from %s', async (preset = '', kind = '', fields = '', also = '', signal = '') => {
  const targets = pairsIn(fields).map(([field, text]) => ({ field, choices: choicesIn(text) }));
  const longest = Math.max(...targets.map(({ choices }) => choices.length));
  for (let missing = 0; missing < longest; missing += 1) {
    const expected: Record<string, unknown> = {};
    const cells: Record<string, string> = {};
    for (const { field, choices } of targets) {
      const [isNumber, isDay] = [/^(revenue|Employees|Annual)/.test(field), /date$|leftAt|renewsOn/i.test(field)];
      const first = Math.min(missing, choices.length - 1);
      const cellOf = (at: number) => (isNumber ? `${at + 1}0` : isDay ? `2026-01-0${at + 1}` : `${field}-${at}`);
      for (let at = choices.length - 1; at >= first; at -= 1) {
        for (const [part, header] of (choices[at] ?? '').split(' + ').entries()) {
          cells[header] = part === 0 ? cellOf(at) : 'Last';
        }
      }
      const cell = choices[first]?.includes(' + ') ? `${cellOf(first)} Last` : cellOf(first);
      expected[field] = isNumber ? Number(cell) : field === 'lastContactDate' ? `${cell}T00:00:00.000Z` : cell;
      if (field === 'archived') expected[field] = false;
    }
    const [rule, topic, polarity, weight = null] = signal.split(' ');
    const found = { id: `${rule}_${expected.id}`, topic, polarity: Number(polarity), weight: weight && Number(weight) };
    // vendor-presets.test.ts shows measures
    const rows = await rowsWith(preset, kind, { ...fieldsIn(also), ...cells });
    expect(rows.map(({ measured: _, ...row }) => row)).toEqual([
      kind === 'signals' ? { ...expected, ...found } : expected,
    ]);
  }
});

/** A row with the first of the columns of signals, dated 2026-01-01, and empty cells where the file must have others. */
function rowOf(preset: string): [header: string, cell: string][] {
  const [, , fields = '', also = ''] = columns.find(([name, kind]) => name === preset && kind === 'signals') ?? [];
  return [
    ...Object.keys(fieldsIn(also)).map((header): [string, string] => [header, '']),
    ...pairsIn(fields).map(([field, text]): [string, string] => [
      choicesIn(text)[0] ?? '',
      field === 'date' ? '2026-01-01' : '1',
    ]),
  ];
}

const hours = '1: 1, 1.1: 0.5, 4: 0.5, 4.1: 0, 24: 0, 24.1: -0.5, 72: -0.5';
const daysLate = '-1: 0.5, 0: 0.5, 1: 0, 14: 0, 15: -0.5, 30: -0.5, 31: -0.8';
const stars = '1: -1, 2: -0.5, 3: 0, 4: 0.5, 5: 1';

it.each(
  linesIn(`
zendesk | satisfaction deliverable_quality | Satisfaction Score > Satisfaction rating | Good: 1, Bad: -1, good with comment: 1, bad with comment: -1
zendesk | first-reply responsiveness | First reply time in hours | ${hours}, 72.1: -1
zendesk | first-reply responsiveness | First reply time in minutes | 60: 1, 61: 0.5, 240: 0.5, 241: 0, 1440: 0, 1441: -0.5, 4320: -0.5, 4321: -1
zendesk | reopened deliverable_quality | Reopens | 0: 0.2, 1: -0.3, 2: -0.8
freshdesk | first-response responsiveness | Created time .. Initial response time | ${hours}, 72.1: -0.9
freshdesk | first-response responsiveness | First response time (in hrs) | ${hours}, 72.1: -0.9, 0:59:00: 1, 76h: -0.9
freshdesk | sla timeliness | Resolution status | Within SLA: 0.3, SLA Violated: -1
freshdesk | satisfaction deliverable_quality | Survey results > Survey result | Extremely happy: 1, Very happy: 0.8, Happy: 0.5, Neutral: 0, Unhappy: -0.5, Very unhappy: -0.8, Extremely unhappy: -1
intercom | rating deliverable_quality | Conversation rating | ${stars}, Amazing: 1, Great: 0.5, OK: 0, Bad: -0.5, Terrible: -1
intercom | first-response responsiveness | First response time (seconds) | 3600: 1, 3601: 0.5, 14400: 0.5, 14401: 0, 86400: 0, 86401: -0.5, 259200: -0.5, 259201: -1
surveymonkey | nps advocacy | ${nps} | 0: -1, 1: -1, 2: -1, 3: -1, 4: -1, 5: -1, 6: -1, 7: 0, 8: 0, 9: 1, 10: 1, Not at all likely - 0: -1, 0 - Not at all likely: -1, Extremely likely - 10: 1, 10 - Extremely likely: 1
surveymonkey | satisfaction results_impact | ${satisfied} | Very satisfied: 1, Somewhat satisfied: 0.5, Neither satisfied nor dissatisfied: 0, Somewhat dissatisfied: -0.5, Very dissatisfied: -1
stripe | days-late billing_payment | Due Date (UTC) .. Paid At (UTC) | ${daysLate} | Status: paid
stripe | uncollectible billing_payment | Status | Uncollectible: -1, paid: none
xero | paid billing_payment | Status | Paid: 0.3, Voided: none, Awaiting Payment: none
surveys | nps advocacy | NPS > NPS Score > How likely are you to recommend us? | 0: -1, 1: -1, 2: -1, 3: -1, 4: -1, 5: -1, 6: -1, 7: 0, 8: 0, 9: 1, 10: 1
surveys | satisfaction results_impact | CSAT > Overall satisfaction > Satisfaction | ${stars}
surveys | quality deliverable_quality | Quality > Quality of work | ${stars}
surveys | on-time timeliness | On time > Timeliness | ${stars}
surveys | communication communication_engagement | Communication | ${stars}
surveys | value value_for_money | Value for money > Value | ${stars}
tickets | first-response responsiveness | First Response (hours) > First Response Time (h) | ${hours}, 72.1: -1
tickets | first-response responsiveness | Created At .. First Response At | ${hours}, 72.1: -0.9
tickets | sla timeliness | SLA Breached > SLA Missed | No: 0.3, False: 0.3, Yes: -1, True: -1
tickets | satisfaction deliverable_quality | CSAT > Satisfaction > Satisfaction Rating | ${stars}, Good: 1, Satisfied: 1, Neutral: 0, Bad: -1, Dissatisfied: -1
tickets | complaint billing_payment | Type | Complaint: -0.5, Question: none | Category: Billing
tickets | complaint timeliness | Type | Complaint: -0.5, Question: none | Category: Delivery
tickets | complaint scope_alignment | Type | Complaint: -0.5, Question: none | Category: Scope
tickets | complaint deliverable_quality | Type | Complaint: -0.5, Question: none | Category: Quality
tickets | complaint trust | Category | Other: none | Type: Complaint
invoices | days-late billing_payment | Days Late > Days Overdue | ${daysLate}
invoices | days-late billing_payment | Due Date .. Paid Date | ${daysLate}
invoices | disputed billing_payment | Status | Disputed: -1, Open: none | Due Date: 2026-01-01, Invoice Date: 2026-01-02, Paid Date: 2026-01-03
invoices | disputed billing_payment | Status | Disputed: -1, Open: none | Invoice Date: 2026-01-01, Paid Date: 2026-01-03
meetings | held communication_engagement | Outcome > Status | Completed: 0.5, Held: 0.5, Done: 0.5, Scheduled: 0, Rescheduled: -0.2, Cancelled: -0.5, Canceled: -0.5, No show: -0.8
meetings | executive executive_sponsorship | Executive Attended | Yes: 0.6, True: 0.6, No: none`),
)('%s: the polarities of %s by %s are %s', async (preset = '', signal = '', headers = '', polarities = '', also) => {
  const choices = choicesIn(headers);
  const [rule, topic] = signal.split(' ');
  const [start = '', end] = headers.split(' .. ');
  const isDays = rule === 'days-late' && end !== undefined;
  const later = (units: number) =>
    new Date(Date.parse('2026-09-01T00:00:00Z') + units * (isDays ? 24 : 1) * 3_600_000).toISOString().slice(0, 19);
  for (const [at] of choices.entries()) {
    for (const [cell, polarity] of pairsIn(polarities)) {
      // the headers after the one that is tried have what cannot be read
      const tried = choices.map((header, each): [string, string] => [header, each === at ? cell : '?']).slice(at);
      const times: [string, string][] = end
        ? [
            [start, later(0)],
            [end, later(Number(cell))],
          ]
        : tried.toReversed();
      const cells = [...rowOf(preset), ...Object.entries(fieldsIn(also)), ...times];
      const file = Object.fromEntries(cells.filter(([header]) => !choices.slice(0, at).includes(header)));
      const rows = (await rowsWith(preset, 'signals', file)).filter(({ id }) => id === `${rule}_1`);
      const found = rows.map((each) => [each.date, each.topic, each.polarity]);
      const date = isDays ? later(Number(cell)).slice(0, 10) : '2026-01-01';
      expect([cell, found]).toEqual([cell, polarity === 'none' ? [] : [[date, topic, Number(polarity)]]]);
    }
  }
});

it.each(
  linesIn(`
zendesk | first-reply responsiveness | Created at .. First reply time in hours | 0:,2:-0.6,:-1 | Solved, Closed, Deleted
freshdesk | first-response responsiveness | Created time .. Initial response time | 0:,2:-0.6,:-1 | Resolved, Closed
tickets | first-response responsiveness | Created At .. First Response At | 0:,2:-0.6,:-1 | Solved, Closed, Resolved, Done, Deleted, Spam
invoices | days-late billing_payment | Due Date .. Paid Date | 0:,14:-0.3,30:-0.7,:-1 | Paid, Void, Voided, Draft, Cancelled, Canceled, Credited, Deleted
stripe | days-late billing_payment | Due Date (UTC) .. Paid At (UTC) | 0:,14:-0.3,30:-0.7,:-1 | paid, void, draft, uncollectible, deleted
xero | overdue billing_payment | DueDate | 0:,14:-0.3,30:-0.7,:-1 | Paid, Voided, Deleted, Draft, Awaiting Approval`),
)('%s: %s is open in %s: %s; unless it is %s', async (preset = '', signal = '', headers = '', steps, statuses = '') => {
  const [rule, topic] = signal.split(' ');
  const [since = '', end] = headers.split(' .. ');
  const open = async (status: string, ended = '') => {
    const cells = { ...Object.fromEntries(rowOf(preset)), [since]: '2026-01-01', Status: status };
    const rows = await rowsWith(preset, 'open-signals', { ...cells, ...(end && { [end]: ended }) });
    return rows.map((row) => [row.id, row.since, row.steps, row.topic, row.feed]);
  };
  expect(await open('Open')).toEqual([[`${rule}_1`, '2026-01-01', steps, topic, `${preset}/signals`]]);
  for (const status of statuses.split(', ')) expect([status, await open(status)]).toEqual([status, []]);
  if (end) expect(await open('Open', /hours/.test(end) ? '1' : '2026-01-02')).toEqual([]);
});
