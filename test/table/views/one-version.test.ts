import type { GetCommandInput } from '@aws-sdk/lib-dynamodb';
import { beforeAll, describe, expect, it } from 'vitest';
import { writeFacts } from '../../../shared/table/facts/facts.ts';
import { asAccount, headKey, portfolioViewKey } from '../../../shared/table/store/item-keys.ts';
import { type Item, readItem } from '../../../shared/table/store/read.ts';
import { openTable } from '../../../shared/table/store/table.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { builtViews, clientsAndPortfolios } from '../../../shared/table/views/read/built-views.ts';
import { PageStore } from '../../../shared/table/views/read/page-store.ts';
import { rebuild } from '../../../shared/table/views/write/rebuild.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
import { aroundAttempts } from '../../support/sim/attempts.ts';
import { aClient } from '../../support/store/facts.ts';
import { useTable } from '../../support/store/table.ts';

// The head of the clients and the portfolio view are switched together but read separately.

const db = useTable();
const account = asAccount('acme');

beforeAll(() => writeFacts(accountWriter(db.table, 20_777), account, [aClient('c1')]));

/** A table on which the portfolio view is that of another version in the first reads; and whether reads are strong. */
function tableBehind(reads: number) {
  const strong: (boolean | undefined)[] = [];
  let left = reads;
  const table = aroundAttempts(openTable(db.address, 'job'), async (send, input) => {
    const { Key, ConsistentRead } = input as { Key?: { sk: { S: string } } } & GetCommandInput;
    strong.push(ConsistentRead);
    const isView = Key?.sk.S === portfolioViewKey(account).sk;
    if (isView && left > 0) await makeView('another');
    const answer = await send();
    if (isView && left > 0) await makeView(await clientsVersion());
    if (isView) left -= 1;
    return answer;
  });
  return { table, strong };
}

async function makeView(roster: unknown): Promise<void> {
  const view = (await readItem(db.table, portfolioViewKey(account), { consistent: true })) as Item;
  await putAll(db.table, [{ ...view, roster }]);
}

async function clientsVersion(): Promise<unknown> {
  return (await readItem(db.table, headKey(account, 'clients'), { consistent: true }))?.version;
}

describe('the clients and the portfolios', () => {
  it('are read once if they are of one version', async () => {
    const { table, strong } = tableBehind(0);

    const { clients, view } = await clientsAndPortfolios(table, account, { consistent: false });

    expect(view?.roster).toBe(clients?.version);
    expect(strong).toEqual([false, false]);
  });

  it('are read again, strongly consistent, until they are', async () => {
    const { table, strong } = tableBehind(3);

    const { clients, view } = await clientsAndPortfolios(table, account, { consistent: false });

    expect(view?.roster).toBe(clients?.version);
    expect(strong).toEqual([false, false, true, true, true, true, true, true]);
  });

  it('are strongly consistent if they have to be', async () => {
    const { table, strong } = tableBehind(0);

    await clientsAndPortfolios(table, account, { consistent: true });

    expect(strong).toEqual([true, true]);
  });

  it('are given up after four reads', async () => {
    const { table, strong } = tableBehind(4);

    await expect(clientsAndPortfolios(table, account, { consistent: false })).rejects.toMatchObject({
      name: 'DifferentVersions',
    });
    expect(strong).toHaveLength(8);
  });
});

describe('views that are built in memory', () => {
  const reader = (table = db.table) => ({ table, pages: new PageStore(1_000_000) });

  it('are made of clients and portfolios of one version', async () => {
    expect(await builtViews(reader(tableBehind(3).table), account)).toBeDefined();
    await expect(builtViews(reader(tableBehind(4).table), account)).rejects.toMatchObject({
      name: 'DifferentVersions',
    });
  });

  it('are kept for the version of the account that was last asked for', async () => {
    const of = reader();
    const first = await builtViews(of, account);

    expect((await builtViews(of, account))?.views).toBe(first?.views);
    expect((await builtViews(reader(), account))?.views).not.toBe(first?.views);
    await rebuild(db.table, account, { today: 20_777, scoredFor: 20_777 });
    expect((await builtViews(of, account))?.views.clients.head.scoredFor).toBe(20_777);
  });

  it('are not there before the first publication', async () => {
    expect(await builtViews(reader(), asAccount('unwritten'))).toBeUndefined();
  });
});
