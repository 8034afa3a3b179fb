import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
// biome-ignore lint/suspicious/noDeprecatedImports: only one of its overloads is deprecated
import { createVitest, type TestModule, type Vitest } from 'vitest/node';
import { root } from '../support/sources.ts';
import type { Coverage } from './driver.ts';
import type { Instrumented, Mutant } from './mutants.ts';

export type Outcome = 'killed' | 'survived' | 'not covered' | 'only while loading';

/** Tests by test file. */
type Tests = Record<string, string[]>;

/** Processor time of a mutant's tests, beside what they take without one. The clock would also measure other processes. */
const mostSeconds = 12;
/** While learning, when it is not known how long a file takes. */
const mostSecondsToLearn = 600;
const checkMs = 500;
/** A test that waits for ever uses no processor time. Its own limit does not end it if a mutant keeps its timers. */
const mostIdleMs = 600_000;

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Which test files are running, in the order in which they began, and which have ended. */
class Progress {
  readonly running = new Set<string>();
  readonly ended = new Map<string, TestModule>();
  /** The processor time that each has taken. */
  readonly seconds = new Map<string, number>();
  since = processorSeconds();
  at = Date.now();

  begin(): void {
    this.since = processorSeconds();
    this.at = Date.now();
  }

  onTestModuleQueued({ moduleId }: TestModule): void {
    this.running.add(moduleId);
    this.begin();
  }

  onTestModuleEnd(module: TestModule): void {
    this.running.delete(module.moduleId);
    this.ended.set(module.moduleId, module);
    this.seconds.set(module.moduleId, processorSeconds() - this.since);
    this.begin();
  }

  isStuck(most: number): boolean {
    return processorSeconds() - this.since >= most || Date.now() - this.at >= mostIdleMs;
  }
}

const driver = join(import.meta.dirname, 'driver.ts');
const local = join(root, '.local');

/**
 * Runs tests on instrumented code in one vitest. A mutant and a test file that reaches it are a test file of their own
 * there. A worker runs many of them, so that a mutant costs little more than its tests.
 */
export class Experiment {
  readonly #folder = mkdtempSync(join(local, 'mutants-'));
  readonly #vitest: Vitest;
  readonly #progress: Progress;
  readonly #tests = new Map<string, Tests>();
  readonly #loading = new Set<string>();
  /** Those with the shortest tests first. */
  #testFiles: readonly { readonly file: string; readonly seconds: number }[] = [];

