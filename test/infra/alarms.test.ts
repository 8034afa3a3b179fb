import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
import { named } from '../support/infra/policies.ts';
import { resourcesOf, synthesise, type Template, targetOf } from '../support/infra/template.ts';
import { root } from '../support/sources.ts';

interface Stat {
  readonly Metric: { readonly MetricName: string; readonly Dimensions: { Name: string; Value: unknown }[] };
  readonly Period: number;
  readonly Stat: string;
}

interface Alarm {
  readonly AlarmDescription: string;
  readonly Namespace?: string;
  readonly MetricName?: string;
  readonly Dimensions?: unknown;
  readonly Period?: number;
  readonly Statistic?: string;
  readonly ExtendedStatistic?: string;
  readonly ComparisonOperator: string;
  readonly EvaluationPeriods: number;
  readonly DatapointsToAlarm?: number;
  readonly Threshold: number;
  readonly TreatMissingData: string;
  readonly Metrics?: { readonly Id: string; readonly Expression?: string; readonly MetricStat?: Stat }[];
  readonly AlarmActions?: unknown[];
  readonly OKActions?: unknown[];
}

/** The alarms by their name in the runbook, which their description refers to. */
function alarmsOf(template: Template): Map<string, Alarm> {
  const all = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) => Properties as unknown as Alarm);
  const nameOf = ({ AlarmDescription }: Alarm) => /docs\/operations\.md, (\w+)\.$/.exec(AlarmDescription)?.[1] ?? '';
  return new Map(all.map((alarm) => [nameOf(alarm), alarm]));
}

const kmsKeyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000';
const backupCopyTo = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies';
const { template } = synthesise({ env: 'prod', backupCopyTo, kmsKeyArn, waf: 'true' });
const alarms = alarmsOf(template);
const operations = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'operations.md'), 'utf8');

/** The metrics that an alarm adds up. */
const summandsOf = (name: string) => (alarms.get(name)?.Metrics ?? []).flatMap(({ MetricStat }) => MetricStat ?? []);

