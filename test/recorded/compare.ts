import type { Answered } from '../support/service/whole-service.ts';
import { type ExpectedDifference, expectedDifferences } from './expected-differences.ts';
import { fieldsOf, type Recorded, readRecording, recordedOf } from './recording.ts';
import { type Request, requestsFor } from './requests.ts';
import { answersOf, knownAccounts } from './service.ts';

export interface Difference {
  readonly request: Request;
  /** Empty if only the order of fields or white space differs. */
  readonly fields: readonly string[];
  readonly answer: Answered | undefined;
}

export interface Comparison {
  readonly commit: string;
  readonly compared: number;
  readonly differences: readonly Difference[];
  /** Expected differences that no response had. */
  readonly unused: readonly ExpectedDifference[];
}

export const requests = requestsFor(knownAccounts);

/** Compares today's responses with the recorded ones. */
export async function compare(): Promise<Comparison> {
  const { commit, answers } = readRecording(requests);
  const recorded = new Map(requests.map((request, at) => [request, answers[at]]));
  const differences: Difference[] = [];
  const used = new Set<ExpectedDifference>();
  await answersOf(requests, (request, answer) => {
    const fields = unexpectedFields(recorded.get(request), answer, expectedDifferences, used);
    if (fields) differences.push({ request, fields, answer });
  });
  const unused = expectedDifferences.filter((each) => !used.has(each));
  return { commit, compared: requests.length, differences, unused };
}

/** The fields that differ unexpectedly, none if only bytes between fields differ; undefined if nothing differs. */
function unexpectedFields(
  then: Recorded | undefined,
  answer: Answered | undefined,
  expected: readonly ExpectedDifference[],
  used = new Set<ExpectedDifference>(),
): string[] | undefined {
  const now = recordedOf(answer);
  if (then?.whole === now.whole) return undefined;
  const names = new Set([...Object.keys(then?.fields ?? {}), ...Object.keys(now.fields)]);
  const changed = [...names].filter((field) => then?.fields[field] !== now.fields[field]);
  const fields = changed.filter((field) => {
    const found = expected.filter(
      (each) => [answer?.operationId, '*'].includes(each.endpoint) && field.startsWith(each.field),
    );
    for (const each of found) used.add(each);
    return found.length === 0;
  });
  return fields.length > 0 || changed.length === 0 ? fields : undefined;
}

const mostShown = 400;

/** A difference for people: the request, its fields, and their new values. */
export function describeDifference({ request, fields, answer }: Difference): string {
  const values = fieldsOf(answer);
  const title = `${answer?.operationId ?? 'no endpoint'}, stage ${request.stage}, key ${request.key}: GET ${request.url}${request.again ? ' (repeated with its ETag)' : ''}`;
  if (fields.length === 0)
    return `${title}\n  the same fields in another order or with other white space:\n  ${answer?.body.slice(0, mostShown)}`;
  const lines = fields.map((field) => {
    const value = values.get(field)?.trim();
    return `  ${field}: ${value === undefined ? 'is gone' : value.length > mostShown ? `${value.slice(0, mostShown)} …` : value}`;
  });
  return [title, ...lines].join('\n');
}
