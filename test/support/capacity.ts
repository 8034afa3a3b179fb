import type { Table } from '../../shared/table/client.ts';

export interface Spent {
  calls: number;
  readUnits: number;
  writeUnits: number;
}

/** Counts what is sent through a table from now on, and what DynamoDB says that it costs. */
export function countCapacity(table: Table): Spent {
  const spent: Spent = { calls: 0, readUnits: 0, writeUnits: 0 };
  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const kind = /^(Get|BatchGet|TransactGet|Query)/.test(`${commandName}`) ? 'readUnits' : 'writeUnits';
        spent.calls += 1;
        try {
          const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
          spent[kind] += unitsOf(answer.output);
          return answer;
        } catch (error) {
          // DynamoDB charges a write whose condition fails, and does not say so
          if (error instanceof Error && error.name === 'ConditionalCheckFailedException') spent.writeUnits += 1;
          throw error;
        }
      },
    { step: 'initialize', name: 'capacity' },
  );
  return spent;
}

function unitsOf(output: object): number {
  const { ConsumedCapacity = [] } = output as {
    ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[];
  };
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}
