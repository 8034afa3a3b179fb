import { type Day, dayText } from '../dates.ts';
import type { Cause } from '../scoring/moves.ts';
import { type RowKind, rowOfSignal } from '../scoring/signal-row.ts';

// A cause in words: what happened, to which row of which system, and what can be done about it. Words are made when they
// are read. Each must be true of what the file said on its day.

export interface CauseInWords {
  /** `ticket 40663: no reply for 3 days`, `no ticket, meeting or work for 31 days, usually every 14`. */
  readonly text: string;
  /** What to do about it, if it is bad: about this row or silence, and nothing that the evidence does not show. */
  readonly step?: string;
  /** What happened, if it happens to many clients at once. */
  readonly many: string;
}

export function causeText(cause: Cause, today: Day): string {
  return wordsOf(cause, today).text;
}

export function wordsOf(cause: Cause, today: Day): CauseInWords {
  const { id = '', measure, polarity, interval, day } = cause;
  if (interval !== undefined) return silence(cause, today, interval);
  const row = rowIn(id);
  const said = row.rule === undefined ? undefined : ofRules[row.rule]?.(cause, row);
  const found = said ?? (measure === undefined ? undefined : ofMeasures[measure]?.(cause, row));
  if (!found)
    return polarity === undefined ? { text: `nothing new since ${dayText(day)}`, many: '' } : opinion(cause, row);
  const [what, step, many] = found;
  const isOld = cause.isOpen && day < today - 1;
  // a contract ends on its day, however old the file is
  const by = isOld && row.rule !== 'contract-end' ? ` by ${dayText(day)}` : '';
  const text = `${row.name === undefined ? '' : `${row.name}: `}${what}${by}`;
  if (step === undefined) return { text, many };
  const looks = isOld && !namedByDay.has(row.rule ?? '');
  const look = `Look what became of ${row.it} since ${dayText(day)}: ${what}.`;
  return { text, many, step: looks ? look : step };
}

interface Row {
  readonly rule?: string;
  readonly kind?: RowKind;
  /** As people know it; undefined if its id is a hash. */
  readonly name?: string;
  readonly noun: string;
  /** The name, else the noun. */
  readonly it: string;
}

/** What a row says, what to do if that is bad, and how it is said of many clients. */
type Found = readonly [what: string, step: string | undefined, many: string];

/** Rules whose sentences name the day of the row, or are about the only one of a client. Their ids say nothing to people. */
const namedByDay = new Set(['meeting-held', 'meeting-executive', 'contract-end', 'last-activity', 'hours']);

function rowIn(id: string): Row {
  const { rule, kind, record: known = /^s-[0-9a-f]{20}$/.test(id) ? '' : id } = rowOfSignal(id) ?? {};
  const record = rule !== undefined && namedByDay.has(rule) ? '' : known;
  const noun = `the ${kind ?? 'row'}`;
  // INV-2393 says what it is, 40663 and 5005g00000AbCdE do not
  const isClear = /^\p{L}[\p{L}\d]*[-/]\d/u.test(record) || (kind ?? rule) === undefined;
  const name = record === '' ? undefined : isClear ? record : `${kind ?? rule?.replaceAll('-', ' ')} ${record}`;
  return {
    noun,
    it: name ?? noun,
    ...(kind && { kind }),
    ...(rule !== undefined && { rule }),
    ...(name !== undefined && { name }),
  };
}

type Sayings = Readonly<Record<string, (cause: Cause, row: Row) => Found | undefined>>;

const slowReplies = 'first replies are slow';
const lateInvoices = 'invoices are late';

const reply = ({ value = 0, isOpen }: Cause, { it }: Row): Found =>
  isOpen
    ? [`no reply for ${spanOf(value)}`, `Reply to ${it}.`, slowReplies]
    : [`first reply after ${spanOf(value)}`, `Ask whether the first reply to ${it} came too late.`, slowReplies];

