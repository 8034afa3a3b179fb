import { Aws, CfnOutput, PermissionsBoundary, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { AccountPage } from './account-page.ts';
import { Api, baseUrlOf } from './api.ts';
import { Backups } from './backups.ts';
import { Encryption } from './encryption.ts';
import { ExecutionLog } from './execution-log.ts';
import { Inbox } from './inbox.ts';
import { Mails } from './mails.ts';
import { Monitoring } from './monitoring/monitoring.ts';
import { Night } from './night.ts';
import { Notices } from './notices.ts';
import { OperatorPolicies } from './operator-policies.ts';
import type { Settings } from './settings.ts';
import { DataTable } from './table.ts';
import { providerName } from './user-pool.ts';

/**
 *   callers ─► Api ──► functions ──┐ read, count
 *                                  ▼
 *   operator's CLI ─────────────► DataTable
 *                                  ▲ write
 *   00:00 UTC ─► Night ─► worker ──┤            Monitoring watches all of it
 *   files ─► Inbox ─► importer ────┤
 *   people ─► AccountPage ─────────┘
 *   worker, page ─► Notices ─► mails, chats, webhooks of accounts
 */
export class ClientHealthStack extends Stack {
  constructor(scope: Construct, settings: Settings) {
    super(scope, settings.stackName, {
      description: 'Client health: read-only API, one table, one night',
      terminationProtection: settings.lasting,
      ...(settings.permissionsBoundary && { permissionsBoundary: boundaryOf(settings.permissionsBoundary) }),
    });
    const encryption = new Encryption(this, 'Encryption', settings);
    const { table } = new DataTable(this, 'Data', { settings, encryption });
    const api = new Api(this, 'Api', { settings, table, encryption });
    const night = new Night(this, 'Night', { settings, table, encryption });
    const inbox = settings.inbox
      ? new Inbox(this, 'Inbox', { settings, table, workerQueue: night.queue, encryption })
      : undefined;
    const mails = settings.mailFrom === undefined ? undefined : new Mails(this, 'Mails');
    // the page is where people ask for them
    const pageUrl = `${baseUrlOf(api.rest, settings)}/account`;
    const notices = settings.accountPage
      ? new Notices(this, 'Notices', { settings, encryption, night, mails, pageUrl })
      : undefined;
    const around = { settings, table, encryption, api, inbox, mails, queue: night.queue };
    const page = notices ? new AccountPage(this, 'Account', { ...around, notices }) : undefined;
    const { backupCopyTo: copyTo } = settings;
    const backups = copyTo === undefined ? undefined : new Backups(this, 'Backups', { settings, copyTo, table });
    const watched = { settings, api, night, inbox, notices, page, mails, backups, table, encryption };
    const { dashboard, topics, mails: alarmMails } = new Monitoring(this, 'Monitoring', watched);
    backups?.tellOfFailures(topics);
    const executionLog = new ExecutionLog(this, 'ExecutionLog', { rest: api.rest, settings });
    const ofInbox = inbox ? [inbox.check, inbox.importer] : [];
    const ofPage = page && notices ? [page.page, page.invitation, notices.sender] : [];
    const all = [...api.functions, night.dispatcher, night.worker, ...ofInbox, ...ofPage];
    const functions = all.map(({ lambda }) => lambda);
    const policies = new OperatorPolicies(this, 'Operator', {
      settings,
      plan: api.plan,
      table,
      queue: night.queue,
      deadLetters: night.deadLetters,
      missed: night.missed,
      inbox,
      notices,
      page,
      logGroups: [...functions.map(({ logGroup }) => logGroup), api.accessLog],
      readLogs: [night.worker.logGroup, api.accessLog],
      schedules: [...night.schedules, executionLog.schedule, ...(inbox ? [inbox.schedule] : [])],
      scheduleRoles: [night.scheduleRole, executionLog.role, ...(inbox ? [inbox.scheduleRole] : [])],
      encryption,
      vault: backups?.vault,
      alarmMails,
    });

    // the CLI reads these names
    const outputs = {
      BaseUrl: baseUrlOf(api.rest, settings),
      ApiId: api.rest.restApiId,
      TableName: table.tableName,
      QueueUrl: night.queue.queueUrl,
      DeadLettersUrl: night.deadLetters.queueUrl,
      MissedNightsUrl: night.missed.queueUrl,
      WorkerLogGroup: night.worker.logGroup.logGroupName,
      AccessLogGroup: api.accessLog.logGroupName,
      LogGroups: functions.map(({ logGroup }) => logGroup.logGroupName).join(','),
      UsagePlanId: api.plan.usagePlanId,
      Region: Aws.REGION,
      Environment: settings.env,
      Commit: settings.commit,
      Options: settings.options || 'none',
      LogDays: `${settings.logDays}`,
      AlarmMails: alarmMails?.topicArn ?? 'none',
      ...(backups && copyTo && { BackupVault: backups.vault.backupVaultName, BackupCopyTo: copyTo }),
      ...(inbox && {
        InboxBucket: inbox.bucket.bucketName,
        InboxQueueUrl: inbox.queue.queueUrl,
        NoticesTopic: inbox.notices.topicArn,
        ...(settings.kmsKeyArn && { KmsKey: settings.kmsKeyArn }),
      }),
      ...(notices && { UndeliveredUrl: notices.deadLetters.queueUrl }),
      ...(page && {
        UserPoolId: page.pool.userPoolId,
        ...(settings.provider && { SignInProvider: providerName }),
        AccountUrl: pageUrl,
      }),
      ...(api.domainTarget && { DomainTarget: api.domainTarget }),
      OperatorPolicyArn: policies.everything.managedPolicyArn,
      ReadPolicyArn: policies.read.managedPolicyArn,
      DataPolicyArn: policies.data.managedPolicyArn,
      RepairPolicyArn: policies.repair.managedPolicyArn,
      KeysPolicyArn: policies.keys.managedPolicyArn,
      DashboardUrl: `https://console.aws.amazon.com/cloudwatch/home?region=${Aws.REGION}#dashboards:name=${dashboard.dashboardName}`,
    };
    for (const [name, value] of Object.entries(outputs)) new CfnOutput(this, name, { value });
  }
}

const boundaryOf = (policy: string) =>
  policy.startsWith('arn:') ? PermissionsBoundary.fromArn(policy) : PermissionsBoundary.fromName(policy);
