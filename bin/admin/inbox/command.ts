import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isOfSystem } from '../../../import/files/of-system.ts';
import type { FileStore } from '../../../import/inbox/file-store.ts';
import { arrivedAt, incomingOf, rejectsOf, reportKey } from '../../../import/inbox/keys.ts';
import { type RunReport, rowsIn } from '../../../import/inbox/report.ts';
import { keysBelow, lastRuns, waitingNames } from '../../../import/inbox/stored-runs.ts';
import { loadMapping, presetNames } from '../../../import/mapping/load.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import {
  type Inbox,
  type InboxSettings,
  readInbox,
  saveInboxSettings,
} from '../../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import {
  accountOption,
  type Context,
  collected,
  jsonOption,
  type Output,
  parseAccount,
  parseDays,
  withTarget,
} from '../cli/context.ts';
import { counted } from '../cli/counted.ts';
import { formatOf, type GivenFormat, metadataOf, withFormatOptions } from '../cli/format-options.ts';
import { visible } from '../cli/visible.ts';
import type { InboxBucket, LinkEnd } from '../service/inbox-bucket.ts';
import type { Target } from '../service/target.ts';
import { accountOf, uploaderPolicy, uploaderTrust } from './uploader-policy.ts';

interface Named extends Output {
  readonly account: Account;
}

interface Configured extends Named, GivenFormat {
  readonly map?: readonly string[];
  readonly score: boolean;
  readonly prune?: boolean;
  readonly gone?: 'leave';
  readonly maxRemovals?: string;
  readonly maxRejects?: string;
  readonly every?: number;
  readonly notify?: readonly string[];
}

interface Linked extends Named {
  readonly hours: number;
}

const foreignAccount =
  'Another AWS account needs --external-id TEXT: without it, whoever can make that account act for them can act for its owner here. Choose a text that is hard to guess, and tell it to the owner of the system.';

const hoursOption = ['--hours <count>', 'how long the link works, at most 168', parseHours, 12] as const;

