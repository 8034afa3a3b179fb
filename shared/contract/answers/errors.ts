import * as z from 'zod';

export const errorBody = z
  .strictObject({
    error: z.string().meta({ description: 'Short description.' }),
    detail: z.string().meta({ description: 'What went wrong, and what to do about it.' }),
    status_code: z.int().meta({ description: 'Repeats the HTTP status.' }),
  })
  .meta({ id: 'Error' });

export const rateLimitBody = z
  .strictObject({
    error: z.strictObject({
      code: z.literal('rate_limit_exceeded'),
      message: z.string(),
      retryAfter: z.int().min(1).meta({ description: 'Seconds until the next request can be admitted.' }),
    }),
  })
  .meta({ id: 'RateLimitError' });
