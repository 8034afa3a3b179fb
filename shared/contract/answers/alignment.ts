import * as z from 'zod';
import { calendarDate, count, customerId, named, serviceScore, text, timestamp } from './common.ts';

const readMeaning = 'A red, amber or green assessment that a person filed for a client and a week.';

const read = named('AlignmentRead', readMeaning, {
  value: z.enum(['red', 'amber', 'green']).describe('The assessment.'),
  week: calendarDate.describe('The Monday of the week that the read was filed for.'),
  updatedAt: timestamp.describe('When the read was filed or last corrected, in UTC.'),
  updatedBy: text.describe('The name of the person who filed it.'),
});

const alignment = read
  .nullable()
  .describe(
    'The read in effect: the latest one, or with `week` the latest one filed for that week or an earlier one. Null if there is none.',
  );
const requestedWeek = calendarDate
  .nullable()
  .describe('The `week` of the request exactly as given, also if it is not a Monday; null if none was given.');

const client = {
  clientId: text.describe('The id of the client.'),
  clientName: text.describe('The name of the client.'),
  externalClientId: text
    .nullable()
    .describe("The client's id in your own systems, as imported from the column Client ID; null if there is none."),
};

const entry = named('AlignmentEntry', 'A client and its weekly read.', {
  ...client,
  serviceScore,
  scoreSource: z
    .enum(['chr1', 'chr2'])
    .describe(
      'Where the score comes from. `chr2`: computed by this service at least once. `chr1`: imported, or the default of 100 if none was imported.',
    ),
  alignment,
});

export const alignmentList = named('AlignmentList', 'A page of clients with their weekly reads.', {
  clients: z.array(entry).describe('The clients of this page, by name (ignoring case and accents), then by id.'),
  total: count.describe('The number of all clients in scope, not only those of this page.'),
  week: requestedWeek,
  customerId,
});

export const clientAlignment = named('ClientAlignment', 'The weekly read of one client.', {
  ...client,
  alignment,
  week: requestedWeek,
  customerId,
});
