import { Command, InvalidArgumentError, Option } from 'commander';
import { InvalidFiles, problemLines } from '../../../import/files/problems.ts';
import type { RejectLimit } from '../../../import/files/reject-limit.ts';
import type { ImportOptions } from '../../../import/imported.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import type { Removals } from '../../../import/plan/prune.ts';
import { headlineOf, type ImportResult, unknownLines } from '../../../import/result.ts';
import { type Day, dayAt } from '../../../shared/domain/dates.ts';
import { faultsOn, faultText, isFaulty } from '../../../shared/domain/feeds.ts';
import type { Kind } from '../../../shared/table/entities/entity.ts';
import { kinds } from '../../../shared/table/entities/kinds.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import {
  accountOption,
  type Context,
  collected,
  jsonOption,
  type Output,
  parseAccount,
  parseDays,
  withTarget,
} from '../terminal/context.ts';
import { formatOf, type GivenFormat, metadataOf, withFormatOptions } from '../terminal/format-options.ts';
import { visible } from '../terminal/visible.ts';
import { printImported, removalLines } from './print.ts';
import { runImport } from './run.ts';
import { writeTemplates } from './templates.ts';

interface Given extends Output, Pick<ImportOptions, 'score' | 'prune' | 'dryRun'>, GivenFormat {
  readonly account?: Account;
  readonly templates?: string;
  readonly as?: Kind;
  readonly map?: readonly string[];
  readonly changes?: boolean;
  readonly history?: number;
  readonly rejects?: string;
  readonly maxRejects?: RejectLimit;
  readonly every?: number;
  readonly gone?: 'leave';
  readonly yes?: boolean;
}

export function importCommand(context: Context): Command {
  const { out } = context.terminal;
  const command = new Command('import')
    .description('import clients and their records from files; safe to repeat')
    .argument('[path]', 'a folder of files, one file (.csv, .tsv, .csv.gz, .xlsx, .ics), or - for standard input')
    .option(...accountOption, parseAccount)
    .option('--map <mapping>', 'how to read files of other systems: a preset or a mapping file; repeatable', collected)
    .option('--score', 'score the account afterwards')
    .option('--history <days>', 'with --score: also compute up to so many days before the first score', parseDays)
    .option('--dry-run', 'show what would change, without changing anything')
    .option('--changes', 'show every added, changed and removed record')
    .option('--prune', 'remove stored records that the files do not contain, of the kinds that have a file')
    .addOption(
      new Option('--gone <what>', 'leave: clients that a full list lacks left on its date; they keep all records')
        .choices(['leave'])
        .conflicts('prune'),
    )
    .option('--rejects <folder>', 'import the good rows, and write the others to this folder, with what is wrong')
    .option('--max-rejects <limit>', 'rows of a file, or N%, that may be rejected; default 5% or 5 rows', parseLimit)
    .option('--every <days>', 'from now on, a file of each of these feeds is expected every so many days', parseDays)
    .option('--yes', 'remove without asking')
    .option('--as <kind>', 'the kind of the one file, whatever its name', parseKind);
  return withFormatOptions(command)
    .option('--templates <folder>', 'write an example file of every kind to this folder, and import nothing')
    .option(...jsonOption)
    .action(async (path: string | undefined, given: Given) => {
      const { templates, json, account } = given;
      if (templates !== undefined) {
        const names = await writeTemplates(templates);
        return out(json ? JSON.stringify({ templates: names }) : `Wrote ${names.join(', ')} to ${templates}.`);
      }
      if (path === undefined || account === undefined) throw new Error('import needs a PATH and --account ID.');
      await importInto(context, path, { ...given, account });
    });
}

async function importInto(context: Context, path: string, given: Given & { readonly account: Account }): Promise<void> {
  const { out, err } = context.terminal;
  const { account, as, map, changes, json, score, dryRun, prune, rejects, maxRejects } = given;
  if (given.history !== undefined && !score) throw new Error('--history needs --score.');
  if (maxRejects && rejects === undefined) throw new Error('--max-rejects needs --rejects FOLDER.');
  const options: ImportOptions = {
    account,
    ...(as && { as }),
    ...(map !== undefined && { maps: await Promise.all([...new Set(map)].map(loadMapping)) }),
    ...metadataOf(given),
    ...(given.history !== undefined && { history: given.history }),
    ...(rejects !== undefined && { rejects }),
    ...(maxRejects && { maxRejects }),
    ...(given.every !== undefined && { every: given.every }),
    ...(given.gone && { gone: given.gone }),
    format: formatOf(given),
    score: score ?? false,
    dryRun: dryRun ?? false,
    prune: prune ?? false,
  };
  const confirm = confirmed(context, given.yes ?? false);
  const choices = { confirm, ...(changes && !json && { onChange: (line: string) => out(visible(line)) }) };
  await withTarget(context, async (target) => {
    try {
      const { result, removed, views } = await runImport(context, target, path, options, choices);
      if (json) out(JSON.stringify({ ...result, views }));
      else printImported(context, { result, removed, views }, options);
      const incomplete = incompleteText(result);
      const faults = faultsOf(result.feeds, dayAt(context.clock()));
      if (faults.length > 0) throw new FaultyFeeds(faults, incomplete);
      if (incomplete !== undefined) throw new IncompleteImport(incomplete);
    } catch (error) {
      if (!(error instanceof InvalidFiles)) throw error;
      if (json)
        out(
          JSON.stringify({
            problems: error.problems.groups(),
            count: error.problems.count(),
            unknownNames: error.unknown,
          }),
        );
      else for (const line of [...problemLines(error.problems), ...unknownLines(error.unknown)]) err(visible(line));
      throw error;
    }
  });
}

/** The rows without problems are imported, others are not. */
class IncompleteImport extends Error {
  override name = 'IncompleteImport' as const;
  readonly exitCode = 5;
}

function incompleteText(result: ImportResult): string | undefined {
  return (result.rejected?.files ?? []).length === 0 ? undefined : `${headlineOf(result)}.`;
}

/** A watched feed has sent nothing, or not what it sent before. Whatever arrived is imported. */
class FaultyFeeds extends Error {
  override name = 'FaultyFeeds' as const;
  readonly exitCode = 6;

  constructor(faults: readonly string[], incomplete: string | undefined) {
    super(`${incomplete === undefined ? '' : `${incomplete} `}Check the feeds: ${faults.join('; ')}.`);
  }
}

function faultsOf(feeds: ImportResult['feeds'], today: Day): string[] {
  return feeds
    .filter((each) => isFaulty(each, today))
    .flatMap((each) => faultsOn(each, today).map((fault) => faultText(each, fault)));
}

function parseLimit(text: string): RejectLimit {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const value = Number(number);
  if (number === undefined || (percent ? value > 100 : !Number.isInteger(value))) {
    throw new InvalidArgumentError('Expected a number of rows, or a share like 5%.');
  }
  return percent ? { percent: value } : { rows: value };
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
