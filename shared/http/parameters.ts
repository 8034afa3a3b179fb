import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, namesInPath, pathParameter } from '../contract/endpoint.ts';
import { BadRequest, Invalid, type InvalidParameter, NotFound } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';

type Sent = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters' | 'pathParameters'>;

/** Reads the parameters of an endpoint from the event. A 422 lists every invalid parameter. */
export function parametersOf(endpoint: Endpoint, event: Sent) {
  const failures: InvalidParameter[] = [];
  const path = pathValues(endpoint, event, failures);
  const query = queryValues(endpoint, event, failures);
  if (failures.length > 0) throw new Invalid(failures);
  // a malformed id is answered like an unknown one, hence after the other parameters
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

/** Path parameters arrive percent-encoded. A value that cannot be decoded becomes empty, which no entity has as its id. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

function queryValues({ query }: Endpoint, event: Sent, failures: InvalidParameter[]): Record<string, unknown> {
  const sent = event.multiValueQueryStringParameters;
  const values: Record<string, unknown> = {};
  for (const [name, parameter] of Object.entries(query)) {
    const texts = [...(sent?.[name] ?? []), ...((parameter.alias && sent?.[parameter.alias]) || [])];
    const text = texts[0];
    if (parameter.required && (text === undefined || text.trim() === '')) {
      throw new BadRequest(name, parameter.requirement);
    }
    const read = parameter.schema.safeParse(text);
    if (texts.length <= 1 && read.success) {
      values[name] = read.data;
      continue;
    }
    const requirement = texts.length > 1 ? 'must be given once' : parameter.requirement;
    if (parameter.badRequest) throw new BadRequest(name, requirement);
    failures.push({ parameter: name, requirement });
  }
  return values;
}
