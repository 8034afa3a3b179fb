import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { startDynamoDb } from '../../bin/local/store/embedded-dynamodb.ts';
import { root, type Source, sourcesIn } from '../support/sources.ts';
import { Experiment } from './experiment.ts';
import { instrument, type Mutant, strykerIsInstalled } from './mutants.ts';

// Stryker changes the code, one place at a time; the tests that reach a changed place should fail.

const help = `Usage: npm run mutation -- [FOLDER or FILE...] [--base REV] [--tests FOLDER...]

Changes the code of these folders and files one place at a time, runs the tests that reach it, and prints the changes
that no test notices. A change that survives is a question, not a task: perhaps it changes nothing that anybody sees.

  --base REV      only the lines that differ from this revision; without folders, of all code
  --tests FOLDER  only tests of this folder or file; can be repeated. All tests take some minutes longer.

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

function testFilesIn(paths: readonly string[]): string[] {
  return paths
    .flatMap((path) => (path.endsWith('.ts') ? [path] : sourcesIn(path).map(({ file }) => file)))
    .filter((file) => file.endsWith('.test.ts'));
}

/** Prints what survived. Returns the names of tests that fail without a mutant. */
async function testMutants(
  sources: readonly Source[],
  isChosen: (mutant: Mutant) => boolean,
  tests: readonly string[],
): Promise<string[]> {
  // one database for all mutants, because starting one takes longer than most tests; every test file has its own table
  const engine = await startDynamoDb();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  const instrumented = await instrument(sources);
  const experiment = await Experiment.of(instrumented);
  try {
    const failed = await experiment.learn(testFilesIn(tests));
    if (failed.length > 0) return failed;
    for (const { file } of sources) {
      const mutants = instrumented.mutants.filter((each) => each.file === file && isChosen(each));
      if (mutants.length === 0) continue;
      const outcomes = await experiment.outcomes(mutants);
      const having = (outcome: string) => mutants.filter(({ id }) => outcomes.get(id) === outcome);
      const survivors = having('survived');
      console.log(
        `${file}: ${having('killed').length} killed, ${survivors.length} survived, ${having('not covered').length} not covered`,
      );
      for (const { line, original, replacement } of survivors)
        console.log(`  survived in line ${line}:\n  - ${original}\n  + ${replacement}`);
    }
    return [];
  } finally {
    await experiment.close();
    await engine.stop();
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
  } else if (strykerIsInstalled()) {
    const isChosen = ({ file, line }: Mutant) => changed?.get(file)?.has(line) ?? true;
    const failed = await testMutants(sources, isChosen, values.tests);
    if (failed.length === 0) return;
    console.error(`These tests fail without a mutant:\n${failed.join('\n')}`);
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
