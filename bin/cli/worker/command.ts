import { Command, InvalidArgumentError } from 'commander';
import { dateOf, dayAt, dayOf, isDate } from '../../../shared/domain/dates.ts';
import type { Outgoing } from '../../../shared/jobs/queue.ts';
import { rebuilding, rescoring } from '../../../shared/jobs/requests.ts';
import { listAccounts, readAccount } from '../../../shared/table/access/accounts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { nightsIn, rootsOf } from '../../../shared/table/views/root/root.ts';
import type { Target } from '../service/target.ts';
import {
  accountOption,
  type Context,
  jsonOption,
  type Output,
  parseAccount,
  parseDays,
  withTarget,
} from '../terminal/context.ts';
import { counted } from '../terminal/counted.ts';
import { showProgress } from '../terminal/progress.ts';
import { visible } from '../terminal/visible.ts';
import { runWorker } from './run-worker.ts';

interface Named extends Output {
  readonly account?: Account;
}

export function scoreCommand(context: Context): Command {
  return new Command('score')
    .description('score all clients of one account or of all, as every night does; a scored date is scored again')
    .option(...accountOption, parseAccount)
    .option(
      '--date <date>',
      'the day to score, YYYY-MM-DD; the signals of the 90 days before it count (default: today)',
      parseDate,
    )
    .option('--history <days>', 'also compute up to so many days before the first score, 1 to 365', parseDays)
    .option(...jsonOption)
    .action(({ account, date, history, json }: Named & { date?: string; history?: number }) =>
      withTarget(context, async (target) => {
        const today = dayAt(context.clock());
        const runDate = date ?? dateOf(today);
        if (dayOf(runDate) > today) throw new Error(`${runDate} is in the future.`);
        const accounts = await accountsOf(target, account);
        const shown = nightsIn(await rootsOf(target.table, accounts));
        const later = accounts.filter((each) => (shown.get(each) ?? 0) > dayOf(runDate));
        const [first] = later;
        if (first)
          throw new Error(
            `${first} already shows the scores of ${dateOf(shown.get(first) ?? 0)}; an older date cannot be scored.`,
          );
        const messages = accounts.map((each) => rescoring(each, runDate, context.randomBytes, history));
        await runAndReport(context, target, messages, {
          title: `Scoring for ${runDate}`,
          done: `scored for ${runDate}`,
          json,
        });
      }),
    );
}

export function rebuildCommand(context: Context): Command {
  return new Command('rebuild')
    .description('rebuild the lists of one account or of all from facts and scores; nothing is scored')
    .option(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async (target) => {
        const messages = (await accountsOf(target, account)).map((each) =>
          rebuilding(each, context.randomBytes, { again: true }),
        );
        await runAndReport(context, target, messages, { title: 'Rebuilding', done: 'rebuilt', json });
      }),
    );
}

async function accountsOf({ table }: Target, account: Account | undefined): Promise<Account[]> {
  if (account === undefined) return (await listAccounts(table)).map(({ customerId }) => customerId);
  await readAccount(table, account);
  return [account];
}

interface Texts {
  readonly title: string;
  readonly done: string;
  readonly json: boolean | undefined;
}

interface AccountResult {
  readonly customerId: string;
  readonly level: string;
  readonly clients?: number;
  readonly milliseconds?: number;
  readonly error?: { readonly name: string; readonly message?: string };
}

/** Prints a line per account. With a deployment, the results are in the worker's log. */
async function runAndReport(
  context: Context,
  target: Target,
  messages: readonly Outgoing[],
  texts: Texts,
): Promise<void> {
  const { out, err } = context.terminal;
  const progress = showProgress(context, texts.title, messages.length, 'accounts');
  const results: AccountResult[] = [];
  const onRecord = (record: object) => {
    const line = record as AccountResult;
    if (line.level === 'error') return err(visible(`${line.customerId}: ${line.error?.message ?? line.error?.name}`));
    results.push(line);
    progress.add(1);
  };
  const outcome = await runWorker(context, target, messages, onRecord).finally(progress.end);
  if (texts.json) {
    const accounts = results.map(({ customerId, clients, milliseconds }) => ({ customerId, clients, milliseconds }));
    return out(JSON.stringify({ outcome, asked: messages.length, accounts }));
  }
  for (const { customerId, clients = 0, milliseconds = 0 } of results) {
    out(`${customerId}: ${counted(clients, 'client')} ${texts.done} in ${(milliseconds / 1000).toFixed(1)} s`);
  }
  if (outcome === 'asked')
    out(`Queued ${counted(messages.length, 'account')}; the worker logs a line for each when it is done.`);
}

function parseDate(text: string): string {
  if (!isDate(text)) throw new InvalidArgumentError('Use a date, YYYY-MM-DD.');
  return text;
}
