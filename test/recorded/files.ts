import { createHash } from 'node:crypto';
import { type Day, dateOf } from '../../shared/domain/dates.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { randomOf } from '../support/random.ts';

export interface MadeAccount {
  readonly customerId: string;
  readonly clients: readonly string[];
  /** Signals of a client, and over how many days they are spread. */
  readonly signals: number;
  readonly days: number;
  readonly nights: number;
}

type Files = Readonly<Record<string, string>>;

const clientIds = (prefix: string, count: number) =>
  Array.from({ length: count }, (_, at) => (at % 5 === 0 ? uuidOf(`${prefix} ${at}`) : `${prefix}-${at}`));

/** Its lists have several pages. */
export const large: MadeAccount = {
  customerId: 'acme',
  clients: clientIds('c', 120),
  signals: 6,
  days: 110,
  nights: 32,
};
/** Its histories are full. */
export const small: MadeAccount = {
  customerId: 'birch',
  clients: clientIds('b', 10),
  signals: 45,
  days: 480,
  nights: 370,
};

/** CSV files of an account in which everything happened before a day, by file name; always the same. */
export function filesOf({ clients, signals, days }: MadeAccount, until: Day): Files {
  const random = randomOf(clients.length);
  const upTo = (most: number) => Math.floor(random() * most);
  const from = <T>(list: readonly T[]) => list[upTo(list.length)] as T;
  const dayBefore = (most: number) => dateOf(until - 1 - upTo(most));
  const rows = {
    portfolios: ['Portfolio ID,Name,Color,Description,User IDs,Created At'],
    clients: [
      'Service ID,Client ID,Name,Archived,Favorite,Last Contact,Account Owner,Industry,Location,Revenue TTM,Summary,Updated At',
    ],
    streams: ['Service ID,Stream ID,Name,State,Goals'],
    scores: ['Service ID,Stream ID,Score'],
    'portfolio-members': ['Portfolio ID,Service ID,Tier'],
    'key-people': ['Service ID,Person ID,Name,Title,Email'],
    notes: ['Service ID,Note ID,Created At,Created By,Type,Content'],
    insights: ['Service ID,Stream ID,Week,Topic,Summary,Sentiment'],
    alignment: ['Service ID,Week,Value,Updated At,Updated By'],
    signals: ['Service ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID'],
  };
  for (let at = 0; at < portfolioCount; at += 1) {
    rows.portfolios.push(`p${at},Portfolio ${at},#33669${at},Clients of ${at},u1;u${at},2025-01-0${at + 1}`);
  }
  for (const [at, id] of clients.entries()) {
    const name = `${from(words)} ${from(words)} ${at}`;
    const contact = at % 5 === 0 ? '' : dayBefore(60);
    const summary = at % 20 === 0 ? `Summary of ${at}.` : '';
    const others = `${at % 10 === 9},${at % 7 === 0},${contact},Owner ${upTo(5)},${from(industries)},${from(places)}`;
    rows.clients.push(`${id},X-${at},"${name}, Inc.",${others},${upTo(900) * 1000},${summary},2025-06-01T08:00:00Z`);
    for (let each = 0; each < membershipCount; each += 1) {
      rows['portfolio-members'].push(`p${(at + each * 2) % (portfolioCount - 1)},${id},${from(['A', 'B'])}`);
    }
    const streams = Array.from({ length: 1 + ((at + 1) % 2) }, (_, each) =>
      each === 0 && at % 5 < 2 ? uuidOf(`${id} ${each}`) : `s${each}`,
    );
    for (const [each, stream] of streams.entries()) {
      const state = from(['active', 'active', 'active', 'inactive', 'pending']);
      rows.streams.push(`${id},${stream},${from(words)} ${each},${state},${each === 1 ? 'Grow' : ''}`);
    }
    if (at % 3 === 0) rows.scores.push(`${id},,${upTo(2001) / 10}`);
    if (at % 4 === 0) rows.scores.push(`${id},${streams[0]},${upTo(2001) / 10}`);
    for (let each = 0; each < at % 3; each += 1) {
      rows['key-people'].push(`${id},k${each},${from(words)} ${each},CFO,k${each}@${id}.example`);
      rows.notes.push(
        `${id},n${each},${dayBefore(90)}T10:00:00Z,Ada,${from(['call', 'email'])},Talked about ${from(words)}`,
      );
      const monday = dateOf(until - 10 - 7 * each);
      rows.insights.push(`${id},${streams[0]},${monday},${from(topics).id},About ${from(words)},positive`);
    }
    for (let week = at % 4; week < 12; week += 3) {
      const read = dateOf(until - 3 - 7 * week);
      rows.alignment.push(`${id},${read},${from(['red', 'amber', 'green'])},${read}T09:00:00Z,Ben`);
    }
    for (let each = 0; each < (at % 11 === 10 ? 0 : signals); each += 1) {
      const stream = [...streams, '', ''][upTo(streams.length + 2)];
      const polarity = (upTo(21) - 10) / 10;
      rows.signals.push(`${id},g${each},${dayBefore(days)},${from(topics).id},${polarity},${1 + upTo(3)},${stream}`);
    }
  }
  return Object.fromEntries(Object.entries(rows).map(([kind, lines]) => [`${kind}.csv`, `${lines.join('\n')}\n`]));
}

// the last portfolio has no members
const portfolioCount = 6;
const membershipCount = 3;
const words = ['Amber', 'Birch', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Grove', 'Müller', 'Indigo', 'Juniper'];
const industries = ['Retail', 'Energy', 'Banking'];
const places = ['Oslo', 'Lyon', 'Graz'];

function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}
