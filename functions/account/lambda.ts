import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, Context } from 'aws-lambda';
import {
  oneOf,
  optionalNumber,
  optionalText,
  optionalUrl,
  readEnvironment,
  requiredText,
  url,
} from '../../shared/environment.ts';
import { send } from '../../shared/jobs/aws-call.ts';
import { lambdaLog, startLine } from '../../shared/log.ts';
import { openRequestTable } from '../../shared/table/store/lean/table.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { openTable } from '../../shared/table/store/sdk.ts';
import { create } from './handler.ts';
import { openAccount } from './open-account.ts';
import { assumeFor } from './session.ts';
import { Sessions } from './sessions.ts';
import { tokensOf } from './sign-in/token.ts';

const environment = readEnvironment({
  TABLE_NAME: requiredText,
  DEPLOYMENT: requiredText,
  BASE_URL: url,
  /** Of the pages of the user pool. */
  LOGIN_URL: url,
  USER_POOL_ID: requiredText,
  CLIENT_ID: requiredText,
  SIGN_IN_PROVIDER: optionalText,
  GROUPS_OF: optionalText,
  SESSION_ROLE: requiredText,
  /** The parameter that names the usage plan. */
  USAGE_PLAN: requiredText,
  KEY_PREFIX: oneOf(['svclive', 'svctest']),
  /** Of the worker. */
  QUEUE_URL: url,
  /** The queue of messages to accounts, and the address that mails come from. */
  NOTICES_QUEUE_URL: url,
  MAIL_FROM: optionalText,
  INBOX_BUCKET: optionalText,
  LOG_DAYS: optionalNumber,
  /** `true` if the log has what people read. */
  LOG_READS: optionalText,
  COMMIT: optionalText,
  OPTIONS: optionalText,
  AWS_REGION: requiredText,
  AWS_ACCESS_KEY_ID: requiredText,
  AWS_SECRET_ACCESS_KEY: requiredText,
  AWS_SESSION_TOKEN: optionalText,
  // of emulators
  DYNAMODB_ENDPOINT: optionalUrl,
  FILES_ENDPOINT: optionalUrl,
  AWS_SERVICES_URL: optionalUrl,
});

const { AWS_REGION: region, TABLE_NAME: tableName, DYNAMODB_ENDPOINT: endpoint, BASE_URL: baseUrl } = environment;
const { LOGIN_URL: loginUrl, USER_POOL_ID: userPoolId, CLIENT_ID: clientId, AWS_SERVICES_URL: services } = environment;
const credentials = {
  accessKeyId: environment.AWS_ACCESS_KEY_ID,
  secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
  ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
};
const cognito = services ?? `https://cognito-idp.${region}.amazonaws.com/`;
const buildId = process.env.BUILD_ID ?? 'dev';
const { log, beginInvocation } = lambdaLog(environment.DEPLOYMENT, buildId);
const clock = Date.now;
const heldBytes = 64 * 1024 * 1024;
const deps = { pages: new PageCache(heldBytes), clock, randomBytes, log, buildId };
const deployed = {
  region,
  baseUrl,
  gateway: services,
  files: environment.FILES_ENDPOINT,
  cognito,
  stackName: environment.DEPLOYMENT,
  keyPrefix: environment.KEY_PREFIX,
  usagePlan: environment.USAGE_PLAN,
  parameters: services ?? `https://ssm.${region}.amazonaws.com/`,
  userPoolId,
  provider: environment.SIGN_IN_PROVIDER,
  bucket: environment.INBOX_BUCKET,
  queueUrl: environment.QUEUE_URL,
  noticesUrl: environment.NOTICES_QUEUE_URL,
  mailFrom: environment.MAIL_FROM,
  logsReads: environment.LOG_READS === 'true',
};
const sts = {
  url: services ?? `https://sts.${region}.amazonaws.com/`,
  region,
  roleArn: environment.SESSION_ROLE,
  credentials,
};
const sessions = new Sessions(
  clock,
  (account) => assumeFor(sts, account, clock()),
  (account, session) =>
    openAccount(deployed, deps, account, {
      table: openTable({ tableName, region, endpoint, credentials: session, logDays: environment.LOG_DAYS }),
      credentials: session,
    }),
);
const formType = ['content-type', 'application/x-www-form-urlencoded'];

const answer = create({
  clock,
  randomBytes,
  log,
  logins: openRequestTable(
    { tableName, region, endpoint, credentials },
    { clock, timeouts: { connecting: 1000, responding: 2000 } },
  ),
  claimsIn: tokensOf({
    userPoolId,
    clientId,
    keys: () => send(`${cognito}${userPoolId}/.well-known/jwks.json`, []),
  }),
  pool: {
    loginUrl,
    clientId,
    callbackUrl: `${baseUrl}/account/callback`,
    signedOutUrl: `${baseUrl}/account/signed-out`,
    post: (to, form) => send(to, formType, form),
  },
  baseUrl,
  groupsOf: environment.GROUPS_OF,
  open: (account) => sessions.open(account),
});
log(startLine(environment));

export const handler = (event: APIGatewayProxyEvent, context: Context): Promise<APIGatewayProxyResult> => {
  beginInvocation(context.awsRequestId);
  return answer(event);
};
