import {
  BackupClient,
  DescribeBackupVaultCommand,
  DescribeGlobalSettingsCommand,
  DescribeRegionSettingsCommand,
  ListBackupJobsCommand,
  ListCopyJobsCommand,
} from '@aws-sdk/client-backup';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { type BackupAddress, checkBackups } from '../../bin/admin/service/backups.ts';
import { resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';

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
  });

  it('encrypts backups with a key of their own, which production keeps and the other account may use to decrypt', () => {
    expect(vault).toMatchObject({ DeletionPolicy: 'Retain' });
    expect(targetOf(vault.Properties.EncryptionKeyArn)).toBe(key.id);
    expect(key).toMatchObject({ DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } });
    const { Statement } = key.Properties.KeyPolicy as { Statement: { Action: unknown; Principal: unknown }[] };
    const ofOther = Statement.filter(({ Principal }) => JSON.stringify(Principal).includes('210987654321'));
    expect(ofOther.map(({ Action }) => Action)).toEqual([['kms:Decrypt', 'kms:DescribeKey'], 'kms:CreateGrant']);
  });

  it('tells the topic of alarms when a backup or its copy fails', () => {
    const { EventPattern, Targets } = only('AWS::Events::Rule').Properties as {
      EventPattern: { detail: { state: string[] } };
      Targets: { Arn: unknown }[];
    };
    expect(EventPattern).toMatchObject({
      source: ['aws.backup'],
      detail: { state: expect.arrayContaining(['FAILED']) },
    });
    const topics = resourcesOf(template, 'AWS::SNS::Topic').map(({ id }) => id);
    expect(Targets.map(({ Arn }) => targetOf(Arn))).toEqual(topics.filter((id) => id.startsWith('MonitoringAlarms')));
    expect(Targets).toHaveLength(1);
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

describe('the check of backups elsewhere', () => {
  const client = new BackupClient({ region: 'eu-west-1' });
  const backup = mockClient(client);
  const now = Date.UTC(2026, 10, 20, 12);
  const today = new Date('2026-11-20T03:00:00Z');
  const at: BackupAddress = { vault: 'ours', copyTo, accountId: '123456789012', region: 'eu-west-1' };
  const SourceBackupVaultArn = 'arn:aws:backup:eu-west-1:123456789012:backup-vault:ours';
  const [on, off] = [{ DynamoDB: true }, { DynamoDB: false }];
  const settings = (optIn: object, management: object) =>
    backup.on(DescribeRegionSettingsCommand).resolves({
      ResourceTypeOptInPreference: optIn as never,
      ResourceTypeManagementPreference: management as never,
    });
  const copies = (...CopyJobs: object[]) => backup.on(ListCopyJobsCommand).resolves({ CopyJobs });
  const wrong = async (changed: Partial<BackupAddress> = {}) =>
    (await checkBackups(client, { ...at, ...changed }, now))
      .filter(({ ok }) => !ok)
      .map(({ name, found }) => `${name}: ${found}`);

  beforeEach(() => {
    settings(on, on);
    backup.on(DescribeGlobalSettingsCommand).resolves({ GlobalSettings: { isCrossAccountBackupEnabled: 'true' } });
    backup.on(DescribeBackupVaultCommand, { BackupVaultName: 'ours' }).resolves({ NumberOfRecoveryPoints: 7 });
    backup.on(ListBackupJobsCommand, { ByBackupVaultName: 'ours' }).resolves({
      BackupJobs: [
        { State: 'RUNNING', CreationDate: new Date(now) },
        { State: 'COMPLETED', CreationDate: today },
      ],
    });
    copies({ SourceBackupVaultArn, State: 'COMPLETED', CreationDate: today });
  });

  it('says what is right, line by line', async () => {
    expect(await checkBackups(client, at, now)).toEqual([
      { name: 'copies', ok: true, found: 'account 210987654321, eu-central-1' },
      { name: 'DynamoDB in AWS Backup', ok: true, found: 'on' },
      { name: 'advanced backups', ok: true, found: 'on' },
      { name: 'copies to other accounts', ok: true, found: 'on' },
      { name: 'vault', ok: true, found: 'ours, backups: 7' },
      { name: 'last backup', ok: true, found: '2026-11-20T03:00:00.000Z' },
      { name: 'last copy', ok: true, found: '2026-11-20T03:00:00.000Z' },
    ]);
  });

  it('asks about the organization only if the copies go to another account', async () => {
    backup.on(DescribeGlobalSettingsCommand).rejects(new Error('Not a member of an organization.'));
    expect(await wrong({ accountId: '210987654321' })).toEqual([]);
    expect(await wrong()).toEqual([
      'copies to other accounts: not known: Not a member of an organization. Both accounts have to be in one organization',
    ]);
  });

  it.each([
    [
      'switches that are off',
      () => {
        settings(off, {});
        backup.on(DescribeGlobalSettingsCommand).resolves({ GlobalSettings: { isCrossAccountBackupEnabled: 'false' } });
      },
      [
        'DynamoDB in AWS Backup: off. Switch it on: aws backup update-region-settings --resource-type-opt-in-preference DynamoDB=true',
        'advanced backups: off. Switch it on: aws backup update-region-settings --resource-type-management-preference DynamoDB=true',
        "copies to other accounts: off. In the organization's management account: aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true",
      ],
    ],
    [
      'a vault that is gone',
      () => backup.on(DescribeBackupVaultCommand).rejects(new Error('Backup vault not found.')),
      ['vault: ours: Backup vault not found. Deploy the stack again'],
    ],
    [
      'a copy that failed, with the reason of AWS',
      () =>
        copies(
          { SourceBackupVaultArn, State: 'COMPLETED', CreationDate: new Date('2026-11-19T03:00:00Z') },
          { SourceBackupVaultArn, State: 'FAILED', CreationDate: today, StatusMessage: 'Access denied to the vault.' },
        ),
      ['last copy: 2026-11-20T03:00:00.000Z, FAILED: Access denied to the vault.'],
    ],
    [
      'copies of another deployment only',
      () => copies({ SourceBackupVaultArn: `${SourceBackupVaultArn}-too`, State: 'COMPLETED', CreationDate: today }),
      ['last copy: none yet; the first is made at 03:00 UTC'],
    ],
    [
      'a copy of the day before yesterday',
      () => copies({ SourceBackupVaultArn, State: 'COMPLETED', CreationDate: new Date('2026-11-18T03:00:00Z') }),
      ['last copy: 2026-11-18T03:00:00.000Z, which is too old'],
    ],
  ])('finds %s', async (_, change, expected) => {
    change();
    expect(await wrong()).toEqual(expected);
  });

  it('finds copies that stay where the table is', async () => {
    expect(await wrong({ accountId: '210987654321', region: 'eu-central-1' })).toEqual([
      'copies: account 210987654321, eu-central-1: where the table is. Name a vault elsewhere',
    ]);
  });
});
