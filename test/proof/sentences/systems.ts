import { dateOf } from '../../../shared/domain/dates.ts';
import { randomOf } from '../../support/random.ts';
import { never, type Truth } from './truth.ts';

// What the systems of three agencies export: what each knows at a time, under the headers that it writes.

interface System {
  readonly name: string;
  /** Hours after the Sunday's midnight at which its file is made; 48 more are a Tuesday. */
  readonly later?: number;
  /** The weeks that have a file; without it, all. */
  readonly has?: (week: number) => boolean;
  /** `since` is the time of the file before; of the first one long ago. */
  readonly file: (truth: Truth, until: number, since: number) => readonly [name: string, text: string];
}

export interface Agency {
  readonly name: string;
  readonly ratings: readonly [bad: number, good: number];
  readonly systems: readonly System[];
  /** A mapping of its own, and the presets that it is used with. */
  readonly mapping?: { readonly own: object; readonly presets: readonly string[] };
  /** The system that begins later, with rows of all the time before. */
  readonly begins: Begins;
}

interface Begins {
  readonly system: string;
  readonly week: number;
  /** What the agency's files tell before. */
  readonly before: (truth: Truth) => Truth;
  /** When a row of it says something bad of a client. */
  readonly badTimes: (truth: Truth, client: number) => readonly number[];
}

type Cell = string | number;

