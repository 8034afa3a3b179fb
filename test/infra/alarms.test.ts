import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';
import { root } from '../support/sources.ts';

// The alarms, the queries and the runbook belong together. What an alarm watches and when it rings: deployed.txt.

const { template } = synthesise({
  env: 'prod',
  backupCopyTo: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies',
  kmsKeyArn: 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-0000-4000-8000-000000000000',
  waf: 'true',
  mailFrom: 'health@example.com',
  alarmEmail: 'ops@example.com',
});
const operations = readFileSync(join(root, 'docs', 'operations.md'), 'utf8');
const sectionOf = (heading: string) => new RegExp(`\\n## ${heading}\\n(.*?)\\n## `, 's').exec(operations)?.[1] ?? '';

interface Alarm {
  readonly AlarmDescription: string;
  readonly Metrics?: readonly { readonly MetricStat?: unknown }[];
}

describe('the alarms', () => {
  /** By their names in the runbook. */
  const alarms = new Map(
    resourcesOf(template, 'AWS::CloudWatch::Alarm').map(({ Properties }) => {
      const alarm = Properties as unknown as Alarm;
      return [/docs\/operations\.md, (\w+)\.$/.exec(alarm.AlarmDescription)?.[1] ?? '', alarm];
    }),
  );
  const metricsOf = ({ Metrics }: Alarm) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1;

  it('are exactly those described in the runbook', () => {
    const paragraphs = [...sectionOf('Alarms').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(paragraphs.sort()).toEqual([...alarms.keys()].sort());
  });

  it('have at most the ten metrics that CloudWatch allows, and cost what the runbook says', () => {
    const ofOptions = ['NoBackup', 'BlockedRequests', 'KeyUnusable', 'MailsBounced'];
    const counts = [...alarms].filter(([name]) => !ofOptions.includes(name)).map(([, alarm]) => metricsOf(alarm));
    const all = counts.reduce((sum, each) => sum + each, 0);
    expect(Math.max(...counts)).toBe(10);
    expect(operations).toContain(`| ${all} alarm metrics, the dashboard, own metrics: $${(all / 10).toFixed(2)},`);
  });

  it('of backups that fail name a heading of the runbook', () => {
    const [{ Properties } = expect.fail()] = resourcesOf(template, 'AWS::Events::Rule');
    const [, heading = '?'] = /docs\/operations\.md, (.*)\.$/.exec(`${Properties.Description}`) ?? [];
    expect(operations).toContain(`\n### ${heading}\n`);
  });
});

describe('the saved queries', () => {
  const definitions = resourcesOf(template, 'AWS::Logs::QueryDefinition').map(
    ({ Properties }) => Properties as { Name: string; QueryString: string; LogGroupNames: unknown[] },
  );
  const section = sectionOf('Dashboard and saved queries');

  it('are those of the runbook, in the folder of the stack', () => {
    const rows = [...section.matchAll(/^\| `([a-z ]+)` \|/gm)].map(([, name]) => `client-health-prod/${name}`);
    expect(rows).toHaveLength(7);
    expect(definitions.map(({ Name }) => Name).sort()).toEqual(rows.sort());
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
