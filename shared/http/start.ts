import { randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { Deps } from '../deps.ts';
import { namesAt } from '../domain/access/windows.ts';
import { readEnvironment, requiredText, url } from '../environment.ts';
import { lambdaLog } from '../log.ts';
import { countRequest } from '../table/access/count-request.ts';
import { openTable, type Table, withSignal } from '../table/store/table.ts';
import { readNothing } from '../table/store/warm-up.ts';
import { PageStore } from '../table/views/read/page-store.ts';
import type { ApiHandler } from './api.ts';

/** The environment variables of an API function: those that the template sets, and Lambda's own. */
export const apiEnvironment = {
  TABLE_NAME: requiredText,
  /** The name of the stack. */
  DEPLOYMENT: requiredText,
  AWS_REGION: requiredText,
  DYNAMODB_ENDPOINT: z.optional(url),
};

const warmUpTimeout = 300;
// the size of the page cache: an eighth of the memory, so that one large response still fits
const heldBytes = 128 * 1024 * 1024;

/** Starts an API function. It warms up during init, which Lambda runs at full CPU speed. */
export async function startApi(create: (deps: Deps) => ApiHandler): Promise<ApiHandler> {
  const environment = readEnvironment(apiEnvironment);
  const table = openTable(
    {
      tableName: environment.TABLE_NAME,
      region: environment.AWS_REGION,
      endpoint: environment.DYNAMODB_ENDPOINT,
    },
    'request',
  );
  // inserted by the build: the hash of the bundle's own text
  const buildId = process.env.BUILD_ID ?? 'dev';
  const { log, beginInvocation } = lambdaLog(environment.DEPLOYMENT, buildId);
  const deps: Deps = {
    table,
    pages: new PageStore(heldBytes),
    clock: Date.now,
    randomBytes,
    log,
    buildId,
  };
  await warmUp(table);
  const answer = create(deps);
  return (event, context) => {
    beginInvocation(context.awsRequestId);
    return answer(event, context);
  };
}

/** Opens connections and prepares signing and serializers, so that the first request does not have to. */
async function warmUp(table: Table): Promise<void> {
  const bounded = withSignal(table, AbortSignal.timeout(warmUpTimeout));
  const request = { id: new Uint8Array(5), names: namesAt(0), second: 0 };
  await Promise.allSettled([readNothing(bounded), countRequest(bounded, '-', request, [])]);
}