function csv(headers: string, rows: readonly (readonly Cell[])[]): string {
  const cell = (value: Cell) => (/[",\n]/.test(`${value}`) ? `"${`${value}`.replaceAll('"', '""')}"` : `${value}`);
  return `${[headers.split('|'), ...rows].map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
}

const time = (at: number) => new Date(Math.round(at * 86_400) * 1000).toISOString().slice(0, 16).replace('T', ' ');
const shown = (at: number, until: number) => (at <= until ? time(at) : '');
const day = (at: number) => dateOf(Math.floor(at));
/** 22/11/2026 and 11/22/2026 */
const european = (at: number) => day(at).split('-').reverse().join('/');
const american = (at: number) => day(at).replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1');
const owners = ['Ada Okafor', 'Ben Larsson', 'Chloé Martin', 'Dmitri Volkov'];
const ownerOf = (client: number) => owners[client % owners.length] ?? '';
const nameOf = ({ clients }: Truth, client: number) => clients[client]?.name ?? '';
const mailOf = ({ clients }: Truth, client: number) => `office@${clients[client]?.domain}`;
const last = (...times: readonly number[]) => Math.max(...times.filter((at) => at !== never));
const oneOf = (id: string, ...values: readonly string[]) => values[Math.floor(randomOf(Number(id))() * values.length)];

/** The latest of these before a time, of each client. */
function latest(list: readonly { readonly client: number; readonly at: number }[], until: number): Map<number, number> {
  const found = new Map<number, number>();
  for (const { client, at } of list) if (at <= until && at > (found.get(client) ?? 0)) found.set(client, at);
  return found;
}

const hubspot: System = {
  name: 'HubSpot',
  file: (truth, until) => {
    const active = latest(truth.mails, until);
    return [
      `hubspot-crm-exports-all-companies-${day(until)}.csv`,
      csv(
        'Record ID|Company name|Company owner|Create Date|Phone Number|Last Activity Date|City|Country/Region|Industry|Annual Revenue|Number of Employees|Company Domain Name|Lifecycle Stage|Contract End Date|Number of Associated Deals|Number of Associated Contacts',
        truth.clients.map(({ id, name, domain, people, contractEnds }, client) => [
          id,
          name,
          ownerOf(client),
          '2024-02-11 09:30',
          '',
          active.has(client) ? time(active.get(client) ?? 0) : '',
          'Lisbon',
          'Portugal',
          'FOOD_PRODUCTION',
          100_000 + 7000 * client,
          20 + client,
          domain,
          'Customer',
          day(contractEnds),
          1,
          people,
        ]),
      ),
    ];
  },
};

const pipedrive: System = {
  name: 'Pipedrive',
  file: (truth, until) => {
    const active = latest(truth.mails, until);
    return [
      `organizations-7181234-${Math.floor(until) % 100}.csv`,
      csv(
        'Organization - ID|Organization - Name|Organization - Owner|Organization - Label|Organization - Address|Organization - City/town/village/locality of Address|Organization - Country of Address|Organization - People|Organization - Open deals|Organization - Won deals|Organization - Last activity date|Organization - Done activities|Organization - Update time|Organization - Annual revenue|Organization - Industry',
        truth.clients.map(({ id, name, people }, client) => [
          id,
          name,
          ownerOf(client),
          'Gold',
          'Rua da Prata 8',
          'Lisbon',
          'Portugal',
          people,
          1,
          2,
          active.has(client) ? day(active.get(client) ?? 0) : '',
          41,
          time(until),
          100_000 + 7000 * client,
          'Food',
        ]),
      ),
    ];
  },
};

/** Tickets that changed since a time or are not solved. */
const listed = ({ tickets }: Truth, until: number, since: number) =>
  tickets.filter(({ at, solved }) => at <= until && solved > since - 14);

const zendesk: System = {
  name: 'Zendesk',
  file: (truth, until, since) => {
    const rated = new Map(truth.ratings.filter(({ at }) => at <= until).map((each) => [each.id, each]));
    return [
      `export-${day(until)}-2200-tickets.csv`,
      csv(
        'Summation column|Id|Requester|Requester id|Requester external id|Requester email|Requester domain|Submitter|Assignee|Group|Subject|Tags|Status|Priority|Via|Ticket type|Created at|Updated at|Assigned at|Organization|Due date|Initially assigned at|Solved at|Resolution time|Satisfaction Score|Group stations|Assignee stations|Reopens|Replies|First reply time in minutes|First resolution time in minutes',
        listed(truth, until, since).map(({ id, client, at, replied, solved, reopens }) => {
          const [isReplied, isSolved] = [replied <= until, solved <= until];
          const status = isSolved
            ? solved < until - 4
              ? 'Closed'
              : 'Solved'
            : isReplied
              ? (oneOf(id, 'Open', 'Pending', 'Hold') ?? '')
              : 'New';
          const rating = rated.get(id);
          const score = rating ? (rating.value > 0.5 ? 'Good' : 'Bad') : isSolved ? 'Offered' : 'Unoffered';
          const updated = last(at, ...[replied, solved, rating?.at ?? 0].filter((each) => each <= until));
          const minutes = Math.round((replied - at) * 1440);
          const domain = truth.clients[client]?.domain ?? '';
          return [
            ...[1, id, 'Office', 3800 + client, '', mailOf(truth, client), domain, 'Office'],
            ...[isReplied ? 'Sam Roy' : '', 'Support', 'A question', '', status, 'Normal', 'Mail', '-'],
            ...[time(at), time(updated), isReplied ? time(replied) : '', nameOf(truth, client), '', ''],
            ...[shown(solved, until), isSolved ? Math.round((solved - at) * 24) : '', score, 1, 1],
            ...[isSolved ? reopens : 0, isReplied ? 1 : 0, isReplied ? minutes : ''],
            isSolved ? Math.round((solved - at) * 1440) : '',
          ];
        }),
      ),
    ];
  },
};

const clock = (days: number) => {
  const seconds = Math.round(days * 86_400);
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return parts.map((part) => `${part}`.padStart(2, '0')).join(':');
};
const within = (at: number, by: number) => (at <= by ? 'Within SLA' : 'SLA Violated');

const freshdesk: System = {
  name: 'Freshdesk',
  file: (truth, until, since) => {
    const rated = new Map(truth.ratings.filter(({ at }) => at <= until).map((each) => [each.id, each]));
    return [
      `tickets-${day(until)}.csv`,
      csv(
        'Ticket ID|Subject|Status|Priority|Source|Type|Agent|Group|Created time|Due by Time|Resolved time|Closed time|Last update time|Initial response time|Time tracked|First response time (in hrs)|Resolution time (in hrs)|Agent interactions|Customer interactions|Resolution status|First response status|Tags|Survey results|Company Name|Full name|Contact ID',
        listed(truth, until, since).map(({ id, client, at, replied, solved, replyBy, solveBy }) => {
          const [isReplied, isSolved] = [replied <= until, solved <= until];
          const status = isSolved
            ? solved < until - 2
              ? 'Closed'
              : 'Resolved'
            : isReplied
              ? (oneOf(id, 'Open', 'Pending', 'Waiting on Customer') ?? '')
              : 'Open';
          const rating = rated.get(id);
          const updated = last(at, ...[replied, solved, rating?.at ?? 0].filter((each) => each <= until));
          return [
            ...[id, 'A question', status, 'Medium', 'Email', 'Question', isReplied ? 'Ada' : 'No Agent', 'Support'],
            ...[time(at), time(solveBy), shown(solved, until), shown(solved + 2, until), time(updated)],
            ...[shown(replied, until), '00:00:00', isReplied ? clock(replied - at) : ''],
            ...[isSolved ? clock(solved - at) : '', isReplied ? 1 : 0, 1, isSolved ? within(solved, solveBy) : ''],
            ...[isReplied ? within(replied, replyBy) : '', ''],
            ...[
              rating ? (rating.value > 0.5 ? 'Extremely happy' : 'Unhappy') : '',
              nameOf(truth, client),
              'Office',
              client,
            ],
          ];
        }),
      ),
    ];
  },
};

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

const xero: System = {
  name: 'Xero',
  file: (truth, until) => [
    'SalesInvoices.csv',
    csv(
      'ContactName|EmailAddress|POAddressLine1|POCity|POPostalCode|POCountry|InvoiceNumber|Reference|InvoiceDate|DueDate|PlannedDate|Total|TaxTotal|InvoiceAmountPaid|InvoiceAmountDue|InventoryItemCode|Description|Quantity|UnitAmount|Discount|LineAmount|AccountCode|TaxType|TaxAmount|Currency|Type|Sent|Status',
      truth.invoices
        .filter(({ at }) => at <= until)
        .flatMap(({ id, client, at, due, paid, isVoid, amounts }) => {
          const total = sum(amounts);
          const status = isVoid ? 'Voided' : paid <= until ? 'Paid' : 'Awaiting Payment';
          const [had, left] = status === 'Paid' ? [total, 0] : [0, isVoid ? 0 : total];
          return amounts.map((amount): Cell[] => [
            ...[nameOf(truth, client), '', '', 'Lisbon', '', '', id, '', european(at), european(due), ''],
            ...[total.toFixed(2), 0, had.toFixed(2), left.toFixed(2), '', 'Work', 1, amount, '', amount, 200],
            ...['None', 0, 'EUR', 'Sales invoice', 'Sent', status],
          ]);
        }),
    ),
  ],
};

const quickbooks: System = {
  name: 'QuickBooks',
  file: (truth, until) => [
    'Transaction List by Customer.csv',
    csv(
      'Transaction date|Transaction type|Num|Customer full name|Memo/Description|Due date|Amount|Open balance',
      truth.invoices
        .filter(({ at, isVoid }) => at <= until && !isVoid)
        .flatMap(({ id, client, at, due, paid, amounts }) => {
          const [total, name, isPaid] = [sum(amounts), nameOf(truth, client), paid <= until];
          const amount = `$${total.toLocaleString('en', { minimumFractionDigits: 2 })}`;
          const rows: Cell[][] = [
            [american(at), 'Invoice', id, name, '', american(due), amount, isPaid ? '$0.00' : amount],
          ];
          if (isPaid) rows.push([american(paid), 'Payment', '', name, '', american(paid), `-${amount}`, '$0.00']);
          return rows;
        }),
    ),
  ],
};

const google: System = {
  name: 'Google Calendar',
  has: (week) => week !== 7 && week !== 8,
  file: (truth, until, since) => [
    `calendar-events-${day(until)}.csv`,
    csv('Event ID|Calendar|Summary|Start|End|Status|Organizer|Attendees|Location', [
      ...truth.meetings
        .filter(({ at, planned }) => planned <= until && at > since - 14 && at < until + 14)
        .map(({ id, client, at, outcome, cancelled }): Cell[] => [
          ...[`${id}a7f3k29d01qz5`, 'Work', 'Status call', time(at), time(at + 1 / 24)],
          // where nobody came, somebody cancels it afterwards: a calendar does not know otherwise
          ...[Math.min(cancelled, outcome === 'held' ? never : at) <= until ? 'cancelled' : 'confirmed'],
          'ada@agency.example',
          ...[`ada@agency.example, ${mailOf(truth, client)}`, ''],
        ]),
      ...[0, 1].map((back): Cell[] => {
        const at = Math.floor(until) - 6 - 7 * back + 9 / 24;
        return [
          `w${Math.floor(at)}team`,
          'Work',
          'Team',
          time(at),
          time(at + 0.04),
          'confirmed',
          'ada@agency.example',
          'ada@agency.example, ben@agency.example',
          '',
        ];
      }),
    ]),
  ],
};

const meetings: System = {
  name: 'list of meetings',
  file: (truth, until, since) => [
    `meetings ${day(until)}.csv`,
    csv(
      'Meeting ID|Company|Date|Outcome|Host',
      truth.meetings
        .filter(({ at, planned }) => planned <= until && at > since - 14 && at < until + 14)
        .map(({ id, client, at, outcome, cancelled }) => {
          const said = { held: 'Completed', cancelled: 'Cancelled', 'no show': 'No show' }[outcome];
          return [id, nameOf(truth, client), day(at), cancelled <= until || at <= until ? said : 'Scheduled', 'Ada'];
        }),
    ),
  ],
};

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** 22/Nov/26 4:05 PM */
function jiraTime(at: number): string {
  const [year, month, date, hour, minute] = time(at).split(/[- :]/) as [string, string, string, string, string];
  const half = Number(hour) % 12;
  return `${date}/${months[Number(month) - 1]}/${year.slice(2)} ${half === 0 ? 12 : half}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`;
}

const jira = (has: System['has']): System => ({
  name: 'Jira',
  ...(has && { has }),
  file: (truth, until, since) => [
    `Jira ${day(until)}T22_00_00+0000.csv`,
    csv(
      'Summary|Issue key|Issue id|Issue Type|Status|Project key|Project name|Priority|Resolution|Assignee|Reporter|Created|Updated|Resolved|Due date',
      truth.issues
        .filter(({ at, resolved }) => at <= until && resolved > since - 14)
        .map(({ id, client, at, due, resolved, type }, row) => {
          const isDone = resolved <= until;
          return [
            ...['Work', id, 10_000 + row, type, isDone ? 'Done' : 'In Progress', id.split('-')[0] ?? ''],
            ...[nameOf(truth, client), 'Medium', isDone ? 'Done' : '', 'Ada', 'Office', jiraTime(at)],
            ...[jiraTime(isDone ? resolved : at), isDone ? jiraTime(resolved) : '', due === never ? '' : jiraTime(due)],
          ];
        }),
    ),
  ],
});

const satisfactions = [
  'Very dissatisfied',
  'Somewhat dissatisfied',
  'Neither satisfied nor dissatisfied',
  'Somewhat satisfied',
  'Very satisfied',
];

const surveymonkey: System = {
  name: 'SurveyMonkey',
  file: (truth, until) => [
    'Customer Satisfaction Survey.csv',
    csv(
      'Respondent ID|Collector ID|Start Date|End Date|IP Address|Email Address|First Name|Last Name|Custom Data 1|How likely is it that you would recommend this company to a friend or colleague?|Overall, how satisfied or dissatisfied are you with our company?|What could we do better?',
      [
        ['', '', '', '', '', '', '', '', '', 'Response', 'Response', 'Open-Ended Response'],
        ...truth.answers
          .filter(({ at }) => at <= until)
          .map(({ id, client, at, value, recommends = 0 }): Cell[] => {
            const on = `${american(at)} ${time(at).slice(11)}:00`;
            return [
              id,
              55,
              on,
              on,
              '',
              mailOf(truth, client),
              '',
              '',
              nameOf(truth, client),
              recommends,
              satisfactions[value * 4] ?? '',
              '',
            ];
          }),
      ],
    ),
  ],
};

const survey: System = {
  name: 'survey',
  has: (week) => week >= 5,
  file: (truth, until) => [
    'survey answers.csv',
    csv(
      'Response ID|Submitted At|Company|Respondent|Email|NPS|CSAT|Comment',
      truth.answers
        .filter(({ at }) => at <= until)
        .map(({ id, client, at, value, recommends = 0 }) => [
          ...[id, `${time(at).replace(' ', 'T')}:00Z`, nameOf(truth, client), 'Office', mailOf(truth, client)],
          ...[recommends, 1 + 4 * value, ''],
        ]),
    ),
  ],
};

/** The days of the report: the week of the file, and the one before. */
const reported = ({ work }: Truth, until: number, since: number) =>
  work.filter(({ at }) => at <= until && at > Math.min(since, Math.floor(until) - 13));
const fromTo = (until: number, since: number) => [day(Math.min(since, Math.floor(until) - 13)), day(until)] as const;

const harvest: System = {
  name: 'Harvest',
  file: (truth, until, since) => {
    const [from, to] = fromTo(until, since);
    return [
      `harvest_time_report_from${from}to${to}.csv`,
      csv(
        'Date|Client|Project|Project Code|Task|Notes|Hours|Billable?|Invoiced?|First Name|Last Name|Employee?|Billable Rate|Billable Amount',
        reported(truth, until, since).map(({ client, at, hours }) => [
          ...[
            day(at),
            nameOf(truth, client),
            'Retainer',
            '',
            'Work',
            '',
            hours,
            'Yes',
            'No',
            'Ada',
            'Okafor',
            'Yes',
            100,
          ],
          hours * 100,
        ]),
      ),
    ];
  },
};

const toggl: System = {
  name: 'Toggl',
  later: 48,
  file: (truth, until, since) => {
    const [from, to] = fromTo(until, since);
    return [
      `Toggl_time_entries_${from}_to_${to}.csv`,
      csv(
        'User|Email|Client|Project|Task|Description|Billable|Start date|Start time|End date|End time|Duration|Tags|Amount ()',
        reported(truth, until, since).map(({ client, at, hours }) => [
          ...['Ada', 'ada@agency.example', nameOf(truth, client), 'Retainer', '', 'Work', 'Yes', day(at), '09:00:00'],
          ...[day(at), '12:00:00', clock(hours / 24), '', ''],
        ]),
      ),
    ];
  },
};

const lowAnswers = ({ answers }: Truth, client: number) =>
  answers
    .filter((each) => each.client === client && (each.value < 0.75 || (each.recommends ?? 10) < 9))
    .map(({ at }) => at);

const withoutAnswers = (truth: Truth): Truth => ({ ...truth, answers: [] });

const salesforce: System = {
  name: 'Salesforce',
  file: (truth, until) => {
    const active = latest(truth.mails, until);
    return [
      `Accounts ${day(until)}.csv`,
      csv(
        'Account ID|Account Name|Account Owner|Industry|Website|Last Activity|Renewal Date',
        truth.clients.map(({ id, name, domain, contractEnds }, client) => [
          ...[id, name, ownerOf(client), 'Food', `https://www.${domain}`],
          ...[active.has(client) ? day(active.get(client) ?? 0) : '', day(contractEnds)],
        ]),
      ),
    ];
  },
};

