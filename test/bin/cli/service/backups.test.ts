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
import { type BackupAddress, checkBackups } from '../../../../bin/cli/service/backups.ts';

const copyTo = 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies';

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
  const waiting = ['CREATED', 'PENDING', 'RUNNING', 'ABORTING'];
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
      'a copy of more than a day and a half ago',
      () => copies({ SourceBackupVaultArn, State: 'COMPLETED', CreationDate: new Date(now - 36 * 3_600_000 - 1) }),
      ['last copy: 2026-11-18T23:59:59.999Z, which is too old'],
    ],
    [
      'copies that are not made yet',
      () => copies(...waiting.map((State) => ({ SourceBackupVaultArn, State, CreationDate: today }))),
      ['last copy: none yet; the first is made at 03:00 UTC'],
    ],
    [
      'a copy without time and reason',
      () => copies({ SourceBackupVaultArn, State: 'EXPIRED' }),
      ['last copy: 1970-01-01T00:00:00.000Z, EXPIRED: no reason given'],
    ],
    [
      'answers of AWS that lack what is asked for',
      () => {
        backup.on(DescribeRegionSettingsCommand).resolves({});
        backup.on(DescribeGlobalSettingsCommand).resolves({});
        backup.on(ListBackupJobsCommand).resolves({});
        backup.on(ListCopyJobsCommand).resolves({ CopyJobs: [{ State: 'COMPLETED', CreationDate: today }] });
      },
      [
        expect.stringMatching(/^DynamoDB in AWS Backup: off/),
        expect.stringMatching(/^advanced backups: off/),
        expect.stringMatching(/^copies to other accounts: off/),
        'last backup: none yet; the first is made at 03:00 UTC',
        'last copy: none yet; the first is made at 03:00 UTC',
      ],
    ],
  ])('finds %s', async (_, change, expected) => {
    change();
    expect(await wrong()).toEqual(expected);
  });

  it('finds nothing wrong with a copy of a day and a half ago, in another Region or another account', async () => {
    copies({ SourceBackupVaultArn, State: 'COMPLETED', CreationDate: new Date(now - 36 * 3_600_000) });
    expect(await wrong()).toEqual([]);
    expect(await wrong({ region: 'eu-central-1' })).toEqual([]);
    expect(await wrong({ accountId: '210987654321' })).toEqual([]);
    backup.on(DescribeBackupVaultCommand).resolves({});
    expect((await checkBackups(client, at, now))[4]?.found).toBe('ours, backups: 0');
  });

  it('finds copies that stay where the table is', async () => {
    expect(await wrong({ accountId: '210987654321', region: 'eu-central-1' })).toEqual([
      'copies: account 210987654321, eu-central-1: where the table is. Name a vault elsewhere',
    ]);
  });
});
