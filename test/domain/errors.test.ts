import { expect, it } from 'vitest';
import { BadRequest, Forbidden, Invalid, NotFound, RateLimited, Unauthorized } from '../../shared/domain/errors.ts';

it.each([
  [new NotFound('client'), 'There is no such client.', { name: 'NotFound', entity: 'client' }],
  [new Unauthorized(), 'The API key is missing or not valid.', { name: 'Unauthorized' }],
  [new Forbidden(), 'The account of this API key is suspended.', { name: 'Forbidden' }],
  [
    new RateLimited(7, 100, 1_795_000_000),
    'Rate limit exceeded. Retry after 7 seconds.',
    { name: 'RateLimited', retryAfter: 7, limit: 100, reset: 1_795_000_000 },
  ],
  [
    new BadRequest('query', 'must not be blank'),
    'query must not be blank.',
    { name: 'BadRequest', parameter: 'query', requirement: 'must not be blank' },
  ],
  [
    new Invalid([
      { parameter: 'limit', requirement: 'must be a whole number from 1 to 500' },
      { parameter: 'offset', requirement: 'must be a whole number from 0' },
    ]),
    'limit must be a whole number from 1 to 500. offset must be a whole number from 0.',
    {
      name: 'Invalid',
      failures: [
        { parameter: 'limit', requirement: 'must be a whole number from 1 to 500' },
        { parameter: 'offset', requirement: 'must be a whole number from 0' },
      ],
    },
  ],
])('%s has a message, and its details as fields', (error, message, facts) => {
  expect(error).toBeInstanceOf(Error);
  expect(error.message).toBe(message);
  expect({ ...error }).toEqual(facts);
});
