import { setImmediate } from 'node:timers/promises';
import { type Day, startOfDay } from '../../../shared/domain/dates.ts';
import { daysToCount, noHealth } from '../../../shared/domain/lists/health-history.ts';
import { createAccount, NoSuchAccount } from '../../../shared/table/access/accounts.ts';
import { allPortfolios, portfolio, toPortfolioItem } from '../../../shared/table/entities/portfolio.ts';
import { schemaOf } from '../../../shared/table/entities/statement.ts';
import { storeHealth } from '../../../shared/table/records/health-history.ts';
import { chunks } from '../../../shared/table/store/batches.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { addEntries, buildViews, noEntries } from '../../../shared/table/views/model/build-views.ts';
import { nothingChanged } from '../../../shared/table/views/model/changed.ts';
import { noMark, replaceMark } from '../../../shared/table/views/root/facts-mark.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import { publish } from '../../../shared/table/views/write/publish.ts';
import type { DemoAccount } from './demo-account.ts';
import { demoClient } from './generate/demo-client.ts';
import { portfoliosOf } from './generate/portfolios.ts';
import { storedClient } from './items.ts';
import { putInTransactions } from './put.ts';

const clientsAtOnce = 12;

/**
 * Writes an account and its views into a table that has no data of it, as if the account had been imported long ago and
 * the night before `today` had run. The next clients are generated while the previous ones are written.
 */
export async function loadDemo(
  table: Table,
  demo: DemoAccount,
  today: Day,
  onClients: (count: number) => void = () => undefined,
): Promise<void> {
  const account = asAccount(demo.customerId);
  await createAccount(table, account, demo.name);
  const portfolios = portfoliosOf(demo.portfolios, today).map((each) => schemaOf(portfolio).parse(each));
  await putInTransactions(
    table,
    portfolios.map((each) => toPortfolioItem(account, each)),
  );
  const entries = noEntries(today, daysToCount(noHealth, today, today));
  let writing: Promise<void> = Promise.resolve();
  for (const profiles of chunks(demo.profiles(), clientsAtOnce)) {
    const stored = profiles.map((profile) => storedClient(account, demoClient(demo, profile, today)));
    for (const { facts } of stored) addEntries(entries, account, facts);
    await writing;
    writing = putInTransactions(
      table,
      stored.flatMap(({ items }) => items),
    );
    // errors are thrown by the `await` below
    writing.catch(() => undefined);
    onClients(stored.length);
    // lets pending writes and signals be handled
    await setImmediate();
  }
  await writing;
  // read back, because views are compared by their bytes
  const views = buildViews(entries, await allPortfolios(table, account), today, {
    changed: nothingChanged,
    clock: Date.parse(startOfDay(today)),
  });
  const root = await readRoot(table, account, { consistent: true });
  if (!root) throw new NoSuchAccount(account);
  const mark = { value: 'demo', isOpen: false, since: 0 };
  await replaceMark(table, account, noMark, mark);
  await storeHealth(table, account, new Map([...entries.days.tallies, [today, views.portfolios.all.main]]), today);
  await publish(table, account, root, { ...views, facts: mark.value });
}
