import { openTable, type TableAddress } from '../../../shared/table/store/table.ts';
import type { TestTable } from '../store/table.ts';

/** The table of a process that pauses before one of its calls. */
export function pausing(of: TableAddress | Pick<TestTable, 'open'>, call: number) {
  const table = 'open' in of ? of.open() : openTable(of, 'job');
  let calls = 0;
  let goOn: () => void = () => undefined;
  let stand: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (goOn = resolve));
  const stands = new Promise<void>((resolve) => (stand = resolve));
  table.documents.middlewareStack.add(
    (next) => async (args) => {
      calls += 1;
      if (calls === call) {
        stand();
        await released;
      }
      return next(args);
    },
    { step: 'initialize', name: 'pausing' },
  );
  return { table, stands, goOn: () => goOn(), wasReached: () => calls >= call };
}
