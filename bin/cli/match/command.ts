import { writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { problemLines } from '../../../import/files/problems.ts';
import { aliasesText } from '../../../import/files/unknown-name.ts';
import type { ImportOptions } from '../../../import/imported.ts';
import { loadMapping } from '../../../import/mapping/load.ts';
import { unknownNames } from '../../../import/unknown-names.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import {
  accountOption,
  type Context,
  collected,
  jsonOption,
  type Output,
  parseAccount,
  withTarget,
} from '../terminal/context.ts';
import { visible } from '../terminal/visible.ts';

interface Given extends Output {
  readonly account: Account;
  readonly map?: readonly string[];
  readonly out?: string;
}

export function matchCommand(context: Context): Command {
  const { out, err } = context.terminal;
  return new Command('match')
    .description('list the names of files that no client has, with proposals to review; imports and links nothing')
    .argument('<path>', 'a folder of files, or one file')
    .requiredOption(...accountOption, parseAccount)
    .option('--map <mapping>', 'how to read the files, as for import; repeatable', collected)
    .option('--out <file>', 'write the list to this file; reviewed, it is imported as aliases.csv')
    .option(...jsonOption)
    .action((path: string, { account, map, out: file, json }: Given) =>
      withTarget(context, async ({ table }) => {
        const maps = map && { maps: await Promise.all([...new Set(map)].map(loadMapping)) };
        const options: ImportOptions = { account, ...maps };
        const { unknown: names, problems } = await unknownNames(table, path, options, context.clock());
        for (const line of problemLines(problems)) err(visible(line));
        if (json) return out(JSON.stringify({ unknownNames: names }));
        const text = aliasesText(names);
        if (file === undefined) {
          for (const line of text.trimEnd().split('\r\n')) out(visible(line));
          return;
        }
        await writeFile(file, text);
        out(
          `Wrote ${names.length} names to ${file}. Delete or correct the rows that are wrong, then import it as aliases.csv.`,
        );
      }),
    );
}
