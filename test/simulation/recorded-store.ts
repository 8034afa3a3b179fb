import type { RawItem, Value } from '../support/mem-dynamo/expressions.ts';
import { type Input, type MemDynamo, memDynamo } from '../support/mem-dynamo/mem-dynamo.ts';

interface Change {
  readonly address: string;
  readonly before: RawItem | undefined;
  readonly after: RawItem | undefined;
}

/** All changes of one call: other calls see all of them or none. */
interface Step {
  readonly at: number;
  readonly changes: Change[];
}

/** What a reader has looked at. */
export type Touched = (address: string) => boolean;

/** Records every change of a store, so that its earlier states can be read. */
export interface Recorder {
  /** The number of steps so far. A position is the state after that many steps. */
  readonly position: () => number;
  /** The time of the step that ended the state at this position; undefined if the state is the current one. */
  readonly endOf: (position: number) => number | undefined;
  /** The last position before `position` whose state differs in what was touched; undefined if none is kept. */
  readonly before: (position: number, touched: Touched) => number | undefined;
  /** A copy of the store as it was at the position. Only one copy exists: the next call changes it. */
  readonly stateAt: (position: number) => MemDynamo;
  /** Forgets the steps before this time. */
  readonly forget: (time: number) => void;
}

export function record(store: MemDynamo, now: () => number): { store: MemDynamo; recorder: Recorder } {
  let steps: Step[] = [];
  let first = 0;
  let open: Step | undefined;
  const copy = memDynamo();
  for (const item of store.items.values()) copy.put(item);
  let copied = 0;

  const note = (address: string, after: RawItem | undefined) => {
    const step = open ?? { at: now(), changes: [] };
    step.changes.push({ address, before: store.items.get(address), after });
    if (!open) steps.push(step);
  };
  const set = store.items.set.bind(store.items);
  const remove = store.items.delete.bind(store.items);
  store.items.set = (address, item) => {
    note(address, item);
    return set(address, item);
  };
  store.items.delete = (address) => {
    note(address, undefined);
    return remove(address);
  };

  const position = () => first + steps.length;
  const put = (address: string, item: RawItem | undefined) => {
    if (item) copy.items.set(address, item);
    else copy.items.delete(address);
  };
  const recorder: Recorder = {
    position,
    endOf: (at) => steps[at - first]?.at,
    before: (at, touched) => {
      for (let index = at - first - 1; index >= 0; index -= 1) {
        if (steps[index]?.changes.some(({ address }) => touched(address))) return first + index;
      }
      return undefined;
    },
    stateAt: (wanted) => {
      for (; copied < wanted; copied += 1) {
        for (const { address, after } of steps[copied - first]?.changes ?? []) put(address, after);
      }
      for (; copied > wanted; copied -= 1) {
        for (const { address, before } of steps[copied - first - 1]?.changes.toReversed() ?? []) put(address, before);
      }
      return copy;
    },
    forget: (time) => {
      recorder.stateAt(position());
      const kept = steps.findIndex(({ at }) => at >= time);
      const dropped = kept < 0 ? steps.length : kept;
      steps = steps.slice(dropped);
      first += dropped;
    },
  };
  const perform = (operation: string, input: Input) => {
    open = { at: now(), changes: [] };
    try {
      return store.perform(operation, input);
    } finally {
      if (open.changes.length > 0) steps.push(open);
      open = undefined;
    }
  };
  return { store: { ...store, perform }, recorder };
}

/** The addresses that a read returns or looks for. */
export function touchedBy(operation: string, input: Input): Touched {
  if (operation === 'Query') {
    const { ':pk': pk, ':from': from, ':to': to } = input.ExpressionAttributeValues ?? {};
    const start = `${textOf(pk)} `;
    return (address) => {
      if (!address.startsWith(start)) return false;
      const sk = address.slice(start.length);
      return !from || (sk >= textOf(from) && sk <= textOf(to));
    };
  }
  const keys = input.Key
    ? [input.Key]
    : Object.values(input.RequestItems ?? {}).flatMap((asked) => ('Keys' in asked ? asked.Keys : []));
  const addresses = new Set(keys.map(({ pk, sk }) => `${textOf(pk)} ${textOf(sk)}`));
  return (address) => addresses.has(address);
}

function textOf(value: Value | undefined): string {
  return value && 'S' in value ? value.S : '';
}
