import { functionIds, resourcesOf, type Template, targetOf } from './template.ts';

export interface Addresses {
  readonly tableName: string;
  readonly endpoint: string;
  readonly queueUrl?: string;
}

/** The variables that the template sets for a function, with this table and queue, and those that Lambda sets. */
export function functionEnvironment(
  template: Template,
  name: string,
  { tableName, endpoint, queueUrl = '' }: Addresses,
): Record<string, string> {
  const table = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id;
  const { Variables } = (template.Resources[functionIds(template).get(name) ?? '']?.Properties.Environment ?? {
    Variables: {},
  }) as { Variables: Record<string, unknown> };
  const set = Object.entries(Variables).map(([variable, value]) => {
    if (typeof value === 'string') return [variable, value];
    return [variable, targetOf(value) === table ? tableName : queueUrl];
  });
  return {
    ...Object.fromEntries(set),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    DYNAMODB_ENDPOINT: endpoint,
  };
}
