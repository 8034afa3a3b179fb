import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { named, resolved } from '../support/infra/policies.ts';
import { resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';
import { root } from '../support/sources.ts';

const copyTo = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies';

describe('-c backupCopyTo', () => {
  const { template } = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', backupCopyTo: copyTo });
  const only = (type: string) => {
    const [found, ...others] = resourcesOf(template, type);
    expect(others).toEqual([]);
    return found ?? expect.fail(`no ${type}`);
  };
  const vault = only('AWS::Backup::BackupVault');
  const key = only('AWS::KMS::Key');
  const table = only('AWS::DynamoDB::Table').id;

  it('backs the table up every day, and keeps a copy in that vault for 35 days', () => {
    const plan = only('AWS::Backup::BackupPlan').Properties.BackupPlan as { BackupPlanRule: object[] };
    expect(plan.BackupPlanRule).toEqual([
      {
        ...{ RuleName: 'Daily', ScheduleExpression: 'cron(0 3 * * ? *)', TargetBackupVault: expect.anything() },
        ...{ StartWindowMinutes: 60, CompletionWindowMinutes: 720, Lifecycle: { DeleteAfterDays: 7 } },
        CopyActions: [{ DestinationBackupVaultArn: copyTo, Lifecycle: { DeleteAfterDays: 35 } }],
      },
    ]);
    const { Resources } = only('AWS::Backup::BackupSelection').Properties.BackupSelection as { Resources: unknown[] };
    expect(JSON.stringify(Resources)).toContain(`"${table}"`);
    const [role = expect.fail()] = resourcesOf(template, 'AWS::IAM::Role').filter(({ id }) =>
      id.startsWith('BackupsRole'),
    );
    expect((role.Properties.ManagedPolicyArns as unknown[]).map(resolved)).toEqual([
      'arn:aws:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup',
    ]);
  });

  it('encrypts backups with a key of their own, which production keeps and the other account may use to decrypt', () => {
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain' });
    expect(targetOf(vault.Properties.EncryptionKeyArn)).toBe(key.id);
    expect(key).toMatchObject({ DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } });
    const { Statement } = key.Properties.KeyPolicy as {
      Statement: { Action: unknown; Principal: unknown; Condition?: unknown }[];
    };
    const ofOther = Statement.filter(({ Principal }) => JSON.stringify(Principal).includes('210987654321'));
    expect(ofOther.map(({ Action, Condition }) => [Action, Condition])).toEqual([
      [['kms:Decrypt', 'kms:DescribeKey'], undefined],
      ['kms:CreateGrant', { Bool: { 'kms:GrantIsForAWSResource': 'true' } }],
    ]);
  });

  it('tells the topics of alarms when a backup or its copy fails, and where what to do is written', () => {
    const alarmTopic = 'arn:aws:sns:eu-west-1:123456789012:on-call';
    const told = synthesise({ env: 'prod', alarmEmail: 'ops@example.com', alarmTopic, backupCopyTo: copyTo }).template;
    const [{ Properties } = expect.fail()] = resourcesOf(told, 'AWS::Events::Rule');
    const { Description, EventPattern, Targets } = Properties as {
      Description: string;
      EventPattern: object;
      Targets: { Arn: unknown }[];
    };
    const [, heading = '?'] = /docs\/operations\.md, (.*)\.$/.exec(Description) ?? [];
    expect(readFileSync(join(root, 'docs', 'operations.md'), 'utf8')).toContain(`\n### ${heading}\n`);
    expect(EventPattern).toEqual({
      source: ['aws.backup'],
      'detail-type': ['Backup Job State Change', 'Copy Job State Change'],
      detail: {
        state: ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'],
        resourceArn: [{ 'Fn::GetAtt': [table, 'Arn'] }],
      },
    });
    expect(Targets.map(({ Arn }) => named(Arn))).toEqual(['MonitoringAlarms', alarmTopic]);
  });

  it('rings if no backup is completed in that vault, which AWS Backup tells nobody', () => {
    const alarm = resourcesOf(template, 'AWS::CloudWatch::Alarm').find(({ id }) => id.includes('NoBackup'));
    const { Namespace, MetricName, Dimensions, TreatMissingData } = alarm?.Properties ?? {};
    const [{ Name, Value } = { Name: '', Value: '' }] = Dimensions as { Name: string; Value: unknown }[];
    expect({ Namespace, MetricName, Name, of: targetOf(Value), TreatMissingData }).toEqual({
      ...{ Namespace: 'AWS/Backup', MetricName: 'NumberOfBackupJobsCompleted', TreatMissingData: 'breaching' },
      ...{ Name: 'BackupVaultName', of: vault.id },
    });
  });

  it('names both vaults in the outputs', () => {
    expect(template.Outputs.BackupCopyTo?.Value).toBe(copyTo);
    expect(targetOf(template.Outputs.BackupVault?.Value)).toBe(vault.id);
  });

  it('is optional', () => {
    const { template: without } = synthesise({ env: 'prod' });
    expect(Object.values(without.Resources).filter(({ Type }) => /Backup|KMS/.test(Type))).toEqual([]);
    expect(without.Outputs.BackupVault).toBeUndefined();
  });
});
