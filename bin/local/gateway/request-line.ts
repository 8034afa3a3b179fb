import type { RequestRecord } from './request-log.ts';

/** One line of the terminal for a request. The path is last, since it has no fixed length. */
export function requestLine(record: RequestRecord): string {
  const { time, method, url, status, milliseconds, waitedMilliseconds, units, keyId, keyName } = record;
  const waited = waitedMilliseconds >= 100 ? `  (waited ${waitedMilliseconds} ms)` : '';
  const key = keyName ?? keyId ?? '-';
  const figures = [`${milliseconds} ms`.padStart(8), `${units} ${units === 1 ? 'unit' : 'units'}`.padStart(10)];
  return [time.slice(11, 19), method, status, ...figures, key.padEnd(12), `${url}${waited}`].join('  ');
}
