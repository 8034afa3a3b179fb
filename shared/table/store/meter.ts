import type { Table } from './table.ts';

export interface Consumption {
  readonly calls: number;
  readonly readUnits: number;
  readonly writeUnits: number;
}

/**
 * Adds up the calls through a table and the capacity that DynamoDB reports for them. DynamoDB reports nothing for writes
 * whose condition fails.
 */
export function meterConsumption(table: Table): () => Consumption {
  let spent: Consumption = { calls: 0, readUnits: 0, writeUnits: 0 };
  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const units = unitsOf(answer.output);
        const reads = /^(Get|BatchGet|Query)/.test(commandName);
        spent = {
          calls: spent.calls + 1,
          readUnits: spent.readUnits + (reads ? units : 0),
          writeUnits: spent.writeUnits + (reads ? 0 : units),
        };
        return answer;
      },
    { step: 'initialize', name: 'meter' },
  );
  return () => spent;
}

export function consumedBetween(after: Consumption, before: Consumption): Consumption {
  return {
    calls: after.calls - before.calls,
    readUnits: after.readUnits - before.readUnits,
    writeUnits: after.writeUnits - before.writeUnits,
  };
}

function unitsOf(output: object): number {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: object };
  return [ConsumedCapacity]
    .flat()
    .reduce<number>((sum, each) => sum + ((each as { CapacityUnits?: number }).CapacityUnits ?? 0), 0);
}
