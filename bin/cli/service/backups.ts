import {
  type BackupClient,
  DescribeBackupVaultCommand,
  DescribeGlobalSettingsCommand,
  DescribeRegionSettingsCommand,
  ListBackupJobsCommand,
  ListCopyJobsCommand,
} from '@aws-sdk/client-backup';

/** One thing that backups in another Region or account need. */
export interface BackupCheck {
  readonly name: string;
  readonly ok: boolean;
  /** What was found, and if it is wrong, what to do. */
  readonly found: string;
}

export interface BackupAddress {
  /** The name of the vault of the stack. */
  readonly vault: string;
  /** The ARN of the vault that gets copies. */
  readonly copyTo: string;
  /** The account of the stack. */
  readonly accountId: string;
  readonly region: string;
}

const dayMs = 86_400_000;
/** A backup a day, with half a day to be made and copied. */
const oldest = 1.5 * dayMs;

/** Checks what a stack cannot switch on by itself, and whether the last backup and its copy were made. */
export async function checkBackups(backup: BackupClient, at: BackupAddress, now: number): Promise<BackupCheck[]> {
  const [, , , region = '', account = ''] = at.copyTo.split(':');
  const isElsewhere = region !== at.region || account !== at.accountId;
  const checks: Promise<BackupCheck | BackupCheck[]>[] = [
    checkRegion(backup),
    ...(account === at.accountId ? [] : [checkOrganization(backup)]),
    checkVault(backup, at.vault),
    checkBackup(backup, at.vault, now),
    checkCopy(backup, at, now),
  ];
  const place = { name: 'copies', ok: isElsewhere, found: `account ${account}, ${region}` };
  return [
    isElsewhere ? place : { ...place, found: `${place.found}: where the table is. Name a vault elsewhere` },
    ...(await Promise.all(checks)).flat(),
  ];
}

async function checkRegion(backup: BackupClient): Promise<BackupCheck[]> {
  const settings = await backup.send(new DescribeRegionSettingsCommand());
  const isOn = settings.ResourceTypeOptInPreference?.DynamoDB === true;
  const isAdvanced = settings.ResourceTypeManagementPreference?.DynamoDB === true;
  const toDo = 'off. Switch it on: aws backup update-region-settings';
  return [
    {
      name: 'DynamoDB in AWS Backup',
      ok: isOn,
      found: isOn ? 'on' : `${toDo} --resource-type-opt-in-preference DynamoDB=true`,
    },
    {
      name: 'advanced backups',
      ok: isAdvanced,
      found: isAdvanced ? 'on' : `${toDo} --resource-type-management-preference DynamoDB=true`,
    },
  ];
}

async function checkOrganization(backup: BackupClient): Promise<BackupCheck> {
  const name = 'copies to other accounts';
  try {
    const { GlobalSettings = {} } = await backup.send(new DescribeGlobalSettingsCommand());
    const ok = GlobalSettings.isCrossAccountBackupEnabled === 'true';
    const toDo = `off. In the organization's management account: aws backup update-global-settings --global-settings isCrossAccountBackupEnabled=true`;
    return { name, ok, found: ok ? 'on' : toDo };
  } catch (error) {
    const { message } = error as Error;
    return { name, ok: false, found: `not known: ${message} Both accounts have to be in one organization` };
  }
}

async function checkVault(backup: BackupClient, vault: string): Promise<BackupCheck> {
  const name = 'vault';
  try {
    const found = await backup.send(new DescribeBackupVaultCommand({ BackupVaultName: vault }));
    return { name, ok: true, found: `${vault}, backups: ${found.NumberOfRecoveryPoints ?? 0}` };
  } catch (error) {
    return { name, ok: false, found: `${vault}: ${(error as Error).message} Deploy the stack again` };
  }
}

interface Job {
  readonly CreationDate?: Date | undefined;
  readonly State?: string | undefined;
  readonly StatusMessage?: string | undefined;
}

async function checkBackup(backup: BackupClient, vault: string, now: number): Promise<BackupCheck> {
  const { BackupJobs = [] } = await backup.send(new ListBackupJobsCommand({ ByBackupVaultName: vault }));
  return checkLast('last backup', BackupJobs, now);
}

async function checkCopy(backup: BackupClient, { vault, copyTo }: BackupAddress, now: number): Promise<BackupCheck> {
  const { CopyJobs = [] } = await backup.send(new ListCopyJobsCommand({ ByDestinationVaultArn: copyTo }));
  return checkLast(
    'last copy',
    CopyJobs.filter(({ SourceBackupVaultArn }) => SourceBackupVaultArn?.endsWith(`:backup-vault:${vault}`)),
    now,
  );
}

/** The newest job that is not running any more. */
function checkLast(name: string, jobs: readonly Job[], now: number): BackupCheck {
  const ended = jobs.filter(({ State = '' }) => !['CREATED', 'PENDING', 'RUNNING', 'ABORTING'].includes(State));
  const time = ({ CreationDate }: Job) => CreationDate?.getTime() ?? 0;
  const [last] = ended.toSorted((one, other) => time(other) - time(one));
  if (!last) return { name, ok: false, found: 'none yet; the first is made at 03:00 UTC' };
  const at = new Date(time(last)).toISOString();
  if (last.State !== 'COMPLETED')
    return { name, ok: false, found: `${at}, ${last.State}: ${last.StatusMessage ?? 'no reason given'}` };
  const ok = now - time(last) <= oldest;
  return { name, ok, found: ok ? at : `${at}, which is too old` };
}
