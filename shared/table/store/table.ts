import { DynamoDBClient, type DynamoDBClientConfig, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { getSmithyContext } from '@smithy/core/client';
import { getEndpointFromInstructions } from '@smithy/core/endpoints';
import type { HttpRequest } from '@smithy/core/protocols';
import { ConfiguredRetryStrategy } from '@smithy/core/retry';
import { backoffDelay } from './backoff.ts';
import { DynamoDbHttpHandler, type SendOptions, type Timeouts } from './http-handler.ts';
import { SigV4Signer } from './signer.ts';
import { rememberStepOrder } from './step-order.ts';

/** The table, with what applies to everything that is sent through it. */
export interface Table {
  readonly name: string;
  readonly documents: DynamoDBDocumentClient;
  /** Aborts requests. */
  readonly signal?: AbortSignal;
  /** Called before every attempt of a request; throws if nothing may be sent any more. */
  readonly beforeSending?: () => void;
}

export interface TableAddress {
  readonly tableName: string;
  readonly region: string;
  /** For a database other than AWS's own. */
  readonly endpoint?: string | undefined;
  readonly credentials?: DynamoDBClientConfig['credentials'] | undefined;
}

/**
 * Attempts and timeouts. A request has a waiting caller, so it makes few, short attempts, also when DynamoDB throttles.
 * A job has minutes, so it makes more attempts, with the SDK's own backoff.
 */
const timeoutProfiles = {
  // a strategy holds the retry allowance of one client, so each client has its own
  request: () => ({
    retryStrategy: new ConfiguredRetryStrategy(3, (retry) => backoffDelay(retry, { first: 20, longest: 100 })),
    timeouts: { connectionTimeout: 300, requestTimeout: 400 },
  }),
  job: () => ({
    maxAttempts: 8,
    timeouts: { connectionTimeout: 1000, requestTimeout: 3000 },
  }),
} satisfies Record<string, () => DynamoDBClientConfig & { timeouts: Timeouts }>;

export type TimeoutProfile = keyof typeof timeoutProfiles;

export function openTable(address: TableAddress, profile: TimeoutProfile): Table {
  const { timeouts, ...settings } = clientSettings(address, profile);
  const { region } = settings;
  // the client's own credentials are cached and refreshed before they expire
  const signer = new SigV4Signer({ credentials: () => client.config.credentials(), region, service: 'dynamodb' });
  const client = new DynamoDBClient({ ...settings, requestHandler: new DynamoDbHttpHandler(timeouts), signer });
  for (const name of unusedMiddleware) client.middlewareStack.remove(name);
  addressAndSigning(client);
  hideSettings(client);
  client.middlewareStack.add(
    (next) => (sent) => {
      setPlainHeaders(sent.request as HttpRequest);
      return next(sent);
    },
    { step: 'build', name: 'plainHeaders' },
  );
  rememberStepOrder(client, replacedMiddleware);
  return { name: address.tableName, documents: DynamoDBDocumentClient.from(client) };
}

/** The settings of the SDK's client; `timeouts` are those of its HTTP handler. */
export function clientSettings({ region, endpoint, credentials }: TableAddress, profile: TimeoutProfile) {
  return {
    region,
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
    ...timeoutProfiles[profile](),
    // set every option, so that the first request does not look for them in configuration files
    retryMode: 'standard',
    defaultsMode: 'standard',
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    accountIdEndpointMode: 'disabled',
    userAgentAppId: async () => undefined,
    endpointDiscoveryEnabled: false,
  } as const satisfies DynamoDBClientConfig & { timeouts: Timeouts };
}

/**
 * Replaces the choice of an address and of a signing method, which the SDK repeats for every request. The address depends
 * on the settings alone, and DynamoDB has only one signing method. The SDK's step around our signer stays: it corrects the
 * clock. The signer reads the credentials itself.
 */
function addressAndSigning({ config, middlewareStack }: DynamoDBClient): void {
  const schemeId = 'aws.auth#sigv4';
  const scheme = config.httpAuthSchemes.find((each) => each.schemeId === schemeId);
  if (!scheme) throw new Error('The SDK has no Signature Version 4 for DynamoDB.');
  const resolve = () => getEndpointFromInstructions({}, GetItemCommand, { ...config }, {});
  let address: ReturnType<typeof resolve> | undefined;
  middlewareStack.add(
    (next, context) => async (sent) => {
      address ??= resolve();
      const endpointV2 = await address;
      const { authSchemes = [] } = endpointV2.properties ?? {};
      const [{ signingRegion, signingName } = {}] = authSchemes;
      const signingProperties = { name: 'dynamodb', config, context, signingRegion, signingName };
      const httpAuthOption = { schemeId, signingProperties };
      const selectedHttpAuthScheme = { httpAuthOption, identity: undefined, signer: scheme.signer };
      Object.assign(context, { endpointV2, authSchemes });
      Object.assign(getSmithyContext(context), { selectedHttpAuthScheme });
      return next(sent);
    },
    { step: 'serialize', priority: 'high', name: 'addressAndSigning' },
  );
}

/** Steps that commands add and `addressAndSigning` replaces. */
const replacedMiddleware = new Set(['endpointV2Middleware']);

/**
 * The SDK copies its 50 settings twice for every call, and reads nothing from the copies. Copies have only own properties,
 * so all settings become inherited ones.
 */
function hideSettings(client: DynamoDBClient): void {
  Object.assign(client, { config: Object.create(client.config) });
}

/**
 * Middleware of the SDK that DynamoDB does not need or that we replace. Node sets the content length.
 */
const unusedMiddleware = [
  'loggerMiddleware',
  'recursionDetectionMiddleware',
  'getUserAgentMiddleware',
  'hostHeaderMiddleware',
  'contentLengthMiddleware',
  'httpAuthSchemeMiddleware',
];

function setPlainHeaders({ headers, hostname, port }: HttpRequest): void {
  headers.host = port === undefined ? hostname : `${hostname}:${port}`;
  headers['user-agent'] = 'client-health-api';
}

/** The same table for one request: the signal aborts whatever is sent through it. */
export function withSignal(table: Table, signal: AbortSignal): Table {
  return { ...table, signal };
}

/** The options of `documents.send`. */
export function sendOptions({ signal, beforeSending }: Table): SendOptions {
  return { ...(signal && { abortSignal: signal }), ...(beforeSending && { beforeSending }) };
}

/** Whether the SDK sent a failed call more than once: an earlier attempt may have succeeded with its response lost. */
export function wasRetried({ $metadata }: { readonly $metadata: { readonly attempts?: number } }): boolean {
  return ($metadata.attempts ?? 1) > 1;
}
