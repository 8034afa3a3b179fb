import { join } from 'node:path';
import * as z from 'zod';
import { isZone } from '../../shared/domain/cells/dates.ts';
import { measureNames } from '../../shared/domain/scoring/measures.ts';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { kinds } from '../../shared/table/entities/kinds.ts';

// The mapping language: which files there are, which column is which, and how values become signals. docs/data.md
// describes it; mapping.schema.json is derived from it for editors.

const header = z.string().min(1).describe('a header of the file; * stands for any text, in questions of a form');
const headers = z
  .union([header, z.array(header).min(1)])
  .describe('a header, or several of which the first found is used');

const columnSource = z.union([
  headers,
  z.strictObject({
    from: headers,
    values: z.record(z.string(), z.string()).describe('what cells become, without regard to case'),
    otherwise: z.string().optional().describe('what other cells become; without it they stay as they are'),
  }),
  z.strictObject({ join: z.array(header).min(2), with: z.string().default(' ') }),
  z.strictObject({ value: z.string().describe('the same for every row') }),
  z.strictObject({
    gone: headers.describe(
      'true if one of these columns says that the client is gone, like Former client, Churned or Inactive; else false',
    ),
  }),
]);

const polarity = z.number().min(-1).max(1);
const steps = z
  .array(z.tuple([z.number().describe('up to and including'), polarity]))
  .min(1)
  .describe('polarities by upper limits, in ascending order');
const between = z.tuple([headers, headers]).describe('two columns with times: from, to');

const openSteps = z
  .array(z.tuple([z.number().describe('days, up to and including'), polarity.nullable()]))
  .min(1)
  .describe('polarities by upper limits, in ascending order; null: no signal');
const open = {
  steps: openSteps,
  above: polarity.nullable(),
  unless: z.record(header, z.array(z.string()).min(1)).optional().describe('not rows with one of these values'),
};
const whileOpen = z
  .strictObject(open)
  .optional()
  .describe('while the second column is empty: polarities by the days from the first column until the day of the file');

const measure = z.union([
  polarity.describe('the same for every row'),
  z.strictObject({
    from: headers,
    scale: z.tuple([z.number().describe('worst'), z.number().describe('best')]).describe('linear from -1 to 1'),
    values: z.record(z.string(), polarity).optional().describe('polarities of ratings in words'),
  }),
  z.strictObject({ from: headers, values: z.record(z.string(), polarity) }),
  z.strictObject({
    from: headers,
    steps,
    above: polarity,
    durations: z
      .enum(['days', 'hours', 'minutes'])
      .optional()
      .describe('cells may be like 01:16:47 or 1h 16m; what steps count'),
  }),
  z.strictObject({ days: between, steps, above: polarity, open: whileOpen }),
  z.strictObject({ hours: between, steps, above: polarity, open: whileOpen }),
  z
    .strictObject({
      since: headers,
      ...open,
      ended: z
        .record(header, z.array(z.string()).min(1))
        .optional()
        .describe(
          'a row with these values ends what an earlier file had open: its measure, as it was then, becomes a signal',
        ),
    })
    .describe('by the days from a date until the day of the file; negative before it'),
]);

const measureOf = z
  .union([
    z.enum(measureNames),
    z.strictObject({
      name: z.enum(measureNames),
      divide: z.number().positive().describe('60 turns minutes into hours'),
    }),
  ])
  .describe(
    'what the number is: it is compared with what is usual in the account, and the polarity counts only where nothing is known of that',
  );

const topicId = z.enum(topics.map(({ id }) => id));

const signalRule = z.strictObject({
  name: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .describe(
      'shown in reports; part of the ids of its signals. Of rules with one name, the first that finds a signal in a row counts',
    ),
  topic: z.union([
    topicId,
    z.strictObject({ from: headers, values: z.record(z.string(), topicId), otherwise: topicId.optional() }),
  ]),
  polarity: measure,
  measure: measureOf.optional(),
  paid: z
    .strictObject({ amount: headers, currency: headers.optional() })
    .optional()
    .describe('what the client paid with it; its payments of a year are its revenue'),
  weight: z
    .union(
      [
        z.number().min(0).max(1000),
        header,
        z.strictObject({
          from: headers,
          divide: z.number().positive().default(1),
          most: z.number().positive().max(1000).default(1000),
        }),
      ],
      'expected a number from 0 to 1000, or the name of a column',
    )
    .optional()
    .describe('a number, or a column, also divided and capped; default 1. 0: it is kept, and is no evidence'),
  date: z
    .union([
      headers,
      z.strictObject({ after: headers }).describe('the day on which the hours of the measure after this time are over'),
    ])
    .optional()
    .describe('default: the Date column of the file'),
  when: z
    .record(header, z.array(z.string()).min(1))
    .optional()
    .describe('only rows with one of these values; Canceled:* is a beginning'),
});

