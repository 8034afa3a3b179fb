import { randomBytes } from 'node:crypto';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import type { Group } from '../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import { makeKey } from '../domain/access/api-key.ts';
import { optionalText, optionalUrl, readEnvironment, requiredText } from '../environment.ts';
import { lambdaLog, startLine } from '../log.ts';
import { decompress } from '../table/store/compression.ts';
import { openRequestTable } from '../table/store/lean/table.ts';
import { PageCache } from '../table/store/page-cache.ts';
import type { ApiHandler } from './api.ts';

/** The environment variables of an API function: those that the template sets, and Lambda's own. */
const apiEnvironment = {
  TABLE_NAME: requiredText,
  /** The name of the stack. */
  DEPLOYMENT: requiredText,
  /** What is deployed. */
  COMMIT: optionalText,
  OPTIONS: optionalText,
  AWS_REGION: requiredText,
  DYNAMODB_ENDPOINT: optionalUrl,
  // those of the function's role: Lambda never changes them in a container, and ends it before they expire
  AWS_ACCESS_KEY_ID: requiredText,
  AWS_SECRET_ACCESS_KEY: requiredText,
  AWS_SESSION_TOKEN: optionalText,
};

const warmUpTimeout = 300;
// the size of the page cache: an eighth of the memory, so that one large response still fits
const heldBytes = 128 * 1024 * 1024;

/** Starts an API function. It warms up during init, which Lambda runs at full CPU speed. */
export async function startApi(create: (deps: Deps) => ApiHandler, group: Group): Promise<ApiHandler> {
  const environment = readEnvironment(apiEnvironment);
  const table = openRequestTable(
    {
      tableName: environment.TABLE_NAME,
      region: environment.AWS_REGION,
      endpoint: environment.DYNAMODB_ENDPOINT,
      credentials: {
        accessKeyId: environment.AWS_ACCESS_KEY_ID,
        secretAccessKey: environment.AWS_SECRET_ACCESS_KEY,
        ...(environment.AWS_SESSION_TOKEN && { sessionToken: environment.AWS_SESSION_TOKEN }),
      },
    },
    { clock: Date.now },
  );
  // inserted by the build: the hash of the bundle's own text
  const buildId = process.env.BUILD_ID ?? 'dev';
  const { log, beginInvocation } = lambdaLog(environment.DEPLOYMENT, buildId);
  const deps: Deps = {
    table,
    pages: new PageCache(heldBytes),
    clock: Date.now,
    randomBytes,
    log,
    buildId,
  };
  await warmUp(create, deps, group);
  log(startLine(environment));
  const answer = create(deps);
  return (event, context) => {
    beginInvocation(context.awsRequestId);
    return answer(event, context);
  };
}

/** A request with a well-formed key that nobody has. */
const unknownCaller = {
  httpMethod: 'GET',
  multiValueQueryStringParameters: { limit: ['1'] },
  headers: { 'X-API-Key': makeKey('svctest', (count) => new Uint8Array(count)) },
} as object as APIGatewayProxyEvent;
const endlessContext = { getRemainingTimeInMillis: () => Number.POSITIVE_INFINITY } as Context;
/** In Brotli. */
const emptyText = Uint8Array.of(0x3b);

/** Opens a connection and runs for the first time what every request runs, so that the first one does not have to. */
async function warmUp(create: (deps: Deps) => ApiHandler, deps: Deps, { endpoints }: Group): Promise<void> {
  const [endpoint] = Object.values(endpoints);
  // nobody sent this request, so it is not logged
  const answer = create({ ...deps, tableDeadline: warmUpTimeout, log: () => undefined });
  await answer({ ...unknownCaller, resource: endpoint?.path ?? '' }, endlessContext);
  decompress(emptyText);
}
