import type { Table } from '../../../shared/table/store/table.ts';
import { aroundCalls, clientOf, type Opened } from '../store/clients.ts';
import { Killed } from './dying.ts';

export interface Interleaving {
  /** The table of one of the concurrent actors. Every call waits for its turn. */
  readonly tableFor: (actor: { readonly dies?: () => boolean }) => Table;
  /** Runs the actors until all have ended: one call at a time, by a randomly chosen actor. */
  readonly run: (actors: readonly Promise<unknown>[]) => Promise<void>;
}

/** Runs several actors on one table in a random order. The same random source gives the same order. */
export function interleaving(opened: Opened, random: () => number): Interleaving {
  const waiting: (() => Promise<void>)[] = [];

  function tableFor({ dies = () => false }: Parameters<Interleaving['tableFor']>[0]): Table {
    const table = clientOf(opened);
    aroundCalls(
      table,
      (send) =>
        new Promise((resolve, reject) => {
          waiting.push(async () => {
            if (dies()) return reject(new Killed());
            await send().then(resolve, reject);
          });
        }),
    );
    return table;
  }

  async function run(actors: readonly Promise<unknown>[]): Promise<void> {
    let left = actors.length;
    for (const actor of actors) void actor.finally(() => (left -= 1)).catch(() => undefined);
    while (left > 0) {
      // lets the actor that got a response go on to its next call
      await new Promise((resolve) => setImmediate(resolve));
      const [turn] = waiting.splice(Math.floor(random() * waiting.length), 1);
      await turn?.();
    }
    await Promise.all(actors);
  }

  return { tableFor, run };
}