export function inboxCommand(context: Context): Command {
  const { out } = context.terminal;
  const inbox = new Command('inbox').description('import files that arrive by themselves');

  const configure = inbox
    .command('configure')
    .description('say how the files of an account are imported; replaces what was said before')
    .requiredOption(...accountOption, parseAccount)
    .option('--map <mapping>', 'how to read files of other systems: a preset or a mapping file; repeatable', collected)
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
        await saveInboxSettings(target.table, account, saved);
        out(json ? JSON.stringify(saved) : settingsText(saved));
      }),
    );

  inbox
    .command('status')
    .description('show the settings, the files that wait and the last runs of an account')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const found = await readInbox(target.table, account);
        const waiting = await waitingNames(inboxOf(target), account);
        const runs = await lastRuns(inboxOf(target), account, mostRuns);
        if (json) return out(JSON.stringify({ ...found, waiting, runs }));
        for (const line of statusLines(found, waiting, runs)) out(visible(line));
      }),
    );

  inbox
    .command('report')
    .description('print the report of a run; without RUN, of the last one')
    .argument('[run]', 'the id of a run')
    .requiredOption(...accountOption, parseAccount)
    .option('--link', 'print links to the report and to the rows that were not imported, for people without AWS')
    .option(...hoursOption)
    .option(...jsonOption)
    .action((run: string | undefined, { account, json, link, hours }: Linked & { readonly link?: boolean }) =>
      withTarget(context, async (target) => {
        const id = run ?? (await readInbox(target.table, account)).last?.id;
        if (id === undefined) throw new Error(`The inbox of ${account} has had no run.`);
        if (!/^[\w-]+$/.test(id)) throw new Error(`${id} is not the id of a run.`);
        const text = await inboxOf(target).read(reportKey(account, id, json ? 'json' : 'txt'));
        if (text === undefined) throw new Error(`There is no report of a run ${id} of ${account}.`);
        if (!link) {
          for (const line of text.trimEnd().split('\n')) out(visible(line));
          return;
        }
        const bucket = bucketOf(target);
        const keys = [reportKey(account, id, 'txt'), ...(await keysBelow(inboxOf(target), rejectsOf(account, id)))];
        const links = await Promise.all(
          keys.map(async (key) => ({ key, ...(await bucket.linkTo(key, hours * 3600, context.clock())) })),
        );
        if (json) return out(JSON.stringify({ links }));
        for (const { key, url } of links) out(`${key}\n  ${url}`);
        for (const line of links.slice(0, 1).map(endText)) out(line);
      }),
    );

  inbox
    .command('link')
    .description('make a form with which anybody can put one file into the inbox of an account')
    .argument('<name>', 'the name that the file gets, such as clients.csv')
    .requiredOption(...accountOption, parseAccount)
    .option('--max-bytes <count>', 'the largest file that is accepted', parseBytes, 200_000_000)
    .option(...hoursOption)
    .option(...jsonOption)
    .action((name: string, { account, json, hours, maxBytes }: Linked & { readonly maxBytes: number }) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const key = incomingKey(account, name);
        const most = { bytes: maxBytes, seconds: hours * 3600 };
        const form = await bucketOf(target).formFor(key, most, context.clock());
        if (json) return out(JSON.stringify({ key, maxBytes, ...form }));
        out(curlLine(form, name));
        out(endText(form));
      }),
    );

  inbox
    .command('policy')
    .description('print what a system needs that puts files for one account: a policy, and who may take on its role')
    .requiredOption(...accountOption, parseAccount)
    .option(
      '--principal <who>',
      "the system's AWS account, or the ARN of its role; without it, this AWS account",
      parsePrincipal,
    )
    .option(
      '--external-id <text>',
      'a text that the system has to give when it takes on the role; required for another AWS account',
    )
    .option(...jsonOption)
    .action(({ account, json, principal, externalId }: Named & { principal?: string; externalId?: string }) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const bucket = bucketOf(target);
        if (externalId === undefined && accountOf(principal ?? bucket.accountId) !== bucket.accountId) {
          throw new Error(foreignAccount);
        }
        const policy = uploaderPolicy(bucket, account);
        const trust = uploaderTrust(bucket, principal ?? bucket.accountId, externalId);
        if (json) return out(JSON.stringify({ policy, trust }));
        out(`The policy of the role (policy.json):\n${JSON.stringify(policy, null, 2)}`);
        out(`Who may take it on (trust.json):\n${JSON.stringify(trust, null, 2)}`);
        const role = `client-health-inbox-${account}`;
        out(`aws iam create-role --role-name ${role} --assume-role-policy-document file://trust.json`);
        out(`aws iam put-role-policy --role-name ${role} --policy-name inbox --policy-document file://policy.json`);
        out(`Files go to s3://${bucket.name}/${incomingOf(account)}`);
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
        const chosen = paths.filter((path) => !isOfSystem(basename(path)));
        const keys = chosen.map((path) => incomingKey(account, basename(path)));
        for (const [at, path] of chosen.entries()) await store.upload(keys[at] ?? '', path);
        out(json ? JSON.stringify({ put: keys }) : `Put ${keys.join(', ')}. See: inbox status --account ${account}`);
      }),
    );

  return inbox;
}

function inboxOf({ inbox, deployment }: Target): FileStore {
  if (inbox) return inbox;
  const how = deployment ? 'Deploy it with one: -c inbox=true' : 'Start it with one: npm start -- --inbox DIR';
  throw new Error(`This service has no inbox. ${how}`);
}

function bucketOf(target: Target): InboxBucket {
  inboxOf(target);
  if (target.inboxBucket) return target.inboxBucket;
  throw new Error('The inbox of a local service is a folder: links, policies and mails need a deployment (--stack).');
}

