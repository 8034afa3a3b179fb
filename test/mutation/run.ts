import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, type Source, sourcesIn } from '../support/sources.ts';
import { instrument, type Mutant, strykerIsInstalled } from './mutants.ts';

// Stryker changes the code, one place at a time; the tests that reach a changed place should fail.

const help = `Usage: npm run mutation -- [FOLDER or FILE...] [--base REV] [--tests FOLDER...]

Changes the code of these folders and files one place at a time, runs the tests that reach it, and prints the changes
that no test notices. A change that survives is a question, not a task: perhaps it changes nothing that anybody sees.

  --base REV      only the lines that differ from this revision; without folders, of all code
  --tests FOLDER  only tests of this folder or file; can be repeated.

Exit code: 0 if it ran, 1 if tests fail without a change, 2 for wrong words, 3 if Stryker is not installed.
`;

const code = ['shared', 'functions', 'import', 'client', 'mcp', 'account', 'board', 'bin/admin', 'bin/local'];

/** The lines of each file that differ from a revision. */
function changedLines(base: string, paths: readonly string[]): Map<string, Set<number>> {
  const diff = execFileSync('git', ['diff', '-U0', base, '--', ...paths], { cwd: root, encoding: 'utf8' });
  const changed = new Map<string, Set<number>>();
  let lines = new Set<number>();
  for (const line of diff.split('\n')) {
    const [, file] = /^\+\+\+ b\/(.*)$/.exec(line) ?? [];
    if (file !== undefined) {
      lines = new Set();
      changed.set(file, lines);
    }
    const [, from, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    for (let at = 0; at < Number(from === undefined ? 0 : count); at += 1) lines.add(Number(from) + at);
  }
  return changed;
}

/** Runs tests on the instrumented code of the sources. True if they pass. */
async function passes(
  sources: readonly Source[],
  tests: readonly string[],
  more: Record<string, string>,
  most?: number,
) {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const words = ['run', '--config', 'test/mutation/vitest.config.ts', '--bail', '1', '--reporter', 'dot', ...tests];
  const child = spawn(process.execPath, [vitest, ...words], {
    cwd: root,
    env: { ...process.env, MUTATED: sources.map(({ file }) => file).join(' '), ...more },
    stdio: more.REACHED === undefined ? 'ignore' : 'inherit',
    // what a mutant makes endless
    ...(most !== undefined && { timeout: most, killSignal: 'SIGKILL' as const }),
  });
  const [code] = await once(child, 'exit');
  return code === 0;
}

/** Which test files reach a mutant, the quickest first, with the milliseconds that each takes. */
type Reached = (mutant: Mutant) => { readonly file: string; readonly ms: number }[];

/** Undefined if tests fail without a mutant. */
async function learn(sources: readonly Source[], tests: readonly string[]): Promise<Reached | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    if (!(await passes(sources, tests, { REACHED: folder }))) return undefined;
    const files: { file: string; ms: number; reached: string[] }[] = readdirSync(folder).map((name) =>
      JSON.parse(readFileSync(join(folder, name), 'utf8')),
    );
    files.sort((a, b) => a.ms - b.ms);
    return ({ id }) => files.filter(({ reached }) => reached.includes(id));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Prints what survived. Returns whether tests pass without a mutant. */
async function testMutants(
  sources: readonly Source[],
  isChosen: (mutant: Mutant) => boolean,
  tests: readonly string[],
): Promise<boolean> {
  const mutants = (await instrument(sources)).mutants.filter(isChosen);
  const reached = await learn(sources, tests);
  if (!reached) return false;
  const count = { noticed: 0, survived: 0, 'not reached': 0 };
  const next = mutants.values();
  const work = async () => {
    for (const mutant of next) {
      const { id, file, line, original, replacement } = mutant;
      const all = reached(mutant);
      const most = 60_000 + Math.ceil(10 * all.reduce((sum, { ms }) => sum + ms, 0));
      const active = { __STRYKER_ACTIVE_MUTANT__: id };
      // the quickest notice most of them
      const portions = [all.slice(0, 10), all.slice(10)].filter((portion) => portion.length > 0);
      let survives = true;
      for (const portion of portions)
        survives &&= await passes(
          sources,
          portion.map((each) => each.file),
          active,
          most,
        );
      count[all.length === 0 ? 'not reached' : survives ? 'survived' : 'noticed'] += 1;
      if (all.length > 0 && survives) console.log(`${file}:${line} survives:\n  - ${original}\n  + ${replacement}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(
    Object.entries(count)
      .map(([what, number]) => `${number} ${what}`)
      .join(', '),
  );
  return true;
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      base: { type: 'string' },
      tests: { type: 'string', multiple: true, default: ['test'] },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(help);
  const paths = positionals.length > 0 || values.base === undefined ? positionals : code;
  const changed = values.base === undefined ? undefined : changedLines(values.base, paths);
  const sources = sourcesIn(...paths).filter(({ file }) => changed === undefined || changed.has(file));
  if (sources.length === 0) {
    console.error(`Nothing is named that has code.\n\n${help}`);
    process.exitCode = 2;
  } else if (strykerIsInstalled()) {
    const isChosen = ({ file, line }: Mutant) => changed?.get(file)?.has(line) ?? true;
    if (await testMutants(sources, isChosen, values.tests)) return;
    console.error('Tests fail without a mutant.');
    process.exitCode = 1;
  } else {
    console.error('Stryker is not installed: npm ci --prefix test/mutation/stryker');
    process.exitCode = 3;
  }
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS'))) throw error;
  console.error(`${error.message}\n\n${help}`);
  process.exitCode = 2;
}
