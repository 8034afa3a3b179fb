import { dayOf } from '../../../shared/domain/dates.ts';
import { leastTold } from '../../../shared/domain/scoring/moves.ts';
import type { Read } from './lived.ts';
import type { Truth } from './truth.ts';

// What board and morning say of clients, taken from their texts. The only place that knows how sentences are written.

export const kinds = [
  'no reply',
  'first reply',
  'not solved',
  'solved after',
  'reopened',
  'rated',
  'recommends',
  'overdue',
  'paid late',
  'paid on time',
  'finished late',
  'finished on time',
  'hours',
  'not held',
  'held',
  'silence',
  'opinion',
  'dispute',
  'complaint',
  'SLA',
  'contract',
  'activity',
  'paid by',
  'last contact',
  // of the rows that are named for a fall: it happened in these days
  'why',
  // who is said to fall or rise when the files of a system begin
  'begins',
  'step: ticket',
  'step: work',
  'step: invoice',
  'step: dispute',
  'step: opinion',
  'step: meeting',
  'step: contract',
  'step: silence',
] as const;
export type Kind = (typeof kinds)[number];

export interface Said {
  readonly kind: Kind;
  readonly place: 'board' | 'morning';
  /** The day on which it is read. */
  readonly read: number;
  readonly client: number;
  /** The record that it names. */
  readonly id?: string | undefined;
  /** Its number, in days or hours, in percent of a scale, or of how many. */
  readonly number?: number | undefined;
  readonly unit?: 'hours' | 'days' | undefined;
  /** A word in place of a number. */
  readonly word?: string | undefined;
  /** The day that it names, itself or beside it. */
  readonly on?: number | undefined;
  readonly text: string;
}

const span = String.raw`(?<n>\d+(?:\.\d+)?|an?|one|less than an?) (?<unit>minute|hour|day|week)s?`;
const patterns: readonly (readonly [Kind, string])[] = [
  [
    'no reply',
    `(?:no|without) (?:first )?(?:reply|answer)(?: for)? ${span}|(?:waits|waiting)(?: for (?:a|its)(?: first)? (?:reply|answer))? (?:for|since) ${span.replaceAll('?<', '?<w')}`,
  ],
  ['first reply', `(?:first reply|replied|answered) after ${span}`],
  ['not solved', `(?:not solved|unsolved|not resolved|not finished) (?:for|after) ${span}`],
  ['solved after', `(?:solved|resolved) after ${span}`],
  ['reopened', String.raw`(?<not>not )?reopened(?: (?<n>\d+) times)?`],
  [
    'rated',
    String.raw`(?:rated|rating of|rates us) (?:(?<n>\d+(?:\.\d+)?) of (?<of>\d+)|(?<word>good|bad|[a-z ]*happy|[a-z ]*satisfied))`,
  ],
  ['recommends', '(?<word>would not|might|would) recommend(?: us)?'],
  [
    'overdue',
    `${span} (?:overdue|past due|past its due date)|overdue (?:for|by|since) ${span.replaceAll('?<', '?<w')}`,
  ],
  [
    'finished late',
    `(?:resolved|solved|done|finished|delivered|completed|closed) ${span} (?:late|after (?:the|its) due date|past due)`,
  ],
  ['finished on time', '(?:resolved|solved|done|finished|delivered|completed|closed) (?:on time|in time|early)'],
  ['paid late', `paid (?:about |up to |at least |at most |some )?(?:(?<from>\\d+) to )?${span} (?:late|after)`],
  ['paid on time', 'paid (?:on time|in time|early)'],
  ['hours', String.raw`(?:(?<n>\d+|no|an)(?: hours?(?: of work)?| work)) in the week of`],
  ['not held', 'meeting(?: was)? (?:did not take place|not held|cancelled|canceled)|nobody came'],
  ['held', 'meeting(?: was)? held'],
  ['silence', `no (?<word>ticket, meeting or work|meeting|ticket|work|hours|contact) (?:for ${span}|since)`],
  ['opinion', '(?:very )?(?<word>bad|good) on'],
  ['dispute', 'disputed'],
  ['complaint', 'a complaint'],
  ['SLA', '(?<word>missed|kept) its SLA'],
  ['contract', 'the contract (?<word>ended|ends)'],
  ['activity', 'no activity since'],
  ['paid by', '(?<!will be )paid by'],
];

