import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../support/sources.ts';
import type { Area } from './areas.ts';

export interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  readonly replacement: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

export interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

const modules = join(import.meta.dirname, 'stryker', 'node_modules', '@stryker-mutator');
const command = join(modules, 'core', 'bin', 'stryker.js');

export const strykerIsInstalled = (): boolean => existsSync(command);

/** Earlier results. Stryker tests a mutant again if its code or the test that killed it changed, or if a test was added. */
const earlierResults = (area: string) => join(root, '.local', `mutation-${area}.json`);

const configuration = (area: string, { tests }: Area, files: readonly string[], fresh: boolean, folder: string) => ({
  mutate: files,
  testFiles: tests.map((each) => `${each}/**/*.test.ts`),
  // what the tests do not read: Stryker copies everything else
  ignorePatterns: ['.local', '.data', 'cdk.out', 'dist', 'coverage'],
  testRunner: 'vitest',
  plugins: [join(modules, 'vitest-runner', 'dist', 'src', 'index.js')],
  vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // a mutant that runs while modules load needs all tests: too slow for what it shows
  ignoreStatic: true,
  incremental: true,
  incrementalFile: earlierResults(area),
  force: fresh,
  concurrency: availableParallelism(),
  // a mutant that is too slow counts as killed, so a busy machine must not look like one
  timeoutMS: 30_000,
  dryRunTimeoutMinutes: 30,
  tempDirName: join(folder, 'sandbox'),
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: join(folder, 'report.json') },
  // Stryker would rewrite it with TypeScript's old API; nothing here reads it
  tsconfigFile: 'none',
  allowEmpty: true,
});

/** Mutates these files of an area and returns the results by file, or undefined if Stryker failed or was stopped. */
export function mutate(
  name: string,
  area: Area,
  files: readonly string[],
  { fresh }: { readonly fresh: boolean },
): Record<string, MutatedFile> | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  // Ctrl-C also reaches Stryker, which keeps what it found so far; the folder must be deleted after that
  const waitForStryker = () => {};
  process.on('SIGINT', waitForStryker);
  try {
    const config = join(folder, 'stryker.config.json');
    writeFileSync(config, JSON.stringify(configuration(name, area, files, fresh, folder)));
    const { status } = spawnSync(process.execPath, [command, 'run', config], {
      cwd: root,
      env: { ...process.env, CI: '1' },
      stdio: 'inherit',
    });
    if (status !== 0) return undefined;
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as {
      readonly files: Record<string, MutatedFile>;
    };
    // the report also repeats earlier results of other files
    return Object.fromEntries(Object.entries(report.files).filter(([file]) => files.includes(file)));
  } finally {
    process.off('SIGINT', waitForStryker);
    rmSync(folder, { recursive: true, force: true });
  }
}
