import { resourcesOf, type Template, targetOf } from './template.ts';

interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, string | string[]>>;
}

export interface Attempt {
  readonly action: string;
  /** The logical id of the resource. */
  readonly on: string;
  /** Partition keys of the request; none in a scan. */
  readonly keys?: readonly string[];
  /** Attributes that the request names. */
  readonly attributes?: readonly string[];
}

/** All statements of a role: of its inline and its attached policies. */
export function statementsOf(template: Template, role: string): Statement[] {
  return ['AWS::IAM::Policy', 'AWS::IAM::ManagedPolicy']
    .flatMap((type) => resourcesOf(template, type))
    .filter(({ Properties }) => ((Properties.Roles ?? []) as unknown[]).map(targetOf).includes(role))
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
}

/** Whether a statement allows the action. There are no deny statements. An unknown operator fails the test. */
export function allows(statements: readonly Statement[], attempt: Attempt): boolean {
  return statements.some(
    ({ Effect, Action, Resource, Condition = {} }) =>
      Effect === 'Allow' &&
      [Action].flat().some((action) => isLike(attempt.action, action)) &&
      [Resource].flat().some((resource) => resource === '*' || targetOf(resource) === attempt.on) &&
      Object.entries(Condition).every(([operator, tests]) =>
        Object.entries(tests).every(([key, values]) => holds(operator, valuesOf(key, attempt), [values].flat())),
      ),
  );
}

function valuesOf(key: string, { keys, attributes }: Attempt): readonly string[] | undefined {
  if (key === 'dynamodb:LeadingKeys') return keys;
  if (key === 'dynamodb:Attributes') return attributes;
  throw new Error(`a condition on ${key}, which is not evaluated here`);
}

function holds(operator: string, actual: readonly string[] | undefined, allowed: readonly string[]): boolean {
  switch (operator) {
    // true for an empty set, as on AWS
    case 'ForAllValues:StringLike':
      return (actual ?? []).every((value) => allowed.some((pattern) => isLike(value, pattern)));
    case 'ForAllValues:StringEquals':
      return (actual ?? []).every((value) => allowed.includes(value));
    case 'Null':
      return (actual === undefined) === (allowed[0] === 'true');
    default:
      throw new Error(`the operator ${operator} is not evaluated here`);
  }
}

function isLike(value: string, pattern: string): boolean {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`).test(value);
}
