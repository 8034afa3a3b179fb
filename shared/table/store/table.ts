import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';

/** The one table. `signal` bounds whatever is sent through it. */
export interface Table {
  readonly name: string;
  readonly documents: DynamoDBDocumentClient;
  readonly signal?: AbortSignal;
}

export interface TableAddress {
  readonly tableName: string;
  readonly region: string;
  /** Only where the table is not AWS's own. */
  readonly endpoint?: string | undefined;
  readonly credentials?: DynamoDBClientConfig['credentials'] | undefined;
}

/**
 * Two ways to wait for DynamoDB. A request has a caller who waits: few, short attempts, for throttling too.
 * A job has minutes: more attempts, with the SDK's own backoff.
 */
const patience = {
  // a strategy holds its client's allowance of retries, so no two clients share one
  request: () => ({
    retryStrategy: new ConfiguredRetryStrategy(3, (attempt) => Math.random() * Math.min(100, 20 * 2 ** (attempt - 1))),
    requestHandler: { connectionTimeout: 300, requestTimeout: 400, throwOnRequestTimeout: true },
  }),
  job: () => ({
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  }),
} satisfies Record<string, () => DynamoDBClientConfig>;

export function openTable(
  { tableName, region, endpoint, credentials }: TableAddress,
  kind: keyof typeof patience,
): Table {
  const client = new DynamoDBClient({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    ...patience[kind](),
    // every option is said, so that the first request looks nothing up in configuration files
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    accountIdEndpointMode: 'disabled',
    userAgentAppId: async () => undefined,
    endpointDiscoveryEnabled: false,
  });
  // it would copy every answer, without its secrets, for a log that nobody keeps
  client.middlewareStack.remove('loggerMiddleware');
  return { name: tableName, documents: DynamoDBDocumentClient.from(client) };
}

/** The same table for one request: what is sent through it ends when the signal says so. */
export function withSignal(table: Table, signal: AbortSignal): Table {
  return { ...table, signal };
}

/** For `documents.send(command, until(table))`. */
export function sendOptions({ signal }: Table): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

/** Whether the SDK sent a failed call more than once: an earlier attempt may have been applied, and its response lost. */
export function wasRetried({ $metadata }: { readonly $metadata: { readonly attempts?: number } }): boolean {
  return ($metadata.attempts ?? 1) > 1;
}
