import { Command } from 'commander';
import { exportSteps } from '../../../import/arrived/feed-names.ts';
import { type Day, dayAt } from '../../../shared/domain/dates.ts';
import { type FeedRecord, faultsOn, faultText } from '../../../shared/domain/feeds.ts';
import { blindSpots } from '../../../shared/domain/scoring/blind-spots.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { readFeeds, saveFeeds } from '../../../shared/table/arrivals/feeds.ts';
import { withWriterLock } from '../../../shared/table/facts/writer-lock.ts';
import { newestNorms } from '../../../shared/table/night/norms.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { thisProcess } from '../../local/jobs/this-process.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { logChange } from '../terminal/log-change.ts';
import { printTable } from '../terminal/terminal.ts';
import { visible } from '../terminal/visible.ts';

interface Named extends Output {
  readonly account: Account;
}

export function feedsCommand(context: Context): Command {
  const { out } = context.terminal;
  const feeds = new Command('feeds').description('show what the feeds of an account have sent');

  feeds
    .command('list')
    .description('list the feeds with their last import, and what is wrong with them')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Named) =>
      withTarget(context, async ({ table }) => {
        await readAccount(table, account);
        const found = await readFeeds(table, account);
        const today = dayAt(context.clock());
        if (json) return out(JSON.stringify(found.map((each) => ({ ...each, faults: faultsOn(each, today) }))));
        printTable(
          context.terminal,
          ['feed', 'imported', 'rows', 'rejected', 'newest date', 'newest file', 'next until'],
          found.map(({ feed, at, rows, rejected, newest, dated, due }) => [
            ...[feed, at?.slice(0, 10) ?? '-', String(rows ?? '-'), String(rejected ?? '-'), newest ?? '-'],
            ...[dated ?? '-', due ?? '-'],
          ]),
        );
        for (const line of await faultLines(found, today)) out(visible(line));
        for (const line of blindSpots(await newestNorms(table, account))) out(`note: ${line}`);
      }),
    );

  feeds
    .command('forget')
    .description('forget what a feed has sent: nobody waits for its files until an import reads one')
    .argument('<feed>', 'its name, as in feeds list')
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action((feed: string, { account, json }: Named) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const { clock, randomBytes } = context;
        const request = { ...thisProcess(), work: 'import' as const, clock, randomBytes };
        await withWriterLock(target.table, account, request, async ({ table }) => {
          const found = await readFeeds(table, account);
          const left = found.filter((each) => each.feed !== feed);
          if (left.length === found.length) {
            throw new Error(
              `${account} has no feed ${feed}; it has ${found.map((each) => each.feed).join(', ') || 'none'}.`,
            );
          }
          await logChange(context, target, account, { what: 'feed forgotten', about: feed });
          await saveFeeds(table, account, left);
        });
        out(json ? JSON.stringify({ customerId: account, forgotten: feed }) : `Forgot the feed ${feed} of ${account}.`);
      }),
    );

  return feeds;
}

/** What is wrong with the feeds, and how a file is exported again. Those that nobody waits for are marked. */
async function faultLines(feeds: readonly FeedRecord[], today: Day): Promise<string[]> {
  const lines = feeds.map(async (record) => {
    const faults = faultsOn(record, today);
    const steps = faults.length === 0 ? undefined : await exportSteps(record.feed);
    return [
      ...faults.map((fault) => `${record.every === undefined ? 'note' : 'warning'}: ${faultText(record, fault)}`),
      ...(steps === undefined ? [] : [`${record.feed}: to export it again: ${steps}`]),
    ];
  });
  return (await Promise.all(lines)).flat();
}
