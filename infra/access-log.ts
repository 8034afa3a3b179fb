import { RemovalPolicy } from 'aws-cdk-lib';
import { AccessLogFormat, CfnAccount } from 'aws-cdk-lib/aws-apigateway';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';

/**
 * One line per request. Contains address and program of the caller and the gateway's id of the key, but no part of the
 * key, the query or the response.
 */
const accessLogFields = {
  // first: a caller chooses it, and no text in it can come after the fields that alarms and queries read
  userAgent: '$context.identity.userAgent',
  sourceIp: '$context.identity.sourceIp',
  requestId: '$context.requestId',
  extendedRequestId: '$context.extendedRequestId',
  apiKeyId: '$context.identity.apiKeyId',
  method: '$context.httpMethod',
  resource: '$context.resourcePath',
  status: '$context.status',
  errorType: '$context.error.responseType',
  error: '$context.error.message',
  integrationStatus: '$context.integration.status',
  latency: '$context.responseLatency',
  integrationLatency: '$context.integrationLatency',
  bytes: '$context.responseLength',
  tls: '$context.tlsVersion',
};

export const accessLogFormat = AccessLogFormat.custom(JSON.stringify(accessLogFields));

/** Belongs to the account and Region, not to this stack, so it is created only with `-c createLogRole=true`. */
export function addLogRole(scope: Construct): CfnAccount {
  const role = new Role(scope, 'LogRole', {
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
  });
  acknowledge.accountLogRole(role);
  const account = new CfnAccount(scope, 'Account', { cloudWatchRoleArn: role.roleArn });
  // retained, because other APIs of the account may use it
  for (const shared of [role, account]) shared.applyRemovalPolicy(RemovalPolicy.RETAIN);
  return account;
}
