import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import type { Day } from '../../../domain/dates.ts';
import { eachLimit } from '../../store/batches.ts';
import { type Account, type ItemKey, idIn, pagesRange, type RosterName } from '../../store/item-keys.ts';
import { readRangeInParts } from '../../store/read.ts';
import { sendOptions, type Table } from '../../store/table.ts';
import { pageIdsOf, readHead } from '../model/head.ts';
import { pageIdsOfList } from '../model/lists.ts';
import { readPortfolioView } from '../model/portfolio-view.ts';
import { liveListIds, readLists } from './live-lists.ts';

/** Unreferenced pages are kept this long, because a reader may still use an older head. */
export const keptDays = 2;
const deletionsAtOnce = 8;

/**
 * Deletes pages that the live version does not name. A page is the same item in every version, so another run may put
 * it again in the meantime. It is kept then, because its `putOn` has changed.
 */
export async function deleteUnreferencedPages(
  table: Table,
  account: Account,
  roster: RosterName,
  today: Day,
): Promise<number> {
  const named = await namedIds(table, account, roster);
  const orphans: { key: ItemKey; putOn: Day }[] = [];
  for await (const part of readRangeInParts(table, pagesRange(account, roster), {
    attributes: ['pk', 'sk', 'putOn'],
  })) {
    for (const { pk, sk, putOn } of part) {
      if (!named.has(idIn(sk)) && Number(putOn) <= today - keptDays) {
        orphans.push({ key: { pk, sk }, putOn: Number(putOn) });
      }
    }
  }
  await eachLimit(orphans, deletionsAtOnce, ({ key, putOn }) => deleteUnchanged(table, key, putOn));
  return orphans.length;
}

/** The ids of all pages and list items of the roster that the live version names. */
async function namedIds(table: Table, account: Account, roster: RosterName): Promise<Set<string>> {
  const consistent = { consistent: true };
  const head = await readHead(table, account, roster, consistent);
  const portfolios = roster === 'clients' ? await readPortfolioView(table, account, consistent) : undefined;
  const listIds = liveListIds(roster, head, portfolios);
  const lists = await readLists(table, account, roster, listIds);
  return new Set([...(head ? pageIdsOf(head) : []), ...listIds, ...lists.flatMap(pageIdsOfList)]);
}

async function deleteUnchanged(table: Table, { pk, sk }: ItemKey, putOn: Day): Promise<void> {
  try {
    await table.documents.send(
      new DeleteCommand({
        TableName: table.name,
        Key: { pk, sk },
        ConditionExpression: 'putOn = :putOn',
        ExpressionAttributeValues: { ':putOn': putOn },
      }),
      sendOptions(table),
    );
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
