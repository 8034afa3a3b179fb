import type { Day } from '../../domain/dates.ts';
import type { Tally } from '../../domain/lists/health.ts';
import { type HealthHistory, noHealth, withDays } from '../../domain/lists/health-history.ts';
import { bands } from '../../domain/scoring/bands.ts';
import { compress, decompress } from '../store/compression.ts';
import { type Account, healthKey } from '../store/item-keys.ts';
import { type Item, readItem } from '../store/read.ts';
import { checkVersion, itemVersion } from '../store/stored-item.ts';
import type { RequestTable, Table } from '../store/table.ts';
import { ifConditionHolds, putItem } from '../store/write.ts';

// One item for a year of an account: each figure as its differences from day to day, which compress to some 3 bytes a day.

const figuresOf = ({ total, sumOfTenths, bands: counts }: Tally) => [
  total,
  sumOfTenths,
  ...bands.map((band) => counts[band]),
];

function tallyFrom([total = 0, sumOfTenths = 0, ...counts]: readonly number[]): Tally {
  const [highRisk = 0, mediumRisk = 0, lowRisk = 0, onTrack = 0] = counts;
  return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
}

function toHealthItem(account: Account, { last, tallies }: HealthHistory, version: number): Item {
  const rows = tallies.map(figuresOf);
  const differences = rows.map((row, at) => row.map((figure, column) => figure - (rows[at - 1]?.[column] ?? 0)));
  const columns = [...(differences[0] ?? [])].map((_, column) => differences.map((row) => row[column]));
  return { ...healthKey(account), v: itemVersion, day: last, version, z: compress(JSON.stringify(columns)) };
}

function fromHealthItem(item: Item): HealthHistory {
  checkVersion(item);
  const columns = JSON.parse(`${decompress(item.z)}`) as number[][];
  const sums = columns.map((column) => {
    let sum = 0;
    return column.map((difference) => {
      sum += difference;
      return sum;
    });
  });
  const days = sums[0] ?? [];
  return { last: Number(item.day), tallies: days.map((_, at) => tallyFrom(sums.map((column) => column[at] ?? 0))) };
}

export async function healthHistory(table: RequestTable, account: Account, reading = {}): Promise<HealthHistory> {
  const item = await readItem(table, healthKey(account), reading);
  return item ? fromHealthItem(item) : noHealth;
}

/** Stores the days that a run has counted, up to its own. A later night that another run has stored stays. */
export async function storeHealth(
  table: Table,
  account: Account,
  counted: ReadonlyMap<Day, Tally>,
  last: Day,
): Promise<void> {
  for (;;) {
    const item = await readItem(table, healthKey(account), { consistent: true });
    const stored = item ? fromHealthItem(item) : noHealth;
    const version = Number(item?.version ?? 0);
    const after = toHealthItem(account, withDays(stored, counted, Math.max(last, stored.last)), version + 1);
    if (
      item &&
      Buffer.compare(Buffer.from(after.z as Uint8Array), Buffer.from(item.z as Uint8Array)) === 0 &&
      after.day === item.day
    )
      return;
    const condition = item
      ? { condition: '#version = :version', names: { '#version': 'version' }, values: { ':version': version } }
      : { condition: 'attribute_not_exists(pk)' };
    // what is in the way may be what a first attempt of this write stored
    if (await ifConditionHolds(putItem(table, { item: after, ...condition }))) return;
  }
}
