import * as z from 'zod';
import { calendarDate, count, flag, named, number, scoreSchema, text } from './common.ts';

const riskLevel = z.enum(['highRisk', 'mediumRisk', 'lowRisk', 'onTrack']);
const read = z.enum(['red', 'amber', 'green']);
const daysBefore = z.int().min(1).describe('Days before the day of notice: 90, 60, 30 or 1.');
const modelVersion = count.describe('The version of the model.');

const warnedBefore = named('WarnedBefore', 'What was said of leavers so many days before notice.', {
  daysBefore,
  known: count.describe('Leavers of which something was said on that day.'),
  worst: count.describe('Of these, those below 70, or red.'),
  warned: count.describe('Of these, those below 100, or red or amber.'),
});

const warnings = {
  leavers: count.describe('Clients that left.'),
  before: z.array(warnedBefore).describe('For 90, 60, 30 days and 1 day before notice.'),
  medianDays: number
    .nullable()
    .describe('The median number of days in a row of warning up to notice, 0 for a miss; null if none is known.'),
  missed: count.describe('Leavers that were not warned of on the day before notice.'),
};

const warningsOf = named('Warnings', 'How many leavers were warned of, and since when.', warnings);

const rate = named('Rate', 'A rate with the bounds of its 95 % interval.', {
  value: number.describe('The rate, to one decimal.'),
  low: number.describe('The lower bound.'),
  high: number.describe('The upper bound.'),
});

const levelOutcome = named(
  'LevelOutcome',
  'How many clients had a level on the first of a month, and what became of them.',
  {
    level: z.enum([...riskLevel.options, ...read.options]).describe('A risk level, or the value of a read.'),
    clients: count.describe('Clients with this level; over several months, a client counts in each.'),
    left: count.describe('Of these, those that left within 90 days.'),
    inferred: count.describe('Of those that left: with an inferred date.'),
    stayed: count.describe('Those that did not leave. They are no errors: some may have been saved.'),
    rate: rate
      .optional()
      .describe(
        'Percent that left. The interval is Wilson’s for one month, and over several from drawing clients again. Absent with fewer than ten leavers.',
      ),
    multiple: rate.optional().describe('How many times the rate of all levels together; over several months only.'),
  },
);

const tables = {
  inferred: warningsOf.optional().describe('The same of leavers with an inferred date; absent if there are none.'),
  levels: z.array(levelOutcome).optional().describe('Over all months. Absent in a portfolio.'),
  months: z
    .array(
      named('MonthOutcome', 'The levels on the first of a month.', {
        date: calendarDate.describe('The first of the month.'),
        levels: z.array(levelOutcome).describe('Worst first.'),
      }),
    )
    .optional()
    .describe('The firsts of months of the last year with 90 days behind them. Absent in a portfolio.'),
};

const warnedFirst = named('WarnedFirst', 'Leavers that one side warned of before the other.', {
  clients: count.describe('Their number.'),
  medianDays: number.nullable().describe('The median number of days before the other side; null if there are none.'),
});

const leaver = named('Leaver', 'A client that left, and what was said of it before.', {
  id: text.describe('The id of the client.'),
  name: text.describe('The name of the client.'),
  leftAt: calendarDate.describe('The day of notice.'),
  leftBecause: text.optional().describe('Why it left; absent if not known.'),
  inferred: flag.describe('True if the day is that of a list which did not have the client any more.'),
  modelVersion: modelVersion
    .nullable()
    .describe('The version of the model that scored it last before notice; null if no night did.'),
  scores: z
    .array(
      named('ScoreBefore', 'The score so many days before notice.', {
        daysBefore,
        score: scoreSchema.nullable().describe('As people saw it on that day; null if it does not count.'),
        riskLevel: riskLevel.nullable().describe('The level of that score.'),
        leftOut: z
          .enum(['afterwards', 'carried', 'otherModel'])
          .optional()
          .describe(
            'Why a point does not count: computed after its day, carried over though no night of the last year computed one, or by another version of the model.',
          ),
      }),
    )
    .describe('90, 60, 30 days and 1 day before notice.'),
  reads: z
    .array(
      named('ReadBefore', 'The read so many days before notice.', {
        daysBefore,
        value: read.nullable().describe('As it was filed by that day; null if none was.'),
      }),
    )
    .describe('The same of the reads that people filed.'),
  scoreWarned: count
    .nullable()
    .describe(
      'Days in a row up to notice on which the score was below 100, 0 for a miss; null if the day before has none.',
    ),
  followUp: text
    .optional()
    .describe('What people did last about the client in the year before notice, in words; absent if there is nothing.'),
  peopleWarned: count
    .nullable()
    .describe('Days in a row up to notice on which the read was red or amber, 0 for a miss; null if none was filed.'),
  silent: flag.describe('Whether it had tickets, work or meetings, and none in its last 60 days.'),
});

export const trackRecord = named(
  'TrackRecord',
  'What score and people said of the clients that left in the last year. Counts of what happened, and no prediction. Only scores count that people saw on their day: computed in that night, or carried over from an earlier one.',
  {
    from: calendarDate.describe('The first day of notice that counts.'),
    to: calendarDate.describe('The last one: the night that is shown.'),
    left: count.describe('Clients in scope that left in these days.'),
    inferred: count.describe('Of these, those with an inferred date.'),
    unscored: count.describe('Of these, those that no night scored before notice.'),
    silent: count.describe('Of these, those that had tickets, work or meetings, and none in their last 60 days.'),
    undated: count.describe('Archived clients without a day of notice, which are left out.'),
    score: z
      .array(named('ScoreRecord', 'What one version of the model said.', { modelVersion, ...warnings, ...tables }))
      .describe('By version of the model, the newest first.'),
    reads: named('ReadRecord', 'What people said in their red, amber and green reads.', { ...warnings, ...tables }),
    warnedFirst: named('WhoWarnedFirst', 'Who warned of leavers first.', {
      score: warnedFirst.describe('The score did.'),
      people: warnedFirst.describe('People did.'),
      sameDay: count.describe('Both on the same day.'),
      nobody: count.describe('Nobody did.'),
      unknown: count.describe('The day before notice has no score that counts.'),
    }),
    leavers: z.array(leaver).optional().describe('The last 50, newest first. Absent in a portfolio.'),
  },
);
