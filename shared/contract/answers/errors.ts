import * as z from 'zod';
import { allErrorNames } from '../errors.ts';
import { named, text } from './common.ts';

export const errorBody = named('Error', 'The body of every error except 429.', {
  // no enum: a generated client would fail on a value that is added
  error: text.describe(`The kind of error: ${allErrorNames.map((name) => `\`${name}\``).join(', ')}.`),
  detail: text.describe('What is wrong and what to do about it. The wording may change; do not parse it.'),
  status_code: z.int().describe('The HTTP status of the response.'),
});

export const rateLimitBody = named('RateLimitError', 'The body of a 429 response.', {
  error: named('RateLimitErrorDetail', 'Why the request was rejected, and when to retry.', {
    code: z.literal('rate_limit_exceeded').describe('Always `rate_limit_exceeded`.'),
    message: text.describe('The same as a sentence. The wording may change; do not parse it.'),
    retryAfter: z.int().min(1).describe('Seconds until the next request can be admitted, as in `Retry-After`.'),
  }),
});
