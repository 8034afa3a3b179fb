import type { FileKindId } from './meanings.ts';
import { fileKindOf } from './meanings.ts';
import type { ColumnSource, FileMapping, MappingFile, SignalRule } from './schema.ts';

// The mapping that somebody's choice of columns makes: an entry in the language of all mappings.

/** What somebody said of a file. */
export interface Choice {
  readonly kind: FileKindId;
  /** The header of each meaning that a column has. */
  readonly columns: Readonly<Record<string, string>>;
  /** Ratings go up to this. */
  readonly bestRating: 5 | 10;
  readonly dates?: 'dmy' | 'mdy';
}

/** What has to be chosen before anything can be read, in the words of the page. */
export function missingIn({ kind, columns }: Choice): string[] {
  const { meanings = [] } = fileKindOf(kind) ?? {};
  const has = (id: string) => columns[id] !== undefined;
  const missing = meanings.filter(({ id, needed }) => needed === 'itself' && !has(id)).map(({ label }) => label);
  const findsClient = meanings.filter(({ needed }) => needed === 'client');
  if (findsClient.length > 0 && !findsClient.some(({ id }) => has(id))) missing.unshift('the client');
  if (missing.length === 0 && entryOf(kind, columns, 5).signals?.length === 0)
    missing.push(kind === 'answers' ? 'a rating' : 'when it was first answered or solved, or a rating');
  return missing;
}

/** `headers`: all of the file, so that only files like it are read so. */
export function mappingOfChoice({ kind, columns, bestRating, dates }: Choice, headers: readonly string[]): MappingFile {
  const { signals, ...entry } = entryOf(kind, columns, bestRating);
  const named = [...new Set(headers.map((header) => header.trim()).filter((header) => header !== ''))];
  const file: FileMapping = {
    match: { headers: named },
    headerRows: 1,
    repeatedIds: 'refuse',
    others: 'drop',
    unknownClients: 'refuse',
    ...entry,
    ...(signals && { signals }),
  };
  return {
    version: 1,
    about: 'Chosen on the page of the account.',
    encoding: 'windows-1252',
    decimal: 'detect',
    zone: 'UTC',
    ...(dates && { dates }),
    empty: ['N/A', '-', 'null', 'k.A.'],
    files: [file],
  };
}

type Entry = Pick<FileMapping, 'kind' | 'columns'> & Partial<Omit<FileMapping, 'match'>>;

const over = ['Done', 'Closed', 'Completed', 'Resolved', 'Cancelled', 'Canceled', 'Rejected', 'Declined', 'Erledigt'];
const paidOrVoid = [
  ...['Paid', 'Void', 'Voided', 'Draft', 'Cancelled', 'Canceled', 'Credited', 'Deleted'],
  ...['Bezahlt', 'Ausgeglichen', 'Storniert', 'Entwurf', 'Gutschrift'],
];
const held = {
  ...{ completed: 0.5, held: 0.5, done: 0.5, scheduled: 0.5, confirmed: 0.5, accepted: 0.5, active: 0.5 },
  ...{ false: 0.5, no: 0.5, rescheduled: -0.2 },
  ...{ cancelled: -0.5, canceled: -0.5, true: -0.5, yes: -0.5, abgesagt: -0.5, 'no show': -0.8, 'no-show': -0.8 },
};
const inWords = {
  ...{ good: 1, great: 1, satisfied: 1, happy: 1, gut: 1, neutral: 0, okay: 0, ok: 0 },
  ...{ bad: -1, 'not good': -1, dissatisfied: -1, unhappy: -1, schlecht: -1 },
};
export const ratingWords: ReadonlySet<string> = new Set(Object.keys(inWords));
/** By days after the day on which something was due. */
const lateSteps: { steps: [number, number][]; above: number } = {
  steps: [
    [0, 0.5],
    [14, 0],
    [30, -0.5],
  ],
  above: -0.8,
};
/** Hours until a reply, as the presets judge them where nothing is known of the account. */
const replies: [number, number][] = [
  [1, 1],
  [4, 0.5],
  [24, 0],
  [72, -0.5],
];

