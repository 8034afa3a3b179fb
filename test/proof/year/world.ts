import { type Day, dateOf, dayOf } from '../../../shared/domain/dates.ts';
import { randomOf } from '../../support/random.ts';

// A year of an agency and its clients, and what five systems know of it on each Sunday. What a row says about the health
// of a client stands next to the row, written from the facts and not read from its cells.

const firstSunday = dayOf('2026-01-04');
export const sundayOf = (week: number): Day => firstSunday + 7 * week;

export interface Signal {
  readonly id: string;
  readonly topic: string;
  readonly polarity: number;
  readonly day: Day;
}

/** Not over: how bad it is depends on the days since then. */
export interface Open {
  readonly id: string;
  readonly topic: string;
  readonly since: Day;
  readonly polarityAfter: (days: number) => number | undefined;
  /** The day of the file that has it. */
  readonly seen: Day;
}

export interface TrueRow {
  readonly record: string;
  readonly client: string;
  readonly cells: Readonly<Record<string, string>>;
  readonly signals: readonly Signal[];
  readonly open: readonly Open[];
}

export interface System {
  /** As imports call it. */
  readonly feed: string;
  /** Of the same files, by another entry of the mapping. It does not use the column that is renamed. */
  readonly secondFeed?: string;
  readonly map: string;
  readonly fileName: (sunday: string) => string;
  readonly headers: readonly string[];
  /** A second row of headers. */
  readonly subheaders?: readonly string[];
  readonly rowsOn: (sunday: Day) => TrueRow[];
  /** Makes a row wrong; undefined if this one cannot be made so. */
  readonly spoiled: (row: TrueRow, random: () => number) => Readonly<Record<string, string>> | undefined;
  /** A column that is used, and another name for it. Without it, the signals with ids of this beginning fall away. */
  readonly renamed: readonly [from: string, to: string, lost?: string];
}

export interface World {
  readonly clients: readonly string[];
  readonly nameOf: (client: string, sunday: Day) => string;
  readonly systems: readonly System[];
}

/** The first client is renamed in the CRM in this week; the other systems keep its name. */
export const renameWeek = 7;
export const oldName = 'Client 0 Ltd';

const time = (day: Day, hour: number) => {
  const ms = day * 86_400_000 + Math.round(hour * 60) * 60_000;
  return new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
};
const steps = (limits: Readonly<Record<number, number | undefined>>, above: number) => (value: number) => {
  const found = Object.entries(limits).find(([limit]) => value <= Number(limit));
  return found ? found[1] : above;
};
const overdue = steps({ 0: undefined, 14: -0.3, 30: -0.7 }, -1);
const unanswered = steps({ 0: undefined, 2: -0.6 }, -1);
const columns = (text: string) => text.split(/[|\n]/);
const signal = (id: string, topic: string, polarity: number, day: Day): Signal => ({ id, topic, polarity, day });

