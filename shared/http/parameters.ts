import type { APIGatewayProxyEvent } from 'aws-lambda';
import { type Endpoint, namesInPath } from '../contract/endpoint.ts';
import { pathParameters } from '../contract/parameters.ts';
import { BadRequest, type Entity, Invalid, type InvalidParameter, NotFound } from '../domain/errors.ts';
import { isId } from '../domain/ids.ts';

type Sent = Pick<APIGatewayProxyEvent, 'multiValueQueryStringParameters' | 'pathParameters'>;

/** Reads the parameters of an endpoint from the event. What is wrong with all of them is said at once. */
export function parametersOf(endpoint: Endpoint, event: Sent) {
  const failures: InvalidParameter[] = [];
  const path = pathValues(endpoint, event, failures);
  const query = queryValues(endpoint, event, failures);
  if (failures.length > 0) throw new Invalid(failures);
  // an id that cannot exist is answered like one that does not, after the other parameters
  for (const [name, value] of Object.entries(path)) {
    if (!pathParameters[name]?.parameter && !isId(value)) throw new NotFound(name.replace('_id', '') as Entity);
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
    const parameter = pathParameters[name]?.parameter;
    if (parameter && !parameter.schema.safeParse(value).success)
      failures.push({ parameter: name, requirement: parameter.requirement });
    values[name] = value;
  }
  return values;
}

/** Path parameters arrive percent-encoded; what cannot be decoded names nothing. */
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
