import type { JobDeps } from '../../shared/jobs/queue.ts';
import { withMetrics } from '../../shared/log.ts';

/** Logs whether the key that the deployment is encrypted with can be used. Without it nothing else can be checked. */
export async function checkKey({ keyState, clock, log }: JobDeps): Promise<void> {
  if (!keyState) return;
  const state = await keyState();
  const isUsable = state === 'Enabled';
  const line = { level: isUsable ? 'info' : 'error', kind: 'key', state };
  log(withMetrics(line, clock(), { KeyUnusable: isUsable ? 0 : 1 }));
}
