import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, type RunnerTask, type TaskMeta, vi } from 'vitest';
import { root } from '../support/sources.ts';

// Runs inside vitest: tests of the project with one mutant active, or with none to learn which tests reach which mutant.

type Hits = Record<string, number>;

/** What the instrumented code reads and writes. */
interface Stryker {
  activeMutant: string | undefined;
  currentTestId: string | undefined;
  mutantCoverage: { static: Hits; perTest: Record<string, Hits> };
}

/** Which mutants a test file reaches. */
export interface Coverage {
  /** In hooks: every test of the file may depend on them. */
  readonly inHooks: readonly string[];
  /** By the name of the test. */
  readonly inTests: Readonly<Record<string, readonly string[]>>;
  /** While modules load. */
  readonly loading: readonly string[];
}

declare module 'vitest' {
  interface TaskMeta {
    coverage?: Coverage;
  }
}

// A test evaluates far less. A mutant that makes a loop endless is stopped here.
const mostConditions = 40_000_000;

let conditions = 0;
let active: string | undefined;

function stryker(): Stryker {
  const space = {
    get activeMutant() {
      conditions += 1;
      if (conditions > mostConditions) throw new Error('endless loop');
      return active;
    },
    currentTestId: undefined,
    mutantCoverage: { static: {}, perTest: {} },
  };
  (globalThis as { __stryker__?: Stryker }).__stryker__ = space;
  return space;
}

function nameOf({ name, suite }: RunnerTask): string {
  return suite ? `${nameOf(suite)} > ${name}` : name;
}

async function load(files: readonly string[]): Promise<void> {
  // the code keeps the counters that it found when it was loaded
  vi.resetModules();
  // few examples, and the same for every mutant: whether a mutant is killed must not depend on luck. The smallest example
  // that fails is of no interest.
  fc.configureGlobal({ seed: 1, numRuns: 20, endOnFailure: true });
  // while a test file is loaded it chooses its table, and one in memory takes a tenth of the work; those that start a
  // database, later, use the one of all mutants
  const { DYNAMODB_ENDPOINT: endpoint } = process.env;
  delete process.env.DYNAMODB_ENDPOINT;
  try {
    for (const file of ['test/support/after-each-file.ts', ...files]) {
      await import(/* @vite-ignore */ join(root, file));
    }
  } finally {
    if (endpoint !== undefined) process.env.DYNAMODB_ENDPOINT = endpoint;
  }
}

/** The tests of a file without an active mutant. */
export async function recordCoverage(file: string): Promise<void> {
  const space = stryker();
  let loading: string[] = [];
  let meta: TaskMeta = {};
  beforeAll(() => {
    loading = Object.keys(space.mutantCoverage.static);
    for (const id of loading) delete space.mutantCoverage.static[id];
  });
  beforeEach(({ task }) => {
    conditions = 0;
    meta = task.file.meta;
    const name = nameOf(task);
    space.currentTestId = name;
    space.mutantCoverage.perTest[name] ??= {};
  });
  afterEach(() => {
    space.currentTestId = undefined;
  });
  afterAll(() => {
    const { static: hooks, perTest } = space.mutantCoverage;
    meta.coverage = {
      inHooks: Object.keys(hooks),
      inTests: Object.fromEntries(Object.entries(perTest).map(([name, hits]) => [name, Object.keys(hits)])),
      loading,
    };
  });
  await load([file]);
}

/** The named tests of a file with an active mutant, until the first one fails or leaves a rejection unhandled. */
export async function testMutant(id: string, file: string, tests: readonly string[]): Promise<void> {
  stryker();
  const names = new Set(tests);
  let isKilled = false;
  let unhandled = 0;
  const count = () => {
    unhandled += 1;
  };
  beforeAll(() => {
    active = id;
    process.on('unhandledRejection', count);
  });
  beforeEach((context) => {
    conditions = 0;
    if (isKilled || !names.has(nameOf(context.task))) context.skip();
  });
  afterEach(({ task }) => {
    if (task.result?.state === 'fail' || unhandled > 0) isKilled = true;
  });
  afterAll(() => {
    active = undefined;
    process.off('unhandledRejection', count);
    // a run of all tests fails for them too
    if (unhandled > 0) throw new Error('unhandled rejection');
  });
  await load([file]);
}
