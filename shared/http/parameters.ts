import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, namesInPath, pathParameter } from '../contract/endpoint.ts';
import { BadRequest, Invalid, type InvalidParameter, NotFound } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';
import { isNearMiss } from '../domain/near-miss.ts';

type Sent = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters' | 'pathParameters'>;

/** Reads the parameters of an endpoint from the event. A 422 lists every invalid parameter. */
export function parametersOf(endpoint: Endpoint, event: Sent) {
  const failures: InvalidParameter[] = [];
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

function pathValues(
  { path }: Endpoint,
  { pathParameters: sent }: Sent,
  failures: InvalidParameter[],
): Record<string, string> {
  const values: Record<string, string> = {};
  for (const name of namesInPath(path)) {
    const value = decoded(sent?.[name] ?? '');
    const parameter = pathParameter(name);
    if ('schema' in parameter && !parameter.schema.safeParse(value).success)
      failures.push({ parameter: name, requirement: parameter.requirement });
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

// the name that was sent is not repeated: it may be anything
const misspelled = 'must be spelled exactly like this, but a similar name was sent';

/**
 * An unknown parameter is ignored, unless it is a near miss: ignoring `limt` or `PORTFOLIO_ID` would widen the answer.
 */
function queryValues({ query }: Endpoint, event: Sent, failures: InvalidParameter[]): Record<string, unknown> {
  const sent = event.multiValueQueryStringParameters;
  const values: Record<string, unknown> = {};
  const names = new Set(Object.entries(query).flatMap(([name, { alias }]) => [name, alias]));
  const unknown = Object.keys(sent ?? {}).filter((name) => !names.has(name));
  for (const [name, parameter] of Object.entries(query)) {
    const texts = sent?.[name] ?? [];
    const aliased = (parameter.alias && sent?.[parameter.alias]) || [];
    const text = texts[0] ?? aliased[0];
    const isRepeated = texts.length > 1 || aliased.length > 1 || (aliased.length > 0 && aliased[0] !== text);
    if (parameter.required && (text === undefined || text.trim() === '')) {
      throw new BadRequest(name, parameter.requirement);
    }
    if (unknown.some((other) => isNearMiss(other, name, parameter.mistakenFor))) {
      if (parameter.badRequest) throw new BadRequest(name, misspelled);
      failures.push({ parameter: name, requirement: misspelled });
    }
    const read = parameter.schema.safeParse(text);
    if (!isRepeated && read.success) {
      values[name] = read.data;
      continue;
    }
    const requirement = isRepeated ? 'must be given once' : parameter.requirement;
    if (parameter.badRequest) throw new BadRequest(name, requirement);
    failures.push({ parameter: name, requirement });
  }
  return values;
}
