import { beforeEach, describe, expect, it } from 'vitest';
import { groups } from '../../shared/contract/groups.ts';
import type { Item } from '../../shared/table/store/read.ts';
import { large, type MadeAccount, small } from '../recorded/files.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { expectedViews, pageName, pagesNamed, storedViews } from '../support/rosters/oracle.ts';
import { restore } from '../support/store/restore.ts';
import { useTable } from '../support/store/table.ts';
import { itemsOf, type World } from '../worker/world.ts';
import { type Answers, answersOf, command, importFiles, lastNight, night, noonAfter, thisVersion } from './life.ts';
import { after, before, keys, recordedWorld } from './recorded.ts';

// A table of an earlier version (README.md) is served and scored without manual steps.

const db = useTable();
const accounts = [large, small];
const itemsIn = (world: World) => itemsOf(world.store.items);

describe('before the first night', () => {
  beforeEach(() => restore(db.table, itemsIn(recordedWorld())));

  it('every endpoint gives the same responses as the earlier version', async () => {
    const operations = new Set<string>();
    const askerOf: typeof thisVersion.askerOf = async (deps, apiKey) => {
      const ask = await thisVersion.askerOf(deps, apiKey);
      return async (url) => {
        const answer = await ask(url);
        operations.add(answer.operationId);
        return answer;
      };
    };

    const answers = await answersOf({ ...thisVersion, askerOf }, db.table, keys, noonAfter(lastNight + 1));

    expect(withoutNewColumns(answers, before)).toEqual(before);
    expect([...operations].sort()).toEqual(groups.flatMap(({ endpoints }) => Object.keys(endpoints)).sort());
  });

  it('requests are counted in the windows that the earlier version has counted in', async () => {
    const deps = thisVersion.fakeDeps(db.table);
    const ask = await thisVersion.askerOf(deps, String(keys[large.customerId]));
    // half a minute after noon the earlier version was asked once a second, the large account last
    const asked = Object.keys(before).length;
    deps.now = noonAfter(lastNight) + asked * 1000;
    const inThisMinute = (30 + asked + 1) % 60;

    const { headers } = await ask('/topics');

    expect(headers).toMatchObject({ 'X-RateLimit-Limit': '100', 'X-RateLimit-Remaining': `${100 - inThisMinute - 1}` });
  });
});

it('an import of one changed fact before the first night publishes all lists', async () => {
  const world = recordedWorld();
  const [changed] = large.clients.slice(5);
  const admin = (line: string) => command(thisVersion, world, bytesOf(randomOf(5)), line);

  await importFiles(admin, large.customerId, {
    'alignment.csv': `Service ID,Week,Value,Updated At,Updated By\n${changed},2026-11-19,green,2026-11-19T11:00:00Z,Cy\n`,
  });

  expectViews(itemsIn(world), large, lastNight);
});

it('the first night gives the same responses as a night of the earlier version', async () => {
  const world = recordedWorld();

  await night(thisVersion, world, lastNight + 1);

  const answers = await answersOf(thisVersion, thisVersion.processIn(world).table, keys, noonAfter(lastNight + 1));
  expect(withoutNewColumns(answers, after)).toEqual(after);
  for (const account of accounts) expectViews(itemsIn(world), account, lastNight + 1);
});

it('pages of the earlier version are deleted after two more nights', async () => {
  const world = recordedWorld();
  const pagesOf = ({ customerId }: MadeAccount) =>
    itemsIn(world)
      .filter(({ pk }) => pk.startsWith(`CUST#${customerId}#`))
      .flatMap((item) => pageName(item) ?? []);
  const earlierPages = accounts.map(pagesOf);

  for (let day = lastNight + 1; day <= lastNight + 3; day += 1) await night(thisVersion, world, day);

  for (const [at, account] of accounts.entries()) {
    const named = pagesNamed(storedViews(itemsIn(world), account.customerId));
    const left = pagesOf(account).filter((name) => earlierPages[at]?.includes(name));
    expect(left.filter((name) => !named.has(name))).toEqual([]);
    expect(left.length).toBeLessThan(earlierPages[at]?.length ?? 0);
  }
});

function expectViews(items: readonly Item[], { customerId }: MadeAccount, day: number): void {
  expect(storedViews(items, customerId)).toEqual(expectedViews(items, customerId, day));
}

/** Exports have four more columns than in the earlier version; all other responses are compared as they are. */
function withoutNewColumns(answers: Answers, earlier: Answers): Answers {
  return Object.fromEntries(
    Object.entries(answers).map(([name, [status, body]]) => {
      const rows = body.split('\r\n');
      const before = earlier[name]?.[1].split('\r\n') ?? [];
      const isLonger = rows.length === before.length && rows.every((row, at) => row.startsWith(before[at] ?? ''));
      return [name, [status, name.includes('/export/') && isLonger ? before.join('\r\n') : body]];
    }),
  );
}
