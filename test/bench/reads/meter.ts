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
  const { send } = table;
  const metered: typeof send = async (name, command, sending) => {
    step += 1;
    const call: Call = { begun: step, ended: Number.POSITIVE_INFINITY, units: 0, isKeyCheck: name === 'update' };
    calls.push(call);
    const onConsumed = (_: string, units: number) => {
      call.units = units;
    };
    const answer = await send(name, command, { ...sending, onConsumed });
    step += 1;
    call.ended = step;
    return answer;
  };
  Object.assign(table, { send: metered });
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