function entryOf(kind: FileKindId, chosen: Choice['columns'], best: number): Entry {
  /** The columns of the kind, from those that were chosen. */
  const columns = (from: Readonly<Record<string, ColumnSource | undefined>>) =>
    Object.fromEntries(
      Object.entries(from).flatMap(([column, source]) => (source === undefined ? [] : [[column, source]])),
    );
  const first = (...ids: string[]) => {
    const found = ids.flatMap((id) => chosen[id] ?? []);
    return found.length > 0 ? found : undefined;
  };
  const client = {
    'Client ID': chosen['client-id'],
    'Client Name': chosen['client-name'],
    'Client Email': chosen['client-mail'],
  };
  const rated = (id: string, name: string, topic: SignalRule['topic'], date?: string): SignalRule[] =>
    chosen[id] === undefined
      ? []
      : [
          {
            name,
            topic,
            measure: 'rating',
            polarity: { from: chosen[id], scale: [1, best], values: inWords },
            ...(date !== undefined && { date }),
          },
        ];
  const { record, created, replied, finished, due, paid, status, date } = chosen;
  switch (kind) {
    case 'clients':
      return {
        kind,
        columns: columns({
          'Client ID': first('client-id', 'client-name'),
          Name: chosen['client-name'],
          Archived: status === undefined ? undefined : { gone: status },
          'Left At': chosen['left-at'],
          'Left Because': chosen['left-because'],
          'Renews On': chosen['renews-on'],
          'Account Owner': chosen.owner,
          Industry: chosen.industry,
          Location: chosen.location,
          'Revenue TTM': chosen.revenue,
          Currency: chosen.currency,
          'Last Contact': chosen['last-contact'],
        }),
        others: 'metadata',
      };
    case 'people':
      return {
        kind: 'key-people',
        columns: columns({
          ...client,
          Name: chosen.person,
          Email: chosen.mail,
          Title: chosen.title,
          Phone: chosen.phone,
          Role: chosen.role,
          Department: chosen.department,
        }),
        unknownClients: 'skip',
      };
    case 'notes':
      return {
        kind,
        columns: columns({
          ...client,
          'Created At': date,
          'Created By': chosen.author,
          Type: chosen.type,
          Content: chosen.content,
        }),
        unknownClients: 'skip',
      };
    case 'tickets': {
      const until = (id: string, divide: number): SignalRule[] =>
        chosen[id] === undefined
          ? []
          : [
              {
                name: 'ticket-reply',
                topic: 'responsiveness',
                measure: { name: 'reply-hours', divide },
                polarity: {
                  from: chosen[id],
                  steps: replies.map(([most, polarity]) => [most * divide, polarity]),
                  above: -1,
                  ...(divide === 1 && { durations: 'hours' as const }),
                },
              },
            ];
      const between = (
        to: string | undefined,
        rule: Pick<SignalRule, 'name' | 'measure'>,
        steps: [number, number][],
        above: number,
      ): SignalRule[] =>
        created === undefined || to === undefined
          ? []
          : [{ ...rule, topic: 'responsiveness', polarity: { hours: [created, to], steps, above }, date: to }];
      return {
        kind: 'signals',
        columns: columns({ ...client, 'Signal ID': record, Date: first('finished', 'replied', 'created') }),
        repeatedIds: 'once',
        signals: [
          ...until('reply-hours', 1),
          ...until('reply-minutes', 60),
          ...until('reply-seconds', 3600),
          ...between(replied, { name: 'ticket-reply', measure: 'reply-hours' }, replies, -1),
          ...between(
            finished,
            { name: 'ticket-solve', measure: 'resolve-hours' },
            [
              [24, 0.5],
              [120, 0],
              [336, -0.3],
            ],
            -0.6,
          ),
          ...rated('rating', 'ticket-rating', 'deliverable_quality'),
        ],
      };
    }
    case 'tasks': {
      const open = pastItsDay(status, over);
      const late = { name: 'issue-late', topic: 'timeliness', measure: 'days-late' } as const;
      return {
        kind: 'signals',
        columns: columns({ ...client, 'Signal ID': record, Date: first('finished', 'due') }),
        repeatedIds: 'once',
        signals: [
          ...(due === undefined
            ? []
            : finished === undefined
              ? [{ ...late, polarity: { since: due, ...open } }]
              : [
                  {
                    ...late,
                    polarity: { days: [due, finished] as [string, string], ...lateSteps, open },
                    date: finished,
                  },
                ]),
          ...rated('rating', 'issue-rating', 'deliverable_quality'),
        ],
      };
    }
    case 'invoices': {
      const open = pastItsDay(status, paidOrVoid);
      const { amount, currency } = chosen;
      const late = {
        name: 'invoice-late',
        topic: 'billing_payment',
        measure: 'days-late',
        ...(amount !== undefined && { paid: { amount, ...(currency !== undefined && { currency }) } }),
      } as const;
      const isListOfOpenOnes = paid === undefined && status === undefined;
      return {
        kind: 'signals',
        columns: columns({ ...client, 'Signal ID': record, Date: first('paid', 'due') }),
        repeatedIds: 'once',
        // what is not in the next list any more was paid
        ...(isListOfOpenOnes && { contains: 'full' as const }),
        signals:
          due === undefined
            ? []
            : paid === undefined
              ? [
                  {
                    ...late,
                    polarity: {
                      since: due,
                      ...open,
                      ...(status !== undefined && { ended: { [status]: ['Paid', 'Bezahlt', 'Ausgeglichen'] } }),
                    },
                  },
                ]
              : [
                  {
                    ...late,
                    polarity: { days: [due, paid] as [string, string], ...lateSteps, open },
                  },
                ],
      };
    }
    case 'answers':
      return {
        kind: 'signals',
        columns: columns({ ...client, 'Signal ID': record, Date: date }),
        signals: [
          ...(chosen.recommend === undefined
            ? []
            : [
                {
                  name: 'survey-recommend',
                  topic: 'advocacy' as const,
                  measure: { name: 'recommend' as const, divide: 10 },
                  polarity: {
                    from: chosen.recommend,
                    steps: [
                      [6, -1],
                      [8, 0],
                      [10, 1],
                    ] as [number, number][],
                    above: 1,
                  },
                },
              ]),
          ...rated('rating', 'survey-satisfaction', 'results_impact'),
          ...rated('quality', 'survey-quality', 'deliverable_quality'),
          ...rated('punctual', 'survey-timeliness', 'timeliness'),
          ...rated('contact', 'survey-communication', 'communication_engagement'),
          ...rated('worth', 'survey-value', 'value_for_money'),
        ],
      };
    case 'meetings':
      return {
        kind: 'signals',
        columns: columns({ ...client, 'Signal ID': record, Date: date }),
        repeatedIds: 'once',
        signals: [
          {
            name: 'meeting-held',
            topic: 'communication_engagement',
            measure: 'meeting',
            polarity: status === undefined ? 0.5 : { from: status, values: held },
          },
        ],
      };
    case 'hours':
      return {
        kind: 'signals',
        columns: columns({ ...client, Date: date }),
        sums: 'week',
        signals:
          chosen.hours === undefined
            ? []
            : [
                {
                  name: 'hours',
                  topic: 'budget_stability',
                  measure: 'hours',
                  polarity: { from: chosen.hours, durations: 'hours', steps: [[0, 0]], above: 0 },
                },
              ],
      };
  }
}

/** What is open weighs more the longer its day is past, unless its status is one of `ended`. */
function pastItsDay<Ended>(status: string | undefined, ended: Ended) {
  const steps: [number, number | null][] = [
    [0, null],
    [14, -0.3],
    [30, -0.7],
  ];
  return { steps, above: -1, ...(status !== undefined && { unless: { [status]: ended } }) };
}
