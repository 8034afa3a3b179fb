import { targetOf } from './template.ts';

export interface Statement {
  readonly Effect: string;
  readonly Action: string | string[];
  readonly Resource: unknown;
  readonly Condition?: Record<string, Record<string, string | string[]>>;
}

export interface Attempt {
  readonly action: string;
  /** The logical id of the resource, or its ARN as `resolved` writes it. */
  readonly on: string;
  /** Partition keys of the request; none in a scan. */
  readonly keys?: readonly string[];
  /** Attributes that the request names. */
  readonly attributes?: readonly string[];
  /** Tags that the request sets. */
  readonly requestTags?: Readonly<Record<string, string>>;
  /** Tags that the resource has. */
  readonly resourceTags?: Readonly<Record<string, string>>;
  /** Of a list in S3. */
  readonly prefix?: string;
}

const pseudo: Readonly<Record<string, string>> = {
  'AWS::Partition': 'aws',
  'AWS::Region': 'eu-west-1',
  'AWS::AccountId': '123456789012',
};

/** A value of the template as text: resources of the stack are written as their logical ids. */
export function resolved(value: unknown): string {
  if (typeof value === 'string') return value;
  const joined = (value as { 'Fn::Join'?: [string, unknown[]] })['Fn::Join'];
  if (joined) return joined[1].map(resolved).join(joined[0]);
  const target = targetOf(value) ?? '';
  return pseudo[target] ?? target;
}

/** As `resolved`, but logical ids are written without their hashes. */
export function named(value: unknown): string {
  return resolved(value).replaceAll(/(?<=[a-z]\d?)[0-9A-F]{8}\b/g, '');
}

/** Whether a statement allows the action. There are no deny statements. An unknown operator fails the test. */
export function allows(statements: readonly Statement[], attempt: Attempt): boolean {
  return statements.some(
    ({ Effect, Action, Resource, Condition = {} }) =>
      Effect === 'Allow' &&
      [Action].flat().some((action) => isLike(attempt.action, action)) &&
      [Resource].flat().some((resource) => isLike(attempt.on, resolved(resource))) &&
      Object.entries(Condition).every(([operator, tests]) =>
        Object.entries(tests).every(([key, values]) => holds(operator, valuesOf(key, attempt), [values].flat())),
      ),
  );
}

function valuesOf(key: string, attempt: Attempt): readonly string[] | undefined {
  const { keys, attributes, requestTags = {}, resourceTags = {} } = attempt;
  const [kind = '', tag = ''] = key.split('/');
  const tags = { 'aws:RequestTag': requestTags, 'aws:ResourceTag': resourceTags }[kind];
  if (tags) return tag in tags ? [tags[tag] ?? ''] : undefined;
  if (key === 'dynamodb:LeadingKeys') return keys;
  if (key === 'dynamodb:Attributes') return attributes;
  if (key === 's3:prefix') return attempt.prefix === undefined ? undefined : [attempt.prefix];
  throw new Error(`a condition on ${key}, which is not evaluated here`);
}

function holds(operator: string, actual: readonly string[] | undefined, allowed: readonly string[]): boolean {
  switch (operator) {
    // true for an empty set, as on AWS
    case 'ForAllValues:StringLike':
      return (actual ?? []).every((value) => allowed.some((pattern) => isLike(value, pattern)));
    case 'ForAllValues:StringNotLike':
      return (actual ?? []).every((value) => !allowed.some((pattern) => isLike(value, pattern)));
    case 'ForAllValues:StringEquals':
      return (actual ?? []).every((value) => allowed.includes(value));
    case 'StringLike':
      return actual?.length === 1 && allowed.some((pattern) => isLike(actual[0] ?? '', pattern));
    case 'StringEquals':
      return actual?.length === 1 && allowed.includes(actual[0] ?? '');
    case 'StringEqualsIfExists':
      return actual === undefined || holds('StringEquals', actual, allowed);
    case 'Null':
      return (actual === undefined) === (allowed[0] === 'true');
    default:
      throw new Error(`the operator ${operator} is not evaluated here`);
  }
}

const patterns = new Map<string, RegExp>();

function isLike(value: string, pattern: string): boolean {
  const known = patterns.get(pattern) ?? regularExpression(pattern);
  patterns.set(pattern, known);
  return known.test(value);
}

function regularExpression(pattern: string): RegExp {
  const literal = pattern.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${literal.replaceAll('*', '.*').replaceAll('?', '.')}$`);
}
