import { basename, resolve } from 'node:path';
import { getHeapStatistics } from 'node:v8';
import type { Effects, Step } from '../../../import/effects.ts';
import { importFiles } from '../../../import/import.ts';
import type { Imported, ImportOptions } from '../../../import/imported.ts';
import type { Room } from '../../../import/rows/room.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { thisProcess } from '../../local/jobs/this-process.ts';
import type { Target } from '../service/target.ts';
import type { Context } from '../terminal/context.ts';
import { onInterrupt } from '../terminal/interruption.ts';
import { logChange } from '../terminal/log-change.ts';
import { showProgress, type Unit } from '../terminal/progress.ts';
import { updateViews } from './views.ts';

const steps: Readonly<Record<Step, { readonly title: string; readonly unit: Unit }>> = {
  reading: { title: 'Reading', unit: 'bytes' },
  checking: { title: 'Checking', unit: 'rows' },
  comparing: { title: 'Comparing', unit: 'rows' },
  searching: { title: 'Looking for records to remove', unit: 'clients' },
  signals: { title: 'Looking for signals', unit: 'clients' },
  writing: { title: 'Writing', unit: 'rows' },
  removing: { title: 'Removing', unit: 'records' },
  counting: { title: 'Counting notes, reads and payments', unit: 'clients' },
};

/** Rows are kept outside of the heap. Node limits its heap by the memory of the machine, and so does this. */
function roomInMemory(): Room {
  const { heap_size_limit: heap } = getHeapStatistics();
  return {
    rows: Math.floor(heap / 64),
    bytes: heap,
    advice:
      'Import fewer files at once, split the largest one, or give Node more memory: NODE_OPTIONS=--max-old-space-size=8192.',
  };
}

export type Views = 'asked' | 'done' | 'unchanged';

/** Imports the files, then updates the views. On a terminal it shows the progress; if it is stopped, how far it came. */
export async function runImport(
  context: Context,
  target: Target,
  path: string,
  options: ImportOptions,
  choices: Pick<Effects, 'confirm' | 'onChange'>,
): Promise<Pick<Imported, 'result' | 'removed'> & { readonly views: Views }> {
  const interruption = onInterrupt(
    context,
    () => 'nothing is written. Run the same command again to import the files.',
  );
  const begin: Effects['begin'] = (step, total) => {
    const progress = showProgress(context, steps[step].title, total, steps[step].unit);
    if (step !== 'writing' && step !== 'removing') return progress;
    const verb = step === 'writing' ? 'written' : 'removed, and all rows are written';
    let done = 0;
    interruption.setText(() => {
      const amounts = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${steps[step].unit}`;
      return `${amounts} are ${verb}. Run the same command again to complete the import.`;
    });
    return {
      add: (count) => {
        done += count;
        progress.add(count);
      },
      end: progress.end,
    };
  };
  const { clock, randomBytes } = context;
  const about = { importer: thisProcess(), clock, randomBytes, room: roomInMemory() };
  const effects = { table: target.table, ...about, begin, ...choices };
  if (!options.dryRun) {
    await readAccount(target.table, options.account);
    await logChange(context, target, options.account, { what: 'import begun', about: basename(resolve(path)) });
  }
  try {
    const { update, result, removed } = await importFiles(effects, path, options);
    if (update.requests.length > 0) {
      const missing = options.score ? 'the account is not scored' : 'the views are not up to date';
      interruption.setText(
        () => `all rows are written, but ${missing}. Run the same command again to complete the import.`,
      );
    }
    const views = await updateViews(context, target, update, options.score ?? false);
    return { result, removed, views };
  } finally {
    interruption.end();
  }
}
