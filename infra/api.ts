import { Aws, Duration, RemovalPolicy, Size } from 'aws-cdk-lib';
import {
  AccessLogFormat,
  ApiKeySourceType,
  CfnAccount,
  type CfnRestApi,
  EndpointType,
  LambdaIntegration,
  LogGroupLogDestination,
  MethodLoggingLevel,
  type RequestValidator,
  ResponseTransferMode,
  RestApi,
  type UsagePlan,
} from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { ManagedPolicy, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import type { Group } from '../shared/contract/endpoint.ts';
import { groups } from '../shared/contract/groups.ts';
import { countRequests, readTenants } from './access.ts';
import { acknowledge } from './acknowledgements.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

const stageName = 'v1';

/**
 * How a function of the API runs: with one whole CPU, as the first scoped list of an account of 100,000 decodes a second's
 * worth of pages within its deadline. An answer that is streamed may take longer than one that is not.
 */
const buffered = { memoryMb: 1769, timeout: Duration.seconds(10), integrationTimeout: Duration.seconds(12) };
const streaming = { memoryMb: 1769, timeout: Duration.minutes(2), integrationTimeout: Duration.minutes(2.5) };

/** The REST API: every route of the contract, a function behind each group of them, and the fuse before all. */
export class Api extends Construct {
  readonly rest: RestApi;
  readonly plan: UsagePlan;
  readonly functions: readonly ServiceFunction[];
  /** Of a domain of its own: what the name has to be an alias of. */
  readonly domainTarget: string | undefined;

  constructor(scope: Construct, id: string, props: { settings: Settings; table: Table }) {
    super(scope, id);
    const { settings, table } = props;
    this.rest = this.#gateway(settings);
    addGatewayResponses(this.rest);
    // it demands nothing: what it refused would never be counted
    const validator = this.rest.addRequestValidator('Validator', {
      validateRequestBody: true,
      validateRequestParameters: true,
    });
    this.functions = groups.map((group) => this.#answer(group, validator, settings, table));
    this.plan = this.#fuse();
    this.domainTarget = settings.domain && this.#customDomain(settings.domain);
    if (settings.waf) this.#firewall();
    else acknowledge.noFirewall(this.rest.deploymentStage);
  }

  #gateway(settings: Settings): RestApi {
    const accessLog = new LogGroup(this, 'AccessLog', {
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    });
    const rest = new RestApi(this, 'Rest', {
      restApiName: settings.stackName,
      description: 'Client health, read-only',
      endpointTypes: [EndpointType.REGIONAL],
      apiKeySourceType: ApiKeySourceType.HEADER,
      cloudWatchRole: false,
      minCompressionSize: Size.kibibytes(1),
      disableExecuteApiEndpoint: settings.domain !== undefined,
      deployOptions: {
        stageName,
        throttlingRateLimit: settings.requestsPerSecond,
        throttlingBurstLimit: settings.requestsPerSecond,
        metricsEnabled: false,
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    // no property of the construct sets these yet
    const resource = rest.node.defaultChild as CfnRestApi;
    resource.securityPolicy = 'SecurityPolicy_TLS13_1_2_PFS_PQ_2025_09';
    resource.endpointAccessMode = 'STRICT';
    if (settings.createLogRole) rest.deploymentStage.node.addDependency(this.#logRole());
    return rest;
  }

  /** One function for the group, and its routes; the key is required on each. */
  #answer(group: Group, requestValidator: RequestValidator, settings: Settings, table: Table): ServiceFunction {
    const endpoints = Object.entries(group.endpoints);
    const streams = endpoints.some(([, { contentType }]) => contentType !== undefined);
    const { memoryMb, timeout, integrationTimeout } = streams ? streaming : buffered;
    const answering = new ServiceFunction(this, group.name, {
      name: group.name,
      purpose: group.purpose,
      memoryMb,
      timeout,
      may: [readTenants(table), countRequests(table)],
      environment: { TABLE_NAME: table.tableName },
      settings,
    });
    const integration = new LambdaIntegration(answering.lambda, {
      timeout: integrationTimeout,
      scopePermissionToMethod: false,
      ...(streams && { responseTransferMode: ResponseTransferMode.STREAM }),
    });
    for (const [operationName, { path }] of endpoints) {
      const method = this.rest.root.resourceForPath(path).addMethod('GET', integration, {
        operationName,
        apiKeyRequired: true,
        requestValidator,
      });
      acknowledge.keysAreCheckedByFunctions(method);
    }
    return answering;
  }

  /** Plans are best effort: this one only stops floods. The limits are the function's. */
  #fuse(): UsagePlan {
    return this.rest.addUsagePlan('Fuse', {
      description:
        'Stops floods before they reach a function; every key is in it. The limits themselves are counted exactly behind it.',
      throttle: { burstLimit: 400, rateLimit: 20 },
      apiStages: [{ stage: this.rest.deploymentStage }],
    });
  }

  /** Returns where the name has to point. */
  #customDomain({ name, certificateArn }: { name: string; certificateArn: string }): string {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = this.rest.addDomainName('Domain', {
      domainName: name,
      certificate,
      endpointType: EndpointType.REGIONAL,
      basePath: stageName,
    });
    return domain.domainNameAliasDomainName;
  }

  #firewall(): void {
    const metrics = { cloudWatchMetricsEnabled: true, sampledRequestsEnabled: false };
    const firewall = new CfnWebACL(this, 'Firewall', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: { ...metrics, metricName: 'Firewall' },
      rules: [
        {
          name: 'FloodsFromOneAddress',
          priority: 0,
          action: { block: {} },
          statement: { rateBasedStatement: { aggregateKeyType: 'IP', limit: 20_000, evaluationWindowSec: 300 } },
          visibilityConfig: { ...metrics, metricName: 'FloodsFromOneAddress' },
        },
      ],
    });
    new CfnWebACLAssociation(this, 'FirewallOfStage', {
      resourceArn: this.rest.deploymentStage.stageArn,
      webAclArn: firewall.attrArn,
    });
  }

  /** Belongs to the account and Region, not to this stack: it is made only where somebody asks for it. */
  #logRole(): CfnAccount {
    const role = new Role(this, 'LogRole', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonAPIGatewayPushToCloudWatchLogs')],
    });
    acknowledge.accountLogRole(role);
    const account = new CfnAccount(this, 'Account', { cloudWatchRoleArn: role.roleArn });
    // every other API of the account logs with it
    for (const shared of [role, account]) shared.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}

/** Who asked for what and how it went: the key's public id and no part of the key, of the query or of an answer. */
const accessLogFields = {
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

/** What callers put before a path of the contract. */
export function baseUrlOf(rest: RestApi, settings: Settings): string {
  return settings.domain
    ? `https://${settings.domain.name}/${stageName}`
    : `https://${rest.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${stageName}`;
}
