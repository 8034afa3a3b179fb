import { expect, it } from 'vitest';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { PageCache } from '../../../shared/table/store/page-cache.ts';
import { chosenParts } from '../../../shared/table/views/read/list-version.ts';
import { liveVersion } from '../../../shared/table/views/read/live-version.ts';
import { deleteUnreferenced } from '../../../shared/table/views/write/delete-unreferenced.ts';
import { clientOf } from '../../functions/export/many-clients.ts';
import { putViews, viewsOf } from '../../support/rosters/put-views.ts';
import { memoryTable } from '../../support/store/table.ts';

// What is open during a night finishes with its version: an export, a walk through all pages, and a container that holds
// an old root. Two nights in a row, with a publication every four minutes, which changes every page.

const account = asAccount('acme');
const minute = 60_000;
/** With so much metadata that the list has more pages than an export reads at a time. */
const count = 320;
const note = 'x'.repeat(5000);
/** An export and a walk that read so many clients between two publications take until the end. */
const perStep = 24;
const stale = { consistent: false };

it('an export, a deep walk and a container that is an hour behind are not broken by two nights', async () => {
  const table = memoryTable();
  await createAccount(table, account, 'Acme');
  const publish = async (at: number, night: number) => {
    const data = Array.from({ length: count }, (_, each) => {
      const client = { ...clientOf(each, `At ${at}`), metadata: { note } };
      return { client, score: undefined, streams: [], memberships: new Map() };
    });
    await putViews(table, account, viewsOf(account, data, [], night));
  };
  const nameIn = (text: string) => /At \d+/.exec(text)?.[0];
  const cold = () => ({ table, pages: new PageCache(0) });
  let deleted = 0;

  for (const night of [1, 2]) {
    const midnight = night * 24 * 60;
    const from = midnight - 5;
    await publish(from, night - 1);
    const exported = await liveVersion(cold(), account, stale);
    const rows = exported.list('clients').entries(chosenParts(true), () => table);
    const walk = await liveVersion(cold(), account, stale);
    const behind = await liveVersion(cold(), account, stale);
    const seen = { export: [] as (string | undefined)[], walk: [] as (string | undefined)[] };

    for (let at = from + 1; at < from + 59; at += 4) {
      await publish(at, at < midnight ? night - 1 : night);
      // the night, and a second one that was delivered again
      if (at === midnight || at === midnight + 40) deleted += await deleteUnreferenced(table, account, at * minute);
      for (let each = 0; each < perStep; each += 1) {
        const { value, done } = await rows.next();
        if (!done) seen.export.push(nameIn(value.text));
      }
      const offset = seen.walk.length;
      seen.walk.push(...(await walk.list('clients').slice(chosenParts(true), offset, perStep)).map(nameIn));
    }

    const whole = Array.from({ length: count }, () => `At ${from}`);
    expect(seen).toEqual({ export: whole, walk: whole });
    expect((await behind.list('clients').slice(chosenParts(true), 0, count)).map(nameIn)).toEqual(whole);
  }

  // the second night deleted what the first one had left
  expect(deleted).toBeGreaterThan(100);
});
