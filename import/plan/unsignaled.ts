import type { Day } from '../../shared/domain/dates.ts';
import { windowDays } from '../../shared/domain/scoring/model.ts';
import { openSignalsOfRun } from '../../shared/table/entities/open-signal.ts';
import { firstWeekOf, fromSignalsItem } from '../../shared/table/entities/signal.ts';
import { eachLimit } from '../../shared/table/store/batches.ts';
import { type Account, isOpenSignals, signalsRange } from '../../shared/table/store/item-keys.ts';
import { readRange } from '../../shared/table/store/read.ts';
import type { Table } from '../../shared/table/store/table.ts';

const clientsAtOnce = 16;

/** How many of the clients have no stored signal that a score of today could use. */
export async function countWithoutSignals(
  table: Table,
  account: Account,
  clientIds: readonly string[],
  today: Day,
  onClient: () => void,
): Promise<number> {
  let count = 0;
  await eachLimit(clientIds, clientsAtOnce, async (id) => {
    const weeks = await readRange(table, signalsRange(account, id, firstWeekOf(today)), { consistent: true });
    const isRecent = ({ day }: { readonly day: Day }) => day >= today - windowDays;
    const hasAny = weeks.some((item) =>
      isOpenSignals(item) ? openSignalsOfRun(item, today).length > 0 : fromSignalsItem(item).some(isRecent),
    );
    if (!hasAny) count += 1;
    onClient();
  });
  return count;
}
