import { ArnFormat, Stack } from 'aws-cdk-lib';
import type { Stage } from 'aws-cdk-lib/aws-apigateway';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnLoggingConfiguration, CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { mcpPath } from '../shared/contract/groups.ts';
import type { Encryption } from './encryption.ts';
import type { Settings } from './settings.ts';

/** Where a function runs for anybody: the gateway checks no key. */
const openPaths = [mcpPath, '/account'];

const beginsWith = (path: string) => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: [{ priority: 0, type: 'NORMALIZE_PATH' }],
  },
});

/** A firewall in front of the API. Returns the name of its metrics. */
export function addFirewall(
  scope: Construct,
  stage: Stage,
  { settings, encryption }: { readonly settings: Settings; readonly encryption: Encryption },
): string {
  // firewalls of a Region share a namespace of metrics
  const metricName = settings.stackName;
  const metrics = { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
  const firewall = new CfnWebACL(scope, 'Firewall', {
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    visibilityConfig: { ...metrics, metricName },
    rules: [
      {
        name: 'FloodsFromOneAddress',
        priority: 0,
        action: { block: {} },
        statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: 20_000, evaluationWindowSec: 300 } },
        visibilityConfig: { ...metrics, metricName: 'FloodsFromOneAddress' },
      },
      {
        // a quarter of what the gateway admits there for everybody
        name: 'ManyToOpenPaths',
        priority: 1,
        action: { block: {} },
        statement: {
          rateBasedStatement: {
            aggregateKeyType: 'IP',
            limit: 1500,
            evaluationWindowSec: 300,
            scopeDownStatement: {
              orStatement: { statements: openPaths.map((path) => beginsWith(`/${stage.stageName}${path}`)) },
            },
          },
        },
        visibilityConfig: { ...metrics, metricName: 'ManyToOpenPaths' },
      },
      {
        name: 'KnownBadInputs',
        priority: 2,
        overrideAction: { none: {} },
        statement: {
          managedRuleGroupStatement: { vendorName: 'AWS', name: 'AWSManagedRulesKnownBadInputsRuleSet' },
        },
        visibilityConfig: { ...metrics, metricName: 'KnownBadInputs' },
      },
    ],
  });
  // WAF writes only to groups whose names begin like this
  const logGroupName = `aws-waf-logs-${settings.stackName}`;
  const log = new LogGroup(scope, 'FirewallLog', {
    ...encryption.logs,
    logGroupName,
    retention: settings.logRetention,
    removalPolicy: settings.removalPolicy,
  });
  const logging = new CfnLoggingConfiguration(scope, 'BlockedRequests', {
    resourceArn: firewall.attrArn,
    logDestinationConfigs: [
      Stack.of(scope).formatArn({
        service: 'logs',
        resource: 'log-group',
        resourceName: logGroupName,
        arnFormat: ArnFormat.COLON_RESOURCE_NAME,
      }),
    ],
    redactedFields: [{ singleHeader: { Name: 'x-api-key' } }, { queryString: {} }],
    loggingFilter: {
      DefaultBehavior: 'DROP',
      Filters: [{ Behavior: 'KEEP', Requirement: 'MEETS_ANY', Conditions: [{ ActionCondition: { Action: 'BLOCK' } }] }],
    },
  });
  logging.node.addDependency(log);
  new CfnWebACLAssociation(scope, 'FirewallOfStage', {
    resourceArn: stage.stageArn,
    webAclArn: firewall.attrArn,
  });
  return metricName;
}
