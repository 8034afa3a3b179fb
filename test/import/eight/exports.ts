import { type Day, dateOf } from '../../../shared/domain/dates.ts';
import { randomOf } from '../../support/random.ts';

// What eight systems of an agency export of its 64 clients on one day: the headers, formats and dirt of each. How content
// a client is stands in no file; the rows follow it with noise.

type Cells = Readonly<Record<string, string | number>>;

interface Export {
  readonly file: string;
  /** Undefined if the engineer has to map it. */
  readonly preset?: string;
  readonly headers: readonly string[];
  /** A second row of headers. */
  readonly subheaders?: readonly string[];
  readonly rows: readonly Cells[];
}

export interface Agency {
  /** From 0 to 1, by Client ID. */
  readonly health: ReadonlyMap<string, number>;
  readonly exports: readonly Export[];
}

const first =
  'Harbor|Müller|Café|Northwind|Oakridge|Silver|Blue|Green|Grand|Prime|Apex|Nova|Terra|Lumen|Quartz|Zephyr'.split('|');
const second = ['Foods', 'Logistics', 'Société', 'Robotics'];
const forms = [' Ltd', ' GmbH', ', Inc.', ''];

const nps = 'How likely is it that you would recommend this company to a friend or colleague?';
const csat = 'Overall, how satisfied or dissatisfied are you with our company?';

/** With line breaks and separators as the file needs them. */
export function textOf({ headers, subheaders, rows }: Export): string {
  const quoted = (cell: string) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;
  const body = rows.map((cells) => line(headers.map((header) => String(cells[header] ?? ''))));
  return `\ufeff${line(headers)}${subheaders ? line(subheaders) : ''}${body.join('')}`;
}

