import * as fc from 'fast-check';
import { expect } from 'vitest';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { holdsAsync } from '../holds.ts';
import { aroundAttempts } from '../sim/attempts.ts';
import { clientOf, type Opened } from '../store/clients.ts';
import { dumpOf } from '../store/dump.ts';
import { writeFacts } from '../store/writer.ts';
import { accountChanges, change, firstFacts, unseen } from './account-changes.ts';
import { accountWriter } from './account-writer.ts';
import { expectViewsOfFacts, pageName, pagesNamed, storedViews } from './oracle.ts';

// every run uses a new account
let run = 0;

interface Size {
  readonly runs: number;
  readonly changes: number;
  readonly seed?: number;
}

/** After each of some random changes, the stored views equal a fresh build from all facts, and only new pages were written. */
export async function rostersFollow(opened: Opened, { runs, changes, ...given }: Size): Promise<void> {
  const plan = fc.record({
    clients: fc.constantFrom(0, 3, 99, 102, 180),
    changes: fc.array(accountChanges, { minLength: changes, maxLength: changes }),
  });
  const property = fc.asyncProperty(plan, async ({ clients, changes }) => {
    run += 1;
    const customerId = `a${run}`;
    const account = asAccount(customerId);
    const { table, takePages } = watched(opened);
    const writer = accountWriter(table);
    await writeFacts(writer, account, firstFacts(clients));

    let items = await dumpOf(table, customerId);
    let before = storedViews(items, customerId);
    expectViewsOfFacts(items, customerId, null);
    for (const each of changes) {
      takePages();
      const earlier = items;
      await change(writer, account, items, each);

      items = await dumpOf(table, customerId);
      const after = storedViews(items, customerId);
      expectViewsOfFacts(items, customerId, null);
      const known = pagesNamed(earlier, customerId);
      const written = takePages();
      const named = pagesNamed(items, customerId);
      expect(written).toEqual(expect.arrayContaining([...named].filter((key) => !known.has(key))));
      expect(written.filter((key) => !named.has(key))).toEqual([]);
      if (unseen.has(each.kind)) expect(after).toEqual(before);
      before = after;
    }
    // the next run dumps the whole table
    await deleteAll(table, items);
  });
  await holdsAsync(property, { numRuns: runs, endOnFailure: true, ...given });
}

function watched(opened: Opened): { table: Table; takePages: () => string[] } {
  const pages: string[] = [];
  const table = aroundAttempts(clientOf(opened), (send, input) => {
    const { RequestItems = {} } = input as {
      RequestItems?: Record<string, { PutRequest?: { Item: { pk: { S: string }; sk: { S: string } } } }[]>;
    };
    for (const { PutRequest } of [Object.values(RequestItems)].flat(2).filter((each) => 'PutRequest' in each)) {
      const { pk, sk } = PutRequest?.Item ?? {};
      pages.push(...[pageName({ pk: pk?.S ?? '', sk: sk?.S ?? '' }) ?? []].flat());
    }
    return send();
  });
  return { table, takePages: () => pages.splice(0).sort() };
}
