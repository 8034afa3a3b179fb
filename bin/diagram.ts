import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App } from 'aws-cdk-lib';
import { settingsFrom } from '../infra/settings.ts';
import { ClientHealthStack } from '../infra/stack.ts';
import { functionNames } from './build.ts';

const root = join(import.meta.dirname, '..');

export const diagramFile = join(root, 'docs', 'deployed.md');

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

type Resources = Readonly<Record<string, Resource>>;

/** The deployed system as it stands in the template of production: what there is, and who may do what to whom. */
export function deployedSystem(): string {
  const outdir = mkdtempSync(join(tmpdir(), 'diagram-'));
  const app = new App({ outdir });
  const context: Record<string, string> = { env: 'prod' };
  // folders that are there without a build: what a function holds is not drawn
  const settings = settingsFrom(context, join(root, 'functions'));
  const stack = new ClientHealthStack(app, settings);
  const { Resources } = app.synth().getStackByName(stack.stackName).template as { Resources: Resources };
  rmSync(outdir, { recursive: true });
  return page(Resources);
}

function page(resources: Resources): string {
  const all = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
  const count = (type: string) => all(type).length;
  return `# What is deployed

Drawn from the template of production by \`npm run diagram\`; a test fails when it is out of date.

\`\`\`mermaid
flowchart LR
  callers([callers with a key]) --> api
  schedule([Scheduler]) --> nightly
  operator([operator's CLI]) --> table
  operator --> queue
  api["REST API, stage v1<br/>${count('AWS::ApiGateway::Method')} routes, key required<br/>usage plan as fuse"]
  table[("one table<br/>on demand, PITR")]
${drawn(resources).join('\n')}
\`\`\`

| function | what for | may |
|---|---|---|
${rows(resources).join('\n')}

${count('AWS::Logs::LogGroup')} log groups, ${count('AWS::CloudWatch::Alarm')} alarms, ${count('AWS::CloudWatch::Dashboard')} dashboard, ${count('AWS::ApiGateway::GatewayResponse')} answers of the gateway itself, one policy for the operator.

| schedule (UTC) | task |
|---|---|
${all('AWS::Scheduler::Schedule')
  .map(([, { Properties }]) => schedule(Properties ?? {}))
  .join('\n')}
`;
}

/** One node for each function and queue, one arrow for each thing that it may do or that is done to it. */
function drawn(resources: Resources): string[] {
  const lines: string[] = [];
  for (const { name, may } of functionsIn(resources)) {
    lines.push(`  ${name}["${name}"]`);
    if (isOfApi(resources, name)) lines.push(`  api --> ${name}`);
    const onTable = may.filter(({ on }) => on === 'table').map(({ what }) => what);
    if (onTable.length > 0) lines.push(`  ${name} -- ${onTable.join(', ')} --> table`);
    if (may.some(({ what }) => what === 'sends')) lines.push(`  ${name} --> queue`);
    if (may.some(({ what }) => what === 'consumes')) lines.push(`  queue --> ${name}`);
  }
  lines.push('  queue[["FIFO queue, by account"]] -- after 3 tries --> dead[["dead letters"]]');
  lines.push('  schedule -- not delivered --> missed[["missed nights"]]', '  nightly -- failed --> missed');
  return lines;
}

function rows(resources: Resources): string[] {
  return functionsIn(resources).map(
    ({ name, purpose, may }) => `| ${name} | ${purpose} | ${may.map(({ what, on }) => `${what} ${on}`).join(', ')} |`,
  );
}

interface Drawn {
  readonly name: string;
  readonly purpose: string;
  readonly may: readonly { readonly what: string; readonly on: 'table' | 'queue' }[];
}

function functionsIn(resources: Resources): Drawn[] {
  return Object.entries(resources)
    .filter(([, { Type, Properties }]) => Type === 'AWS::Lambda::Function' && Properties?.Handler === 'index.handler')
    .map(([, { Properties }]) => ({
      name: resourceLabel(Properties ?? {}, resources),
      purpose: String(Properties?.Description),
      may: deeds(statementsOf(resources, referencedId(Properties?.Role))),
    }));
}

const words: readonly { action: string; what: string; on: 'table' | 'queue' }[] = [
  { action: 'dynamodb:PutItem', what: 'writes', on: 'table' },
  { action: 'dynamodb:GetItem', what: 'reads', on: 'table' },
  { action: 'dynamodb:UpdateItem', what: 'counts', on: 'table' },
  { action: 'dynamodb:Query', what: 'lists', on: 'table' },
  { action: 'sqs:SendMessage', what: 'sends', on: 'queue' },
  { action: 'sqs:ReceiveMessage', what: 'consumes', on: 'queue' },
];

/** The strongest word for each statement. */
function deeds(statements: readonly { Action: string | string[]; Resource: unknown }[]) {
  const deed = (actions: string[]) => words.find(({ action }) => actions.includes(action));
  const found = statements.flatMap(({ Action }) => deed([Action].flat()) ?? []);
  return [...new Map(found.map((word) => [word.what, { what: word.what, on: word.on }])).values()];
}

interface Policy {
  readonly Roles: readonly unknown[];
  readonly PolicyDocument: { readonly Statement: readonly { Action: string | string[]; Resource: unknown }[] };
}

function statementsOf(resources: Resources, role: string) {
  return Object.values(resources)
    .filter(({ Type }) => Type === 'AWS::IAM::Policy')
    .map(({ Properties }) => Properties as unknown as Policy)
    .filter(({ Roles }) => Roles.map(referencedId).includes(role))
    .flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** The folder that the function comes from. */
function resourceLabel(properties: Record<string, unknown>, resources: Resources): string {
  const [id = ''] = Object.entries(resources).find(([, { Properties }]) => Properties === properties) ?? [];
  const [, camel = ''] = /^(?:Api|Night)(.+?)Function[0-9A-F]{8}$/.exec(id) ?? [];
  return functionNames().find((name) => name.replaceAll('-', '') === camel) ?? camel;
}

function isOfApi(resources: Resources, name: string): boolean {
  return Object.keys(resources).some((id) => id.startsWith(`Api${name.replaceAll('-', '')}Function`));
}

function referencedId(value: unknown): string {
  const [id = ''] = (value as { 'Fn::GetAtt'?: string[] })['Fn::GetAtt'] ?? [(value as { Ref?: string }).Ref ?? ''];
  return id;
}

function schedule({ ScheduleExpression, Target }: Record<string, unknown>): string {
  const { task } = JSON.parse((Target as { Input: string }).Input) as { task: string };
  return `| \`${ScheduleExpression}\` | ${task} |`;
}

if (import.meta.main) {
  writeFileSync(diagramFile, deployedSystem());
  console.log('docs/deployed.md written');
}
