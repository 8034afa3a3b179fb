import type { Json } from './schemas.ts';

const integer = { type: 'integer', minimum: 0 };
const string = { type: 'string' };

/** Every header of a response. Those with `required` are always sent with the statuses that declare them. */
export const headers: Json = {
  'X-RateLimit-Limit': {
    description:
      'The limit of the window with the fewest requests left: 100 per minute, 5,000 per hour or 50,000 per day.',
    required: true,
    schema: integer,
    example: 100,
  },
  'X-RateLimit-Remaining': {
    description:
      'The requests left in that window. Responses rejected before counting (401, 403) always say 0; your real quota is not affected.',
    required: true,
    schema: integer,
    example: 99,
  },
  'X-RateLimit-Reset': {
    description:
      'When that window ends, as a Unix timestamp in seconds. Responses that API Gateway itself sends say 0.',
    required: true,
    schema: integer,
    example: 1795176060,
  },
  'RateLimit-Policy': {
    description:
      'The limits of all windows, as draft-ietf-httpapi-ratelimit-headers-10 writes them: `q` requests in `w` seconds. Absent where API Gateway itself answers.',
    schema: string,
    example: '"minute";q=100;w=60, "hour";q=5000;w=3600, "day";q=50000;w=86400',
  },
  RateLimit: {
    description:
      'What is left, by the same draft: `r` requests, and `t` seconds until the window ends. A 429 has the full window alone. Absent where the request was rejected before counting.',
    schema: string,
    example: '"minute";r=99;t=51, "hour";r=4999;t=2991, "day";r=49999;t=42591',
  },
  'Retry-After': {
    description: 'Seconds until the next request can be admitted.',
    required: true,
    schema: { type: 'integer', minimum: 1 },
    example: 17,
  },
  ETag: {
    description:
      'Identifies this version of the response. Send it back in `If-None-Match` to get a 304 without a body while nothing has changed. Weak for JSON, whose compressed and plain forms share it; strong for each form of the CSV export.',
    required: true,
    schema: string,
    example: 'W/"zWg3mDk0Q1bTnR5c.x7Gq2LwA.b1f09c44e7d2a"',
  },
  'Cache-Control': {
    description:
      'Always `private, no-cache`: private caches may store the response, but must revalidate it by its ETag.',
    required: true,
    schema: string,
    example: 'private, no-cache',
  },
  NoStore: {
    description: 'Always `no-store`: an error that is kept would outlive its cause.',
    required: true,
    schema: string,
    example: 'no-store',
  },
  'Content-Disposition': {
    description: 'Suggests a file name for downloads: the account and the date of the scores.',
    required: true,
    schema: string,
    example: 'attachment; filename="clients-northlight-2026-11-20.csv"',
  },
  Vary: {
    description: 'Always `Accept-Encoding`.',
    required: true,
    schema: string,
    example: 'Accept-Encoding',
  },
  'Content-Encoding': {
    description:
      'How the body is compressed, if the request accepts that: `gzip` or `deflate` for JSON of 1 KB and more, `gzip` for the CSV export, whose compressed form has another ETag than the plain one.',
    schema: string,
    example: 'gzip',
  },
  'WWW-Authenticate': {
    description:
      'Names the header of the key. API Gateway renames it to `x-amzn-Remapped-WWW-Authenticate` where a function refused the key.',
    schema: string,
    example: 'ApiKey header="X-API-Key"',
  },
  'x-amzn-RequestId': {
    description: 'Identifies the request. Report it to the operator when a request fails with 500.',
    required: true,
    schema: string,
    example: '5f0c9c8e-2f0b-4e43-9a51-6f7d1c0b8a3e',
  },
};

const references = (...names: string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const everyResponse = references(
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'RateLimit-Policy',
  'RateLimit',
  'x-amzn-RequestId',
);
export const cacheable = { ...everyResponse, ...references('ETag', 'Cache-Control', 'Vary', 'Content-Encoding') };
export const csvFile = { ...cacheable, ...references('Content-Disposition') };
export const everyError = { ...everyResponse, 'Cache-Control': { $ref: '#/components/headers/NoStore' } };
export const unauthorized = { ...everyError, ...references('WWW-Authenticate') };
export const rateLimited = { ...everyError, ...references('Retry-After') };