describe('the alarms', () => {
  it('are exactly those described in the runbook', () => {
    const [, section = ''] = /\n## Alarms\n(.*?)\n## /s.exec(operations) ?? [];
    const paragraphs = [...section.matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(alarms.size).toBe(20);
    expect(resourcesOf(template, 'AWS::CloudWatch::Alarm')).toHaveLength(20);
    expect(paragraphs.sort()).toEqual([...alarms.keys()].sort());
  });

  const rules = [
    ['ServerErrors', 5, 'Sum', '1 of 1 periods of 5 minutes'],
    ['SlowAnswers', 2000, 'p99', '3 of 3 periods of 5 minutes'],
    ['FunctionErrors', 1, 'Sum', '1 of 3 periods of 5 minutes'],
    ['FunctionThrottles', 1, 'Sum', '1 of 3 periods of 5 minutes'],
    ['GatewayThrottles', 50, 'Sum', '2 of 3 periods of 5 minutes'],
    ['RefusedKeys', 500, 'Sum', '2 of 3 periods of 5 minutes'],
    ['TableThrottles', 10, 'Sum', '2 of 3 periods of 5 minutes'],
    ['LimiterErrors', 1, 'Sum', '1 of 1 periods of 5 minutes'],
    ['DeadLetters', 1, 'Maximum', '1 of 1 periods of 1 minutes'],
    ['MissedNight', 1, 'Maximum', '1 of 1 periods of 1 minutes'],
    // every check in two hours: right after 00:00 all are behind
    ['AccountsBehind', 1, 'Minimum', '4 of 4 periods of 30 minutes'],
    ['FeedFaults', 1, 'Maximum', '1 of 1 periods of 30 minutes'],
    ['MorningsUnsent', 1, 'Minimum', '2 of 2 periods of 30 minutes'],
    ['OldScores', 87_600, 'Maximum', '1 of 1 periods of 30 minutes'],
    ['BlockedRequests', 100, 'Sum', '2 of 3 periods of 5 minutes'],
    ['KeyUnusable', 1, 'Maximum', '1 of 1 periods of 30 minutes'],
    ['InboxErrors', 1, 'Sum', '1 of 3 periods of 5 minutes'],
    ['InboxLate', 7200, 'Maximum', '1 of 1 periods of 15 minutes'],
    ['NoticesFailed', 1, 'Sum', '1 of 1 periods of 15 minutes'],
    ['NoBackup', 1, 'Sum', '36 of 36 periods of 60 minutes'],
  ] as const;
  it('have a row below', () => expect(rules.map(([name]) => name).toSorted()).toEqual([...alarms.keys()].toSorted()));
  it.each(rules)('%s fires at %i (%s) in %s', (name, threshold, statistic, periods) => {
    const alarm = alarms.get(name);
    const [summand] = summandsOf(name);
    const { EvaluationPeriods = 0, DatapointsToAlarm = EvaluationPeriods } = alarm ?? {};
    const minutes = (alarm?.Period ?? summand?.Period ?? 0) / 60;

    expect({
      threshold: alarm?.Threshold,
      operator: alarm?.ComparisonOperator,
      statistic: alarm?.ExtendedStatistic ?? alarm?.Statistic ?? summand?.Stat,
      periods: `${DatapointsToAlarm} of ${EvaluationPeriods} periods of ${minutes} minutes`,
    }).toEqual({
      ...{ threshold, statistic, periods },
      operator: name === 'NoBackup' ? 'LessThanThreshold' : 'GreaterThanOrEqualToThreshold',
    });
  });

  it('treat missing data as OK, except those that fire when nothing looks or runs, which treat it as breaching', () => {
    const silent = [...alarms].filter(([, { TreatMissingData }]) => TreatMissingData === 'breaching');
    expect(silent.map(([name]) => name)).toEqual(['OldScores', 'InboxLate', 'NoBackup']);
    expect(alarms.get('OldScores')?.MetricName).toBe('ScoreAge');
  });

  it('use the metrics of this deployment', () => {
    const own = [...alarms.values()].filter(({ Namespace }) => Namespace === 'ClientHealth');
    const names = [
      'LimiterError',
      'AccountsBehind',
      'FeedFaults',
      'MorningsUnsent',
      'ScoreAge',
      'KeyUnusable',
      'InboxAge',
    ];
    expect(own.map(({ MetricName }) => MetricName)).toEqual(names);
    for (const { Dimensions } of own) {
      expect(Dimensions).toEqual([{ Name: 'deployment', Value: 'client-health-prod' }]);
    }
  });

  it.each([
    ['ServerErrors', '5XXError', 'ApiName', undefined],
    ['SlowAnswers', 'Latency', 'ApiName', undefined],
    ['DeadLetters', 'ApproximateNumberOfMessagesVisible', 'QueueName', 'NightDeadLetters'],
    ['MissedNight', 'ApproximateNumberOfMessagesVisible', 'QueueName', 'NightMissed'],
  ])('%s watches %s', (name, metric, dimension, on) => {
    const { MetricName, Dimensions } = alarms.get(name) ?? {};
    const [{ Name, Value }] = Dimensions as [{ Name: string; Value: unknown }];
    const target = targetOf(Value)?.replace(/[0-9A-F]{8}$/, '');
    expect([MetricName, Name, target]).toEqual([metric, dimension, on]);
  });

  it('that add up metrics fill gaps with 0, as a sum with a gap has no value', () => {
    const sums = [...alarms].filter(([, { Metrics }]) => Metrics);
    const names = ['FunctionErrors', 'FunctionThrottles', 'TableThrottles', 'InboxErrors'];
    expect(sums.map(([name]) => name)).toEqual(names);
    for (const [, { Metrics = [], EvaluationPeriods, DatapointsToAlarm = EvaluationPeriods }] of sums) {
      const ids = Metrics.filter(({ MetricStat }) => MetricStat).map(({ Id }) => Id);
      // the limit of CloudWatch
      expect(ids.length).toBeLessThanOrEqual(10);
      expect(Metrics.find(({ Expression }) => Expression)?.Expression).toBe(
        ids.map((id) => `FILL(${id}, 0)`).join(' + '),
      );
      // the newest period may be filled with 0 before its data has arrived
      expect(DatapointsToAlarm).toBeLessThan(EvaluationPeriods);
    }
  });

  it.each([
    ['FunctionErrors', 'Errors'],
    ['FunctionThrottles', 'Throttles'],
  ])('%s covers every function but those of the inbox: an alarm takes ten metrics', (name, metric) => {
    const watched = summandsOf(name).map(({ Metric: { MetricName, Dimensions }, Stat }) => {
      expect({ MetricName, Stat, names: Dimensions.map(({ Name }) => Name) }).toEqual({
        MetricName: metric,
        Stat: 'Sum',
        names: ['FunctionName'],
      });
      return targetOf(Dimensions[0]?.Value);
    });
    const functions = resourcesOf(template, 'AWS::Lambda::Function').map(({ id }) => id);
    expect(watched.sort()).toEqual(functions.filter((id) => !id.startsWith('Inbox')).sort());
  });

  it('InboxErrors covers the functions of the inbox, and the errors that they log', () => {
    const watched = summandsOf('InboxErrors').map(({ Metric: { MetricName, Dimensions } }) => [
      MetricName,
      targetOf(Dimensions[0]?.Value)?.slice(0, 'Inboxinbox'.length),
    ]);
    expect(watched).toEqual([
      ['InboxErrors', undefined],
      ...['Inboxinbox', 'Inboximpor'].flatMap((name) => [
        ['Errors', name],
        ['Throttles', name],
      ]),
    ]);
  });

  it('TableThrottles counts every throttling event, including those in batches that succeeded in part', () => {
    const table = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id;
    const found = summandsOf('TableThrottles').map(({ Metric: { MetricName, Dimensions }, Stat }) => [
      ...[MetricName, Stat],
      ...Dimensions.map(({ Name, Value }) => `${Name} ${targetOf(Value)}`),
    ]);
    const events = ['ReadThrottleEvents', 'WriteThrottleEvents'];
    expect(found).toEqual(events.map((metric) => [metric, 'Sum', `TableName ${table}`]));
  });
});

it('GatewayThrottles counts what API Gateway throttled in the access log: 4XXError holds the 429 of keys over their limits too', () => {
  const [filter] = resourcesOf(template, 'AWS::Logs::MetricFilter');
  expect(filter?.Properties).toMatchObject({
    FilterPattern: '{ $.errorType = "THROTTLED" }',
    MetricTransformations: [
      {
        MetricNamespace: 'ClientHealth/client-health-prod',
        MetricName: 'GatewayThrottles',
        MetricValue: '1',
        DefaultValue: 0,
      },
    ],
  });
  expect(targetOf(filter?.Properties.LogGroupName)).toMatch(/^ApiAccessLog/);
  expect(alarms.get('GatewayThrottles')).toMatchObject({
    Namespace: 'ClientHealth/client-health-prod',
    MetricName: 'GatewayThrottles',
  });
});

describe('alarms reach someone', () => {
  const topic = 'arn:aws:sns:eu-west-1:123456789012:on-call';
  const actionsWith = (context: Record<string, string>) =>
    resourcesOf(synthesise({ env: 'prod', ...context }).template, 'AWS::CloudWatch::Alarm').map(({ Properties }) => [
      Properties.AlarmActions,
      Properties.OKActions,
    ]);

  it('through a topic that exists, alone or together with an address', () => {
    expect(actionsWith({ alarmTopic: topic })).toEqual(Array(17).fill([[topic], [topic]]));
    for (const [actions] of actionsWith({ alarmTopic: topic, alarmEmail: 'ops@example.com' })) {
      expect(actions).toEqual([{ Ref: expect.stringMatching(/^MonitoringAlarms/) }, topic]);
    }
  });

  it('through nothing only if -c alarmEmail=none says so', () => {
    expect(actionsWith({ alarmEmail: 'none' })).toEqual(Array(17).fill([undefined, undefined]));
  });
});

describe('the cost of the alarms', () => {
  it('is $0.10 a month per metric, with the number of metrics that the runbook states', () => {
    const ofOptions = ['NoBackup', 'BlockedRequests', 'KeyUnusable'];
    const always = [...alarms.keys()].filter((name) => !ofOptions.includes(name));
    const metrics = always.map((name) => summandsOf(name).length || 1).reduce((sum, each) => sum + each, 0);
    expect(operations).toContain(
      `| ${metrics} alarm metrics, the dashboard, own metrics: $${(metrics / 10).toFixed(2)},`,
    );
  });
});

describe('the dashboard', () => {
  interface Widget {
    readonly type: string;
    readonly properties: {
      readonly title: string;
      readonly alarms?: readonly string[];
      readonly query?: string;
      readonly metrics?: readonly (readonly (
        | string
        | { readonly label?: string; readonly visible?: boolean; readonly stat?: string }
      )[])[];
    };
  }

  const body = resourcesOf(template, 'AWS::CloudWatch::Dashboard')[0]?.Properties.DashboardBody;
  const { widgets } = JSON.parse(named(body)) as { widgets: readonly Widget[] };

  it('begins with the states of all alarms', () => {
    const all = resourcesOf(template, 'AWS::CloudWatch::Alarm').map(({ id }) => named({ Ref: id }));
    expect(widgets[0]).toMatchObject({ type: 'alarm', properties: { title: 'Alarms', alarms: all } });
  });

  it('shows metrics of what the title of each graph says', () => {
    const shown = widgets.flatMap(({ properties: { title, metrics } }) => {
      const lines = metrics?.flatMap((metric) => {
        const [options = {}] = metric.flatMap((each) => (typeof each === 'string' ? [] : each));
        const [, name, , of] = metric;
        // the summands of a sum are hidden
        if (options.visible === false) return [];
        return options.label ? `sum of ${options.label}` : `${name} ${of} ${options.stat}`;
      });
      return lines ? [`${title}: ${lines.join(', ').replaceAll(/client-health-prod |undefined /g, '')}`] : [];
    });
    const functions = ['clients', 'clientrecords', 'streams', 'portfolios', 'alignment', 'topics', 'export', 'mcp'];
    const errorsOf = [...functions.map((name) => `Api${name}`), 'Nightnightly', 'Nightworker'].map(
      (name) => `Errors ${name}Function Sum`,
    );
    const waiting = (queue: string) => `ApproximateNumberOfMessagesVisible ${queue} Maximum`;
    expect(shown).toEqual([
      'Requests: Count SampleCount',
      'Errors: 5XXError Sum, 4XXError Sum',
      'Latency p50, p99: Latency p50, Latency p99',
      'Failed key checks: LimiterError Sum',
      `Errors by function: ${errorsOf.join(', ')}`,
      'Throttles: sum of functions, sum of table, GatewayThrottles Sum',
      'Age of the newest scores (s): ScoreAge Maximum',
      'Accounts behind: AccountsBehind Minimum',
      'Faults of feeds: FeedFaults Maximum',
      'Events of nights not sent: MorningsUnsent Minimum',
      'Accounts expected, scored, failed: AccountsExpected Sum, AccountsScored Sum, AccountsFailed Sum',
      `Messages waiting: ${waiting('NightQueue')}`,
      `Dead letters, missed nights: ${waiting('NightDeadLetters')}, ${waiting('NightMissed')}`,
      'Consumed units: ConsumedReadCapacityUnits DataTable Sum, ConsumedWriteCapacityUnits DataTable Sum',
      'Age of the oldest file in an inbox (s): InboxAge Maximum',
      'Runs of inboxes, failed, errors: InboxRuns Sum, InboxRunsFailed Sum, sum of inbox',
      'Backups completed: NumberOfBackupJobsCompleted BackupsVault Sum',
    ]);
  });

  it('reads in its tables the same logs as the saved queries', () => {
    const saved = resourcesOf(template, 'AWS::Logs::QueryDefinition').map(({ Properties }) => {
      const { Name, QueryString, LogGroupNames } = Properties as {
        Name: string;
        QueryString: string;
        LogGroupNames: unknown[];
      };
      const lines = [...LogGroupNames.map((name) => `SOURCE '${named(name)}'`), QueryString.replaceAll('\n', '')];
      return [Name.replace('client-health-prod/', ''), lines.join(' | ')] as const;
    });
    const shown = widgets
      .filter(({ type }) => type === 'log')
      .map(({ properties: { title, query } }) => [title, query?.replaceAll('\n', '')]);
    expect(shown).toEqual(
      [
        ['Callers with most requests', 'top callers'],
        ['Callers with most refusals (401, 403, 429)', 'refusals'],
        ['Longest nights', 'nights by account'],
      ].map(([title, name]) => [title, new Map(saved).get(name ?? '')]),
    );
  });
});

describe('the saved queries', () => {
  const definitions = resourcesOf(template, 'AWS::Logs::QueryDefinition').map(
    ({ Properties }) => Properties as { Name: string; QueryString: string; LogGroupNames: unknown[] },
  );
  const [, section = ''] = /\n## Dashboard and saved queries\n(.*?)\n## /s.exec(operations) ?? [];

  it('are those of the runbook, in the folder of the stack', () => {
    const rows = [...section.matchAll(/^\| `([a-z ]+)` \|/gm)].map(([, name]) => `client-health-prod/${name}`);
    expect(rows).toHaveLength(7);
    expect(definitions.map(({ Name }) => Name).sort()).toEqual(rows.sort());
  });

  it('ask for what their names say, in the logs of the parts that know it, first the newest, the most or the slowest', () => {
    const asked = definitions.map(({ Name, QueryString, LogGroupNames }) => [
      Name.replace('client-health-prod/', ''),
      ...QueryString.split('\n| '),
      LogGroupNames.map((group) => named(group).replace(/Log$/, '')),
    ]);
    const functions = [...groups.map(({ name }) => `Api${name.replaceAll('-', '')}`), 'Apimcp'];
    const night = ['Nightnightly', 'Nightworker'];
    expect(asked).toEqual([
      [
        ...['request by id', "filter requestId = 'REQUEST_ID'"],
        'display @timestamp, @log, operation, status, milliseconds, keyId, error.name, errorType',
        // one request, from its first line to its last
        ...['sort @timestamp', ['ApiAccess', ...functions]],
      ],
      [
        ...['requests of a key', "filter keyId = 'KEY_ID'"],
        'stats count() as requests by operation, status, bin(1h)',
        ...['sort requests desc', functions],
      ],
      [
        ...['top callers', 'filter ispresent(keyId)', 'stats count() as requests by customerId, keyId'],
        ...['sort requests desc', 'limit 20', functions],
      ],
      [
        ...['refusals', 'filter status in [401, 403, 429]', 'stats count() as refusals by apiKeyId, status'],
        ...['sort refusals desc', 'limit 20', ['ApiAccess']],
      ],
      [
        ...['slowest requests', 'filter ispresent(operation)'],
        'display @timestamp, operation, milliseconds, bytes, customerId, requestId',
        ...['sort milliseconds desc', 'limit 50', functions],
      ],
      [
        ...['errors', "filter level = 'error'"],
        'display @timestamp, @log, operation, kind, customerId, error.name, error.at.0, buildId, requestId',
        ...['sort @timestamp desc', 'limit 100', [...functions, ...night, 'Inboxinbox', 'Inboximporter']],
      ],
      [
        ...['nights by account', "filter kind = 'score' and level = 'info'"],
        'stats sum(milliseconds) / 1000 as seconds, sum(clients) as scored by customerId, runDate',
        ...['sort seconds desc', 'limit 50', night],
      ],
    ]);
  });

  it('query the log groups of this deployment', () => {
    const groups = resourcesOf(template, 'AWS::Logs::LogGroup').map(({ id }) => id);
    for (const { Name, LogGroupNames } of definitions) {
      expect(LogGroupNames.length, Name).toBeGreaterThan(0);
      for (const name of LogGroupNames) expect(groups, Name).toContain(targetOf(name));
    }
  });

  it('use only fields that are in the logs that they read', () => {
    const line = /filter (?:ispresent\()?(\w+)|display (.*)|by (.*)/g;
    const ofGateway = resourcesOf(template, 'AWS::ApiGateway::Stage').flatMap(({ Properties }) =>
      Object.keys(JSON.parse((Properties.AccessLogSetting as { Format: string }).Format)),
    );
    const ofRequests = readFileSync(join(root, 'shared/http/access-log.ts'), 'utf8');
    const ofJobs = ['kind', 'level', 'clients', 'customerId', 'runDate', 'milliseconds', 'error', 'buildId'];
    const isIn = (group = '', field: string) => {
      if (group.includes('AccessLog')) return ofGateway.includes(field);
      if (/Night|Inbox/.test(group)) return ofJobs.includes(field);
      return new RegExp(`\\b${field}\\b`).test(ofRequests);
    };
    for (const { QueryString, Name, LogGroupNames } of definitions) {
      const fields = [...QueryString.matchAll(line)]
        .flatMap(([, filtered, shown, by]) => (filtered ?? shown ?? by ?? '').split(/[^\w@.]+/))
        .filter((field) => field !== '' && !field.startsWith('@') && !['bin', '1h'].includes(field))
        .map((field) => field.split('.')[0] ?? '');
      expect(fields.length, Name).toBeGreaterThan(2);
      for (const field of fields) {
        expect(
          LogGroupNames.map((name) => [field, isIn(targetOf(name), field)]),
          Name,
        ).toContainEqual([field, true]);
      }
    }
  });
});

describe('mail', () => {
  const mailing = synthesise({ env: 'prod', alarmEmail: 'ops@example.com' }).template;
  const topic = resourcesOf(mailing, 'AWS::SNS::Topic').find(({ id }) => id.startsWith('Monitoring'))?.id;

  it('is sent when an alarm begins and when it is over', () => {
    for (const { AlarmActions, OKActions } of alarmsOf(mailing).values()) {
      expect(AlarmActions?.map(targetOf)).toEqual([topic]);
      expect(OKActions?.map(targetOf)).toEqual([topic]);
    }
    expect(resourcesOf(mailing, 'AWS::SNS::Subscription')[0]?.Properties).toMatchObject({
      Protocol: 'email',
      Endpoint: 'ops@example.com',
    });
  });

  it('can be sent only by alarms of this account: the topic policy replaces the default one', () => {
    const ofTopic = ({ Properties }: { Properties: Record<string, unknown> }) =>
      targetOf((Properties.Topics as unknown[])[0]) === topic;
    const [policy, ...others] = resourcesOf(mailing, 'AWS::SNS::TopicPolicy').filter(ofTopic);
    const statements = (policy?.Properties.PolicyDocument as { Statement: { Sid: string }[] } | undefined)?.Statement;
    const resource = { Ref: topic };
    const [partition, region, account] = ['Partition', 'Region', 'AccountId'].map((name) => ({ Ref: `AWS::${name}` }));
    expect(others).toEqual([]);
    expect(statements?.map(({ Sid: _, ...statement }) => statement)).toEqual([
      {
        Effect: 'Deny',
        Principal: '*',
        Action: 'sns:Publish',
        Resource: resource,
        Condition: { Bool: { 'aws:SecureTransport': 'false' } },
      },
      {
        Effect: 'Allow',
        Principal: { Service: 'cloudwatch.amazonaws.com' },
        Action: 'sns:Publish',
        Resource: resource,
        Condition: {
          ArnLike: {
            'aws:SourceArn': {
              'Fn::Join': ['', ['arn:', partition, ':cloudwatch:', region, ':', account, ':alarm:*']],
            },
          },
        },
      },
    ]);
  });
});

describe('tracing', () => {
  const ruleOf = (context: Record<string, string>) =>
    resourcesOf(synthesise(context).template, 'AWS::XRay::SamplingRule')[0]?.Properties.SamplingRule as object & {
      RuleName: string;
    };

  it('samples one request in a hundred: a trace costs as much as a request', () => {
    const { RuleName: _, ...rule } = ruleOf({ env: 'prod' });
    const stage = { Ref: resourcesOf(template, 'AWS::ApiGateway::Stage')[0]?.id };
    expect(rule).toEqual({
      Version: 1,
      Priority: 1000,
      ServiceType: 'AWS::ApiGateway::Stage',
      ServiceName: { 'Fn::Join': ['', ['client-health-prod/', stage]] },
      Host: '*',
      HTTPMethod: '*',
      URLPath: '*',
      ResourceARN: '*',
      ReservoirSize: 0,
      FixedRate: 0.01,
    });
  });

  it('has a rule name that X-Ray accepts and that is unique, even for copies with long names', () => {
    const names = ['a-name-as-long-a', 'a-name-as-long-b'].map((owner) => ruleOf({ owner }).RuleName);
    expect(new Set(names).size).toBe(2);
    for (const name of names) expect(name).toMatch(/^[A-Za-z0-9-]{1,32}$/);
  });
});
