import { dayOf } from '../../../shared/domain/dates.ts';
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
  'last contact',
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
  ['dispute', 'disput'],
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
  return [...found, ...contacts];
}
