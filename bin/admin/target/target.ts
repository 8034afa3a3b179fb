import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { KeyPrefix } from '../../../shared/domain/access/api-key.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';
import { openTable, type Table, withSignal } from '../../../shared/table/store/table.ts';
import { readNothing } from '../../../shared/table/store/warm-up.ts';
import { localAddress } from '../../local/store/table.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** The service that a command works on: the local one or a deployment. */
export interface Target {
  readonly table: Table;
  /** Prefix of new API keys. */
  readonly keyPrefix: KeyPrefix;
  /** Deployments only: the queue of its worker. */
  readonly queue?: Queue;
  /** Deployments only: the keys of its API Gateway, which rejects keys that it does not know. */
  readonly gateway?: GatewayKeys;
  /** Deployments only. */
  readonly baseUrl?: string;
  readonly close: () => void;
}

/** Written by `npm start`. */
export const serviceFile = join(import.meta.dirname, '..', '..', '..', '.local', 'service.json');

const service = z.object({ tableName: z.string(), dynamodbEndpoint: z.url() });
const answerTimeout = 2000;

/** Opens the local service; fails if it is not running. */
export async function openTarget(file = serviceFile): Promise<Target> {
  const { tableName, dynamodbEndpoint } = await readService(file);
  const table = openTable(localAddress(dynamodbEndpoint, tableName), 'job');
  try {
    await readNothing(withSignal(table, AbortSignal.timeout(answerTimeout)));
  } catch (cause) {
    table.documents.destroy();
    throw new Error('The local service does not answer. Start it again: npm start', { cause });
  }
  return { table, keyPrefix: 'svctest', close: () => table.documents.destroy() };
}

async function readService(file: string): Promise<z.output<typeof service>> {
  try {
    return service.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (cause) {
    throw new Error('There is no local service. Start one: npm start', { cause });
  }
}