/** What to do, with the record that it is about. */
const steps: readonly (readonly [Kind, RegExp])[] = [
  ['step: ticket', /(?<word>Reply to) (?:ticket )?(?<id>\S+?)(?=\.?(?:\s|$))/g],
  ['step: ticket', /Ask whether the (?<word>first reply) to (?:ticket )?(?<id>\S+) came too late/g],
  ['step: ticket', /Ask whether (?:ticket )?(?<id>\S+) (?<word>is solved now)/g],
  ['step: ticket', /Explain why (?:ticket )?(?<id>\S+) missed its (?<word>SLA)/g],
  ['step: ticket', /Call about the (?<word>complaint) in (?:ticket )?(?<id>\S+?)(?=\.?(?:\s|$))/g],
  ['step: work', /Say when (?:[a-z]+ )?(?<id>\S+) (?<word>will be) (?:solved|resolved)/g],
  ['step: work', /Ask whether (?:[a-z]+ )?(?<id>\S+) (?<word>took too long)/g],
  ['step: work', /Agree on a (?<word>new date) for (?:ticket |issue )?(?!the )(?<id>\S+?)(?=\.?(?:\s|$))/g],
  ['step: work', /Talk about (?:ticket |issue )?(?<id>\S+), which (?<word>came late)/g],
  ['step: work', /Ask what (?<word>work is planned)/g],
  ['step: invoice', /Ask when (?:invoice )?(?<id>\S+) (?<word>will be paid)/g],
  ['step: invoice', /Ask why (?:invoice )?(?<id>\S+) (?<word>was paid late)/g],
  ['step: dispute', /Settle the dispute about (?:invoice )?(?<id>\S+?)(?=\.?(?:\s|$))/g],
  ['step: opinion', /Ask what was behind the (?<word>rating) of (?:[a-z]+ )?(?<id>\S+?)(?=\.?(?:\s|$))/g],
  ['step: opinion', /Call about (?:survey )?(?<id>\S+): what would it take to (?<word>recommend) us/g],
  ['step: meeting', /Propose a new date for the meeting of (?<on>\d+ \w+)/g],
  ['step: contract', /Talk about the (?<word>renewal) of the contract/g],
  ['step: contract', /Get in touch: the CRM has no recent (?<word>activity)/g],
  ['step: silence', /Call and ask how things are/g],
];

/** `INV-88: `, `(ticket 40663: ` or `what became of ticket 40663 since 22 Nov: ` */
const named = String.raw`(?:(?:^|[\s(;·])(?:(?<id>[A-Za-z0-9][\w.-]*)|what became of (?:[a-z]+ )?(?<row>\S+) since (?<since>\d+ \w+)): )?`;
const dated = String.raw`(?<rest>[^\n;()·]*)`;
const compiled = patterns.map(([kind, pattern]) => [kind, new RegExp(`${named}(?:${pattern})${dated}`, 'gi')] as const);

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** The first day in a text, such as `22 Nov 2026` or `22 Nov`: then of the year that is nearest before a day. */
function dayIn(text: string, before: number): number | undefined {
  const [, date = '', month = '', year] =
    /(\d{1,2}) (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*(?: (\d{4}))?/.exec(text) ?? [];
  if (date === '') return undefined;
  const at = (each: number) =>
    dayOf(`${each}-${String(months.indexOf(month.toLowerCase()) + 1).padStart(2, '0')}-${date.padStart(2, '0')}`);
  const now = new Date(before * 86_400_000).getUTCFullYear();
  if (year !== undefined) return at(Number(year));
  return at(now) <= before + 200 ? at(now) : at(now - 1);
}

/** Everything that board and morning say of clients in sentences that are known here, once for each client and sentence. */
export function saidIn({ day, board, morning }: Read, { clients }: Truth): Said[] {
  const ofBoard = board
    .split(/(?=<li [^>]*id="client-)/)
    .slice(1)
    .flatMap((block) => {
      const [, id = ''] = /id="client-([^"]+)"/.exec(block) ?? [];
      const client = clients.findIndex((each) => each.id === id);
      const [own = ''] = block.split('</section>');
      return client < 0 ? [] : sentences(textOf(own), { client, place: 'board', read: day });
    });
  const ofMorning = morning.split('\n').flatMap((line) => {
    const client = clients.findIndex(({ name }) => line.startsWith(`  ${name}: `));
    return client < 0
      ? []
      : sentences(line.slice((clients[client]?.name.length ?? 0) + 4), { client, place: 'morning', read: day });
  });
  const all = [...ofBoard, ...ofMorning];
  const keyOf = ({ place, client, kind, id, number, word }: Said) => [place, client, kind, id, number, word].join();
  const first = new Map(all.toReversed().map((said) => [keyOf(said), said]));
  // a sentence with its day beside it is the whole one
  for (const said of all) if (said.on !== undefined) first.set(keyOf(said), said);
  return [...first.values()];
}

function textOf(html: string): string {
  return html
    .replaceAll(/<svg.*?<\/svg>/gs, '')
    .replaceAll(/<time datetime="([^"]+)">[^<]*<\/time>/g, '$1')
    .replaceAll(/<\/(li|p|h3|div|summary|tr|table)>|<(li|p|h3|div|tr)\b[^>]*>/g, '\n')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll(/[ \u00a0]+/g, ' ');
}

