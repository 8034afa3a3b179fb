import type { Item } from '../../../shared/table/store/read.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { dumpOf } from './dump.ts';

const computed = /^(ROOT$|FACTS$|VIEW#|SCORE$|PAGE#|SIDE#|LIST#)/;

/** The facts of an account: no computed items, no mark, and no account id. */
export async function factsIn(table: Table, customerId: string): Promise<Item[]> {
  return (await dumpOf(table, customerId))
    .filter(({ pk, sk }) => !computed.test(sk) && !pk.endsWith('#GONE'))
    .map((item) => ({ ...item, pk: item.pk.replace(`CUST#${customerId}`, 'CUST') }) as Item);
}
