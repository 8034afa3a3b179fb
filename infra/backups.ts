import { Duration, Stack } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import { AccountPrincipal, ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import type { Settings } from './settings.ts';

// the table itself can be restored to any second of the last 35 days; these backups are for what that does not survive
const kept = Duration.days(7);
const copyKept = Duration.days(35);

interface BackupsProps {
  readonly settings: Settings;
  /** The ARN of a vault in another Region or account. */
  readonly copyTo: string;
  readonly table: Table;
}

/** A backup of the table every day, and its copy in another Region or account. */
export class Backups extends Construct {
  readonly vault: BackupVault;
  readonly #table: Table;

  constructor(scope: Construct, id: string, { settings, copyTo, table }: BackupsProps) {
    super(scope, id);
    this.#table = table;
    const key = this.#key(settings, copyTo);
    this.vault = new BackupVault(this, 'Vault', { encryptionKey: key, removalPolicy: settings.removalPolicy });
    const plan = new BackupPlan(this, 'Plan', { backupVault: this.vault });
    plan.addRule(
      new BackupPlanRule({
        ruleName: 'Daily',
        // after the night
        scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
        startWindow: Duration.hours(1),
        completionWindow: Duration.hours(12),
        deleteAfter: kept,
        copyActions: [
          { destinationBackupVault: BackupVault.fromBackupVaultArn(this, 'Copies', copyTo), deleteAfter: copyKept },
        ],
      }),
    );
    const role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('backup.amazonaws.com'),
      description: 'Makes and copies backups of the table',
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AWSBackupServiceRolePolicyForBackup')],
    });
    acknowledge.backupRole(role);
    plan.addSelection('Table', { resources: [BackupResource.fromDynamoDbTable(table)], role });
  }

  /** Backups that were completed, all of which are of the table. */
  completed(period: Duration): Metric {
    return new Metric({
      namespace: 'AWS/Backup',
      metricName: 'NumberOfBackupJobsCompleted',
      statistic: Stats.SUM,
      period,
      dimensionsMap: { BackupVaultName: this.vault.backupVaultName },
    });
  }

  /**
   * Not the key of the table: a backup survives the loss of that key. Keys of AWS cannot be shared with the account of
   * the copies.
   */
  #key({ removalPolicy }: Settings, copyTo: string): Key {
    const key = new Key(this, 'Key', {
      description: 'Encrypts the backups of the client health table',
      enableKeyRotation: true,
      removalPolicy,
    });
    const [, , , , account = ''] = copyTo.split(':');
    const principals = [new AccountPrincipal(account)];
    key.addToResourcePolicy(
      new PolicyStatement({ principals, actions: ['kms:Decrypt', 'kms:DescribeKey'], resources: ['*'] }),
    );
    key.addToResourcePolicy(
      new PolicyStatement({
        principals,
        actions: ['kms:CreateGrant'],
        resources: ['*'],
        conditions: { Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
    return key;
  }

  /** Sends a message to the topics when a backup or its copy fails. */
  tellOfFailures(topics: readonly ITopic[]): void {
    if (topics.length === 0) return;
    const failed = new Rule(this, 'Failed', {
      description: `A backup of ${Stack.of(this).stackName} or its copy failed. What to do: docs/operations.md, Backups in another account.`,
      eventPattern: {
        source: ['aws.backup'],
        detailType: ['Backup Job State Change', 'Copy Job State Change'],
        detail: { state: ['FAILED', 'ABORTED', 'EXPIRED', 'PARTIAL'], resourceArn: [this.#table.tableArn] },
      },
      targets: topics.map((topic) => new SnsTopic(topic)),
    });
    acknowledge.failuresAreListed(failed);
  }
}
