import { Command, InvalidArgumentError } from 'commander';
import { dateOf, dayOf, isDate } from '../../../shared/domain/dates.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { fullProjection, rescoring } from '../../../shared/jobs/requests.ts';
import { listAccounts, readAccount } from '../../../shared/table/access/accounts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { scoredForOf } from '../../../shared/table/views/read/scored-for.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../cli/context.ts';
import { showProgress } from '../cli/progress.ts';
import { workOn } from '../target/run-worker.ts';
import type { Target } from '../target/target.ts';

interface Named extends Output {
  readonly account?: Account;
}

const dayMs = 86_400_000;

export function scoreCommand(context: Context): Command {
  return new Command('score')
    .description(
      'score all clients of an account, or of all accounts, as the night does; a date that is scored is scored again',
    )
    .option(...accountOption, parseAccount)
    .option(
      '--date <date>',
      'the day to score, YYYY-MM-DD; the signals of the 90 days before it count (default: today)',
      parseDate,
    )
    .option(...jsonOption)
    .action(({ account, date, json }: Named & { date?: string }) =>
      withTarget(context, async (target) => {
        const today = Math.floor(context.clock() / dayMs);
        const runDate = date ?? dateOf(today);
        if (dayOf(runDate) > today) throw new Error(`${runDate} has not begun yet.`);
        const accounts = await accountsOf(target, account);
        const shown = await scoredForOf(target.table, accounts);
        const later = accounts.filter((each) => (shown.get(each) ?? 0) > dayOf(runDate));
        const [first] = later;
        if (first)
          throw new Error(
            `${first} shows the scores of ${dateOf(shown.get(first) ?? 0)}: an older date changes nothing.`,
          );
        const asked = accounts.map((each) => rescoring(each, runDate, context.randomBytes));
        await workAndTell(context, target, asked, {
          title: `Scoring for ${runDate}`,
          done: `scored for ${runDate}`,
          json,
        });
      }),
    );
}

export function rebuildCommand(context: Context): Command {
  return new Command('rebuild')
    .description('build the lists of an account, or of all accounts, anew from facts and scores; nothing is scored')
    .option(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async (target) => {
        const asked = (await accountsOf(target, account)).map((each) => fullProjection(each, context.randomBytes));
        await workAndTell(context, target, asked, { title: 'Building', done: 'built anew', json });
      }),
    );
}

async function accountsOf({ table }: Target, account: Account | undefined): Promise<Account[]> {
  if (account === undefined) return (await listAccounts(table)).map(({ customerId }) => customerId);
  await readAccount(table, account);
  return [account];
}

interface Words {
  readonly title: string;
  readonly done: string;
  readonly json: boolean | undefined;
}

interface Told {
  readonly customerId: string;
  readonly level: string;
  readonly clients?: number;
  readonly milliseconds?: number;
  readonly error?: { readonly name: string; readonly message?: string };
}

/** A line for each account. Where the worker of a deployment does the work, its log tells the rest. */
async function workAndTell(context: Context, target: Target, asked: readonly Outgoing[], words: Words): Promise<void> {
  const { out, err } = context.terminal;
  const progress = showProgress(context, words.title, asked.length);
  const told: Told[] = [];
  const hear = (record: object) => {
    const line = record as Told;
    if (line.level === 'error') return err(`${line.customerId}: ${line.error?.message ?? line.error?.name}`);
    told.push(line);
    progress.add(1);
  };
  const outcome = await workOn(context, target, asked, hear).finally(progress.end);
  if (words.json) {
    const accounts = told.map(({ customerId, clients, milliseconds }) => ({ customerId, clients, milliseconds }));
    return out(JSON.stringify({ outcome, asked: asked.length, accounts }));
  }
  for (const { customerId, clients = 0, milliseconds = 0 } of told) {
    out(`${customerId}: ${clients} clients ${words.done} in ${(milliseconds / 1000).toFixed(1)} s`);
  }
  if (outcome === 'asked')
    out(`Asked the worker for ${asked.length} accounts; its log has a line for each when it is done.`);
}

function parseDate(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('It is a date, YYYY-MM-DD.');
  return text;
}
