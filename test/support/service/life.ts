import { type Day, dateOf } from '../../../shared/domain/dates.ts';
import { processIn, runNight, type Snapshot, type World, worldOf } from '../../functions/worker/world.ts';
import { cliOn } from '../cli/cli.ts';
import { bytesOf, randomOf } from '../random.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { type FakeDeps, fakeDeps } from './deps.ts';
import { type Ask, askerOf } from './whole-service.ts';

export const dayMs = 86_400_000;

/** An operator's view of the service on a table in memory: commands, nights and requests, at a time that the test sets. */
export interface Life {
  readonly world: World;
  readonly deps: FakeDeps;
  /** Runs a command, which must succeed; returns what it prints. */
  readonly run: (line: string) => Promise<string>;
  readonly importFiles: (account: string, files: Readonly<Record<string, string>>, options?: string) => Promise<string>;
  /** Issues a key with the name of its account. */
  readonly newKey: (account: string, name?: string) => Promise<{ readonly keyId: string; readonly apiKey: string }>;
  /** The night of this day; it is midnight then. */
  readonly night: (day: Day) => Promise<void>;
  /** Sends requests with this key half a minute after noon of the day that it is. */
  readonly asker: (apiKey: string) => Promise<Ask>;
}

export function lifeOf(items: Snapshot = new Map(), now = 0): Life {
  const world = worldOf(items, now);
  const { table } = processIn(world);
  const admin = cliOn(() => table, { randomBytes: bytesOf(randomOf(3)), clock: () => world.now });
  const run = async (line: string) => {
    const { out, err, exitCode } = await admin(line);
    if (exitCode !== 0) throw new Error(`${line}: ${err.join('\n')}`);
    return out.join('\n');
  };
  const deps = Object.assign(fakeDeps(table), { now });
  return {
    world,
    deps,
    run,
    importFiles: (account, files, options = '') =>
      run(`import ${temporaryFolder(files)} --account ${account} ${options}`),
    newKey: async (account, name = account) =>
      JSON.parse(await run(`keys issue --account ${account} --name ${name} --json`)),
    night: async (day) => {
      world.now = day * dayMs;
      await runNight(world, dateOf(day));
    },
    asker: (apiKey) => {
      deps.now = Math.max(deps.now, noonAfter(Math.floor(world.now / dayMs)));
      return askerOf(deps, apiKey);
    },
  };
}

/** So that no window is at its boundary. */
export const noonAfter = (day: Day) => day * dayMs + 43_230_000;
