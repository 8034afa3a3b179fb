import { Command, InvalidArgumentError, Option } from 'commander';
import { isZone } from '../../../import/files/dates.ts';
import type { Format } from '../../../import/files/format.ts';
import type { Kind } from '../../../import/files/kinds/kind.ts';
import { kinds } from '../../../import/files/kinds.ts';
import { InvalidFiles, problemLines } from '../../../import/files/problems.ts';
import type { ImportOptions } from '../../../import/import.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { suggestMapping } from '../../../import/mapping/suggest.ts';
import type { Removals } from '../../../import/prune/prune.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../cli/context.ts';
import { visible } from '../cli/visible.ts';
import { importedJson, printImported, removalLines } from './print.ts';
import { runImport } from './run.ts';
import { writeTemplates } from './templates.ts';

interface Given extends Output, Pick<ImportOptions, 'score' | 'prune' | 'dryRun'>, Omit<Format, 'empty'> {
  readonly account?: Account;
  readonly templates?: string;
  readonly suggest?: boolean;
  readonly as?: Kind;
  readonly map?: string;
  readonly metadata?: string;
  readonly changes?: boolean;
  readonly yes?: boolean;
}

export function importCommand(context: Context): Command {
  const { out } = context.terminal;
  return new Command('import')
    .description('import clients and their records from files; safe to repeat')
    .argument('[path]', 'a folder of files, one file (.csv, .tsv, .csv.gz, .xlsx), or - for standard input')
    .option(...accountOption, parseAccount)
    .option('--map <mapping>', 'how to read files of other systems: a preset or a mapping file')
    .option('--suggest', 'print a mapping for the files, and import nothing')
    .option('--score', 'score the account afterwards')
    .option('--dry-run', 'show what would change, without changing anything')
    .option('--changes', 'show every added, changed and removed record')
    .option('--prune', 'remove stored records that the files do not contain, of the kinds that have a file')
    .option('--yes', 'remove without asking')
    .option('--as <kind>', 'the kind of the one file, whatever its name', parseKind)
    .option('--metadata <columns>', 'columns of clients.csv to keep as metadata, separated by commas, or all')
    .addOption(new Option('--dates <order>', 'order of dates like 03/04/2026').choices(['dmy', 'mdy']))
    .option('--zone <zone>', 'time zone of times that have none, for example Europe/Berlin', parseZone)
    .addOption(new Option('--decimal <sign>', 'the decimal sign; currency signs are ignored then').choices(['.', ',']))
    .addOption(new Option('--encoding <name>', 'encoding of files without a mark').choices(['utf-8', 'windows-1252']))
    .option('--templates <folder>', 'write an example file of every kind to this folder, and import nothing')
    .option(...jsonOption)
    .action(async (path: string | undefined, given: Given) => {
      const { templates, suggest, json, account } = given;
      if (templates !== undefined) {
        const names = await writeTemplates(templates);
        return out(json ? JSON.stringify({ templates: names }) : `Wrote ${names.join(', ')} to ${templates}.`);
      }
      if (suggest && path !== undefined) return out(await suggestMapping(path, formatOf(given)));
      if (path === undefined || account === undefined) throw new Error('import needs a PATH and --account ID.');
      await importInto(context, path, { ...given, account });
    });
}

async function importInto(context: Context, path: string, given: Given & { readonly account: Account }): Promise<void> {
  const { out, err } = context.terminal;
  const { account, as, map, metadata, changes, json, score, dryRun, prune } = given;
  const options: ImportOptions = {
    account,
    ...(as && { as }),
    ...(map !== undefined && { map: await loadMapping(map) }),
    ...(metadata !== undefined && { metadata: metadata === 'all' ? 'all' : metadata.split(',') }),
    format: formatOf(given),
    ...{ score: score ?? false, dryRun: dryRun ?? false, prune: prune ?? false },
  };
  const confirm = confirmed(context, given.yes ?? false);
  const choices = { confirm, ...(changes && !json && { onChange: out }) };
  await withTarget(context, async (target) => {
    try {
      const imported = await runImport(context, target, path, options, choices);
      if (json) out(JSON.stringify(importedJson(imported)));
      else printImported(context, imported, options);
    } catch (error) {
      if (!(error instanceof InvalidFiles)) throw error;
      if (json) out(JSON.stringify({ problems: error.problems.groups(), count: error.problems.count() }));
      else for (const line of problemLines(error.problems)) err(visible(line));
      throw error;
    }
  });
}

function formatOf({ dates, zone, decimal, encoding }: Format): Format {
  return { ...(dates && { dates }), ...(zone && { zone }), ...(decimal && { decimal }), ...(encoding && { encoding }) };
}

function parseZone(zone: string): string {
  if (!isZone(zone)) throw new InvalidArgumentError('Expected a name like Europe/Berlin or an offset like +02:00.');
  return zone;
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
    for (const line of removalLines(removals)) err(visible(line));
    if (!ask) throw new Error('Nothing was imported. --prune would remove the records above; add --yes to confirm.');
    if (!(await ask('Remove these records?'))) throw new Error('Nothing was imported.');
  };
}
