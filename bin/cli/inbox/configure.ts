import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { loadMapping, presetNames } from '../../../import/mapping/load.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import {
  type InboxSettings,
  learnsPresets,
  readInbox,
  saveInboxSettings,
} from '../../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import type { Target } from '../service/target.ts';
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
import { logChange } from '../terminal/log-change.ts';
import { bucketOf } from './opened.ts';

interface Configured extends Output, GivenFormat {
  readonly account: Account;
  readonly map?: readonly string[];
  readonly score: boolean;
  readonly prune?: boolean;
  readonly gone?: 'leave';
  readonly maxRemovals?: string;
  readonly maxRejects?: string;
  readonly every?: number;
  readonly preview?: true;
  readonly notify?: readonly string[];
}

export function addConfigure(inbox: Command, context: Context): void {
  const configure = inbox
    .command('configure')
    .description('say how the files of an account are imported; replaces what was said before')
    .requiredOption(...accountOption, parseAccount)
    .option(
      '--map <mapping>',
      'how to read files of other systems: a preset or a mapping file; repeatable (default: the presets that read them)',
      collected,
    )
    .option('--no-score', 'do not score the account after each import')
    .option('--prune', 'remove stored records that the files do not contain, of the kinds that have a file')
    .addOption(
      new Option('--gone <what>', 'leave: clients that a full list lacks left on its date; they keep all records')
        .choices(['leave'])
        .conflicts('prune'),
    )
    .option(
      '--max-removals <limit>',
      'import nothing if more would be removed: N records, or N% of the clients',
      parseLimit,
    )
    .option('--max-rejects <limit>', 'refuse a file with more bad rows: N rows, or N% of its rows', parseLimit)
    .option(
      '--preview',
      'files that would change many clients wait for the page of the account, also those of machines',
    )
    .option('--notify <address>', 'who gets a mail if files could not be imported as a whole; repeatable', collected)
    .option('--every <days>', 'from now on, a file of each of these feeds is expected every so many days', parseDays);
  withFormatOptions(configure)
    .option(...jsonOption)
    .action((given: Configured) =>
      withTarget(context, async (target) => {
        const { account, json } = given;
        await readAccount(target.table, account);
        const settings = await settingsFrom(given);
        const notify = await subscribeAll(target, account, given.notify ?? []);
        const saved = { ...settings, ...(notify.length > 0 && { notify }) };
        await logChange(context, target, account, { what: 'inbox configured' });
        await saveInboxSettings(target.table, account, saved);
        context.terminal.out(json ? JSON.stringify(saved) : settingsText(saved));
      }),
    );
}

/** Mapping files are stored with the settings: the importer does not see this machine. */
async function settingsFrom({
  map = [],
  score,
  prune,
  gone,
  maxRemovals,
  maxRejects,
  every,
  preview,
  ...given
}: Configured): Promise<InboxSettings> {
  const maps = await Promise.all(
    map.map(async (name) => {
      await loadMapping(name);
      const isPreset = presetNames.includes(name);
      return isPreset ? { name } : { name: basename(name), text: await readFile(name, 'utf8') };
    }),
  );
  const format = formatOf(given);
  return {
    maps,
    score,
    prune: prune ?? false,
    ...(gone && { gone }),
    ...(maxRemovals !== undefined && { maxRemovals }),
    ...(maxRejects !== undefined && { maxRejects }),
    ...(every !== undefined && { every }),
    ...(preview && { preview }),
    ...(Object.keys(format).length > 0 && { format }),
    ...metadataOf(given),
  };
}

export function settingsText(settings: InboxSettings): string {
  const { maps, score, prune, gone, maxRemovals = '5%', maxRejects, every, preview, format = {}, metadata } = settings;
  const mappings = [
    ...(maps.length > 0 ? [`mappings ${maps.map(({ name }) => name).join(', ')}`] : []),
    ...(learnsPresets(settings) ? ['the presets that read them'] : []),
  ].join(', else ');
  const removals = prune
    ? `removes what the files lack, at most ${maxRemovals}`
    : gone
      ? 'lets clients leave that a full list lacks'
      : 'removes nothing';
  const rejects = maxRejects === undefined ? '' : `; files with more than ${maxRejects} bad rows are refused`;
  const rhythm = every === undefined ? '' : `; files of each feed are expected every ${every} days`;
  const asks = preview ? '; what would change many clients waits' : '';
  const columns = metadata === undefined ? [] : [`metadata ${[metadata].flat().join(', ')}`];
  const reads = [...Object.entries(format).map((each) => each.join(' ')), ...columns];
  const reading = reads.length > 0 ? `; files are read with ${reads.join(', ')}` : '';
  return `Files are imported with ${mappings}; ${score ? 'scores the account' : 'does not score'}; ${removals}${rejects}${rhythm}${asks}${reading}.`;
}

/** Subscribes the addresses that are new, and ends the subscriptions of the others. */
async function subscribeAll(target: Target, account: Account, addresses: readonly string[]) {
  const { notify: before = [] } = (await readInbox(target.table, account)).settings;
  if (before.length === 0 && addresses.length === 0) return [];
  const bucket = bucketOf(target);
  const root = await readRoot(target.table, account, { consistent: true });
  if (!root) throw new Error(`The account ${account} has no root. Create it again.`);
  for (const { address, subscription } of before) {
    if (!addresses.includes(address)) await bucket.unsubscribe(subscription);
  }
  return Promise.all(
    [...new Set(addresses)].map(async (address) => {
      const known = before.find((each) => each.address === address);
      const to = { account, generation: root.generation };
      return known ?? { address, subscription: await bucket.subscribe(to, address) };
    }),
  );
}

function parseLimit(text: string): string {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const value = Number(number);
  if (number === undefined || (percent ? value > 100 : !Number.isInteger(value))) {
    throw new InvalidArgumentError('Expected a number, or a share like 5%.');
  }
  return text;
}
