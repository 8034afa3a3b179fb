import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { settingsFrom } from '../infra/settings.ts';
import { ClientHealthStack } from '../infra/stack.ts';
import {
  type Arrow,
  arrowsIn,
  type Resources,
  resourcesOfType,
  schedulesOfFunctions,
  storeNames,
} from './diagram/deployed-graph.ts';
import { replaceSection } from './diagram/section.ts';
import { root } from './paths.ts';

export const deployedFile = join(root, 'infra', 'README.md');

/** A page with its section about what is deployed as the production template has it now. */
export function withDeployedSystem(page: string): string {
  return replaceSection(page, 'deployed', deployedSystem(productionResources()));
}

function productionResources(): Resources {
  const outdir = mkdtempSync(join(tmpdir(), 'diagram-'));
  const app = new App({ outdir });
  const context: Record<string, string> = { env: 'prod', alarmEmail: 'none' };
  // any folder with these names will do: the template does not contain the code of the functions
  const settings = settingsFrom(context, join(root, 'functions'));
  const stack = new ClientHealthStack(app, settings);
  const { Resources } = app.synth().getStackByName(stack.stackName).template as { Resources: Resources };
  rmSync(outdir, { recursive: true });
  return Resources;
}

function deployedSystem(resources: Resources): string {
  const count = (type: string) => resourcesOfType(resources, type).length;
  const cron = schedulesOfFunctions(resources)
    .map(({ ScheduleExpression, Target }) => `\`${ScheduleExpression}\` ${JSON.parse(Target.Input).task}`)
    .join(', ');
  const rest = [
    [count('AWS::Logs::LogGroup'), 'log groups'],
    [count('AWS::CloudWatch::Alarm'), 'alarms'],
    [count('AWS::CloudWatch::Dashboard'), 'dashboard'],
    [count('AWS::ApiGateway::GatewayResponse'), 'error responses of API Gateway itself'],
    [count('AWS::IAM::ManagedPolicy'), 'policies for operators'],
  ].map((each) => each.join(' '));
  return `\`\`\`mermaid
flowchart LR
${[...nodes(resources), ...drawn(arrowsIn(resources))].map((line) => `  ${line}`).join('\n')}
\`\`\`

Schedules (UTC): ${cron}. Also ${rest.join(', ')}.
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
    `table[("table<br/>${billing}, restorable ${recovery} days")]`,
    'files[("files<br/>versioned bucket")]',
    ...[...storeNames(resources).values()]
      .filter((name) => name !== 'table' && name !== 'files')
      .map((name) => `${nodeId(name)}[["${name}"]]`),
  ];
}

/** Arrows that differ only in one end are one line. */
function drawn(arrows: readonly Arrow[]): string[] {
  const lines = Map.groupBy(arrows, ({ from, to, label }) => (label ? `${label} to ${to}` : `from ${from}`));
  const ends = (names: readonly string[]) => [...new Set(names.map(nodeId))].join(' & ');
  return [...lines.values()].map((group) => {
    const [label] = group.map((arrow) => (arrow.label ? `-- ${arrow.label} ` : ''));
    return `${ends(group.map(({ from }) => from))} ${label}--> ${ends(group.map(({ to }) => to))}`;
  });
}

function nodeId(name: string): string {
  return name.replaceAll(' ', '_');
}

if (import.meta.main) {
  writeFileSync(deployedFile, withDeployedSystem(readFileSync(deployedFile, 'utf8')));
  console.log('infra/README.md written');
}
