import type { ViewUpdate } from '../../../import/imported.ts';
import type { WorkPhase } from '../../../shared/table/views/write/publish.ts';
import type { Target } from '../service/target.ts';
import type { Context } from '../terminal/context.ts';
import { type Progress, showProgress, type Unit } from '../terminal/progress.ts';
import { runWorker } from '../worker/run-worker.ts';

/** Lets the worker score the account, or only update its views. */
export async function updateViews(
  context: Context,
  target: Target,
  { requests, clients }: ViewUpdate,
  scores: boolean,
): Promise<'asked' | 'done' | 'unchanged'> {
  if (requests.length === 0) return 'unchanged';
  const titles: Record<WorkPhase, { title: string; unit: Unit }> = {
    clients: { title: scores ? 'Scoring' : 'Updating the views', unit: 'clients' },
    pages: { title: 'Publishing the views', unit: 'pages' },
  };
  context.terminal.status?.(`${titles.clients.title} …`);
  let shown: { phase: WorkPhase; progress: Progress } | undefined;
  const onProgress = (phase: WorkPhase, count: number, total = clients) => {
    if (shown?.phase !== phase) {
      const { title, unit } = titles[phase];
      shown = { phase, progress: showProgress(context, title, total, unit) };
    }
    shown.progress.add(count);
  };
  try {
    return await runWorker({ ...context, onProgress }, target, requests);
  } finally {
    context.terminal.status?.('');
  }
}
