import type { Table } from '../../../shared/table/store/table.ts';

/** The reads of one request, and its key check separately. */
export interface Metered {
  readonly readUnits: number;
  readonly calls: number;
  /** The longest chain of sequential reads: each begins after the previous one has ended. */
  readonly roundTrips: number;
  readonly keyCalls: number;
  readonly keyUnits: number;
}

interface Call {
  readonly begun: number;
  ended: number;
  units: number;
  readonly isKeyCheck: boolean;
}

/** Counts the calls through a table from now on. */
export function meterOf(table: Table): { take: () => Metered } {
  let calls: Call[] = [];
  let step = 0;
  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (sent) => {
        step += 1;
        const isKeyCheck = `${commandName}`.startsWith('Update');
        const call: Call = { begun: step, ended: Number.POSITIVE_INFINITY, units: 0, isKeyCheck };
        calls.push(call);
        const answer = await next({ ...sent, input: { ...sent.input, ReturnConsumedCapacity: 'TOTAL' } });
        step += 1;
        call.ended = step;
        call.units = unitsOf(answer.output);
        return answer;
      },
    { step: 'initialize', name: 'reads' },
  );
  const take = () => {
    const reads = calls.filter(({ isKeyCheck }) => !isKeyCheck);
    const keys = calls.filter(({ isKeyCheck }) => isKeyCheck);
    calls = [];
    return {
      readUnits: sum(reads),
      calls: reads.length,
      roundTrips: longestChain(reads),
      keyCalls: keys.length,
      keyUnits: sum(keys),
    };
  };
  return { take };
}

const sum = (calls: readonly Call[]) => calls.reduce((total, { units }) => total + units, 0);

/** `calls` must be in the order in which they began. */
function longestChain(calls: readonly Call[]): number {
  const chains = new Map<Call, number>();
  for (const call of calls) {
    const before = calls.filter(({ ended }) => ended < call.begun).map((each) => chains.get(each) ?? 0);
    chains.set(call, 1 + Math.max(0, ...before));
  }
  return Math.max(0, ...chains.values());
}

function unitsOf(output: object): number {
  const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: object };
  return [ConsumedCapacity]
    .flat()
    .reduce((total: number, each) => total + ((each as { CapacityUnits?: number }).CapacityUnits ?? 0), 0);
}
