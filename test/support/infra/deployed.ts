import { named, type Statement } from './policies.ts';
import type { Template } from './template.ts';

// A template as a text that a person can review: names without their hashes, statements and alarms in one line,
// resources that differ only by name as one.

type Fields = Readonly<Record<string, unknown>>;

const isSkipped = /ApiGateway::(Method|Resource|Deployment|GatewayResponse)|Lambda::Permission|CDK::Metadata/;
const without = ['Code', 'Description', 'PolicyName', 'DeploymentId', 'AlarmDescription', 'SamplingRule.RuleName'];
const width = 120;

/** The resources by their names, each with what is said of it. */
type Deployed = ReadonlyMap<string, readonly string[]>;

/** What a template deploys and its outputs, without routes and error responses of API Gateway. */
export function deployedIn(template: Template): Deployed {
  const resources = Object.entries(template.Resources)
    .filter(([, { Type }]) => !isSkipped.test(Type))
    .map(([id, { Type, Properties, ...others }]): [string, string[]] => {
      const { DeletionPolicy } = others as Fields;
      const fields = Type === 'AWS::CloudWatch::Alarm' ? alarmOf(Properties) : { DeletionPolicy, ...Properties };
      return [`${nameOf(id)} (${Type.slice(5)})`, factsOf(fields)];
    });
  const { KmsKeyArn, SameKmsKey } = {
    ...((template as unknown as Fields).Parameters as Fields),
    ...((template as unknown as Fields).Rules as Fields),
  };
  const outputs = Object.entries(template.Outputs).map(([name, { Value }]) => [name, Value]);
  return new Map([
    ...['Lambda::Function', 'CloudWatch::Alarm'].map((type) => everyOf(type, resources)),
    ...resources,
    ['Parameters and rules', factsOf({ KmsKeyArn, SameKmsKey })],
    ['Outputs', factsOf(Object.fromEntries(outputs))],
  ]);
}

/** Takes what all resources of a type have from each of them, to be said once. */
function everyOf(type: string, resources: [name: string, facts: string[]][]): [string, string[]] {
  const all = resources.filter(([name]) => name.endsWith(`(${type})`));
  for (const resource of all) resource[1] = resource[1].map((fact) => fact.replaceAll(ownNameOf(resource[0]), '*'));
  const [[, first] = ['', []]] = all;
  const common = first.filter((fact) => all.every(([, facts]) => facts.includes(fact)));
  for (const resource of all) resource[1] = resource[1].filter((fact) => !common.includes(fact));
  return [`Every (${type})`, common];
}

const nameOf = (id: string) =>
  named({ Ref: id })
    .replace(/[0-9A-F]{16}$/, '')
    .replace(/SqsEventSourceclienthealth[a-z]*(?=Night|Inbox)/, 'Takes');