/** Of any help desk. */
const tickets: System = {
  name: 'tickets',
  has: (week) => week >= 3,
  file: (truth, until, since) => {
    const rated = new Map(truth.ratings.filter(({ at }) => at <= until).map((each) => [each.id, each]));
    return [
      `Tickets ${day(until)}.csv`,
      csv(
        'Ticket Number|Company|Status|Type|Category|Created At|First Response At|Solved At|SLA Missed|CSAT',
        listed(truth, until, since).map(({ id, client, at, replied, solved, solveBy, isComplaint }) => {
          const isSolved = solved <= until;
          const rating = rated.get(id);
          return [
            ...[id, nameOf(truth, client), isSolved ? 'Solved' : replied <= until ? 'Answered' : 'New'],
            ...[
              isComplaint ? 'Complaint' : 'Question',
              'Quality',
              time(at),
              shown(replied, until),
              shown(solved, until),
            ],
            ...[
              isSolved ? (solved <= solveBy ? 'no' : 'yes') : '',
              rating ? (rating.value > 0.5 ? 'Good' : 'Bad') : '',
            ],
          ];
        }),
      ),
    ];
  },
};

const invoices: System = {
  name: 'invoices',
  file: (truth, until) => [
    `Invoices ${day(until)}.csv`,
    csv(
      'Invoice Number|Customer|Invoice Date|Due Date|Paid Date|Status|Total',
      truth.invoices
        .filter(({ at }) => at <= until)
        .map(({ id, client, at, due, paid, isVoid, disputed, amounts }) => [
          ...[id, nameOf(truth, client), day(at), day(due), !isVoid && paid <= until ? day(paid) : ''],
          isVoid ? 'Void' : paid <= until ? 'Paid' : disputed <= until ? 'Disputed' : 'Open',
          sum(amounts),
        ]),
    ),
  ],
};

