import type { Sending } from './table.ts';

export interface Consumption {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

const reads: ReadonlySet<string> = new Set(['get', 'getMany', 'query']);

/**
 * Adds up the calls through a table that is given `onConsumed`, and their capacity. DynamoDB reports nothing for writes
 * whose condition fails.
 */
export function meterConsumption(): {
  readonly onConsumed: NonNullable<Sending['onConsumed']>;
  readonly consumed: () => Consumption;
} {
  let spent: Consumption = { calls: 0, readUnits: 0, writeUnits: 0 };
  return {
    onConsumed: (call, units) => {
      const isRead = reads.has(call);
      spent = {
        calls: spent.calls + 1,
        readUnits: spent.readUnits + (isRead ? units : 0),
        writeUnits: spent.writeUnits + (isRead ? 0 : units),
      };
    },
    consumed: () => spent,
  };
}

export function consumedBetween(after: Consumption, before: Consumption): Consumption {
  return {
    calls: after.calls - before.calls,
    readUnits: after.readUnits - before.readUnits,
    writeUnits: after.writeUnits - before.writeUnits,
  };
}
