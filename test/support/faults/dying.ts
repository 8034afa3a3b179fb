import { openTable, type Table, type TableAddress } from '../../../shared/table/store/table.ts';

/** What a process meets that is killed. */
export class Killed extends Error {
  override name = 'Killed' as const;
}

export interface Death {
  /** The number of the call, from 0. */
  readonly call: number;
  /** A batch is many writes: of `half done` some arrive. */
  readonly moment: 'before' | 'half done' | 'after';
}

export interface Mortal {
  readonly table: Table;
  /** The commands that it sent. */
  readonly calls: readonly string[];
}

/** Every death that makes a difference: one at a call that only reads leaves what the write before it has left. */
export function deathsIn(calls: readonly string[]): Death[] {
  return calls.flatMap((name, call): Death[] => {
    if (!/Write|Update|Put|Delete/.test(name)) return [];
    const halfDone: Death[] = name.startsWith('BatchWrite') ? [{ call, moment: 'half done' }] : [];
    return [{ call, moment: 'before' }, ...halfDone, { call, moment: 'after' }];
  });
}

/** A table as a process sees it that dies at one of its calls. From then on nothing that it sends arrives. */
export function dying(address: TableAddress, death?: Death): Mortal {
  const table = openTable(address, 'job');
  const calls: string[] = [];
  let isDead = false;
  table.documents.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (isDead) throw new Killed();
        const isLast = calls.length === death?.call;
        calls.push(`${commandName}`);
        if (!isLast) return next(args);
        isDead = true;
        if (death?.moment === 'before') throw new Killed();
        await next(death?.moment === 'half done' ? ({ ...args, input: halfOf(args.input) } as typeof args) : args);
        throw new Killed();
      },
    { step: 'initialize', name: 'dying' },
  );
  return { table, calls };
}

function halfOf(input: object): object {
  const { RequestItems } = input as { RequestItems?: Record<string, unknown[]> };
  if (!RequestItems) return input;
  const halves = Object.entries(RequestItems).map(([name, requests]) =>
    Array.isArray(requests) ? [name, requests.slice(0, Math.ceil(requests.length / 2))] : [name, requests],
  );
  return { ...input, RequestItems: Object.fromEntries(halves) };
}
