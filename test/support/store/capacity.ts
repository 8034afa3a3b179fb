import { ConditionFailed, type Table } from '../../../shared/table/store/table.ts';
import { aroundCalls, isRead } from './clients.ts';

export interface Spent {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** Counts the calls through a table from now on, and the capacity units that DynamoDB reports. */
export function countCapacity(table: Table): Spent {
  const spent: Spent = { calls: 0, readUnits: 0, writeUnits: 0 };
  Object.assign(table, {
    onConsumed: ((call, units) => {
      spent[isRead(call) ? 'readUnits' : 'writeUnits'] += units;
    }) satisfies Table['onConsumed'],
  });
  aroundCalls(table, async (send) => {
    spent.calls += 1;
    try {
      return await send();
    } catch (error) {
      // DynamoDB charges for a write whose condition fails, but does not report it
      if (error instanceof ConditionFailed) spent.writeUnits += 1;
      throw error;
    }
  });
  return spent;
}

/** The size of an item, by DynamoDB's published rules. */
export function sizeOf(item: Readonly<Record<string, unknown>>): number {
  return Object.entries(item).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + sizeOfValue(value), 0);
}

const overhead = 3;

function sizeOfValue(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (typeof value === 'number') return Math.ceil(String(Math.abs(value)).length / 2) + 1;
  if (value instanceof Uint8Array) return value.length;
  if (Array.isArray(value)) return value.reduce((sum, element) => sum + 1 + sizeOfValue(element), overhead);
  if (value && typeof value === 'object') {
    return overhead + Object.keys(value).length + sizeOf(value as Record<string, unknown>);
  }
  return 1;
}