  private constructor(vitest: Vitest, progress: Progress) {
    this.#vitest = vitest;
    this.#progress = progress;
    process.once('exit', () => rmSync(this.#folder, { recursive: true, force: true }));
  }

  static async of({ code }: Instrumented): Promise<Experiment> {
    const instrumented = {
      name: 'instrumented code',
      enforce: 'pre' as const,
      load: (id: string) => code.get(relative(root, id.split('?')[0] ?? id).replaceAll('\\', '/')),
    };
    const progress = new Progress();
    const vitest = await createVitest(
      {
        root,
        config: false,
        watch: false,
        reporters: [progress],
        // its cache of transformed code would keep the mutants
        fsModuleCache: false,
        isolate: false,
        pool: 'threads',
        maxWorkers: availableParallelism(),
        restoreMocks: true,
        unstubEnvs: true,
        testTimeout: 60_000,
        hookTimeout: 60_000,
        onConsoleLog: () => false,
        env: { CDK_VALIDATION: 'false' },
      },
      { plugins: [instrumented] },
    );
    return new Experiment(vitest, progress);
  }

  /** Learns which tests reach which mutant. Returns the names of tests that fail without a mutant. */
  async learn(files: readonly string[]): Promise<string[]> {
    const modules = await this.#run(
      files.map((file, at) => [`tests-${at}`, `recordCoverage(${JSON.stringify(file)})`]),
      mostSecondsToLearn,
    );
    const learned = files.flatMap((file, at) => {
      const module = modules.get(`tests-${at}`);
      const coverage = module?.meta().coverage;
      if (!module || !coverage) return [];
      const seconds = this.#progress.seconds.get(module.moduleId) ?? 0;
      return [{ file, coverage, seconds, ms: module.diagnostic().duration }];
    });
    for (const { coverage } of learned) for (const id of coverage.loading) this.#loading.add(id);
    for (const { file, coverage } of learned) this.#add(file, coverage);
    this.#testFiles = learned.sort((a, b) => a.ms - b.ms);
    const unlearned = files.filter((file) => !learned.some((each) => each.file === file));
    return [
      ...unlearned.map((file) => `${file} did not end`),
      ...[...modules.values()].filter((module) => !module.ok()).flatMap(failuresOf),
    ];
  }

  async outcomes(mutants: readonly Mutant[]): Promise<Map<string, Outcome>> {
    const outcomes = new Map<string, Outcome>();
    for (const { id } of mutants) {
      const missing = this.#loading.has(id) ? 'only while loading' : 'not covered';
      outcomes.set(id, this.#tests.has(id) ? 'survived' : missing);
    }
    // one test file after the other, the shortest first, because the first ones kill most mutants
    for (const [at, { file, seconds }] of this.#testFiles.entries()) {
      const reached = mutants.flatMap(({ id }) => {
        const tests = this.#tests.get(id)?.[file];
        return tests && outcomes.get(id) === 'survived' ? [{ id, tests, name: `mutant-${id}-${at}` }] : [];
      });
      const modules = await this.#run(
        reached.map(({ id, tests, name }) => {
          const words = [id, file, tests].map((word) => JSON.stringify(word));
          return [name, `testMutant(${words.join(', ')})`];
        }),
        mostSeconds + 3 * seconds,
      );
      // tests that did not end were stopped
      for (const { id, name } of reached) if (!modules.get(name)?.ok()) outcomes.set(id, 'killed');
    }
    return outcomes;
  }

  async close(): Promise<void> {
    await this.#vitest.close();
    // vitest sets 1 for every mutant that a test notices
    process.exitCode = undefined;
  }

  #add(file: string, { inHooks, inTests }: Coverage): void {
    const add = (id: string, name: string) => {
      const tests = this.#tests.get(id) ?? {};
      this.#tests.set(id, tests);
      tests[file] ??= [];
      tests[file].push(name);
    };
    for (const [name, ids] of Object.entries(inTests)) {
      for (const id of new Set([...ids, ...inHooks])) if (!this.#loading.has(id) || ids.includes(id)) add(id, name);
    }
  }

  /** Runs one call of the driver per test file, and returns the test files by name. */
  async #run(
    calls: readonly (readonly [name: string, call: string])[],
    most: number,
  ): Promise<Map<string, TestModule>> {
    const names = new Map(calls.map(([name]) => [join(this.#folder, `${name}.ts`), name]));
    for (const [name, call] of calls) {
      const text = `import { recordCoverage, testMutant } from ${JSON.stringify(driver)};\nawait ${call};\n`;
      writeFileSync(join(this.#folder, `${name}.ts`), text);
    }
    for (let left = [...names.keys()]; left.length > 0; ) {
      const stuck = await this.#runFiles(left, most);
      left = left.filter((path) => path !== stuck && !this.#progress.ended.has(path));
      if (stuck === undefined && left.length > 0) throw new Error(`vitest did not run ${left.join(', ')}`);
    }
    return new Map(
      [...names].flatMap(([path, name]) => {
        const module = this.#progress.ended.get(path);
        return module ? [[name, module] as const] : [];
      }),
    );
  }

  /** Runs these test files until all have ended or one of them is stuck. Returns the path of that one. */
  async #runFiles(paths: readonly string[], most: number): Promise<string | undefined> {
    const project = this.#vitest.getRootProject();
    this.#progress.running.clear();
    this.#progress.begin();
    let stuck: string | undefined;
    const watch = setInterval(() => {
      if (stuck !== undefined || !this.#progress.isStuck(most)) return;
      [stuck] = this.#progress.running;
      // the second call ends workers that do not react to the first
      void this.#vitest.cancelCurrentRun('keyboard-input');
      void this.#vitest.cancelCurrentRun('keyboard-input');
    }, checkMs);
    try {
      await this.#vitest.runTestSpecifications(paths.map((path) => project.createSpecification(path)));
    } finally {
      clearInterval(watch);
    }
    return stuck;
  }
}

function failuresOf(module: TestModule): string[] {
  const tests = [...module.children.allTests('failed')].map(
    (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
  );
  return [...module.errors().map(({ message }) => message), ...tests];
}