const format = {
  encoding: z.enum(['utf-8', 'windows-1252']).optional(),
  dates: z.enum(['dmy', 'mdy']).optional().describe('the order of day and month, if it never differs'),
  zone: z
    .string()
    .refine(isZone, 'is not a time zone; expected a name like Europe/Berlin or an offset like +02:00')
    .optional(),
  decimal: z.enum(['.', ',', 'detect']).optional().describe('detect: the sign that the numbers of the file prove'),
  empty: z.array(z.string()).optional().describe('cells that mean empty, for example N/A'),
};

const dateColumns = z
  .strictObject({
    date: z.string().describe('the column of the kind that gets the date'),
    value: z.string().describe('the column of the kind that gets the cell'),
    values: z.record(z.string(), z.string()).optional().describe('what cells become, without regard to case'),
  })
  .describe('for files with a column for each date: every cell that is not empty becomes a row');

const again = z
  .string()
  .min(1)
  .optional()
  .describe('how such a file is exported again, in the steps of the menu; the page of the account says it of presets');

const file = z.strictObject({
  again,
  notes: z.array(z.string()).optional().describe('for readers'),
  match: z
    .strictObject({
      name: z.string().optional().describe('the name of the file or sheet; * stands for any text'),
      headers: z.array(headers).min(1).optional().describe('headers that the file must have; of a list, one of them'),
      without: z.array(header).min(1).optional().describe('headers that the file must not have'),
    })
    .optional(),
  feed: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_./-]{0,63}$/)
    .optional()
    .describe('what such files are called in reports; default: the names of mapping and kind'),
  contains: z
    .enum(['full', 'parts'])
    .optional()
    .describe(
      'full: a file contains everything, only the newest is read (default for clients, portfolios and streams). parts: all are read; of rows about one record that of the newest file counts',
    ),
  every: z
    .number()
    .int()
    .min(1)
    .max(366)
    .optional()
    .describe('so many days after a file the next one is expected; else the import and an alarm say so'),
  kind: z.enum(kinds.map(({ name }) => name)),
  columns: z.record(z.string(), columnSource).describe('columns of the kind, and where they come from'),
  dateColumns: dateColumns.optional(),
  unknownClients: z
    .enum(['refuse', 'skip'])
    .default('refuse')
    .describe('what happens to rows that name no client of the account'),
  headerRows: z.number().int().min(1).max(5).default(1).describe('rows of headers; those after the first are not read'),
  repeatedIds: z
    .enum(['refuse', 'once'])
    .default('refuse')
    .describe('what happens to several rows with one Signal ID: once counts the first, for lists of invoice lines'),
  sums: z
    .enum(['week'])
    .optional()
    .describe('the rows of a client in a week become one signal, with the sum of its measure: for time sheets'),
  others: z.enum(['drop', 'metadata']).default('drop').describe('what happens to the other columns'),
  signals: z.array(signalRule).min(1).optional().describe('turns rows into signals; for the kind signals'),
  ...format,
});

export const mappingSchema = z.strictObject({
  $schema: z.string().optional(),
  version: z.literal(1),
  about: z.string().optional(),
  again,
  files: z.array(file).min(1),
  ...format,
});

export type MappingFile = z.output<typeof mappingSchema>;
export type FileMapping = MappingFile['files'][number];
export type ColumnSource = z.output<typeof columnSource>;
export type SignalRule = z.output<typeof signalRule>;
export type Measure = z.output<typeof measure>;

/** Written by `npm run mapping-schema`. */
export const mappingSchemaFile = join(import.meta.dirname, 'mapping.schema.json');

/** The JSON Schema that editors use. */
export function mappingJsonSchema(): unknown {
  return z.toJSONSchema(mappingSchema, { io: 'input' });
}
