import { Aws, Duration, Size } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  type CfnDomainName,
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
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Group } from '../shared/contract/endpoint.ts';
import { elsewhereGroup, groups, mcpMethods, mcpPath, openPaths } from '../shared/contract/groups.ts';
import { topicsGroup } from '../shared/contract/topics.ts';
import { countRequests, readTenants } from './access.ts';
import { accessLogFormat, addLogRole } from './access-log.ts';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import { addFirewall } from './firewall.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import { ServiceFunction } from './service-function.ts';
import type { Settings } from './settings.ts';

export const stageName = 'v1';
const pagePaths = ['/account', '/account/{proxy+}'] as const;
const ofDocuments = {
  throttlingRateLimit: 5,
  throttlingBurstLimit: 20,
  loggingLevel: MethodLoggingLevel.ERROR,
  metricsEnabled: false,
};
const ofUnknown = {
  throttlingRateLimit: 20,
  throttlingBurstLimit: 50,
  loggingLevel: MethodLoggingLevel.ERROR,
  metricsEnabled: false,
};

/**
 * One whole CPU: the first filtered list of 100,000 clients takes up to a second to decode. Streams may take longer.
 */
const buffered = { memoryMb: 1769, timeout: Duration.seconds(10), integrationTimeout: Duration.seconds(12) };
/** A question of an assistant is several requests, one after the other. */
const asking = { memoryMb: 1024, timeout: Duration.seconds(28), integrationTimeout: Duration.seconds(29) };
const streaming = { memoryMb: 1769, timeout: Duration.minutes(2), integrationTimeout: Duration.minutes(2.5) };

interface ApiProps {
  readonly settings: Settings;
  readonly table: Table;
  readonly encryption: Encryption;
}

