import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { settingsFrom } from '../infra/settings.ts';
import { ClientHealthStack } from '../infra/stack.ts';
import {
  type Arrow,
  arrowsIn,
  functionsIn,
  type Resources,
  resourcesOfType,
  storeNames,
} from './diagram/deployed-graph.ts';

import { root } from './paths.ts';

export const diagramFile = join(root, 'docs', 'deployed.md');

/** The text of docs/deployed.md, generated from the production template. */
export function deployedSystem(): string {
  return deployedPage(productionResources());
}

export function productionResources(): Resources {
  const outdir = mkdtempSync(join(tmpdir(), 'diagram-'));
  const app = new App({ outdir });
  const context: Record<string, string> = { env: 'prod' };
  // any folder with these names will do: the template does not contain the code of the functions
  const settings = settingsFrom(context, join(root, 'functions'));
  const stack = new ClientHealthStack(app, settings);
  const { Resources } = app.synth().getStackByName(stack.stackName).template as { Resources: Resources };
  rmSync(outdir, { recursive: true });
  return Resources;
}

export function deployedPage(resources: Resources): string {
  const count = (type: string) => resourcesOfType(resources, type).length;
  return `# What is deployed

Generated from the production template by \`npm run diagram\`. A test fails when this page is out of date.

## Diagram

\`\`\`mermaid
flowchart LR
${[...nodes(resources), ...arrowsIn(resources).map(drawn)].map((line) => `  ${line}`).join('\n')}
\`\`\`

## Functions

| function | purpose | permissions |
|---|---|---|
${functionsIn(resources)
  .map(({ name, purpose, may }) => `| \`${name}\` | ${purpose} | ${may.join('; ')} |`)
  .join('\n')}

## Schedules

| UTC | task |
|---|---|
${resourcesOfType(resources, 'AWS::Scheduler::Schedule')
  .map(([, { ScheduleExpression, Target }]) => `| \`${ScheduleExpression}\` | ${JSON.parse(Target.Input).task} |`)
  .join('\n')}

## Everything else

| | |
|---|---|
| log groups | ${count('AWS::Logs::LogGroup')} |
| alarms, see [operations](operations.md#alarms) | ${count('AWS::CloudWatch::Alarm')} |
| dashboards | ${count('AWS::CloudWatch::Dashboard')} |
| error responses of API Gateway itself | ${count('AWS::ApiGateway::GatewayResponse')} |
| policies for operators | ${count('AWS::IAM::ManagedPolicy')} |
`;
}

function nodes(resources: Resources): string[] {
  const properties = (type: string) => resourcesOfType(resources, type).map(([, each]) => each);
  const methods = properties('AWS::ApiGateway::Method');
  const keyed = methods.every(({ ApiKeyRequired }) => ApiKeyRequired) ? '<br/>API key required' : '';
  const stages = properties('AWS::ApiGateway::Stage').map(({ StageName }) => StageName);
  const throttles = properties('AWS::ApiGateway::UsagePlan').map(({ Throttle }) => Throttle.RateLimit);
  const [table] = properties('AWS::DynamoDB::Table');
  const billing = table?.BillingMode === 'PAY_PER_REQUEST' ? 'on demand' : 'provisioned';
  const recovery = table?.PointInTimeRecoverySpecification?.RecoveryPeriodInDays;
  return [
    'callers([callers]) --> api',
    'schedules([schedules])',
    'operator([operator])',
    `api["REST API, stage ${stages.join(', ')}${keyed}<br/>usage plan: ${throttles.join(', ')} requests/s a key"]`,
    ...functionsIn(resources).map(({ name }) => `${name}["${name}"]`),
    `table[("table<br/>${billing}, restorable ${recovery} days")]`,
    ...[...storeNames(resources).values()]
      .filter((name) => name !== 'table')
      .map((name) => `${nodeId(name)}[["${name}"]]`),
  ];
}

function drawn({ from, to, label }: Arrow): string {
  return `${nodeId(from)} ${label ? `-- ${label} ` : ''}--> ${nodeId(to)}`;
}

function nodeId(name: string): string {
  return name.replaceAll(' ', '_');
}

if (import.meta.main) {
  writeFileSync(diagramFile, deployedSystem());
  console.log('docs/deployed.md written');
}
