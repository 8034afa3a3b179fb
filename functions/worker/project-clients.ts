import type { ProjectMessage } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import type { WorkResult } from './work-result.ts';

/** Updates the views of an account from the facts and scores of some or all of its clients. Scores nothing. */
export async function projectClients(
  { table, pages, onProgress }: JobDeps,
  { customerId, clientIds }: ProjectMessage,
): Promise<WorkResult> {
  const account = asAccount(customerId);
  if (clientIds === 'all') {
    const { clients } = await rebuild(table, account, { onProgress });
    return { line: { clients }, metrics: { Projections: 1 } };
  }
  await project(table, account, clientIds, pages, onProgress);
  return { line: { clients: clientIds.length }, metrics: { Projections: 1 } };
}
