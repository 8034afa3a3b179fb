import { openTable, type Table, type TableAddress } from '../../../shared/table/store/table.ts';
import { Killed } from './dying.ts';

/** What one of several at once may do to a call before it is sent. */
export type Tamper = (command: string, input: object) => object;

export interface Interleaving {
  /** A table for one of those who act at the same time. Every call waits for its turn. */
  readonly tableFor: (actor: { readonly dies?: () => boolean; readonly tamper?: Tamper }) => Table;
  /** Runs them until all have ended: one call at a time, whose turn it is being drawn by lot. */
  readonly run: (actors: readonly Promise<unknown>[]) => Promise<void>;
}

/** Lets several act on one table in an order that chance alone decides: the same chance, the same order. */
export function interleaving(address: TableAddress, random: () => number): Interleaving {
  const waiting: (() => Promise<void>)[] = [];

  function tableFor({
    dies = () => false,
    tamper = (_, input) => input,
  }: Parameters<Interleaving['tableFor']>[0]): Table {
    const table = openTable(address, 'job');
    table.documents.middlewareStack.add(
      (next, { commandName = '' }) =>
        (args) =>
          new Promise((resolve, reject) => {
            waiting.push(async () => {
              if (dies()) return reject(new Killed());
              const input = tamper(`${commandName}`, args.input);
              await next({ ...args, input } as typeof args).then(resolve, reject);
            });
          }),
      { step: 'initialize', name: 'turns' },
    );
    return table;
  }

  async function run(actors: readonly Promise<unknown>[]): Promise<void> {
    let left = actors.length;
    for (const actor of actors) void actor.finally(() => (left -= 1)).catch(() => undefined);
    while (left > 0) {
      // whoever was answered goes on to its next call
      await new Promise((resolve) => setImmediate(resolve));
      const [turn] = waiting.splice(Math.floor(random() * waiting.length), 1);
      await turn?.();
    }
    await Promise.all(actors);
  }

  return { tableFor, run };
}
