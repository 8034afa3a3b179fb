import type { ProjectMessage } from '../../shared/jobs/message.ts';
import type { JobDeps } from '../../shared/jobs/queue.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { rebuild } from '../../shared/table/views/write/rebuild.ts';
import type { WorkResult } from './work-result.ts';

const dayMs = 86_400_000;

/** Updates the views of an account from the facts and scores of some or all of its clients. Scores nothing. */
export async function projectClients(
  { table, pages, clock, onProgress }: JobDeps,
  { customerId, clientIds }: ProjectMessage,
): Promise<WorkResult> {
  const account = asAccount(customerId);
  const today = Math.floor(clock() / dayMs);
  if (clientIds === 'all') {
    const { clients } = await rebuild(table, account, { today, onProgress });
    return { line: { clients }, metrics: { Projections: 1 } };
  }
  await project(table, account, clientIds, today, pages, onProgress);
  return { line: { clients: clientIds.length }, metrics: { Projections: 1 } };
}
