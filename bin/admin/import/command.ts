import { Command, InvalidArgumentError } from 'commander';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../cli/context.ts';
import { printTable } from '../cli/terminal.ts';
import { type Kind, kinds } from '../files/kinds.ts';
import { InvalidFiles, problemLine } from '../files/problems.ts';
import { type Imported, type ImportOptions, importFiles } from './import.ts';
import type { Surplus } from './prune.ts';
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
    .description('import CSV files of clients and what belongs to them; safe to run again')
    .argument('[path]', 'a folder of CSV files, or one of them')
    .option(...accountOption, parseAccount)
    .option('--score', 'score the account afterwards')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--prune', 'remove what the files do not name, of the kinds that there are files of')
    .option('--yes', 'prune without asking')
    .option('--as <kind>', 'what the one file holds, whatever its name', parseKind)
    .option('--templates <folder>', 'write a file of every kind, with one row each, and import nothing')
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
  if (!found) throw new InvalidArgumentError(`It is one of ${kinds.map((kind) => kind.name).join(', ')}.`);
  return found;
}

/** Shows what goes, and asks. */
function confirmed({ terminal: { err, ask, status } }: Context, yes: boolean) {
  return async (surplus: Surplus): Promise<void> => {
    if (yes) return;
    status?.('');
    for (const line of surplusLines(surplus)) err(line);
    if (!ask) throw new Error('Nothing was imported: --prune would remove the above; say --yes as well.');
    if (!(await ask('Remove them?'))) throw new Error('Nothing was imported.');
  };
}

const mostNames = 20;

function surplusLines(surplus: Surplus): string[] {
  const named = [...surplus.portfolios, ...surplus.clients].map(({ id, name }) => `  ${id}  ${name}`);
  const more = named.length > mostNames ? [`  … and ${named.length - mostNames} more`] : [];
  const counts = [...surplus.counts].map(([kind, count]) => `${kind} ${count}`);
  const whole = surplus.clients.length > 0 ? ', and all that these clients have' : '';
  return [`Not named by the files: ${counts.join(', ')}${whole}`, ...named.slice(0, mostNames), ...more];
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
  const rows = [...plan].map(([kind, tally]) => [kind, ...[tally.added, tally.changed, tally.unchanged].map(String)]);
  printTable(terminal, ['', dryRun ? 'WOULD ADD' : 'ADDED', 'CHANGED', 'UNCHANGED'], rows);
  if (movedReads > 0)
    terminal.out(`${movedReads} alignment reads were given for other days and belong to their Mondays.`);
  if (dryRun && given.prune) for (const line of surplusLines(removed)) terminal.out(line);
  else if (given.prune) {
    const counts = [...removed.counts].map(([kind, count]) => `${kind} ${count}`);
    terminal.out(`Removed: ${counts.length > 0 ? counts.join(', ') : 'nothing'}.`);
  }
  if (dryRun) terminal.out('Nothing was changed.');
  else if (views === 'asked')
    terminal.out(`The worker was asked to ${given.score ? 'score the account' : 'update its views'}.`);
  else terminal.out(given.score ? 'The account is scored; its views show it.' : 'The views show it.');
  const scored = (['signals', 'scores'] as const).flatMap((kind) => plan.get(kind) ?? []);
  if (!dryRun && !given.score && scored.some(({ added, changed }) => added + changed > 0)) {
    terminal.out(`Scores follow at 00:00 UTC, or now with: score --account ${given.account}`);
  }
}
