import { join } from 'node:path';
import { type Duration, Names, type Size } from 'aws-cdk-lib';
import { type PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { type ILogGroup, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledgements.ts';
import type { Encryption } from './encryption.ts';
import type { Settings } from './settings.ts';

export interface ServiceFunctionProps {
  /** Its folder in `functions`, and its bundle in `dist`. */
  readonly name: string;
  readonly purpose: string;
  readonly memoryMb: number;
  readonly timeout: Duration;
  /** Size of /tmp; by default 512 MB. */
  readonly temporaryStorage?: Size;
  /** All permissions of the function, besides writing its own log. */
  readonly may: readonly PolicyStatement[];
  readonly environment: Readonly<Record<string, string>>;
  readonly settings: Settings;
  /** Of its log. Absent where the log has to say that the key is gone. */
  readonly encryption: Encryption | undefined;
  /** How it is invoked, so that Lambda needs no queue for failures; the reason for the rule packs. */
  readonly failures: Parameters<typeof acknowledge.noFailureQueue>[1];
  /** Reserved concurrency, which is also the maximum. */
  readonly concurrency?: number | undefined;
}

/** Gives the heap four fifths of the memory; Node's default is about half. */
export function heapOption(memoryMb: number): string {
  return `--max-old-space-size=${Math.floor(memoryMb * 0.8)}`;
}

/** A Lambda function of the service, with its role and log group. */
export class ServiceFunction extends Construct {
  readonly lambda: LambdaFunction;
  readonly role: Role;
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, props: ServiceFunctionProps) {
    super(scope, id);
    const { name, purpose, memoryMb, timeout, may, environment, settings, encryption, concurrency, failures } = props;
    const { temporaryStorage } = props;
    const logGroup = new LogGroup(this, 'Log', {
      ...encryption?.logs,
      retention: settings.logRetention,
      removalPolicy: settings.removalPolicy,
    });
    this.role = new Role(this, 'Role', {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      description: purpose,
    });
    this.logGroup = logGroup;
    logGroup.grantWrite(this.role);
    for (const statement of may) this.role.addToPolicy(statement);
    this.lambda = new LambdaFunction(this, 'Function', {
      description: purpose,
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(join(settings.bundles, name)),
      role: this.role,
      memorySize: memoryMb,
      timeout,
      ...(temporaryStorage && { ephemeralStorageSize: temporaryStorage }),
      ...(concurrency !== undefined && { reservedConcurrentExecutions: concurrency }),
      environment: {
        ...environment,
        DEPLOYMENT: settings.stackName,
        COMMIT: settings.commit,
        OPTIONS: settings.options,
        NODE_OPTIONS: heapOption(memoryMb),
      },
      logGroup,
      loggingFormat: LoggingFormat.JSON,
      // START, END and REPORT of every request would cost more than the requests
      systemLogLevelV2: SystemLogLevel.WARN,
      tracing: Tracing.ACTIVE,
    });
    acknowledge.tracing(this.role);
    acknowledge.noFailureQueue(this.lambda, failures);
  }

  /** Takes the messages of the queue one by one, of so many accounts at once. */
  take(queue: IQueue, atOnce: number): void {
    // SqsEventSource would grant the key without naming the service; the id is the one that it gave
    this.lambda.addEventSourceMapping(`SqsEventSource:${Names.nodeUniqueId(queue.node)}`, {
      eventSourceArn: queue.queueArn,
      batchSize: 1,
      maxConcurrency: atOnce,
    });
    acknowledge.queueHasDeadLetters(this.lambda);
  }
}