function sentences(text: string, of: Pick<Said, 'client' | 'place' | 'read'>): Said[] {
  const found = compiled.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map((match): Said => {
      const groups: Record<string, string | undefined> = match.groups ?? {};
      const [n, unit] = [groups.n ?? groups.wn, groups.unit ?? groups.wunit];
      const count = n === undefined ? undefined : /^\d/.test(n) ? Number(n) : n === 'no' ? 0 : 1;
      const rest = groups.rest ?? '';
      const scale = unit === 'week' ? 7 : unit === 'minute' ? 1 / 60 : 1;
      const number = count === undefined ? undefined : groups.of ? (100 * count) / Number(groups.of) : count * scale;
      return {
        ...of,
        kind,
        id: groups.id ?? groups.row,
        number: kind === 'reopened' ? (groups.not ? 0 : (number ?? 1)) : number,
        unit: unit === undefined ? undefined : unit === 'hour' || unit === 'minute' ? 'hours' : 'days',
        word: groups.word?.toLowerCase(),
        on: dayIn(
          groups.since ??
            (kind === 'silence' && unit !== undefined ? rest.replace(/.*?(?=\b(?:by|until) \d|$)/, '') : rest),
          of.read,
        ),
        text: match[0].trim(),
      };
    }),
  );
  const contacts = [...text.matchAll(/Last contact (\d{4}-\d\d-\d\d)/g)].map(
    ([sentence, date = '']): Said => ({ ...of, kind: 'last contact', on: dayOf(date), text: sentence }),
  );
  const toDo = steps.flatMap(([kind, pattern]) =>
    [...text.matchAll(pattern)].map(
      ({ 0: sentence, groups }): Said => ({
        ...of,
        kind,
        id: groups?.id,
        word: groups?.word,
        on: dayIn(groups?.on ?? '', of.read),
        text: sentence,
      }),
    ),
  );
  const rows = [...text.matchAll(/-[\d.]+ in (?<days>\d+) days \((?<rows>[^()]*)\)/g)].flatMap(({ groups }) =>
    (groups?.rows ?? '').split('; ').flatMap((row): Said | Said[] => {
      const [, id] = /^(?:[a-z]+ )?(\S+): /.exec(row) ?? [];
      // what has not happened for long is so today
      if (id === undefined && /^(no|the contract) /.test(row)) return [];
      return { ...of, kind: 'why', id, number: Number(groups?.days), on: dayIn(row, of.read), text: row };
    }),
  );
  return [...found, ...contacts, ...toDo, ...rows];
}

/** Who is said to have fallen or risen in a few days, and by how much. */
export function movesIn({ day, morning }: Read, { clients }: Truth): Said[] {
  return morning.split('\n\n').flatMap((section) => {
    const [, word = '', days] = /^(Fell|Rose) in (\d+) days/.exec(section) ?? [];
    return [...section.matchAll(/^ {2}(.+): ([-+][\d.]+) to /gm)].flatMap(([text, name, change]): Said[] => {
      const client = clients.findIndex((each) => each.name === name);
      if (days === undefined || Math.abs(Number(change)) < leastTold) return [];
      const said = { place: 'morning', read: day, client, number: Number(change), text: `${text} (${word})` } as const;
      return [{ ...said, kind: 'begins', id: days }];
    });
  });
}
