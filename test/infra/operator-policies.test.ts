import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetApiKeysCommand } from '@aws-sdk/client-api-gateway';
import {
  BackupClient,
  DescribeBackupVaultCommand,
  DescribeGlobalSettingsCommand,
  DescribeRegionSettingsCommand,
  ListBackupJobsCommand,
  ListCopyJobsCommand,
} from '@aws-sdk/client-backup';
import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { CloudWatchClient, DescribeAlarmsCommand } from '@aws-sdk/client-cloudwatch';
import { CloudWatchLogsClient, FilterLogEventsCommand } from '@aws-sdk/client-cloudwatch-logs';
import { ListSubscriptionsByTopicCommand, SNSClient, SubscribeCommand, UnsubscribeCommand } from '@aws-sdk/client-sns';
import { GetQueueAttributesCommand, SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { commandNames } from '../../bin/cli/program.ts';
import { openStack } from '../../bin/cli/service/stack.ts';
import { createTable } from '../../bin/local/store/table.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { cliOn } from '../support/cli/cli.ts';
import { useAws } from '../support/infra/aws.ts';
import { type Attempt, allows, resolved, type Statement } from '../support/infra/policies.ts';
import { type Sent, tableAttempts } from '../support/infra/table-attempts.ts';
import { resourcesOf, synthesise } from '../support/infra/template.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { aroundAttempts } from '../support/sim/attempts.ts';
import { skipPauses } from '../support/skip-pauses.ts';
import { root } from '../support/sources.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

// Every command runs against a deployment whose services are stand-ins. What it really sends is evaluated against each
// of the policies.

const stackName = 'client-health-prod';
const backupCopyTo = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies';
const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', backupCopyTo });
const [tableId = ''] = resourcesOf(template, 'AWS::DynamoDB::Table').map(({ id }) => id);
const output = (name: string) => resolved(template.Outputs[name]?.Value);

type PolicyName = 'read' | 'data' | 'keys' | 'everything' | 'repair';
const policyNames: readonly PolicyName[] = ['read', 'data', 'keys', 'everything', 'repair'];
const policyOutputs: Readonly<Record<PolicyName, string>> = {
  read: 'ReadPolicyArn',
  data: 'DataPolicyArn',
  keys: 'KeysPolicyArn',
  everything: 'OperatorPolicyArn',
  repair: 'RepairPolicyArn',
};
const policies = Object.fromEntries(
  Object.entries(policyOutputs).map(([name, arn]) => {
    const properties = template.Resources[output(arn)]?.Properties ?? {};
    return [name, (properties.PolicyDocument as { Statement: Statement[] }).Statement];
  }),
) as Record<PolicyName, Statement[]>;

/** Attempts that the last command made. */
const attempts: Attempt[] = [];

const db = useTable();
const aws = useAws(template, (...given) => attempts.push(...given));
const mocks = {
  backup: mockClient(BackupClient),
  stacks: mockClient(CloudFormationClient),
  alarms: mockClient(CloudWatchClient),
  logs: mockClient(CloudWatchLogsClient),
  queues: mockClient(SQSClient),
  notices: mockClient(SNSClient),
};
// the clients of every test file of this worker are of these classes
afterAll(() => {
  for (const mock of Object.values(mocks)) mock.restore();
});

function recordingTable() {
  return aroundAttempts(db.open(), (send, input, operation) => {
    attempts.push(...tableAttempts(operation, input as Sent, tableId));
    return send();
  });
}

const arnOf = (service: string, rest: string) => `arn:aws:${service}:eu-west-1:123456789012:${rest}`;
const done = { State: 'COMPLETED', CreationDate: new Date() };
const queueOf = ({ QueueUrl = '' }) => QueueUrl.replace('https://sqs/', '');
const vaultOf = ({ BackupVaultName = '*' }) => BackupVaultName;
const settings = {
  ResourceTypeOptInPreference: { DynamoDB: true },
  ResourceTypeManagementPreference: { DynamoDB: true },
};
const copies = [{ ...done, SourceBackupVaultArn: `:backup-vault:${output('BackupVault')}` }];

type Input = Readonly<Record<string, string>>;
/** What each call attempts, on what, and what AWS answers if all is well. */
const calls: readonly (readonly [
  mock: (typeof mocks)[keyof typeof mocks],
  command: unknown,
  action: string,
  on: (input: Input) => string,
  answer?: object | ((input: Input) => object),
])[] = [
  [mocks.stacks, DescribeStacksCommand, 'cloudformation:DescribeStacks', stackArn, stackOf],
  [mocks.alarms, DescribeAlarmsCommand, 'cloudwatch:DescribeAlarms', () => arnOf('cloudwatch', 'alarm:*')],
  [mocks.backup, DescribeRegionSettingsCommand, 'backup:DescribeRegionSettings', vaultOf, settings],
  [
    ...([mocks.backup, DescribeGlobalSettingsCommand, 'backup:DescribeGlobalSettings', vaultOf] as const),
    { GlobalSettings: { isCrossAccountBackupEnabled: 'true' } },
  ],
  [mocks.backup, DescribeBackupVaultCommand, 'backup:DescribeBackupVault', vaultOf],
  [mocks.backup, ListBackupJobsCommand, 'backup:ListBackupJobs', vaultOf, { BackupJobs: [done] }],
  [mocks.backup, ListCopyJobsCommand, 'backup:ListCopyJobs', vaultOf, { CopyJobs: copies }],
  [mocks.logs, FilterLogEventsCommand, 'logs:FilterLogEvents', ({ logGroupName = '' }) => logGroupName],
  [mocks.queues, GetQueueAttributesCommand, 'sqs:GetQueueAttributes', queueOf],
  [mocks.queues, SendMessageBatchCommand, 'sqs:SendMessage', queueOf],
  [
    ...([
      mocks.notices,
      SubscribeCommand,
      'sns:Subscribe',
      ({ TopicArn = '' }) => TopicArn.replace(/^.*:/, ''),
    ] as const),
    { SubscriptionArn: arnOf('sns', `${output('NoticesTopic')}:1`) },
  ],
  [mocks.notices, ListSubscriptionsByTopicCommand, 'sns:ListSubscriptionsByTopic', ({ TopicArn = '' }) => TopicArn],
  [mocks.notices, UnsubscribeCommand, 'sns:Unsubscribe', () => '*'],
];

function stackArn({ StackName }: Input): string {
  return arnOf('cloudformation', `stack/${StackName}/1a2b`);
}

/** The stack with all outputs of the template. */
function stackOf({ StackName = '' }: Input) {
  const outputs = Object.fromEntries(Object.keys(template.Outputs).map((name) => [name, output(name)]));
  for (const name of ['QueueUrl', 'DeadLettersUrl', 'MissedNightsUrl']) outputs[name] = `https://sqs/${outputs[name]}`;
  outputs.NoticesTopic = arnOf('sns', `${outputs.NoticesTopic}`);
  Object.assign(outputs, { BaseUrl: 'https://api.example/v1', DashboardUrl: 'https://console.example' });
  const Outputs = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const StackId = stackArn({ StackName });
  return { Stacks: [{ StackId, StackName, CreationTime: new Date(0), StackStatus: 'CREATE_COMPLETE', Outputs }] };
}

beforeAll(() => {
  for (const [mock, command, action, on, answer = {}] of calls) {
    (mock as typeof mocks.backup).on(command as never).callsFake((input: Input) => {
      attempts.push({ action, on: on(input) });
      return typeof answer === 'function' ? answer(input) : answer;
    });
  }
  aws.gateway.on(GetApiKeysCommand).callsFake(() => {
    attempts.push({ action: 'apigateway:GET', on: 'arn:aws:apigateway:eu-west-1::/apikeys' });
    return { items: [] };
  });
});

const admin = cliOn(() => db.table, {
  open: async () => ({ ...(await openStack(stackName, new CloudFormationClient())), table: recordingTable() }),
  randomBytes: bytesOf(randomOf(3)),
});

async function run(line: string): Promise<{ out: string[]; denied: Record<PolicyName, string[]> }> {
  attempts.length = 0;
  const { out, err, exitCode } = await admin(line);
  expect({ line, err: exitCode === 0 ? [] : err, exitCode }).toEqual({ line, err: [], exitCode: 0 });
  // whoever uses the link has the rights of whoever signed it
  if (line.startsWith('inbox link')) {
    attempts.push({ action: 's3:PutObject', on: aws.inBucket('in/acme/a.csv') });
  }
  const of = (name: PolicyName) => attempts.filter((attempt) => !allows(policies[name], attempt));
  return {
    out,
    denied: Object.fromEntries(
      policyNames.map((name) => [name, of(name).map(({ action, on, keys = [] }) => [action, on, ...keys].join(' '))]),
    ) as Record<PolicyName, string[]>,
  };
}

/** Every command, in an order in which each has something to do, with the policies that suffice for it. */
const commands: readonly (readonly [line: string, allowed: readonly PolicyName[]])[] = [
  ['accounts create --account acme --name Acme', ['everything']],
  ['import FILES --account acme --score', ['data', 'everything']],
  ['import FILES --account acme --prune --yes', ['data', 'everything']],
  ['match FILES --account acme', ['read', 'data', 'everything']],
  ['feeds list --account acme', ['read', 'data', 'everything']],
  ['feeds forget clients --account acme', ['data', 'everything']],
  ['inbox configure --account acme --map hubspot --notify a@example.com', ['data', 'everything']],
  ['inbox configure --account acme --map hubspot', ['data', 'everything']],
  ['inbox configure --account acme --notify b@example.com', ['data', 'everything']],
  ['inbox put FILES/clients.csv --account acme', ['data', 'everything']],
  ['inbox status --account acme', ['read', 'data', 'everything']],
  ['inbox report run --account acme', ['read', 'data', 'everything']],
  ['inbox link a.csv --account acme', ['data', 'everything']],
  ['inbox policy --account acme', ['read', 'data', 'keys', 'everything']],
  ['score --account acme --history 3', ['data', 'everything']],
  ['rebuild --account acme', ['data', 'everything']],
  ['export OUT --account acme', ['read', 'data', 'everything']],
  ['keys issue --account acme --name ci', ['keys', 'everything']],
  ['keys list', ['read', 'keys', 'everything']],
  ['keys roll KEY --keep 0h', ['keys', 'everything']],
  ['keys issue --account acme --name other', ['keys', 'everything']],
  ['keys revoke KEY', ['keys', 'everything']],
  ['accounts list', ['read', 'everything']],
  ['inspect a --account acme', ['read', 'data', 'everything']],
  ['track-record --account acme', ['read', 'data', 'everything']],
  ['status', ['read', 'everything']],
  ['status --backups', ['read', 'everything']],
  ['usage', ['read', 'everything']],
  ['clients erase a --account acme --yes', ['everything']],
  ['accounts restore --account acme --from RESTORED --yes', ['everything']],
  ['people invite ann@example.com --account acme', ['keys', 'everything']],
  ['people list', ['read', 'keys', 'everything']],
  ['people log --account acme', ['read', 'keys', 'everything']],
  ['people remove ann@example.com --account acme', ['keys', 'everything']],
  ['people restore --from RESTORED', ['everything']],
  ['people export --account acme --email ann@example.com', ['everything']],
  ['people erase --account acme --email ann@example.com --yes', ['everything']],
  ['accounts suspend --account acme', ['keys', 'everything']],
  ['accounts resume --account acme', ['keys', 'everything']],
  ['accounts delete --account acme --yes', ['everything']],
];

/** Commands that ask the API with a key, or nothing of AWS. */
const withoutPolicy = ['verify', 'board', 'morning', 'mcp'];

const nameOf = (line: string) => {
  const [first = '', second = ''] = line.split(' ');
  return ['accounts', 'clients', 'keys', 'people', 'inbox', 'feeds'].includes(first) ? `${first} ${second}` : first;
};

it('each command has its row: what it sends is evaluated, or it needs no policy', () => {
  const names = commandNames({
    open: () => Promise.reject(new Error('not opened')),
    terminal: { out: () => undefined, err: () => undefined, style: (_, text) => text },
    clock: Date.now,
    randomBytes: bytesOf(randomOf(1)),
  });
  const rows = [...commands.map(([line]) => nameOf(line)), ...withoutPolicy];
  expect(names.sort()).toEqual([...new Set(rows)].sort());
});

it('each command is allowed by the policies of the table, and by no other', async () => {
  skipPauses();
  // links are signed without a call
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) vi.stubEnv(name, 'test');
  const files = temporaryFolder({
    'clients.csv': 'Service ID,Name\na,A\nb,B\n',
    'notes.csv': 'Service ID,Note ID,Created By,Created At,Content\na,n1,Ann,2026-11-01,Hi\n',
  });
  const out = join(temporaryFolder(), 'out');
  vi.stubEnv('AWS_ENDPOINT_URL', aws.url());
  aws.bucket.put('reports/acme/run.txt', 'Run run of acme');
  const restored = `${db.table.name}-restored`;
  await createTable({ ...db.address, tableName: restored });
  await createAccount({ ...db.table, name: restored }, asAccount('acme'), 'Acme');
  let key = '';
  for (const [line, allowed] of commands) {
    const filled = line.replace('FILES', files).replace('OUT', out).replace('RESTORED', restored).replace('KEY', key);
    const issues = /^keys (issue|roll)/.test(line);
    const { out: said, denied } = await run(`${filled}${issues ? ' --json' : ''}`);
    if (issues) key = JSON.parse(said[0] ?? '').keyId;
    expect({ line, allowed: policyNames.filter((name) => denied[name].length === 0), denied }).toEqual({
      line,
      allowed,
      denied: expect.anything(),
    });
  }
});

it('docs/operations.md names the narrowest policy of every command', () => {
  const page = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `(\w+PolicyArn)` \|([^|]*)\|/gm)].flatMap(([, arn = '', list = '']) =>
    [...list.matchAll(/`([a-z -]+)`/g)].map(([, command = '']) => [command, arn]),
  );
  const narrowest = commands.map(([line, allowed]) => [nameOf(line), policyOutputs[allowed[0] ?? 'everything']]);
  expect(Object.fromEntries(rows)).toEqual(Object.fromEntries(narrowest));
});

it.each([
  ['start-message-move-task', 'StartMessageMoveTask', 'DeadLettersUrl'],
  ['receive-message', 'ReceiveMessage', 'MissedNightsUrl'],
  ['purge-queue', 'PurgeQueue', 'MissedNightsUrl'],
])('aws sqs %s, as in the runbook, is allowed by the policy repair alone', (_, action, queue) => {
  const attempt = { action: `sqs:${action}`, on: output(queue) };
  expect(policyNames.filter((name) => allows(policies[name], attempt))).toEqual(['repair']);
});
