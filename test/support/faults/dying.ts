import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls, clientOf, isRead, type Opened } from '../store/clients.ts';

/** The error of every call of a killed process. */
export class Killed extends Error {
  override name = 'Killed' as const;
}

export interface Death {
  /** The number of the call, from 0. */
  readonly call: number;
  /** `half done` is for batches: only some of the writes are applied. */
  readonly moment: 'before' | 'half done' | 'after';
}

export interface Mortal {
  readonly table: Table;
  /** The calls that it made. */
  readonly calls: readonly string[];
}

/** Every kill that makes a difference. A kill at a read leaves the same table as one after the previous write. */
export function deathsIn(calls: readonly string[]): Death[] {
  return calls.flatMap((name, call): Death[] => {
    if (isRead(name)) return [];
    const halfDone: Death[] = name === 'writeMany' ? [{ call, moment: 'half done' }] : [];
    return [{ call, moment: 'before' }, ...halfDone, { call, moment: 'after' }];
  });
}

/** The table of a process that is killed at one of its calls. Nothing that it sends afterwards arrives. */
export function dying(opened: Opened, death?: Death): Mortal {
  const table = clientOf(opened);
  const calls: string[] = [];
  /** Calls that were sent and not answered yet: they take effect, so the process is dead only after them. */
  const underWay = new Set<Promise<unknown>>();
  let isDead = false;
  aroundCalls(table, async (send, name, command) => {
    if (isDead) throw new Killed();
    const isLast = calls.length === death?.call;
    calls.push(name);
    if (!isLast) {
      const answer = send();
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    }
    isDead = true;
    await Promise.allSettled(underWay);
    if (death?.moment === 'before') throw new Killed();
    await send(death?.moment === 'half done' ? halfOf(command) : command);
    throw new Killed();
  });
  return { table, calls };
}

function halfOf(command: object): object {
  return Array.isArray(command) ? command.slice(0, Math.ceil(command.length / 2)) : command;
}