const solved =
  (word: string) =>
  ({ value = 0, isOpen }: Cause, { it }: Row): Found =>
    isOpen
      ? [`not ${word} for ${spanOf(value)}`, `Say when ${it} will be ${word}.`, 'work stays open for long']
      : [`${word} after ${spanOf(value)}`, `Ask whether ${it} took too long.`, 'work takes long'];

const due =
  (word: string) =>
  ({ value = 0, isOpen }: Cause, { it }: Row): Found => {
    if (isOpen) return [`${days(value)} past its due date`, `Agree on a new date for ${it}.`, 'work is late'];
    if (value <= 0) return [`${word} in time`, undefined, ''];
    return [`${word} ${days(value)} after its due date`, `Talk about ${it}, which came late.`, 'work is late'];
  };

const paid =
  (isAbout: boolean) =>
  ({ value = 0, isOpen, day }: Cause, { it }: Row): Found | undefined => {
    if (isOpen) return [`${days(value)} overdue`, `Ask when ${it} will be paid.`, lateInvoices];
    // such a file has no day of payment: it was paid between two files
    if (isAbout && value <= 0) return [`paid by ${dayText(day)}`, undefined, ''];
    if (value <= 0) return ['paid on time', undefined, ''];
    const what = `paid ${isAbout ? 'about ' : ''}${days(value)} late`;
    return [what, `Ask why ${it} was paid late.`, lateInvoices];
  };

const rated = ({ value = 0 }: Cause, { it }: Row): Found => [
  `rated ${Math.round(value * 100)} of 100`,
  value < 0.75 ? `Ask what was behind the rating of ${it}.` : undefined,
  'ratings are low',
];

const recommends = ({ value = 0 }: Cause, { it }: Row): Found => [
  value < 0.4 ? 'would not recommend us' : value < 0.8 ? 'might recommend us' : 'would recommend us',
  value < 0.8 ? `Call about ${it}: what would it take to recommend us?` : undefined,
  'answers about recommending us are low',
];

const meeting = ({ value = 0, polarity = 0, measure, day }: Cause): Found =>
  (measure ? value > 0.5 : polarity > 0)
    ? [`meeting held on ${dayText(day)}`, undefined, '']
    : [
        `meeting did not take place on ${dayText(day)}`,
        `Propose a new date for the meeting of ${dayText(day)}.`,
        'meetings do not take place',
      ];

const kept = ({ value = 0, polarity = 0, measure }: Cause, { it }: Row): Found =>
  (measure ? value > 0.5 : polarity > 0)
    ? ['kept its SLA', undefined, '']
    : ['missed its SLA', `Explain why ${it} missed its SLA.`, 'SLAs are missed'];

/** What a rule of a preset says. */
const ofRules: Sayings = {
  'ticket-solve': (cause, row) => (cause.measure ? solved('solved')(cause, row) : undefined),
  'issue-solve': (cause, row) => (cause.measure ? solved('resolved')(cause, row) : undefined),
  'ticket-due': (cause, row) => (cause.measure ? due('solved')(cause, row) : undefined),
  'issue-late': (cause, row) => (cause.measure ? due('resolved')(cause, row) : undefined),
  'invoice-late': (cause, row) => (cause.measure ? paid(false)(cause, row) : undefined),
  'invoice-due': (cause, row) => (cause.measure ? paid(true)(cause, row) : undefined),
  'ticket-sla': kept,
  'meeting-held': meeting,
  'ticket-complaint': (_, { it }) => ['a complaint', `Call about the complaint in ${it}.`, 'there are complaints'],
  'invoice-dispute': (_, { it }) => ['disputed', `Settle the dispute about ${it}.`, 'invoices are disputed'],
  'invoice-uncollectible': (_, { it }) => ['written off', `Ask why ${it} was not paid.`, 'invoices are written off'],
  deal: ({ polarity = 0, day }, { it }) =>
    polarity < 0
      ? [`lost on ${dayText(day)}`, `Ask why ${it} was lost.`, 'deals are lost']
      : [`won on ${dayText(day)}`, undefined, ''],
  'meeting-executive': ({ value = 0, polarity = 0, measure, day }) =>
    (measure ? value > 0.5 : polarity > 0)
      ? [`an executive came on ${dayText(day)}`, undefined, '']
      : [`no executive came on ${dayText(day)}`, 'Invite an executive to the next meeting.', 'executives stay away'],
  // the value of an open one are the days since then
  'contract-end': ({ value, day }) => [
    value === undefined
      ? 'the contract ends'
      : `the contract ${value > 0 ? 'ended' : 'ends'} on ${dayText(day - value)}`,
    'Talk about the renewal of the contract.',
    'contracts end',
  ],
  'last-activity': ({ value, day }) => [
    value === undefined ? 'no activity for long' : `no activity since ${dayText(day - value)}`,
    'Get in touch: the CRM has no recent activity.',
    'the CRM has no activities',
  ],
};

