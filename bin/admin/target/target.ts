import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import type { KeyPrefix } from '../../../shared/domain/access/api-key.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';
import { openTable, type Table, withSignal } from '../../../shared/table/store/table.ts';
import { readNothing } from '../../../shared/table/store/warm-up.ts';
import { localAddress } from '../../local/store/table.ts';
import type { GatewayKeys } from './gateway-keys.ts';

/** The service that a command works on. */
export interface Target {
  readonly table: Table;
  /** What its keys begin with. */
  readonly keyPrefix: KeyPrefix;
  /** Of a deployment: its worker does what it is told through this. */
  readonly queue?: Queue;
  /** Of a deployment: what stands before its functions has to know its keys as well. */
  readonly gateway?: GatewayKeys;
  /** Of a deployment. */
  readonly baseUrl?: string;
  readonly close: () => void;
}

/** `npm start` leaves it there. */
export const serviceFile = join(import.meta.dirname, '..', '..', '..', '.local', 'service.json');

const service = z.object({ tableName: z.string(), dynamodbEndpoint: z.url() });
const patience = 2000;

/** The local service, which must be running. */
export async function openTarget(file = serviceFile): Promise<Target> {
  const { tableName, dynamodbEndpoint } = await readService(file);
  const table = openTable(localAddress(dynamodbEndpoint, tableName), 'job');
  try {
    await readNothing(withSignal(table, AbortSignal.timeout(patience)));
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