/** What a function, its role and its log have in common; the text has `*` in place of it. */
const ownNameOf = (name: string) => name.replace(/(Function|Log|Role|RoleDefaultPolicy|Policy)? \(.*$/, '');

/** All of it. */
export function textOf(deployed: Deployed): string {
  const groups = Map.groupBy(deployed, ([name, facts]) => {
    return JSON.stringify([name.replace(/^.* /, ''), facts.map((fact) => fact.replaceAll(ownNameOf(name), '*'))]);
  });
  const texts = [...groups].map(([key, all]) => {
    const [type, facts] = JSON.parse(key) as [string, string[]];
    const names = all.map(([name]) => name.replace(/ \(.*$/, '')).join(' ');
    return `${names} ${type}\n${folded(all.length > 1 ? facts : (all[0]?.[1] ?? []))}`;
  });
  return `${texts.join('\n')}\n`;
}

/** What another deployment has otherwise. */
export function differenceOf(before: Deployed, after: Deployed): string {
  const changes = [...after].flatMap(([name, facts]) => {
    const old = before.get(name);
    const less = (old ?? []).filter((fact) => !facts.includes(fact)).map((fact) => `- ${fact}`);
    const more = facts.filter((fact) => !old?.includes(fact));
    const lines = old ? [...less, ...more.map((fact) => `+ ${fact}`)] : more;
    return lines.length > 0 || !old
      ? [[old ? 'changed' : 'new', name.replace(/ .*/, ''), lines.join('\n')] as const]
      : [];
  });
  const gone = [...before.keys()].filter((name) => !after.has(name)).map((name) => name.replace(/ .*/, ''));
  const groups = Map.groupBy(changes, ([kind, , lines]) => `${kind}\n${lines}`);
  const texts = [...groups.values()].map((all) => {
    const [[kind, , lines] = ['', '', '']] = all;
    const shown = kind === 'new' ? folded(lines.split('\n')) : lines.replaceAll(/^/gm, '  ');
    return `${kind} ${all.map(([, name]) => name).join(' ')}\n${shown}`;
  });
  return [...(gone.length > 0 ? [`without ${gone.join(' ')}`] : []), ...texts].join('\n');
}

/** As many facts on a line as fit; of fields of one object, only the first with its name. */
function folded(facts: readonly string[]): string {
  const lines: string[] = [];
  let before = '';
  for (const whole of facts) {
    const [object = ''] = /^[\w.]+\.(?=\w+ )/.exec(whole) ?? [];
    const fact = object !== '' && object === before ? `.${whole.slice(object.length)}` : whole;
    before = object;
    const line = `${lines.at(-1)}; ${fact}`;
    if (lines.length > 0 && line.length <= width) lines[lines.length - 1] = line;
    else lines.push(fact);
  }
  return lines.map((line) => `  ${line}`).join('\n');
}

/** `name value`; lists of objects and statements give one fact each. */
function factsOf(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (value === undefined || without.includes(name)) return [];
    if (name === 'DashboardBody') return widgetsOf(value);
    const plainly = plain(value);
    if (Array.isArray(plainly) && plainly.some((each) => typeof each === 'object' || each.includes(' ')))
      return plainly.map((each) => `${name === 'PolicyDocument' ? 'may' : name} ${inline(each)}`);
    return typeof plainly === 'object' && plainly !== null && !Array.isArray(plainly)
      ? Object.entries(plainly).flatMap(([inner, each]) => factsOf({ [`${name}.${inner}`]: each }))
      : [`${name} ${inline(plainly)}`];
  });
}

function plain(value: unknown): unknown {
  if (typeof value === 'string') return shortened(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  if ('Fn::Join' in value || 'Ref' in value || 'Fn::GetAtt' in value) return shortened(named(value));
  if (isPolicy(value)) return [value.Statement].flat().map(said);
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, plain(each)]));
}

const isPolicy = (value: object): value is { Statement: Statement | Statement[] } =>
  'Statement' in value && [value.Statement].flat().every((each) => 'Effect' in (each as object));

function inline(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return value.map(inline).join(' ');
  const fields = Object.entries(value).map(([name, each]) => `${name} ${inline(each)}`);
  return `{${fields.join(', ')}}`;
}

const shortened = (text: string) =>
  text
    .replaceAll(/arn:aws:kms:[\w:-]*key\/[\w-]+/g, 'KmsKey')
    .replaceAll(/arn:aws:(\w*):[\w-]*:(?:123456789012|aws)?:/g, '$1 ')
    .replaceAll('.eu-west-1.AWS::URLSuffix', '')
    .replaceAll(/client-health-(?:prod|dev)[\w-]*/g, 'client-health')
    .replaceAll(/\n\s*/g, ' ');

const all = (service: string, actions: string) => actions.replaceAll(/\w+/g, `${service}:$&`);
const reads = all('dynamodb', 'GetItem BatchGetItem Query');
const writes = all('dynamodb', 'PutItem UpdateItem DeleteItem BatchWriteItem ConditionCheckItem');
const decrypts = all('kms', 'Decrypt DescribeKey');
const encrypts = all('kms', 'Encrypt GenerateDataKey GenerateDataKeyWithoutPlaintext ReEncryptFrom ReEncryptTo');