const ofMeasures: Sayings = {
  'reply-hours': reply,
  'resolve-hours': solved('solved'),
  sla: kept,
  reopens: ({ value = 0 }, { it }) =>
    value >= 1
      ? [
          `reopened${value >= 2 ? ` ${Math.round(value)} times` : ''}`,
          `Ask whether ${it} is solved now.`,
          'tickets are reopened',
        ]
      : ['not reopened', undefined, ''],
  rating: rated,
  recommend: recommends,
  'days-late': due('done'),
  hours: ({ value = 0, day }) => {
    const worked = Math.round(value);
    const amount = worked === 0 ? 'no work' : worked === 1 ? 'an hour of work' : `${worked} hours of work`;
    return [`${amount} in the week of ${dayText(day)}`, 'Ask what work is planned.', 'there is less work'];
  },
  meeting,
};

/** Of any kind of contact; earlier versions of the model knew a rhythm of each kind. */
function silence({ measure, day, value = 0 }: Cause, today: Day, interval: number): CauseInWords {
  const [event, step, many] =
    measure === 'meeting'
      ? ['meeting', 'Propose a date for the next meeting.', 'meetings have stopped']
      : measure === 'hours'
        ? ['work', 'Ask what work is planned.', 'work has stopped']
        : measure === 'reply-hours'
          ? ['ticket', 'Call and ask how things are: no ticket has come.', 'tickets have stopped']
          : ['ticket, meeting or work', 'Call and ask how things are.', 'clients are silent'];
  // as far as the account's files tell
  const known = day + value;
  const by = known < today - 1 ? ` by ${dayText(known)}` : '';
  return {
    text: `no ${event} for ${days(value)}${by}, usually every ${interval <= 1 ? 'day' : interval === 7 ? 'week' : interval}`,
    step,
    many,
  };
}

/** What somebody or a mapping of one's own observed, in no words but good and bad. Only a row can be asked about. */
function opinion({ polarity = 0, day }: Cause, { name, rule, kind }: Row): CauseInWords {
  const how = polarity === 0 ? 'neutral' : `${Math.abs(polarity) > 0.6 ? 'very ' : ''}${polarity < 0 ? 'bad' : 'good'}`;
  const words = (rule ?? '').replaceAll('-', ' ');
  const what = kind !== undefined && words.startsWith(kind) ? words.slice(kind.length + 1) : words;
  const text = `${name === undefined ? '' : `${name}: `}${what === '' ? '' : `${what} `}${how} on ${dayText(day)}`;
  const step = kind !== undefined && name !== undefined && polarity < 0 ? `Ask what was behind ${name}.` : undefined;
  return { text, many: '', ...(step !== undefined && { step }) };
}

function spanOf(hours: number): string {
  if (hours >= 48) return days(hours / 24);
  if (hours < 1) return 'less than an hour';
  return Math.round(hours) === 1 ? 'an hour' : `${Math.round(hours)} hours`;
}

function days(count: number): string {
  const whole = Math.round(count);
  return whole === 1 ? 'a day' : `${whole} days`;
}