/** The REST API: every route of the contract, a function per group, and a usage plan against floods. */
export class Api extends Construct {
  readonly rest: RestApi;
  readonly accessLog: ILogGroup;
  readonly plan: UsagePlan;
  readonly functions: readonly ServiceFunction[];
  /** With a custom domain: the target of its DNS alias record. */
  readonly domainTarget: string | undefined;
  /** With `-c waf=true`: the name of the firewall's metrics. */
  readonly firewallMetrics: string | undefined;
  readonly requestValidator: RequestValidator;
  /** Answers other methods of a path. */
  #elsewhere: (path: string) => void = () => undefined;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    const { settings } = props;
    this.accessLog = new LogGroup(this, 'AccessLog', {
      ...props.encryption.logs,
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    });
    this.rest = this.#gateway(settings, this.accessLog);
    addGatewayResponses(this.rest);
    // validates nothing, because a request that it rejected would not be counted
    this.requestValidator = this.rest.addRequestValidator('Validator', {
      validateRequestBody: true,
      validateRequestParameters: true,
    });
    const validator = this.requestValidator;
    const ofGroups = groups.map((group) => this.#answer(group, validator, props));
    this.functions = [...ofGroups, this.#answerAssistants(validator, props)];
    this.#answerElsewhere(validator);
    this.plan = this.#fuse();
    this.domainTarget = settings.domain && this.#customDomain(settings.domain, settings.tlsPolicy);
    if (settings.waf) this.firewallMetrics = addFirewall(this, this.rest.deploymentStage, props);
    else acknowledge.noFirewall(this.rest.deploymentStage);
  }

  #gateway(settings: Settings, accessLog: ILogGroup): RestApi {
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
        throttlingRateLimit: settings.throttle.rate,
        throttlingBurstLimit: settings.throttle.burst,
        // nobody's key is counted for it
        methodOptions: {
          ...Object.fromEntries(openPaths.map((path) => [`${path}/GET`, ofDocuments] as const)),
          // a well-formed key is enough to be told which tools there are
          ...Object.fromEntries(mcpMethods.map((method) => [`${mcpPath}/${method}`, ofUnknown] as const)),
          // nobody is known until the function has looked
          ...(settings.accountPage &&
            Object.fromEntries(
              pagePaths.flatMap((path) => ['GET', 'POST'].map((method) => [`${path}/${method}`, ofUnknown] as const)),
            )),
        },
        metricsEnabled: false,
        tracingEnabled: true,
        loggingLevel: MethodLoggingLevel.ERROR,
        dataTraceEnabled: false,
        accessLogDestination: new LogGroupLogDestination(accessLog),
        accessLogFormat,
      },
    });
    // no property of the construct sets these yet
    const resource = rest.node.defaultChild as CfnRestApi;
    resource.securityPolicy = settings.tlsPolicy;
    resource.endpointAccessMode = 'STRICT';
    if (settings.createLogRole) rest.deploymentStage.node.addDependency(addLogRole(this));
    return rest;
  }

  /** Adds the function of the group and its routes, which all require a key. */
  #answer(
    group: Group,
    requestValidator: RequestValidator,
    { settings, table, encryption }: ApiProps,
  ): ServiceFunction {
    const endpoints = Object.entries(group.endpoints);
    const streams = endpoints.some(([, { contentType }]) => contentType !== undefined);
    const { memoryMb, timeout, integrationTimeout } = streams ? streaming : buffered;
    const answering = new ServiceFunction(this, group.name, {
      name: group.name,
      purpose: group.purpose,
      memoryMb,
      timeout,
      // the topics are the same for every account
      may: [
        ...(group === topicsGroup ? [] : [readTenants(table)]),
        countRequests(table),
        ...encryption.write('dynamodb'),
      ],
      environment: { TABLE_NAME: table.tableName },
      settings,
      encryption,
      failures: 'by the gateway',
      concurrency: settings.apiConcurrency,
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

  /** The MCP server. It has no rights: its tools call the API with the key of their request. */
  #answerAssistants(requestValidator: RequestValidator, { settings, encryption }: ApiProps): ServiceFunction {
    const { memoryMb, timeout, integrationTimeout } = asking;
    const assistants = new ServiceFunction(this, 'mcp', {
      name: 'mcp',
      purpose: 'Answers assistants over MCP',
      memoryMb,
      timeout,
      may: [],
      environment: { BASE_URL: baseUrlOf(this.rest, settings) },
      settings,
      encryption,
      failures: 'by the gateway',
      concurrency: settings.openConcurrency,
    });
    const integration = new LambdaIntegration(assistants.lambda, {
      timeout: integrationTimeout,
      scopePermissionToMethod: false,
    });
    for (const method of mcpMethods) {
      acknowledge.keysComeWithQuestions(
        this.rest.root.resourceForPath(mcpPath).addMethod(method, integration, { requestValidator }),
      );
    }
    return assistants;
  }

  /**
   * Routes every other path and method through the key check: 401 comes before 404, and the caller learns its true
   * limits. A resource without a method of its own falls back to the proxy. openapi.json and llms.txt need no key.
   */
  #answerElsewhere(requestValidator: RequestValidator): void {
    const { lambda } = this.functions[groups.indexOf(elsewhereGroup)] as ServiceFunction;
    const integration = new LambdaIntegration(lambda, {
      timeout: buffered.integrationTimeout,
      scopePermissionToMethod: false,
    });
    for (const path of openPaths)
      acknowledge.isPublic(this.rest.root.resourceForPath(path).addMethod('GET', integration, { requestValidator }));
    const paths = groups.flatMap(({ endpoints }) => Object.values(endpoints).map(({ path }) => path));
    this.#elsewhere = (path) => {
      const method = this.rest.root
        .resourceForPath(path)
        .addMethod('ANY', integration, { apiKeyRequired: true, requestValidator });
      acknowledge.keysAreCheckedByFunctions(method);
    };
    for (const path of ['/', '/{proxy+}', ...openPaths, mcpPath, ...paths]) this.#elsewhere(path);
  }

  /** The page of an account, which needs no key: its function finds out who asks. */
  addPage(page: IFunction): void {
    const integration = new LambdaIntegration(page, {
      timeout: asking.integrationTimeout,
      scopePermissionToMethod: false,
    });
    for (const path of pagePaths) {
      for (const method of ['GET', 'POST'] as const) {
        const { requestValidator } = this;
        acknowledge.peopleSignIn(
          this.rest.root.resourceForPath(path).addMethod(method, integration, { requestValidator }),
        );
      }
      this.#elsewhere(path);
    }
  }

  /** Usage plans are best effort, so this one only stops floods. The functions enforce the rate limits. */
  #fuse(): UsagePlan {
    return this.rest.addUsagePlan('Fuse', {
      description:
        'Stops floods before they reach a function. It has no quota on purpose: the functions count 100 requests a minute, 5,000 an hour and 50,000 a day exactly (docs/decisions.md).',
      throttle: { burstLimit: 400, rateLimit: 20 },
      apiStages: [{ stage: this.rest.deploymentStage }],
    });
  }

  /** Returns the target for the DNS record. */
  #customDomain({ name, certificateArn }: { name: string; certificateArn: string }, tlsPolicy: string): string {
    const certificate = Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    const domain = this.rest.addDomainName('Domain', {
      domainName: name,
      certificate,
      endpointType: EndpointType.REGIONAL,
      basePath: stageName,
    });
    const resource = domain.node.defaultChild as CfnDomainName;
    resource.securityPolicy = tlsPolicy;
    resource.endpointAccessMode = 'STRICT';
    return domain.domainNameAliasDomainName;
  }
}

/** The base URL of the paths in the contract. */
export function baseUrlOf(rest: RestApi, settings: Settings): string {
  return `${originOf(rest, settings)}/${stageName}`;
}

export function originOf(rest: RestApi, { domain }: Settings): string {
  return `https://${domain?.name ?? `${rest.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}`}`;
}