export function worldOf(seed: number, weeks: number, size = 40): World {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const clients = Array.from({ length: size }, (_, at) => String(9001 + at));
  /** How content each client is, from 0 to 1. */
  const mood = new Map(clients.map((client) => [client, random()]));
  const goodness = (client: string) => Math.min(1, Math.max(0, (mood.get(client) ?? 0) + (random() - 0.5) * 0.5));
  const known = (client: string) => `Client ${Number(client) - 9001} Ltd`;
  const nameOf = (client: string, sunday: Day) =>
    client === clients[0] && sunday >= sundayOf(renameWeek) ? 'Phoenix Group' : known(client);
  const days = Array.from({ length: weeks * 7 }, (_, at) => firstSunday - 6 + at);

  const tickets = days.flatMap((day) =>
    Array.from({ length: 3 }, (_, at) => {
      const client = pick(clients);
      const good = goodness(client);
      const response = good < 0.15 ? 24 * 6 : pick(good > 0.5 ? [0.5, 3, 8] : [8, 30, 90]);
      return {
        id: `T${day - firstSunday + 100}${at}`,
        client,
        day,
        response,
        resolved: day + 7 + Math.floor(random() * 4),
        isInTime: good > 0.4,
        rating:
          random() < 0.4
            ? pick(good > 0.5 ? ['Extremely happy', 'Happy'] : ['Neutral', 'Unhappy', 'Very unhappy'])
            : '',
      };
    }),
  );
  const ratings: Record<string, number> = {
    'Extremely happy': 1,
    Happy: 0.5,
    Neutral: 0,
    Unhappy: -0.5,
    'Very unhappy': -0.8,
  };
  const answers = days.flatMap((day) => {
    const client = pick(clients);
    const good = goodness(client);
    const satisfaction = pick(
      good > 0.5 ? ['Very satisfied', 'Somewhat satisfied'] : ['Somewhat dissatisfied', 'Very dissatisfied'],
    );
    return [{ id: `R${day}`, client, day, nps: Math.round(good * 10), satisfaction }];
  });
  const satisfactions: Record<string, number> = {
    'Very satisfied': 1,
    'Somewhat satisfied': 0.5,
    'Somewhat dissatisfied': -0.5,
    'Very dissatisfied': -1,
  };
  const invoices = days.flatMap((day) => {
    if (day % 2 === 0) return [];
    const client = pick(clients);
    const good = goodness(client);
    const late = good > 0.5 ? -3 : good > 0.3 ? 10 : good > 0.15 ? 25 : 60;
    return [
      { id: `INV-${day}`, client, day, due: day + 14, paid: good < 0.05 ? Number.POSITIVE_INFINITY : day + 14 + late },
    ];
  });
  const meetings = days.map((day) => {
    const client = pick(clients);
    const good = goodness(client);
    return {
      id: `M${day}`,
      client,
      day,
      outcome: good > 0.4 ? 'Completed' : pick(['Cancelled', 'No show']),
      executive: random() < 0.2,
    };
  });
  const outcomes: Record<string, number> = { Completed: 0.5, Cancelled: -0.5, 'No show': -0.8 };

  const crm: System = {
    feed: 'hubspot/clients',
    secondFeed: 'hubspot/activity',
    map: 'hubspot',
    fileName: (date) => `companies_${date.replaceAll('-', '_')}.csv`,
    headers: columns('Record ID|Company name|Company owner|Industry|Annual Revenue|Last Activity Date|Phone Number'),
    rowsOn: (sunday) =>
      clients.map((client) => ({
        record: client,
        client,
        cells: {
          'Record ID': client,
          'Company name': nameOf(client, sunday),
          'Company owner': 'Ada Okafor',
          Industry: 'FOOD',
          'Annual Revenue': '1250.5',
          'Last Activity Date': time(sunday - 1, 9),
        },
        signals: [],
        open: [],
      })),
    spoiled: (row) => ({ ...row.cells, 'Annual Revenue': 'a lot' }),
    renamed: ['Industry', 'Sector'],
  };
  const desk: System = {
    feed: 'freshdesk/signals',
    map: 'freshdesk',
    fileName: (date) => `tickets-${date}.csv`,
    headers: columns(`Ticket ID|Subject|Agent|Status|Created time|Resolved time|Last update time
Initial response time|Resolution status|First response status|Survey results|Company Name|Full name
Tags`),
    rowsOn: (sunday) =>
      tickets
        .filter(({ day }) => day <= sunday && day > sunday - 28)
        .map(({ id, client, day, response, resolved, isInTime, rating }) => {
          const isAnswered = day * 24 + 8 + response <= sunday * 24 + 20;
          const isResolved = isAnswered && resolved <= sunday;
          const speed = response <= 1 ? 1 : response <= 4 ? 0.5 : response <= 24 ? 0 : response <= 72 ? -0.5 : -0.9;
          const solving = (resolved - day) * 24 + 4;
          const ease = solving <= 24 ? 0.5 : solving <= 120 ? 0 : solving <= 336 ? -0.3 : -0.6;
          const replied = day + Math.floor((8 + response) / 24);
          const signals = [
            ...(isAnswered ? [signal(`ticket-reply_${id}`, 'responsiveness', speed, replied)] : []),
            ...(isResolved
              ? [
                  signal(`ticket-solve_${id}`, 'responsiveness', ease, resolved),
                  signal(`ticket-sla_${id}`, 'timeliness', isInTime ? 1 : -1, resolved),
                ]
              : []),
          ];
          const rated = ratings[rating];
          if (rated !== undefined && isResolved)
            signals.push(signal(`ticket-rating_${id}`, 'deliverable_quality', rated, resolved));
          return {
            record: id,
            client,
            cells: {
              'Ticket ID': id,
              Status: isResolved ? 'Resolved' : isAnswered ? 'Pending' : 'Open',
              'Company Name': known(client),
              'Full name': 'Jo',
              'Created time': time(day, 8),
              'Last update time': time(sunday, 9),
              'Initial response time': isAnswered ? time(day, 8 + response) : '',
              ...(isResolved && {
                'Resolved time': time(resolved, 12),
                'Resolution status': isInTime ? 'Within SLA' : 'SLA Violated',
                'Survey results': rating,
              }),
            },
            signals,
            open: isAnswered
              ? []
              : [
                  {
                    id: `ticket-reply_${id}`,
                    topic: 'responsiveness',
                    since: day,
                    polarityAfter: unanswered,
                    seen: sunday,
                  },
                ],
          };
        }),
    spoiled: (row, chance) =>
      row.signals.length === 0
        ? undefined
        : chance() < 0.5
          ? { ...row.cells, 'Resolved time': 'soon' }
          : // a rating that nobody has seen before
            { ...row.cells, 'Survey results': 'Over the moon' },
    renamed: ['Survey results', 'Customer rating', 'ticket-rating_'],
  };
  const nps = 'How likely is it that you would recommend this company to a friend or colleague?';
  const csat = 'Overall, how satisfied or dissatisfied are you with our company?';
  const survey: System = {
    feed: 'surveymonkey/signals',
    map: 'surveymonkey',
    fileName: (date) => `Customer Satisfaction ${date}.csv`,
    headers: columns(`Respondent ID|Collector ID|Start Date|End Date|Custom Data 1|${nps}|${csat}`),
    subheaders: ['', '', '', '', '', 'Response', 'Response'],
    rowsOn: (sunday) =>
      answers
        .filter(({ day }) => day <= sunday && day > sunday - 14)
        .map((answer) => ({
          record: answer.id,
          client: answer.client,
          cells: {
            'Respondent ID': answer.id,
            'Collector ID': '55',
            'Start Date': time(answer.day, 10),
            'End Date': time(answer.day, 10.1),
            'Custom Data 1': known(answer.client),
            [nps]: String(answer.nps),
            [csat]: answer.satisfaction,
          },
          signals: [
            signal(
              `survey-recommend_${answer.id}`,
              'advocacy',
              answer.nps >= 9 ? 1 : answer.nps >= 7 ? 0 : -1,
              answer.day,
            ),
            signal(
              `survey-satisfaction_${answer.id}`,
              'results_impact',
              satisfactions[answer.satisfaction] ?? 0,
              answer.day,
            ),
          ],
          open: [],
        })),
    spoiled: (row) => ({ ...row.cells, [csat]: 'Over the moon' }),
    renamed: [csat, 'How happy are you?', 'survey-satisfaction_'],
  };
  const bills: System = {
    feed: 'stripe/signals',
    map: 'stripe',
    fileName: (date) => `invoices_${date}.csv`,
    headers: columns(`id|Number|Customer|Customer Name|Status|Currency|Amount Due|Total|Date (UTC)
Due Date (UTC)|Finalized At (UTC)|Paid At (UTC)|Marked Uncollectible At (UTC)|Voided At (UTC)`),
    rowsOn: (sunday) =>
      invoices
        .filter(({ day }) => day <= sunday)
        .map(({ id, client, day, due, paid }) => {
          const isPaid = paid <= sunday;
          const late = paid - due;
          const punctuality = late <= 0 ? 0.5 : late <= 14 ? 0 : late <= 30 ? -0.5 : -0.8;
          return {
            record: id,
            client,
            cells: {
              id: `in_${id}`,
              Number: id,
              Customer: `cus_${client}`,
              'Customer Name': known(client),
              Status: isPaid ? 'paid' : 'open',
              Currency: 'eur',
              'Amount Due': '1250.50',
              Total: '1250.50',
              'Date (UTC)': time(day, 8),
              'Due Date (UTC)': time(due, 8),
              'Finalized At (UTC)': time(day, 9),
              'Paid At (UTC)': isPaid ? time(paid, 13) : '',
            },
            signals: isPaid ? [signal(`invoice-late_${id}`, 'billing_payment', punctuality, paid)] : [],
            open: isPaid
              ? []
              : [
                  {
                    id: `invoice-late_${id}`,
                    topic: 'billing_payment',
                    since: due,
                    polarityAfter: overdue,
                    seen: sunday,
                  },
                ],
          };
        }),
    spoiled: (row) => (row.signals.length === 0 ? undefined : { ...row.cells, 'Paid At (UTC)': 'soon' }),
    renamed: ['Paid At (UTC)', 'Paid On', 'invoice-late_'],
  };
  const talks: System = {
    feed: 'meetings/signals',
    map: 'meetings',
    fileName: (date) => `meetings ${date}.csv`,
    headers: ['Meeting ID', 'Company', 'Date', 'Outcome', 'Executive Attended', 'Room'],
    rowsOn: (sunday) =>
      meetings
        .filter(({ day }) => day <= sunday && day > sunday - 14)
        .map(({ id, client, day, outcome, executive }) => ({
          record: id,
          client,
          cells: {
            'Meeting ID': id,
            Company: known(client),
            Date: dateOf(day),
            Outcome: outcome,
            'Executive Attended': executive ? 'Yes' : 'No',
          },
          signals: [
            signal(`meeting-held_${id}`, 'communication_engagement', outcomes[outcome] ?? 0, day),
            ...(executive ? [signal(`meeting-executive_${id}`, 'executive_sponsorship', 0.6, day)] : []),
          ],
          open: [],
        })),
    spoiled: (row) => ({ ...row.cells, Date: 'next week' }),
    renamed: ['Executive Attended', 'Executive', 'meeting-executive_'],
  };
  return { clients, nameOf, systems: [crm, desk, survey, bills, talks] };
}

/** The rows of a file whose column has another name: what cannot be read from it is missing. */
export function withoutColumn({ map, renamed: [, , lost] }: System, row: TrueRow): TrueRow {
  if (lost === undefined) return row;
  return {
    ...row,
    signals: row.signals.filter(({ id }) => !id.startsWith(lost)),
    open: map === 'stripe' ? [] : row.open,
  };
}
