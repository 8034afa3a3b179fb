import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Change, copyOfProject, portionsIn } from '../faults/plant.ts';
import { root, type Source, sourcesIn } from '../support/sources.ts';

// Stryker proposes changes of the code, one place each, which are planted as faults are: the tests that reach the place
// should fail.

const help = `Usage: npm run mutation -- [FOLDER or FILE...] [--base REV] [--tests FOLDER...]

Changes the code of these folders and files one place at a time, runs the tests that reach it, and prints the changes
that no test notices. A change that survives is a question, not a task: perhaps it changes nothing that anybody sees.

  --base REV      only the lines that differ from this revision; without folders, of all code
  --tests FOLDER  only tests of this folder or file; can be repeated.

Exit code: 0 if it ran, 1 if tests fail without a change, 2 for wrong words, 3 if Stryker is not installed.
`;

const code = ['shared', 'functions', 'import', 'client', 'mcp', 'account', 'board', 'bin/cli', 'bin/local'];
const stryker = join(import.meta.dirname, 'stryker/node_modules/@stryker-mutator/instrumenter/dist/src/index.js');

/** Lines and columns count from 0. */
interface Position {
  readonly line: number;
  readonly column: number;
}

/** What this project uses of @stryker-mutator/instrumenter. */
interface Stryker {
  readonly Instrumenter: new (
    logger: object,
  ) => {
    instrument(
      files: readonly { readonly name: string; readonly mutate: boolean; readonly content: string }[],
      options: object,
    ): Promise<{
      readonly mutants: readonly {
        readonly fileName: string;
        readonly replacement: string;
        readonly location: { readonly start: Position; readonly end: Position };
      }[];
    }>;
  };
}

/** Every change of these sources, of these lines if any are given. */
async function mutantsOf(sources: readonly Source[], lines?: Map<string, Set<number>>): Promise<Change[]> {
  const { Instrumenter } = (await import(pathToFileURL(stryker).href)) as Stryker;
  const silent = { debug: () => undefined, info: () => undefined, isDebugEnabled: () => false };
  const { mutants } = await new Instrumenter(silent).instrument(
    sources.map(({ file, text }) => ({ name: file, mutate: true, content: text })),
    { plugins: null, excludedMutations: [], ignorers: [] },
  );
  const textOf = new Map(sources.map(({ file, text }) => [file, text]));
  return mutants
    .filter(({ fileName, location: { start } }) => lines?.get(fileName)?.has(start.line + 1) ?? true)
    .map(({ fileName: file, replacement: to, location: { start, end } }, number) => {
      const text = textOf.get(file) ?? '';
      const placeOf = ({ line, column }: Position) =>
        text
          .split('\n')
          .slice(0, line)
          .reduce((sum, each) => sum + each.length + 1, column);
      const [at, until] = [placeOf(start), placeOf(end)];
      const from = text.slice(at, until);
      return { name: `${number}. ${file}:${start.line + 1} survives:\n  - ${from}\n  + ${to}`, file, at, from, to };
    });
}

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

/** Prints what survives. Returns whether tests pass without a change. */
function testMutants(mutants: readonly Change[], tests: readonly string[]): boolean {
  const { learn, failureWith } = copyOfProject();
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    const failed = learn(mutants, folder, tests);
    for (const each of failed) console.error(each);
    if (failed.length > 0) return false;
    const portionsOf = portionsIn(folder);
    const count = { noticed: 0, survived: 0, 'not reached': 0 };
    for (const mutant of mutants) {
      const portions = portionsOf(mutant.name);
      const survives = failureWith(mutant, portions, 600_000) === undefined;
      count[portions.length === 0 ? 'not reached' : survives ? 'survived' : 'noticed'] += 1;
      if (portions.length > 0 && survives) console.log(mutant.name);
    }
    console.log(
      Object.entries(count)
        .map(([what, number]) => `${number} ${what}`)
        .join(', '),
    );
    return true;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
  } else if (existsSync(stryker)) {
    if (testMutants(await mutantsOf(sources, changed), values.tests)) return;
    console.error('Tests fail without a change.');
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
