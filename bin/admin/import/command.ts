import { Command, InvalidArgumentError } from 'commander';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../cli/context.ts';
import { printTable } from '../cli/terminal.ts';
import type { Kind } from '../files/kinds/kind.ts';
import { kinds } from '../files/kinds.ts';
import { InvalidFiles, problemLine } from '../files/problems.ts';
import { type Imported, type ImportOptions, importFiles } from './import.ts';
import type { Removals } from './prune/prune.ts';
import { writeTemplates } from './templates.ts';

interface Given extends Output, Pick<ImportOptions, 'score' | 'prune' | 'dryRun'> {
  readonly account?: Account;
  readonly templates?: string;
  readonly as?: Kind;
  readonly yes?: boolean;
}

export function importCommand(context: Context): Command {
  const { out, err } = context.terminal;
  return new Command('import')
    .description('import clients and their records from CSV files; safe to repeat')
    .argument('[path]', 'a folder of CSV files, or one file')
    .option(...accountOption, parseAccount)
    .option('--score', 'score the account afterwards')
    .option('--dry-run', 'show what would change, without changing anything')
    .option('--prune', 'remove stored records that the files do not contain, of the kinds that have a file')
    .option('--yes', 'remove without asking')
    .option('--as <kind>', 'the kind of the one file, whatever its name', parseKind)
    .option('--templates <folder>', 'write an example file of every kind to this folder, and import nothing')
    .option(...jsonOption)
    .action(async (path: string | undefined, { templates, account, json, as, ...given }: Given) => {
      if (templates !== undefined) {
        const names = await writeTemplates(templates);
        return out(json ? JSON.stringify({ templates: names }) : `Wrote ${names.join(', ')} to ${templates}.`);
      }
      if (path === undefined || account === undefined) throw new Error('import needs a PATH and --account ID.');
      await withTarget(context, async (target) => {
        try {
          const options = { account, ...(as && { as }), ...given, confirm: confirmed(context, given.yes ?? false) };
          const imported = await importFiles(context, target, path, options);
          if (json) out(JSON.stringify(shown(imported)));
          else printImported(context, imported, { account, ...given });
        } catch (error) {
          if (!(error instanceof InvalidFiles)) throw error;
          if (json) out(JSON.stringify({ problems: error.problems.shown(), count: error.problems.count() }));
          else {
            for (const problem of error.problems.shown()) err(problemLine(problem));
            const more = error.problems.count() - error.problems.shown().length;
            if (more > 0) err(`… and ${more} more`);
          }
          throw error;
        }
      });
    });
}

function parseKind(name: string): Kind {
  const found = kinds.find((kind) => kind.name === name);
  if (!found) throw new InvalidArgumentError(`Expected one of ${kinds.map((kind) => kind.name).join(', ')}.`);
  return found;
}

/** Shows what would be removed, and asks. */
function confirmed({ terminal: { err, ask, status } }: Context, yes: boolean) {
  return async (removals: Removals): Promise<void> => {
    if (yes) return;
    status?.('');
    for (const line of removalLines(removals)) err(line);
    if (!ask) throw new Error('Nothing was imported. --prune would remove the records above; add --yes to confirm.');
    if (!(await ask('Remove these records?'))) throw new Error('Nothing was imported.');
  };
}

const mostNames = 20;

function removalLines(removals: Removals): string[] {
  const named = [...removals.portfolios, ...removals.clients].map(({ id, name }) => `  ${id}  ${name}`);
  const more = named.length > mostNames ? [`  … and ${named.length - mostNames} more`] : [];
  const counts = [...removals.counts].map(([kind, count]) => `${kind} ${count}`);
  const whole = removals.clients.length > 0 ? ', and all records of these clients' : '';
  return [`Not in the files: ${counts.join(', ')}${whole}`, ...named.slice(0, mostNames), ...more];
}

function shown({ plan, removed, movedReads, views, dryRun }: Imported) {
  return {
    dryRun,
    ...{ kinds: Object.fromEntries(plan), removed: Object.fromEntries(removed.counts) },
    ...{ movedReads, views },
  };
}

function printImported(
  { terminal }: Context,
  { plan, removed, movedReads, views, dryRun }: Imported,
  given: Given,
): void {
  const rows = [...plan].map(([kind, counts]) => [
    kind,
    ...[counts.added, counts.changed, counts.unchanged].map(String),
  ]);
  printTable(terminal, ['', dryRun ? 'WOULD ADD' : 'ADDED', 'CHANGED', 'UNCHANGED'], rows);
  if (movedReads > 0)
    terminal.out(
      `${movedReads} alignment reads were not given for a Monday; they are stored for the Monday of their week.`,
    );
  if (dryRun && given.prune) for (const line of removalLines(removed)) terminal.out(line);
  else if (given.prune) {
    const counts = [...removed.counts].map(([kind, count]) => `${kind} ${count}`);
    terminal.out(`Removed: ${counts.length > 0 ? counts.join(', ') : 'nothing'}.`);
  }
  if (dryRun) terminal.out('Nothing was changed.');
  else if (views === 'asked')
    terminal.out(`The worker was asked to ${given.score ? 'score the account' : 'update its views'}.`);
  else terminal.out(given.score ? 'The account is scored and its views are up to date.' : 'The views are up to date.');
  const scored = (['signals', 'scores'] as const).flatMap((kind) => plan.get(kind) ?? []);
  if (!dryRun && !given.score && scored.some(({ added, changed }) => added + changed > 0)) {
    terminal.out(`Scores are computed at 00:00 UTC. To compute them now: score --account ${given.account}`);
  }
}
