import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls, clientOf, type Opened } from '../store/clients.ts';

// How tests kill a process, whatever it calls: table, queue, gateway or bucket. The simulation has another way, since its
// processes share one thread: whatever a killed one would do next never happens there.

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

/** What is done around a call: `send` makes it, or one half of it. */
export type Around = (name: string, send: (isHalf?: boolean) => Promise<unknown>) => Promise<unknown>;

const isRead = (name: string) => /^(get|query|batchget|find|list)/i.test(name);

/** Every kill that makes a difference. A kill at a read leaves the same table as one after the previous write. */
export function deathsIn(calls: readonly string[]): Death[] {
  return calls.flatMap((name, call): Death[] => {
    if (isRead(name)) return [];
    const halfDone: Death[] = name === 'writeMany' ? [{ call, moment: 'half done' }] : [];
    return [{ call, moment: 'before' }, ...halfDone, { call, moment: 'after' }];
  });
}

/**
 * A process that is killed at one of its calls. Nothing that it sends afterwards arrives. `calls` has the names of those
 * that were made, also by processes before it if they shared it: then the death is one of all of them.
 */
export function mortal(death?: Death, calls: string[] = []) {
  /** Calls that were sent and not answered yet: they take effect, so the process is dead only after them. */
  const underWay = new Set<Promise<unknown>>();
  let isDead = false;
  const endOf = (name: string) => {
    if (isDead) throw new Killed();
    isDead = calls.length === death?.call;
    calls.push(name);
    return isDead ? death?.moment : undefined;
  };
  const around: Around = async (name, send) => {
    const end = endOf(name);
    if (end === undefined) {
      const answer = send();
      underWay.add(answer);
      return answer.finally(() => underWay.delete(answer));
    }
    await Promise.allSettled(underWay);
    if (end !== 'before') await send(end === 'half done');
    throw new Killed();
  };
  /** For what is done at once. */
  const act = <T>(name: string, work: () => T): T => {
    const end = endOf(name);
    if (end === undefined) return work();
    try {
      if (end !== 'before') work();
    } catch {
      // a killed process does not see the error
    }
    throw new Killed();
  };
  return { calls, around, act };
}

/** The table of a process that is killed at one of its calls, which can be calls to something else. */
export function dying(opened: Opened, death?: Death) {
  const table = clientOf(opened);
  const process = mortal(death);
  aroundTable(table, process.around);
  return { table, ...process };
}

export function aroundTable(table: Table, around: Around): void {
  aroundCalls(table, (send, name, command) => around(name, (isHalf) => send(isHalf ? halfOf(command) : command)));
}

function halfOf(command: object): object {
  return Array.isArray(command) ? command.slice(0, Math.ceil(command.length / 2)) : command;
}
