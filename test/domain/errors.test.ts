import { expect, it } from 'vitest';
import { Forbidden, NotFound, RateLimited, Unauthorized } from '../../shared/domain/errors.ts';

it.each([
  [new NotFound('client'), 'There is no such client.', { name: 'NotFound', what: 'client' }],
  [new Unauthorized(), 'The API key is missing or not valid.', { name: 'Unauthorized' }],
  [new Forbidden(), 'The account of this API key is suspended.', { name: 'Forbidden' }],
  [
    new RateLimited(7, 100, 1_795_000_000),
    'Rate limit exceeded. Retry after 7 seconds.',
    { name: 'RateLimited', retryAfter: 7, limit: 100, reset: 1_795_000_000 },
  ],
])('%s has a message, and its details as fields', (error, message, facts) => {
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toBe(message);
  expect({ ...error }).toEqual(facts);
});