/** A statement in one line, with names for the rights that many have. */
function said(statement: Statement): string {
  const { Effect, Action, Resource, Condition = {}, Principal } = statement as Statement & { Principal?: unknown };
  const on = Resource === undefined ? '' : `: ${inline([Resource].flat().map(plain))}`;
  const by = Principal === undefined ? '' : ` by ${inline(plain(Principal))}`;
  const conditions = Object.entries(Condition).flatMap(([operator, tests]) =>
    Object.entries(tests).map(([key, values]) => `, ${operator} ${key} ${inline(plain(values))}`),
  );
  return `${Effect} ${[Action].flat().join(' ')}${on}${by}${conditions.join('')}`
    .replace(/^Allow /, '')
    .replace(reads, 'READ')
    .replace(writes, 'WRITE')
    .replace(`${decrypts} ${encrypts}`, 'USE KEY')
    .replace(decrypts, 'DECRYPT')
    .replace(/: DataTable, ForAllValues:StringLike dynamodb:LeadingKeys (.*?), Null dynamodb:LeadingKeys false/, ' $1')
    .replace(/: KmsKey(, StringEquals kms:ViaService)?/, '');
}

interface Stat {
  readonly MetricName: string;
  readonly Namespace?: string;
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: unknown }[];
}

interface Alarm extends Partial<Stat> {
  readonly AlarmDescription: string;
  readonly Period?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Threshold: number;
  readonly TreatMissingData: string;
  readonly AlarmActions?: unknown[];
  readonly OKActions?: unknown[];
  readonly Metrics?: readonly {
    readonly Expression?: string;
    readonly MetricStat?: { readonly Metric: Stat; readonly Period: number; readonly Stat: string };
  }[];
}

const metricOf = ({ Namespace = '', MetricName, Dimensions = [] }: Stat) =>
  [Namespace.replace('AWS/', ''), MetricName, ...Dimensions.map(({ Value }) => named(Value))].join(' ').trim();

/** What an alarm watches, when it rings, and whom it tells. */
function alarmOf(properties: Fields): Fields {
  const { Metrics = [], DatapointsToAlarm, EvaluationPeriods, ...alarm } = properties as unknown as Alarm;
  const sum = Metrics.find(({ Expression }) => Expression)?.Expression;
  const stats = Metrics.flatMap(({ MetricStat }) => MetricStat ?? []);
  const one = { Metric: alarm as Stat, Period: alarm.Period, Stat: alarm.ExtendedStatistic ?? alarm.Statistic };
  const [{ Period, Stat: stat } = one] = stats;
  const periods = `${DatapointsToAlarm ?? EvaluationPeriods} of ${EvaluationPeriods} periods of ${Number(Period) / 60} minutes`;
  return {
    watches: (stats.length > 0 ? stats : [one]).map(({ Metric }) => metricOf(Metric)).join(', '),
    ...(sum !== undefined && { fillsGaps: sum.split(' + ').every((part) => /^FILL\(\w+, 0\)$/.test(part)) }),
    rings: `${stat} ${alarm.ComparisonOperator.replace('GreaterThanOrEqualToThreshold', '≥')} ${alarm.Threshold} in ${periods}; no data ${alarm.TreatMissingData}`,
    tells: [alarm.AlarmActions, alarm.OKActions].map((each) => inline(plain(each ?? 'nobody'))).join(' and then '),
  };
}

interface Widget {
  readonly type: string;
  readonly properties: {
    readonly title: string;
    readonly query?: string;
    readonly metrics?: readonly (readonly unknown[])[];
  };
}

/** What each graph of the dashboard shows, without the summands of sums. */
function widgetsOf(body: unknown): string[] {
  const { widgets } = JSON.parse(named(body)) as { widgets: readonly Widget[] };
  return widgets.map(({ type, properties: { title, query, metrics = [] } }) => {
    const shown = metrics.flatMap((metric) => {
      const options = metric.find((each) => typeof each === 'object') as Fields | undefined;
      if (options?.visible === false) return [];
      return options?.label ? `sum of ${options.label}` : `${metric.slice(1, -1).join(' ')} ${options?.stat ?? ''}`;
    });
    return `${type} ${title}: ${shortened(query ?? shown.join(', '))}`;
  });
}
