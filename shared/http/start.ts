import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import type { Deps } from '../deps.ts';
import { namesAt } from '../domain/access/windows.ts';
import { readEnvironment } from '../environment.ts';
import { lambdaLog } from '../log.ts';
import { countRequest } from '../table/access/count-request.ts';
import { openTable, type Table, withSignal } from '../table/store/table.ts';
import { readNothing } from '../table/store/warm-up.ts';
import { PageStore } from '../table/views/read/page-store.ts';
import type { ApiHandler } from './api.ts';

/** What an API function is told by its environment. The template sets exactly these, beside what Lambda sets itself. */
export const apiEnvironment = {
  TABLE_NAME: z.string().min(1),
  /** The name of the stack. */
  DEPLOYMENT: z.string().min(1),
  AWS_REGION: z.string().min(1),
  DYNAMODB_ENDPOINT: z.url().optional(),
};

const warmUpPatience = 300;
// an eighth of what a function has, which leaves the rest to one large answer
const heldBytes = 128 * 1024 * 1024;

/** Starts an API function: reads the environment, opens the table, and warms the way to it while init runs at full speed. */
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
  const deps: Deps = {
    table,
    pages: new PageStore(heldBytes),
    clock: Date.now,
    randomBytes,
    log: lambdaLog(environment.DEPLOYMENT),
    // put in by the build, from the bundle's own text
    buildId: process.env.BUILD_ID ?? 'dev',
  };
  await warmUp(table);
  return create(deps);
}

/** The connection, its keys and the serializers are ready before the first request pays for them at a fraction of the CPU. */
async function warmUp(table: Table): Promise<void> {
  const bounded = withSignal(table, AbortSignal.timeout(warmUpPatience));
  const request = { id: new Uint8Array(5), names: namesAt(0), second: 0 };
  await Promise.allSettled([readNothing(bounded), countRequest(bounded, '-', request, [])]);
}
