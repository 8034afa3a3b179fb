import * as z from 'zod';
import { count, customerId, dateSchema, scoreSchema, timestamp } from './common.ts';

const read = z
  .strictObject({
    value: z.enum(['red', 'amber', 'green']),
    week: dateSchema.meta({ description: 'Monday of the week that the read was filed for.' }),
    updatedAt: timestamp,
    updatedBy: z.string(),
  })
  .meta({ id: 'AlignmentRead' });

const alignment = read.nullable().meta({ description: 'null: no read on or before the week.' });
const requestedWeek = dateSchema.nullable().meta({ description: 'Echo of the requested week; null when none was.' });

const client = {
  clientId: z.string(),
  clientName: z.string(),
  externalClientId: z.string().nullable().meta({ description: "The customer's own id of the client." }),
};

export const alignmentList = z
  .strictObject({
    clients: z.array(
      z.strictObject({ ...client, serviceScore: scoreSchema, scoreSource: z.enum(['chr1', 'chr2']), alignment }),
    ),
    total: count,
    week: requestedWeek,
    customerId,
  })
  .meta({ id: 'AlignmentList' });

export const clientAlignment = z
  .strictObject({ ...client, alignment, week: requestedWeek, customerId })
  .meta({ id: 'ClientAlignment' });
