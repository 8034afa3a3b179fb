import { functionNames } from '../build.ts';

// Reads the deployed system from a CloudFormation template: its parts, and which part calls, reads or writes which.

interface Resource {
  readonly Type: string;
  readonly Properties?: Record<string, unknown>;
}

export type Resources = Readonly<Record<string, Resource>>;

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly label?: string;
}

interface Statement {
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: unknown;
}

interface FunctionNode {
  readonly id: string;
  readonly name: string;
}

export function resourcesOfType(resources: Resources, type: string): [id: string, properties: Properties][] {
  return Object.entries(resources).flatMap(([id, { Type, Properties = {} }]) =>
    Type === type ? [[id, Properties] as [string, Properties]] : [],
  );
}

// biome-ignore lint/suspicious/noExplicitAny: a template's properties are plain JSON of any shape
export type Properties = Record<string, any>;

/** The logical id that a Ref or GetAtt names, also inside a Join. */
function referenced(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) return value.map(referenced).find((id) => id !== undefined && !id.startsWith('AWS::'));
  const { Ref, 'Fn::GetAtt': attribute, 'Fn::Join': join } = value as Properties;
  return Ref ?? attribute?.[0] ?? (join && referenced(join[1]));
}

/** The service's functions, by their folder. Functions that CDK adds are left out. */
function functionsIn(resources: Resources): FunctionNode[] {
  const names = new Map(functionNames().map((name) => [name.replaceAll('-', ''), name]));
  return resourcesOfType(resources, 'AWS::Lambda::Function').flatMap(([id]) => {
    const name = names.get(/^(?:Api|Night|Inbox|Account)(.+?)Function[0-9A-F]{8}$/.exec(id)?.[1] ?? '');
    return name ? [{ id, name }] : [];
  });
}

/** The name of each table, bucket and queue in the diagram; of queues the end of its construct's path. */
export function storeNames(resources: Resources): Map<string, string> {
  const queues = resourcesOfType(resources, 'AWS::SQS::Queue').map(([id]) => [id, queueName(id)] as const);
  const tables = resourcesOfType(resources, 'AWS::DynamoDB::Table').map(([id]) => [id, 'table'] as const);
  // not that of the access log
  const buckets = resourcesOfType(resources, 'AWS::S3::Bucket').flatMap(([id, { LoggingConfiguration }]) =>
    LoggingConfiguration ? [[id, 'files'] as const] : [],
  );
  return new Map([...tables, ...queues, ...buckets]);
}

function queueName(id: string): string {
  const words = id.replace(/^Night/, '').replace(/[0-9A-F]{8}$/, '');
  return words.replace(/(?!^)([A-Z])/g, ' $1').toLowerCase();
}