export function agencyOn(today: Day, seed = 1): Agency {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * (most + 1));
  const pick = <T>(list: readonly T[]): T => list[upTo(list.length - 1)] as T;
  const ids = Array.from({ length: 64 }, (_, at) => String(13_310_400 + at * 37));
  const bare = (at: number) => `${first[at % 16]} ${second[at >> 4]}`;
  const named = (at: number) => `${bare(at)}${forms[at % 4]}`;
  const health = new Map(ids.map((id) => [id, random()]));
  /** What one observation sees of a client. */
  const seen = (at: number) => Math.min(1, Math.max(0, (health.get(ids[at] ?? '') ?? 0) + (random() - 0.5) * 0.6));
  const graded = <T>(value: number, best: readonly T[]): T =>
    best[Math.min(best.length - 1, Math.floor((1 - value) * best.length))] as T;
  const instant = (day: Day, hour: number) => new Date(day * 86_400_000 + Math.round(hour * 60) * 60_000).toISOString();
  const stamp = (day: Day, hour: number) => instant(day, hour).slice(0, 19).replace('T', ' ');
  const [dmy, mdy] = [
    (day: Day) => dateOf(day).split('-').toReversed().join('/'),
    (day: Day) => dateOf(day).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
  ];
  const jiraTime = (day: Day, hour: number) => {
    const at = new Date(instant(day, hour));
    const month = at.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
    return `${at.getUTCDate()}/${month}/26 ${((at.getUTCHours() + 11) % 12) + 1}:${String(at.getUTCMinutes()).padStart(2, '0')} ${at.getUTCHours() < 12 ? 'AM' : 'PM'}`;
  };
  /** About `each` rows of every client, on days of the last 80. */
  const rowsFor = (each: number, row: (at: number, id: number, day: Day) => Cells | readonly Cells[]): Cells[] =>
    Array.from({ length: 64 * each }, (_, id) => row(upTo(63), id, today - 1 - upTo(79))).flat();
  /** Other systems know some clients by other names, and some that the CRM does not know. */
  const otherName = (at: number) => (at % 5 === 0 ? bare(at).toUpperCase() : at % 7 === 0 ? bare(at) : named(at));
  const lost = (at: number) => (upTo(60) === 0 ? 'Former Customer AG' : named(at));

  const companies: Export = {
    ...{ file: 'hubspot-crm-exports-all-companies-2026-11-22.csv', preset: 'hubspot' },
    headers:
      'Record ID|Company name|Company owner|Create Date|Phone Number|Last Activity Date|City|State/Region|Postal Code|Country/Region|Street Address|Street Address 2|Industry|Annual Revenue|Number of Employees|Company Domain Name|Website URL|Lifecycle Stage|Lead Status|Type|Description|LinkedIn Company Page|LinkedIn Bio|Twitter Handle|Facebook Company Page|Time Zone|Number of Associated Deals|Number of Associated Contacts|Recent Deal Amount|Recent Deal Close Date|Total Revenue|Total Money Raised|Year Founded|Is Public|Web Technologies|Last Contacted|Next Activity Date|Last Modified Date|Owner Assigned Date|Number of times contacted|Number of Sales Activities|Original Traffic Source|Time First Seen|Parent Company|Target Account|Ideal Customer Profile Tier'.split(
        '|',
      ),
    rows: ids.map((id, at) => ({
      ...{ 'Record ID': id, 'Company name': named(at), 'Company owner': pick(['Ada Okafor', 'Ben Larsson', '']) },
      ...{ 'Create Date': '2024-02-11 09:30', 'Last Activity Date': stamp(today - upTo(40), 14).slice(0, 16) },
      ...{ City: pick(['Lisbon', 'Köln', '']), 'Country/Region': 'Portugal', Industry: pick(['FOOD_PRODUCTION', '']) },
      ...{ 'Annual Revenue': `${upTo(5_000_000)}.0`, 'Number of Employees': upTo(900), Type: 'Prospect' },
      ...{
        'Lifecycle Stage': 'Customer',
        'Company Domain Name': `c${at}.example`,
        Description: 'Said: "call back", then, maybe',
      },
    })),
  };
  const tickets: Export = {
    ...{ file: 'export-2026-11-22-1030-tickets.csv', preset: 'zendesk' },
    headers:
      'Summation column|Id|Requester|Requester id|Requester external id|Requester email|Requester domain|Submitter|Assignee|Group|Subject|Tags|Status|Priority|Via|Ticket type|Created at|Updated at|Assigned at|Organization|Due date|Initially assigned at|Solved at|Resolution time|Satisfaction Score|Group stations|Assignee stations|Reopens|Replies|First reply time in minutes|First reply time in minutes within business hours|First resolution time in minutes|Full resolution time in minutes'.split(
        '|',
      ),
    rows: rowsFor(6, (at, id, day) => {
      const good = seen(at);
      const isOpen = day > today - 4 && good < 0.4;
      return {
        ...{
          'Summation column': 1,
          Id: 48_100 + id,
          Requester: 'Jo',
          Subject: 'Help, "please"',
          Organization: lost(at),
        },
        ...{ Status: isOpen ? 'Open' : 'Solved', Priority: pick(['Normal', 'High', '-']), 'Ticket type': '-' },
        ...{ 'Created at': `${stamp(day, 9)} +0100`, 'Updated at': `${stamp(day, 20)} +0100` },
        ...{ 'Satisfaction Score': isOpen ? 'Unoffered' : graded(seen(at), ['Good', 'Offered', 'Bad']) },
        ...(!isOpen && {
          ...{
            'Solved at': upTo(50) === 0 ? 'yesterday' : `${stamp(day, 20)} +0100`,
            Reopens: graded(good, [0, 0, 1, 2]),
          },
          'First reply time in minutes': graded(good, [30, 180, 900, 3000, 6000]),
        }),
      };
    }),
  };
  const conversations: Export = {
    ...{ file: 'inbox-conversations-Nov-22-2026.csv', preset: 'intercom' },
    headers:
      'Conversation ID|Conversation started at (America/New_York)|Updated at (America/New_York)|Started by|Conversation source|Current conversation state|Team currently assigned|Teammate currently assigned|Fin AI Agent involved|Fin AI Agent deflected|Fin AI Agent resolution state|AI Topic|AI Subtopic|Channel|Ticket type|First response time (seconds)|Conversation rating|Conversation rating remark|Agent rated type|User name|User email|Company name|Company plan|Company size'.split(
        '|',
      ),
    rows: rowsFor(4, (at, id, day) => ({
      ...{ 'Conversation ID': 215_470_000 + id, 'Company name': upTo(30) === 0 ? '' : lost(at), 'User name': 'Jo' },
      ...{
        'Conversation started at (America/New_York)': stamp(day, 9),
        'Updated at (America/New_York)': stamp(day, 15),
      },
      ...{ 'First response time (seconds)': graded(seen(at), [600, 9000, 50_000, 200_000, 300_000]), Channel: 'Chat' },
      'Conversation rating': upTo(2) === 0 ? graded(seen(at), [5, 4, 3, 2, 1]) : '',
    })),
  };
  const bills: Export = {
    ...{ file: 'SalesInvoices-2026-11-22.csv', preset: 'xero' },
    headers:
      'ContactName|EmailAddress|POAddressLine1|POAddressLine2|POAddressLine3|POAddressLine4|POCity|PORegion|POPostalCode|POCountry|SAAddressLine1|SACity|SAPostalCode|SACountry|InvoiceNumber|Reference|InvoiceDate|DueDate|PlannedDate|Total|TaxTotal|InvoiceAmountPaid|InvoiceAmountDue|InventoryItemCode|Description|Quantity|UnitAmount|Discount|LineAmount|AccountCode|TaxType|TaxAmount|TrackingName1|TrackingOption1|Currency|Type|Sent|Status'.split(
        '|',
      ),
    rows: rowsFor(3, (at, id, day) => {
      const isPaid = seen(at) > 0.35;
      const cells = {
        ...{
          ContactName: otherName(at),
          InvoiceNumber: `INV-${1000 + id}`,
          InvoiceDate: dmy(day - 14),
          Total: '1,250.00',
        },
        ...{ DueDate: upTo(60) === 0 ? '31/02/2026' : dmy(day), Currency: 'EUR', Type: 'Sales invoice', Sent: 'Sent' },
        Status: isPaid ? 'Paid' : pick(['Awaiting Payment', 'Awaiting Payment', 'Voided']),
      };
      return [cells, { ...cells, Description: 'Second line' }];
    }),
  };
  const retainers: Export = {
    ...{ file: 'unified_payments_invoices.csv', preset: 'stripe' },
    headers:
      'id|Number|Customer|Customer Name|Customer Email|Status|Currency|Amount Due|Amount Paid|Amount Remaining|Subtotal|Discount|Tax|Total|Applied Balance|Billing|Charge|Date (UTC)|Due Date (UTC)|Finalized At (UTC)|Paid At (UTC)|Marked Uncollectible At (UTC)|Voided At (UTC)|Period Start (UTC)|Period End (UTC)|Subscription|Description|Minimum Line Item Period Start (UTC)|Maximum Line Item Period End (UTC)'.split(
        '|',
      ),
    rows: rowsFor(2, (at, id, day) => {
      const late = graded(seen(at), [-3, -1, 10, 25, 45]);
      const isPaid = day + late < today;
      return {
        ...{
          id: `in_${id}`,
          Number: `A1B2-${id}`,
          Customer: `cus_${at}`,
          'Customer Name': otherName(at),
          Currency: 'eur',
          Total: '99.00',
        },
        ...{ Status: isPaid ? 'paid' : 'open', 'Date (UTC)': stamp(day - 14, 8), 'Due Date (UTC)': stamp(day, 8) },
        'Paid At (UTC)': isPaid ? stamp(day + late, 13) : '',
      };
    }),
  };
  const satisfaction: Export = {
    ...{ file: 'Customer Satisfaction 2026-11-22.csv', preset: 'surveymonkey' },
    headers: [
      ...'Respondent ID|Collector ID|Start Date|End Date|IP Address|Email Address|First Name|Last Name|Custom Data 1'.split(
        '|',
      ),
      ...[
        nps,
        csat,
        'How well do our services meet your needs?',
        'How responsive have we been?',
        'Any other comments?',
      ],
      ...[
        'How long have you been a customer?',
        'Which words would you use?',
        'How would you rate the value?',
        'Will you buy again?',
      ],
    ],
    subheaders: ['', '', '', '', '', '', '', '', '', ...Array.from({ length: 9 }, () => 'Response')],
    rows: rowsFor(2, (at, id, day) => ({
      ...{ 'Respondent ID': 118_000_000 + id, 'Collector ID': 55, 'Start Date': `${mdy(day)} 10:00:00 AM` },
      ...{ 'End Date': `${mdy(day)} 10:02:00 AM`, 'First Name': 'Jo', 'Custom Data 1': lost(at) },
      [nps]: graded(seen(at), ['Extremely likely - 10', 9, 8, 6, 3, 'Not at all likely - 0']),
      [csat]: graded(seen(at), ['Very satisfied', 'Somewhat satisfied', 'Somewhat dissatisfied', 'Very dissatisfied']),
      'Any other comments?': 'Good, but\nslow',
    })),
  };
  const reviews: Export = {
    ...{ file: 'responses-aBcDeF-01HX.csv', preset: 'surveys' },
    headers:
      '#|How likely are you to recommend us?|Quality of work|On time|Communication|Value for money|What should we keep doing?|What should we change?|May we call you?|company|project|quarter|Response Type|Start Date (UTC)|Stage Date (UTC)|Submit Date (UTC)|Network ID|Tags|Ending'.split(
        '|',
      ),
    rows: rowsFor(2, (at, id, day) => {
      const stars = () => graded(seen(at), [5, 4, 3, 2, 1]);
      return {
        ...{
          '#': `r${id}x${seed}`,
          company: lost(at),
          'Response Type': 'completed',
          'Submit Date (UTC)': stamp(day, 11),
        },
        ...{ 'How likely are you to recommend us?': graded(seen(at), [10, 9, 8, 7, 5, 2]), 'Quality of work': stars() },
        ...{ 'On time': upTo(40) === 0 ? 7 : stars(), Communication: stars(), 'Value for money': stars() },
      };
    }),
  };
  const issues: Export = {
    file: 'Tracker 2026-11-22.csv',
    headers:
      'Summary|Task key|Task id|Task type|Status|Project key|Project name|Project type|Project lead|Project lead id|Priority|Resolution|Assignee|Assignee Id|Reporter|Reporter Id|Creator|Creator Id|Created|Updated|Last Viewed|Resolved|Due date|Votes|Labels|Labels|Description|Environment|Original estimate|Remaining Estimate|Time Spent|Custom field (Story Points)|Sprint|Sprint|Comment|Comment'.split(
        '|',
      ),
    rows: rowsFor(4, (at, id, day) => {
      const late = graded(seen(at), [-4, -1, 3, 9, 20]);
      const isDone = day + late < today;
      return {
        ...{ Summary: 'Landing page, copy', 'Task key': `WEB-${id}`, 'Task id': 10_000 + id, 'Task type': 'Task' },
        ...{ Status: isDone ? 'Done' : 'In Progress', 'Project key': `P${at}`, 'Project name': named(at) },
        ...{ Created: jiraTime(day - 20, 9), Updated: jiraTime(day, 15), 'Due date': jiraTime(day, 0) },
        Resolved: isDone ? jiraTime(day + late, 16) : '',
      };
    }),
  };
  return { health, exports: [companies, tickets, conversations, bills, retainers, satisfaction, reviews, issues] };
}

/** Rank correlation of Spearman, ties at their mean rank. */
export function rankCorrelation(pairs: readonly (readonly [number, number])[]): number {
  const ranks = (values: readonly number[]) => {
    const sorted = values.toSorted((a, b) => a - b);
    return values.map((value) => (sorted.indexOf(value) + sorted.lastIndexOf(value)) / 2);
  };
  const [a, b] = [ranks(pairs.map(([x]) => x)), ranks(pairs.map(([, y]) => y))];
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: readonly number[], y: readonly number[], mx: number, my: number) =>
    x.reduce((sum, value, at) => sum + (value - mx) * ((y[at] ?? 0) - my), 0);
  return product(a, b, meanA, meanB) / Math.sqrt(product(a, a, meanA, meanA) * product(b, b, meanB, meanB));
}
