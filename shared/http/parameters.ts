import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, namesInPath, pathParameter } from '../contract/endpoint.ts';
import { isOfPortfolios, misplaced } from '../contract/other-endpoints.ts';
import { BadRequest, Invalid, NotFound } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';
import { isNearMiss } from '../domain/near-miss.ts';

type Sent = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters' | 'pathParameters'>;

/** Reads the parameters of an endpoint from the event. A 422 lists every invalid parameter. */
export function parametersOf(endpoint: Endpoint, event: Sent) {
  const failures: string[] = [];
  const path = pathValues(endpoint, event, failures);
  const query = queryValues(endpoint, event, failures);
  if (failures.length > 0) throw new Invalid(failures);
  // checked after the other parameters, because a malformed id gives 404 like an unknown one
  for (const name of namesInPath(endpoint.path)) {
    const parameter = pathParameter(name);
    if ('entity' in parameter && !isId(path[name] ?? '')) throw new NotFound(parameter.entity);
  }
  return { path, query };
}

function pathValues({ path }: Endpoint, { pathParameters: sent }: Sent, failures: string[]): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of namesInPath(path)) {
    const value = decoded(sent?.[name] ?? '');
    const parameter = pathParameter(name);
    if ('schema' in parameter && parameter.read(value) === undefined) failures.push(unmet(name, parameter.requirement));
    values[name] = value;
  }
  return values;
}

/**
 * Path parameters arrive percent-encoded. A value that cannot be decoded becomes empty, which no entity has as its id.
 */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/**
 * An unknown parameter is ignored, unless it would widen the answer: a near miss such as `limt` or `PORTFOLIO_ID`, or a
 * parameter of another endpoint.
 */
function queryValues({ path, query }: Endpoint, event: Sent, failures: string[]): Record<string, unknown> {
  const sent = event.multiValueQueryStringParameters;
  const values: Record<string, unknown> = {};
  const names = new Set(Object.entries(query).flatMap(([name, { alias }]) => [name, alias]));
  const unknown = Object.keys(sent ?? {}).filter((name) => !names.has(name));
  for (const other of unknown) {
    const [meant, parameter] =
      Object.entries(query).find(([name, { mistakenFor }]) => isNearMiss(other, name, mistakenFor)) ?? [];
    const wrong = meant === undefined ? misplaced(other, path) : misspelled(other, meant);
    if (wrong === undefined) continue;
    const isMissing = parameter?.required && sent?.[meant ?? ''] === undefined;
    if (parameter ? parameter.badRequest || isMissing : isOfPortfolios(other)) throw new BadRequest(wrong);
    failures.push(wrong);
  }
  for (const [name, parameter] of Object.entries(query)) {
    const texts = sent?.[name] ?? [];
    const aliased = (parameter.alias && sent?.[parameter.alias]) || [];
    const text = texts[0] ?? aliased[0];
    const isRepeated = texts.length > 1 || aliased.length > 1 || (aliased.length > 0 && aliased[0] !== text);
    if (parameter.required && text === undefined) throw new BadRequest(`\`${name}\` is missing.`);
    if (parameter.required && text?.trim() === '') throw new BadRequest(unmet(name, parameter.requirement));
    const value = text === undefined ? parameter.fallback : parameter.read(text);
    if (!isRepeated && (text === undefined || value !== undefined)) {
      values[name] = value;
      continue;
    }
    const wrong = unmet(name, isRepeated ? 'must be given once' : parameter.requirement);
    if (parameter.badRequest) throw new BadRequest(wrong);
    failures.push(wrong);
  }
  return values;
}

const unmet = (name: string, requirement: string) => `\`${name}\` ${requirement}.`;

/** What was sent is repeated only if it is a name: it may be anything. */
function misspelled(sent: string, meant: string): string {
  if (meant === 'offset' && sent === 'page')
    return 'Unknown parameter `page`. Pages are chosen with `offset` and `limit`.';
  const shown = /^[\w.-]{1,40}$/.test(sent) ? ` \`${sent}\`` : '';
  return `Unknown parameter${shown}. Did you mean \`${meant}\`?`;
}