/** Every arrow of the diagram: routes, triggers, permissions, and the queues for failures. */
export function arrowsIn(resources: Resources): Arrow[] {
  const functions = functionsIn(resources);
  const stores = storeNames(resources);
  const names = new Map([...functions.map(({ id, name }) => [id, name] as const), ...stores]);
  const named = (value: unknown) => names.get(referenced(value) ?? '');
  const arrows: Arrow[] = [];
  const draw = (from: string | undefined, to: string | undefined, label?: string) => {
    if (from && to) arrows.push({ from, to, ...(label && { label }) });
  };

  const methods = resourcesOfType(resources, 'AWS::ApiGateway::Method');
  // one arrow for each function, so that a new endpoint does not change the page
  for (const name of new Set(methods.map(([, { Integration }]) => named(Integration.Uri)))) draw('api', name);
  for (const { Target } of schedulesOfFunctions(resources)) {
    draw('schedules', named(Target.Arn), JSON.parse(Target.Input).task);
    draw('schedules', named(Target.DeadLetterConfig?.Arn), 'not started');
  }
  for (const [, { FunctionName, DestinationConfig }] of resourcesOfType(resources, 'AWS::Lambda::EventInvokeConfig'))
    draw(named(FunctionName), named(DestinationConfig?.OnFailure.Destination), 'failed');
  for (const [, { EventSourceArn, FunctionName }] of resourcesOfType(resources, 'AWS::Lambda::EventSourceMapping'))
    draw(named(EventSourceArn), named(FunctionName));
  for (const [id, { RedrivePolicy }] of resourcesOfType(resources, 'AWS::SQS::Queue'))
    draw(names.get(id), named(RedrivePolicy?.deadLetterTargetArn), `after ${RedrivePolicy?.maxReceiveCount} tries`);
  for (const { id, name } of functions) {
    const role = referenced(resources[id]?.Properties?.Role);
    for (const [store, verbs] of permissions(resources, roleStatements(resources, role))) {
      // a queue's messages are drawn from the queue to the function
      const written = verbs.filter((verb) => verb !== 'receives');
      if (written.length > 0) draw(name, store, written.join(', '));
    }
  }
  // the widest of the policies for operators
  const [[, widest] = []] = resourcesOfType(resources, 'AWS::IAM::ManagedPolicy').filter(([id]) =>
    id.includes('Policy'),
  );
  for (const [store, verbs] of permissions(resources, widest?.PolicyDocument.Statement ?? []))
    draw('operator', store, verbs.join(', '));
  return arrows;
}

/** The schedules that start a function. */
export function schedulesOfFunctions(resources: Resources) {
  const schedules = resourcesOfType(resources, 'AWS::Scheduler::Schedule').map(([, properties]) => properties);
  return schedules.filter(({ Target }) => referenced(Target.Arn) !== undefined);
}

function roleStatements(resources: Resources, role: string | undefined): Statement[] {
  return resourcesOfType(resources, 'AWS::IAM::Policy')
    .filter(([, { Roles }]) => Roles.some((each: unknown) => referenced(each) === role))
    .flatMap(([, { PolicyDocument }]) => PolicyDocument.Statement as Statement[]);
}

/** What the statements allow on each table and queue, in one or two verbs. */
function permissions(resources: Resources, statements: readonly Statement[]): Map<string, string[]> {
  const stores = storeNames(resources);
  const verbsByStore = new Map<string, string[]>();
  for (const { Action, Resource, Condition } of statements) {
    const store = stores.get(referenced(Resource) ?? '');
    if (!store) continue;
    const known = verbsByStore.get(store) ?? [];
    verbsByStore.set(store, [...new Set([...known, ...verbs([Action].flat(), Condition)])]);
  }
  for (const [store, all] of verbsByStore) {
    const narrower = all.includes('writes') ? ['updates', 'checks'] : [];
    verbsByStore.set(
      store,
      all.filter((verb) => !narrower.includes(verb)),
    );
  }
  return verbsByStore;
}

/** A role that may put items also updates, deletes and checks them: only the widest verb is named. */
function verbs(actions: readonly string[], condition: unknown): string[] {
  const may = (action: string) => actions.includes(action);
  const writes = may('dynamodb:PutItem');
  const reads = may('dynamodb:GetItem');
  // some attributes only: the counters of a key
  const updates = JSON.stringify(condition ?? {}).includes('dynamodb:Attributes') ? 'counts' : 'updates';
  return [
    ...(reads ? ['reads'] : []),
    ...(writes ? ['writes'] : []),
    ...(!writes && may('dynamodb:UpdateItem') ? [updates] : []),
    ...(!writes && may('dynamodb:ConditionCheckItem') ? ['checks'] : []),
    ...(!reads && may('dynamodb:Query') ? ['lists'] : []),
    ...(may('s3:GetObject') || may('s3:GetObjectVersion') ? ['reads'] : []),
    ...(may('s3:PutObject') ? ['writes'] : []),
    ...(may('sqs:SendMessage') ? ['sends'] : []),
    ...(may('sqs:ReceiveMessage') ? ['receives'] : []),
  ];
}