function incomingKey(account: Account, name: string): string {
  const key = `${incomingOf(account)}${name}`;
  const refusal = arrivedAt(key)?.refusal;
  if (refusal !== undefined) throw new Error(`${name} cannot be imported: ${refusal}.`);
  return key;
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

const mostRuns = 5;

function runLine({ run, result, files, kinds, rejected }: RunReport): string {
  const bad = rejected?.count ?? 0;
  const rest = bad > 0 ? `, ${counted(bad, 'problem')}` : '';
  return `Run ${run}: ${result}, ${counted(files.length, 'file')}, ${counted(rowsIn(kinds), 'row')}${rest}.`;
}

function curlLine({ url, fields }: { url: string; fields: Readonly<Record<string, string>> }, name: string): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  // -F would read options after a ; in the name
  const parts = Object.entries(fields).map(([field, value]) => `--form-string ${quoted(`${field}=${value}`)}`);
  const file = name.replaceAll(/["\\]/g, '\\$&');
  // S3 ignores fields after the file
  return ['curl -f', ...parts, `-F ${quoted(`file=@"${file}"`)}`, url].join(' ');
}

function endText({ endsAt, mayEndEarlier }: LinkEnd): string {
  const earlier = mayEndEarlier ? ', or with your AWS session if that ends earlier' : '';
  return `It ends at ${endsAt.toISOString().slice(0, 16)}Z${earlier}.`;
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
    ...(Object.keys(format).length > 0 && { format }),
    ...metadataOf(given),
  };
}

function settingsText({
  maps,
  score,
  prune,
  gone,
  maxRemovals = '5%',
  maxRejects,
  every,
  format = {},
  metadata,
}: InboxSettings): string {
  const names = maps.length > 0 ? `mappings ${maps.map(({ name }) => name).join(', ')}` : 'no mapping';
  const removals = prune
    ? `removes what the files lack, at most ${maxRemovals}`
    : gone
      ? 'lets clients leave that a full list lacks'
      : 'removes nothing';
  const rejects = maxRejects === undefined ? '' : `; files with more than ${maxRejects} bad rows are refused`;
  const rhythm = every === undefined ? '' : `; files of each feed are expected every ${every} days`;
  const columns = metadata === undefined ? [] : [`metadata ${[metadata].flat().join(', ')}`];
  const reads = [...Object.entries(format).map((each) => each.join(' ')), ...columns];
  const reading = reads.length > 0 ? `; files are read with ${reads.join(', ')}` : '';
  return `Files are imported with ${names}; ${score ? 'scores the account' : 'does not score'}; ${removals}${rejects}${rhythm}${reading}.`;
}

function statusLines({ settings, run }: Inbox, waiting: readonly string[], runs: readonly RunReport[]): string[] {
  return [
    settingsText(settings),
    waiting.length > 0 ? `Waiting: ${waiting.join(', ')}` : 'No file waits.',
    ...(run ? [`Under way: run ${run.id} of ${counted(run.files.length, 'file')}, attempt ${run.attempts}.`] : []),
    ...(runs.length > 0 ? runs.map(runLine) : ['No run has ended yet.']),
  ];
}

function parseHours(text: string): number {
  const hours = Number(text);
  if (!Number.isInteger(hours) || hours < 1 || hours > 168) {
    throw new InvalidArgumentError('Expected a whole number from 1 to 168.');
  }
  return hours;
}

function parseBytes(text: string): number {
  const bytes = Number(text);
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > 5e9) {
    throw new InvalidArgumentError('Expected a whole number from 1 to 5000000000.');
  }
  return bytes;
}

function parsePrincipal(text: string): string {
  if (/^\d{12}$/.test(text) || /^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/[\w+=,.@/-]+$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the number of an AWS account, or the ARN of a role or user.');
}

function parseLimit(text: string): string {
  const [, number, percent] = /^(\d+(?:\.\d+)?)(%)?$/.exec(text) ?? [];
  const value = Number(number);
  if (number === undefined || (percent ? value > 100 : !Number.isInteger(value))) {
    throw new InvalidArgumentError('Expected a number, or a share like 5%.');
  }
  return text;
}
