// Exports of twelve systems as an agency has them, with the columns that their documentation names: full, so that the next
// week has the same rows and newer ones, and dirty, as such files are.

const names = ['Harbor Light Foods', 'Müller & Söhne GmbH', 'Juniper Row Solar', 'Fern & Field', 'North Pier Books'];
const domains = ['harborlight', 'mueller-soehne', 'juniper', 'fernfield', 'northpier'].map((name) => `${name}.example`);

type Cells = readonly unknown[];

const quoted = (cell: unknown) =>
  /[",;\n]/.test(String(cell)) ? `"${String(cell).replaceAll('"', '""')}"` : `${cell}`;

/** A header like `ID|Name`, and rows. */
const table = (header: string, rows: readonly Cells[], sign = ',') =>
  [header.split('|'), ...rows].map((cells) => `${cells.map(quoted).join(sign)}\r\n`).join('');

const day = 86_400_000;
export const dayBefore = (date: string, days: number): string =>
  new Date(Date.parse(date) - days * day).toISOString().slice(0, 10);
const german = (iso: string) => iso.split('-').reverse().join('.');
const american = (iso: string) => iso.replace(/(....)-(..)-(..)/, '$2/$3/$1');
const british = (iso: string) => iso.split('-').reverse().join('/');

/** A row for every so many days from `first` until `until`. */
function rows(first: string, until: string, step: number, row: (date: string, at: number) => Cells): Cells[] {
  const found: Cells[] = [];
  for (let time = Date.parse(first), at = 0; time <= Date.parse(until); time += step * day, at += 1)
    found.push(row(new Date(time).toISOString().slice(0, 10), at));
  return found;
}

/** The list of clients that leads. */
export const clients = table(
  'Client ID|Name|Account Owner|Website (text)',
  names.map((name, at) => [10_021 + at, name, at % 2 ? 'Ben Larsson' : 'Ada Okafor', `https://${domains[at]}`]),
);

/** The exports of a day, of systems that are in use since `first`; `wrong`: with cells that cannot be read. */
export function exportsOf(first: string, until: string, wrong = true) {
  const name = (at: number) => names[at % 5] ?? '';
  const mail = (at: number) => `jo@${domains[at % 5]}`;
  return {
    'hubspot-crm-exports-all-companies.csv': table('Record ID|Company name|Company owner|Company Domain Name|City', [
      ...names.map((each, at) => [9001 + at, each, at % 2 ? 'Ben' : 'Ada', domains[at], 'Köln']),
      // somebody has pasted a row twice
      [9002, names[1], 'Ben', domains[1], 'Köln'],
    ]),
    'zendesk_tickets.csv': table(
      'ID|Organization|Status|Created at|Solved at|Updated at|Satisfaction Score|First reply time in minutes',
      rows(first, until, 2, (date, at) => [
        4700 + at,
        at === 4 ? 'Harbour Light' : name(at),
        'Solved',
        wrong && at === 7 ? '2026-02-30 08:00' : `${date} 08:00`,
        `${date} 12:00`,
        `${date} 12:00`,
        ['good', 'bad', 'unoffered'][at % 3],
        30 + at,
      ]),
    ),
    'events-export.csv': table(
      'User Name|User Email|Invitee Name|Invitee Email|Event Type Name|Start Date & Time|End Date & Time|Canceled|Canceled By|Marked as No-Show|Event UUID',
      rows(first, until, 5, (date, at) => [
        ...['Ada', 'ada@finch.example', 'Jo', at === 3 ? 'jo.private@gmail.com' : mail(at), 'Review'],
        ...[`${date} 11:00 am`, `${date} 11:30 am`, at % 4 === 2, '', 'No', `e-${at}`],
      ]),
    ),
    'Client survey (Responses) - Form Responses 1.csv': table(
      'Timestamp|Company|How likely are you to recommend us to a friend or colleague?|How satisfied are you with our work?|What could be better?',
      rows(first, until, 6, (date, at) => [
        `${american(date)} 9:${10 + at}:00`,
        at === 2 ? 'Juniper Solar' : name(at),
        ...[10 - (at % 4), 5 - (at % 3), at % 2 ? 'More calls, please' : ''],
      ]),
    ),
    'SalesInvoices.csv': table(
      'ContactName|EmailAddress|InvoiceNumber|InvoiceDate|DueDate|Total|Currency|Type|Status',
      rows(first, until, 7, (date, at) => [
        // the name of the contract, and an address that the CRM knows
        at === 1 ? 'M & S Maschinenbau' : name(at),
        mail(at),
        `INV-${at}`,
        british(dayBefore(date, 14)),
        british(date),
        `${200 + at}.00`,
        ...['EUR', 'Sales invoice', at % 3 ? 'Paid' : 'Awaiting Payment'],
      ]),
    ),
    'harvest_time_report.csv': table(
      'Date|Client|Project|Task|Notes|Hours|Billable?|First Name|Last Name',
      rows(first, until, 1, (date, at) => [
        date,
        at === 9 ? 'Finch internal' : name(at),
        ...['Website', 'Design', '', wrong && at === 12 ? '1h30x' : (at % 4) + 1.5, 'Yes', 'Ada', 'Okafor'],
      ]),
    ),
    'ada@finch.example.ics': [
      'BEGIN:VCALENDAR',
      ...names
        .slice(0, 4)
        .flatMap((each, at) => [
          'BEGIN:VEVENT',
          `UID:w${at}@google.com`,
          `SUMMARY:Weekly ${each}`,
          `DTSTART;TZID=Europe/Berlin:${dayBefore(first, -at).replaceAll('-', '')}T100000`,
          `RRULE:FREQ=WEEKLY;UNTIL=${dayBefore(until, -365).replaceAll('-', '')}T235959Z`,
          'ATTENDEE;CN=Ada:mailto:ada@finch.example',
          `ATTENDEE;CN=Jo:mailto:${mail(at)}`,
          'STATUS:CONFIRMED',
          'END:VEVENT',
        ]),
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
    'Jira.csv': table(
      'Summary|Issue key|Issue Type|Status|Created|Resolved|Due date|Custom field (Client)',
      rows(first, until, 4, (date, at) => [
        `Fix ${at}`,
        `OPS-${at}`,
        ...['Bug', at % 5 ? 'Done' : 'In Progress', `${dayBefore(date, 6)} 8:00`, at % 5 ? `${date} 9:00` : ''],
        dayBefore(date, (at % 3) - 1),
        at === 5 ? 'Operations' : name(at),
      ]),
    ),
    // a fifth of the first export cannot be read
    'delighted-responses.csv': table(
      'Response ID|Name|Email|Score|Comment|Created At|Permalink',
      rows(first, until, 5, (date, at) => [
        at + 1,
        ...[
          'Jo',
          mail(at),
          wrong && (at === 2 || at === 6) ? 'nine' : 10 - (at % 5),
          '',
          date,
          `https://app.example/r/${at}`,
        ],
      ]),
    ),
    // no preset reads these three
    'Relaunch tasks.csv': table(
      'Task ID|Created At|Completed At|Last Modified|Name|Section/Column|Assignee|Assignee Email|Start Date|Due Date|Tags|Notes|Projects|Parent task|Client',
      rows(first, until, 2, (date, at) => {
        const done = at % 4 === 3 ? '' : dayBefore(date, (at % 5) - 2);
        return [
          ...[1_201_000 + at, dayBefore(date, 20), done, dayBefore(date, 1), `Task ${at}`, done ? 'Done' : 'Doing'],
          ...['Ada', 'ada@finch.example', '', wrong && at === 8 ? '2026-02-30' : date, '', '', 'Website', ''],
          at % 12 === 11 ? 'Internal' : name(at),
        ];
      }),
    ),
    'front-export.csv': table(
      'Conversation ID|Subject|Status|Inbox|Assignee|Contact name|Contact handle|Created at|First reply at|Archived at|Tags',
      rows(first, until, 2, (date, at) => {
        const reply = at % 6 === 5 ? '' : `${date} ${String(9 + (at % 7)).padStart(2, '0')}:30:00`;
        return [
          ...[`cnv_${at}`, `Question ${at}`, reply ? 'archived' : 'open', 'Support', 'Ben', 'Jo'],
          ...[at % 10 === 9 ? 'info@newsletter.example' : mail(at), `${date} 08:00:00`, reply, reply, ''],
        ];
      }),
    ),
    'OPOS Liste.csv': table(
      'Konto|Name Geschäftspartner|Rechnungsnummer|Belegdatum|Fälligkeit|Betrag Soll|Saldo|Mahnstufe|Währung',
      rows(first, until, 4, (date, at) => [
        ...[10_021 + (at % 5), name(at), `RE-2026-${101 + at}`, german(dayBefore(date, 30))],
        wrong && at === 3 ? '31.11.2026' : german(date),
        ...[`1.${190 + at},50`, `1.${190 + at},50`, at % 3, 'EUR'],
      ]),
      ';',
    ),
  };
}