const outlook: System = {
  name: 'Outlook',
  file: (truth, until, since) => [
    `calendar ${day(until)}.csv`,
    csv(
      'Subject|Start Date|Start Time|End Date|End Time|Required Attendees|Optional Attendees',
      truth.meetings
        .filter(({ at, planned }) => planned <= until && at > since - 14 && at < until + 14)
        .map(({ client, at, outcome, cancelled }) => [
          `${Math.min(cancelled, outcome === 'held' ? never : at) <= until ? 'Canceled: ' : ''}Status call`,
          ...[day(at), time(at).slice(11), day(at), time(at + 0.04).slice(11)],
          ...[`ada@agency.example;${mailOf(truth, client)}`, ''],
        ]),
    ),
  ],
};

/** Work that the agency lists itself: until it is done, it waits. */
const requests: System = {
  name: 'requests',
  file: (truth, until, since) => [
    `Requests ${day(until)}.csv`,
    csv(
      'Request|Company|Asked|Done',
      truth.issues
        .filter(({ at, resolved }) => at <= until && resolved > since - 14)
        .map(({ id, client, at, resolved }) => [id, nameOf(truth, client), time(at), shown(resolved, until)]),
    ),
  ],
};

/** What account managers write down: good or bad. */
const observed: System = {
  name: 'signals',
  file: (truth, until) => [
    'signals.csv',
    csv(
      'Client ID|Signal ID|Date|Topic|Polarity|Weight',
      truth.answers
        .filter(({ at }) => at <= until)
        .map(({ id, client, at, value }) => [truth.clients[client]?.id ?? '', id, day(at), 'trust', 2 * value - 1, 1]),
    ),
  ],
};

