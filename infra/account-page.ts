import { Aws, Duration } from 'aws-cdk-lib';
import {
  CfnManagedLoginBranding,
  ManagedLoginVersion,
  type UserPool,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { ArnPrincipal, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { StringParameter } from 'aws-cdk-lib/aws-ssm';
import { Construct } from 'constructs';
import { accountTag } from '../shared/domain/access/key-tags.ts';
import { managePeople, pageOfAccount, readLogins, sendTo } from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import { type Api, baseUrlOf, originOf } from './api.ts';
import type { Encryption } from './encryption.ts';
import type { Inbox } from './inbox.ts';
import type { Mails } from './mails.ts';
import type { Notices } from './notices.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';
import { clientOf, providerName, userPool } from './user-pool.ts';

/** Where the function finds the usage plan that new keys join. */
const planParameter = ({ stackName }: Settings) => `/${stackName}/usage-plan`;

interface AccountPageProps {
  readonly settings: Settings;
  readonly table: Table;
  readonly encryption: Encryption;
  readonly api: Api;
  readonly inbox: Inbox | undefined;
  readonly mails: Mails | undefined;
  /** Of the worker. */
  readonly queue: IQueue;
  readonly notices: Notices;
}

/**
 * The page of an account, for people without AWS: a user pool has their logins, a function writes its invitations, and one serves the page. The
 * function itself may find out of which account somebody is; everything else it does in a session of a role whose tag
 * names this account.
 */
export class AccountPage extends Construct {
  readonly pool: UserPool;
  readonly page: ServiceFunction;
  /** Writes the mails of invitations. */
  readonly invitation: ServiceFunction;

  constructor(scope: Construct, id: string, props: AccountPageProps) {
    super(scope, id);
    const { settings, table, encryption, api, inbox, mails, queue, notices } = props;
    const url = `${baseUrlOf(api.rest, settings)}/account`;
    this.pool = userPool(this, settings, url, mails);
    this.invitation = new ServiceFunction(this, 'invitation', {
      name: 'invitation',
      purpose: 'Names account and inviter in the mails of invitations.',
      memoryMb: 128,
      timeout: Duration.seconds(5),
      may: [],
      environment: { PAGE_URL: url },
      settings,
      encryption,
      failures: 'by the pool',
    });
    this.pool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, this.invitation.lambda);
    const domain = this.pool.addDomain('SignIn', {
      // unique in a Region; it has to be known before it is made
      cognitoDomain: { domainPrefix: `${settings.stackName}-${Aws.ACCOUNT_ID}` },
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const client = clientOf(this.pool, settings, url);
    const looks = new CfnManagedLoginBranding(this, 'Looks', {
      userPoolId: this.pool.userPoolId,
      clientId: client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
    looks.node.addDependency(domain);
    this.page = new ServiceFunction(this, 'account', {
      name: 'account',
      purpose: 'Serves the page of an account to people who sign in.',
      memoryMb: 1769,
      timeout: Duration.seconds(28),
      may: [readLogins(table), ...encryption.read('dynamodb')],
      environment: {
        TABLE_NAME: table.tableName,
        BASE_URL: baseUrlOf(api.rest, settings),
        LOGIN_URL: `https://${domain.domainName}.auth.${Aws.REGION}.amazoncognito.com`,
        USER_POOL_ID: this.pool.userPoolId,
        CLIENT_ID: client.userPoolClientId,
        ...(settings.provider && { SIGN_IN_PROVIDER: providerName }),
        ...(settings.groupsClaim && { GROUPS_OF: settings.stackName }),
        // the id itself would be a circle: the plan needs the stage, which needs this function
        USAGE_PLAN: planParameter(settings),
        QUEUE_URL: queue.queueUrl,
        LOG_DAYS: `${settings.logDays}`,
        ...(settings.logReads && { LOG_READS: 'true' }),
        NOTICES_QUEUE_URL: notices.queue.queueUrl,
        ...(settings.mailFrom !== undefined && { MAIL_FROM: settings.mailFrom }),
        KEY_PREFIX: settings.env === 'prod' ? 'svclive' : 'svctest',
        ...(inbox && { INBOX_BUCKET: inbox.bucket.bucketName }),
      },
      settings,
      encryption,
      failures: 'by the gateway',
      concurrency: settings.openConcurrency,
    });
    // scripts of the page send files; who may is in the forms that they send
    inbox?.bucket.addCorsRule({
      allowedMethods: [HttpMethods.POST],
      allowedOrigins: [originOf(api.rest, settings)],
    });
    const role = this.#sessionRole(props);
    this.page.lambda.addEnvironment('SESSION_ROLE', role.roleArn);
    this.page.role.addToPolicy(
      new PolicyStatement({ actions: ['sts:AssumeRole', 'sts:TagSession'], resources: [role.roleArn] }),
    );
    api.addPage(this.page.lambda);
    const parameterName = planParameter(settings);
    const plan = new StringParameter(this, 'UsagePlan', { parameterName, stringValue: api.plan.usagePlanId });
    role.addToPolicy(new PolicyStatement({ actions: ['ssm:GetParameter'], resources: [plan.parameterArn] }));
  }

  #sessionRole({ settings, table, encryption, api, inbox, queue, notices }: AccountPageProps): Role {
    const role = new Role(this, 'Session', {
      description: 'What the page of one account does; the tag of its session names the account',
      // a session without the tag could do nothing, and is refused all the same
      assumedBy: new ArnPrincipal(this.page.role.roleArn)
        .withConditions({
          StringLike: { [`aws:RequestTag/${accountTag}`]: '?*' },
          'ForAllValues:StringEquals': { 'aws:TagKeys': [accountTag] },
        })
        .withSessionTags(),
      maxSessionDuration: Duration.hours(1),
    });
    const account = `\${aws:PrincipalTag/${accountTag}}`;
    const statements = [
      ...pageOfAccount(account, { table, plan: api.plan, stackName: settings.stackName, bucket: inbox?.bucket, queue }),
      // tests, confirmations, and what is sent again
      sendTo(notices.queue),
      managePeople(this.pool, settings),
      ...encryption.write('dynamodb'),
      ...encryption.write('sqs'),
      ...(inbox ? encryption.write('s3') : []),
    ];
    for (const statement of statements) role.addToPolicy(statement);
    acknowledge.keysOfTheGateway(role);
    if (inbox) acknowledge.filesOfOneAccount(inbox.bucketId, account, role);
    return role;
  }
}
