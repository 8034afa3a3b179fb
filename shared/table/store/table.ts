import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { backoffDelay } from './backoff.ts';

/** The table. `signal` aborts whatever is sent through it. */
export interface Table {
  readonly name: string;
  readonly documents: DynamoDBDocumentClient;
  readonly signal?: AbortSignal;
}

export interface TableAddress {
  readonly tableName: string;
  readonly region: string;
  /** For a database other than AWS's own. */
  readonly endpoint?: string | undefined;
  readonly credentials?: DynamoDBClientConfig['credentials'] | undefined;
}

/**
 * Attempts and timeouts. A request has a caller who waits: few, short attempts, also when DynamoDB throttles. A job has
 * minutes: more attempts, with the SDK's own backoff.
 */
const timeoutProfiles = {
  // a strategy holds the retry allowance of one client, so each client has its own
  request: () => ({
    retryStrategy: new ConfiguredRetryStrategy(3, (retry) => backoffDelay(retry, { first: 20, longest: 100 })),
    requestHandler: { connectionTimeout: 300, requestTimeout: 400, throwOnRequestTimeout: true },
  }),
  job: () => ({
    maxAttempts: 8,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  }),
} satisfies Record<string, () => DynamoDBClientConfig>;

export function openTable(
  { tableName, region, endpoint, credentials }: TableAddress,
  profile: keyof typeof timeoutProfiles,
): Table {
  const client = new DynamoDBClient({
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    ...timeoutProfiles[profile](),
    // every option is set, so that the first request looks nothing up in configuration files
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    accountIdEndpointMode: 'disabled',
    userAgentAppId: async () => undefined,
    endpointDiscoveryEnabled: false,
  });
  // it would copy every response for a log that nobody keeps
  client.middlewareStack.remove('loggerMiddleware');
  return { name: tableName, documents: DynamoDBDocumentClient.from(client) };
}

/** The same table for one request: the signal aborts whatever is sent through it. */
export function withSignal(table: Table, signal: AbortSignal): Table {
  return { ...table, signal };
}

/** The options of `documents.send` for calls that the table's signal aborts. */
export function sendOptions({ signal }: Table): { abortSignal?: AbortSignal } {
  return signal ? { abortSignal: signal } : {};
}

/** Whether the SDK sent a failed call more than once: an earlier attempt may have been applied, and its response lost. */
export function wasRetried({ $metadata }: { readonly $metadata: { readonly attempts?: number } }): boolean {
  return ($metadata.attempts ?? 1) > 1;
}