const requestMapping = {
  version: 1,
  zone: 'UTC',
  files: [
    {
      match: { headers: ['Request'] },
      kind: 'signals',
      columns: { 'Client Name': 'Company', 'Signal ID': 'Request', Date: 'Done' },
      signals: [
        {
          name: 'issue-solve',
          topic: 'scope_alignment',
          measure: 'resolve-hours',
          polarity: {
            hours: ['Asked', 'Done'],
            steps: [[120, 0.5]],
            above: -0.5,
            open: { steps: [[5, null]], above: -0.7 },
          },
        },
      ],
    },
  ],
};

export const agencies: readonly Agency[] = [
  {
    name: 'studio',
    ratings: [0, 1],
    systems: [hubspot, zendesk, xero, google, jira(undefined), { ...surveymonkey, has: (week) => week >= 4 }, harvest],
    begins: { system: 'SurveyMonkey', week: 4, before: withoutAnswers, badTimes: lowAnswers },
  },
  {
    name: 'services',
    ratings: [0.25, 1],
    // its issues come for some weeks only, and its survey begins later
    systems: [pipedrive, freshdesk, quickbooks, meetings, jira((week) => week < 6), survey, toggl],
    begins: { system: 'survey', week: 5, before: withoutAnswers, badTimes: lowAnswers },
  },
  {
    name: 'workshop',
    ratings: [0, 1],
    systems: [salesforce, tickets, invoices, outlook, requests, observed, harvest],
    mapping: { own: requestMapping, presets: ['salesforce', 'tickets', 'invoices', 'meetings', 'harvest'] },
    begins: {
      system: 'tickets',
      week: 3,
      before: (truth) => ({ ...truth, tickets: [], ratings: [] }),
      badTimes: (truth, client) => [
        ...truth.tickets
          .filter((each) => each.client === client)
          .flatMap(({ at, replied, solved, isComplaint }) => [
            ...(replied - at > 0.5 || isComplaint ? [at, replied] : []),
            ...(solved - at > 3 ? [solved] : []),
          ]),
        ...truth.ratings.filter((each) => each.client === client && each.value < 0.5).map(({ at }) => at),
      ],
    },
  },
];
