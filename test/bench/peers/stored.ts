import { createHash } from 'node:crypto';

// Where the handlers of the comparison store their data, in the table of the service.

export const perPage = 100;

export const keyOf = (apiKey: string) => ({
  pk: `PEER#KEY#${createHash('sha256').update(apiKey).digest('base64url')}`,
  sk: 'KEY',
});
export const pageKey = (page: number) => ({ pk: 'PEER', sk: `PAGE#${page}` });
export const wholeListKey = { pk: 'PEER', sk: 'LIST' };
export const overviewKey = { pk: 'PEER', sk: 'OVERVIEW' };
export const clientKey = (id: string) => ({ pk: 'PEER', sk: `CLIENT#${id}` });

const windows = [
  { letter: 'm', length: 60_000, limit: 100 },
  { letter: 'h', length: 3_600_000, limit: 5_000 },
  { letter: 'd', length: 86_400_000, limit: 50_000 },
] as const;

/** The one conditional write that checks a key and counts a request in all three windows. */
export function countingUpdate(now: number) {
  const names = windows.map(({ letter, length }) => [`#${letter}`, `${letter}${Math.floor(now / length)}`] as const);
  const increments = names.map(([name]) => `#w.${name} = if_not_exists(#w.${name}, :0) + :1`);
  const limits = names.map(([name]) => `(attribute_not_exists(#w.${name}) OR #w.${name} < :${name.slice(1)})`);
  return {
    UpdateExpression: `SET ${increments.join(', ')}`,
    ConditionExpression: `#st = :active AND ${limits.join(' AND ')}`,
    ExpressionAttributeNames: { '#w': 'w', '#st': 'st', ...Object.fromEntries(names) },
    values: {
      ':0': 0,
      ':1': 1,
      ':active': 'active',
      ...Object.fromEntries(windows.map(({ letter, limit }) => [`:${letter}`, limit])),
    },
  };
}

export interface Counted {
  readonly customerId: string;
  readonly counts: Readonly<Record<string, number>>;
}

export function headersOf({ counts }: Counted, version: string, now: number): Record<string, string> {
  const left = windows.map(({ letter, length, limit }) => {
    const used = counts[`${letter}${Math.floor(now / length)}`] ?? 0;
    return { limit, remaining: limit - used, reset: ((Math.floor(now / length) + 1) * length) / 1000 };
  });
  const { limit, remaining, reset } = left.reduce((a, b) => (b.remaining < a.remaining ? b : a));
  return {
    'Content-Type': 'application/json',
    'Cache-Control': 'private, no-cache',
    ETag: `"${version}"`,
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(reset),
  };
}

/** The pages that a slice of the list touches. */
export function pagesOf(offset: number, limit: number): number[] {
  const first = Math.floor(offset / perPage);
  const last = Math.floor((offset + limit - 1) / perPage);
  return Array.from({ length: last - first + 1 }, (_, at) => first + at);
}
