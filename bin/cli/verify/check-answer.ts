import type * as z from 'zod';
import { csvParser } from '../../../import/files/readers/csv.ts';
import { errorBody, rateLimitBody } from '../../../shared/contract/answers/errors.ts';
import type { Endpoint } from '../../../shared/contract/endpoint.ts';
import { statusesOf } from '../../../shared/contract/endpoint.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: string;
}

const whole = /^(0|[1-9]\d*)$/;

/** The ways in which a response violates the contract; empty if it conforms. */
export function contractViolations(
  endpoint: Endpoint,
  expected: number,
  { status, header, body }: HttpAnswer,
): string[] {
  const faults: string[] = [];
  const check = (isFine: boolean, fault: string) => {
    if (!isFine) faults.push(fault);
  };
  check(status === expected, `status ${status} in place of ${expected}`);
  check([...statusesOf(endpoint), 404].includes(status), `status ${status} is not documented`);
  for (const name of ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']) {
    check(whole.test(header(name) ?? ''), `header ${name} is ${header(name) ?? 'absent'}`);
  }
  if (status === 200 || status === 304) {
    check(/^(W\/)?"[^"]+"$/.test(header('ETag') ?? ''), `header ETag is ${header('ETag') ?? 'absent'}`);
    check(
      header('Cache-Control') === 'private, no-cache',
      `header Cache-Control is ${header('Cache-Control') ?? 'absent'}`,
    );
  }
  if (status === 304) {
    check(body === '', 'a body with 304');
    return faults;
  }
  const contentType = status === 200 ? (endpoint.contentType ?? 'application/json') : 'application/json';
  check(header('Content-Type') === contentType, `header Content-Type is ${header('Content-Type') ?? 'absent'}`);
  if (contentType !== 'application/json') return [...faults, ...csvFaults(body)];
  const schema = status === 200 ? endpoint.answer : status === 429 ? rateLimitBody : errorBody;
  return [...faults, ...bodyFaults(schema, body)];
}

function bodyFaults(schema: z.ZodType, body: string): string[] {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return ['the body is no JSON'];
  }
  const result = schema.safeParse(value);
  if (result.success) return [];
  return result.error.issues.slice(0, 3).map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`);
}

function csvFaults(body: string): string[] {
  const parser = csvParser(',');
  const rows = [...parser.feed(body), ...parser.end()];
  const width = rows[0]?.cells.length ?? 0;
  if (rows.some(({ problem }) => problem !== undefined)) return ['the body is no CSV'];
  return rows.every(({ cells }) => cells.length === width) && width > 1
    ? []
    : ['rows of the CSV have different lengths'];
}
