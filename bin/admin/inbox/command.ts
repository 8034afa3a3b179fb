import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { type FileStore, pagesOf } from '../../../import/inbox/file-store.ts';
import { arrivedAt, incomingOf, reportKey } from '../../../import/inbox/keys.ts';
import { loadMapping, presetNames } from '../../../import/mapping/load.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { type Inbox, type InboxSettings, readInbox, saveInboxSettings } from '../../../shared/table/access/inboxes.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import {
  accountOption,
  type Context,
  jsonOption,
  type Output,
  parseAccount,
  parseDays,
  withTarget,
} from '../cli/context.ts';
import { visible } from '../cli/visible.ts';
import type { Target } from '../service/target.ts';

interface Named extends Output {
  readonly account: Account;
}

interface Configured extends Named {
  readonly map?: readonly string[];
  readonly score: boolean;
  readonly prune?: boolean;
  readonly maxRemovals?: string;
  readonly maxRejects?: string;
  readonly every?: number;
}

const collected = (value: string, before: readonly string[] = []) => [...before, value];

export function inboxCommand(context: Context): Command {
  const { out } = context.terminal;
  const inbox = new Command('inbox').description('import files that arrive by themselves');

  inbox
    .command('configure')
    .description('say how the files of an account are imported; replaces what was said before')
    .requiredOption(...accountOption, parseAccount)
    .option('--map <mapping>', 'how to read files of other systems: a preset or a mapping file; repeatable', collected)
    .option('--no-score', 'do not score the account after each import')
    .option('--prune', 'remove stored records that the files do not contain, of the kinds that have a file')
    .option(
      '--max-removals <limit>',
      'import nothing if more would be removed: N records, or N% of the clients',
      parseLimit,
    )
    .option('--max-rejects <limit>', 'refuse a file with more bad rows: N rows, or N% of its rows', parseLimit)
    .option('--every <days>', 'from now on, a file of each of these feeds is expected every so many days', parseDays)
    .option(...jsonOption)
    .action((given: Configured) =>
      withTarget(context, async ({ table }) => {
        const { account, json } = given;
        await readAccount(table, account);
        const settings = await settingsFrom(given);
        await saveInboxSettings(table, account, settings);
        out(json ? JSON.stringify(settings) : settingsText(settings));
      }),
    );

  inbox
    .command('status')
    .description('show the settings, the files that wait and the last run of an account')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const found = await readInbox(target.table, account);
        const waiting: string[] = [];
        for await (const page of pagesOf(inboxOf(target), incomingOf(account))) {
          waiting.push(...page.flatMap(({ key }) => arrivedAt(key)?.name ?? []));
        }
        if (json) return out(JSON.stringify({ ...found, waiting }));
        for (const line of statusLines(found, waiting)) out(visible(line));
      }),
    );

  inbox
    .command('report')
    .description('print the report of a run; without RUN, of the last one')
    .argument('[run]', 'the id of a run')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action((run: string | undefined, { account, json }: Named) =>
      withTarget(context, async (target) => {
        const id = run ?? (await readInbox(target.table, account)).last?.id;
        if (id === undefined) throw new Error(`The inbox of ${account} has had no run.`);
        if (!/^[\w-]+$/.test(id)) throw new Error(`${id} is not the id of a run.`);
        const text = await inboxOf(target).read(reportKey(account, id, json ? 'json' : 'txt'));
        if (text === undefined) throw new Error(`There is no report of a run ${id} of ${account}.`);
        for (const line of text.trimEnd().split('\n')) out(visible(line));
      }),
    );

  inbox
    .command('put')
    .description('put files into the inbox of an account')
    .argument('<files...>', 'files to import')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action((paths: readonly string[], { account, json }: Named) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const store = inboxOf(target);
        const keys = paths.map((path) => `${incomingOf(account)}${basename(path)}`);
        for (const key of keys) {
          const refusal = arrivedAt(key)?.refusal;
          if (refusal !== undefined) throw new Error(`${basename(key)} cannot be imported: ${refusal}.`);
        }
        for (const [at, path] of paths.entries()) await store.upload(keys[at] ?? '', path);
        out(json ? JSON.stringify({ put: keys }) : `Put ${keys.join(', ')}. See: inbox status --account ${account}`);
      }),
    );

  return inbox;
}

function inboxOf({ inbox }: Target): FileStore {
  if (inbox) return inbox;
  throw new Error('This service has no inbox. Start it with one: npm start -- --inbox DIR');
}

/** Mapping files are stored with the settings: the importer does not see this machine. */
async function settingsFrom({
  map = [],
  score,
  prune,
  maxRemovals,
  maxRejects,
  every,
}: Configured): Promise<InboxSettings> {
  const maps = await Promise.all(
    map.map(async (name) => {
      await loadMapping(name);
      const isPreset = presetNames.includes(name);
      return isPreset ? { name } : { name: basename(name), text: await readFile(name, 'utf8') };
    }),
  );
  return {
    ...{ maps, score, prune: prune ?? false },
    ...(maxRemovals !== undefined && { maxRemovals }),
    ...(maxRejects !== undefined && { maxRejects }),
    ...(every !== undefined && { every }),
  };
}

function settingsText({ maps, score, prune, maxRemovals = '5%', maxRejects, every }: InboxSettings): string {
  const names = maps.length > 0 ? `mappings ${maps.map(({ name }) => name).join(', ')}` : 'no mapping';
  const removals = prune ? `removes what the files lack, at most ${maxRemovals}` : 'removes nothing';
  const rejects = maxRejects === undefined ? '' : `; files with more than ${maxRejects} bad rows are refused`;
  const rhythm = every === undefined ? '' : `; files of each feed are expected every ${every} days`;
  return `Files are imported with ${names}; ${score ? 'scores the account' : 'does not score'}; ${removals}${rejects}${rhythm}.`;
}

function statusLines({ settings, run, last }: Inbox, waiting: readonly string[]): string[] {
  return [
    settingsText(settings),
    waiting.length > 0 ? `Waiting: ${waiting.join(', ')}` : 'No file waits.',
    ...(run ? [`Under way: run ${run.id} of ${run.files.length} files, attempt ${run.attempts}.`] : []),
    last ? `Last run: ${last.id}, ${last.result}, ${last.endedAt}, ${last.files} files.` : 'No run has ended yet.',
  ];
}

function parseLimit(text: string): string {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const value = Number(number);
  if (number === undefined || (percent ? value > 100 : !Number.isInteger(value))) {
    throw new InvalidArgumentError('Expected a number, or a share like 5%.');
  }
  return text;
}
