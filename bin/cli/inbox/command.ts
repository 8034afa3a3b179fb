import { basename } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { isOfSystem } from '../../../import/files/of-system.ts';
import { arrivedAt, incomingOf, rejectsOf, reportKey } from '../../../import/inbox/keys.ts';
import { type RunReport, recordsIn } from '../../../import/inbox/report.ts';
import { keysBelow, lastRuns, waitingNames } from '../../../import/inbox/stored-runs.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { type Inbox, readInbox } from '../../../shared/table/arrivals/inboxes.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { logChange } from '../terminal/log-change.ts';
import { visible } from '../terminal/visible.ts';
import { addConfigure, settingsText } from './configure.ts';
import { curlLine, endText, hoursOption, parseBytes } from './links.ts';
import { bucketOf, inboxOf } from './opened.ts';
import { accountOf, uploaderPolicy, uploaderTrust } from './uploader-policy.ts';

interface Named extends Output {
  readonly account: Account;
}

interface Linked extends Named {
  readonly hours: number;
}

const foreignAccount =
  'Another AWS account needs --external-id TEXT: without it, whoever can make that account act for them can act for its owner here. Choose a text that is hard to guess, and tell it to the owner of the system.';

export function inboxCommand(context: Context): Command {
  const { out } = context.terminal;
  const inbox = new Command('inbox').description('import files that arrive by themselves');
  addConfigure(inbox, context);

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
        await logChange(context, target, account, { what: 'link given', about: name });
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
        for (const [at, path] of chosen.entries()) {
          await logChange(context, target, account, { what: 'file handed in', about: basename(path) });
          await store.upload(keys[at] ?? '', path);
        }
        out(json ? JSON.stringify({ put: keys }) : `Put ${keys.join(', ')}. See: inbox status --account ${account}`);
      }),
    );

  return inbox;
}

function incomingKey(account: Account, name: string): string {
  const key = `${incomingOf(account)}${name}`;
  const refusal = arrivedAt(key)?.refusal;
  if (refusal !== undefined) throw new Error(`${name} cannot be imported: ${refusal}.`);
  return key;
}

const mostRuns = 5;

function runLine({ run, result, files, kinds, rejected }: RunReport): string {
  const bad = rejected?.count ?? 0;
  const rest = bad > 0 ? `, ${counted(bad, 'problem')}` : '';
  return `Run ${run}: ${result}, ${counted(files.length, 'file')}, ${counted(recordsIn(kinds), 'record')}${rest}.`;
}

function statusLines({ settings, run }: Inbox, waiting: readonly string[], runs: readonly RunReport[]): string[] {
  return [
    settingsText(settings),
    waiting.length > 0 ? `Waiting: ${waiting.join(', ')}` : 'No file waits.',
    ...(run ? [`Under way: run ${run.id} of ${counted(run.files.length, 'file')}, attempt ${run.attempts}.`] : []),
    ...(runs.length > 0 ? runs.map(runLine) : ['No run has ended yet.']),
  ];
}

function parsePrincipal(text: string): string {
  if (/^\d{12}$/.test(text) || /^arn:aws[a-z-]*:iam::\d{12}:(role|user)\/[\w+=,.@/-]+$/.test(text)) return text;
  throw new InvalidArgumentError('Expected the number of an AWS account, or the ARN of a role or user.');
}
