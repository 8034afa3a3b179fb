import { parseArgs } from 'node:util';
import { startDynamoDb } from '../../bin/local/store/embedded-dynamodb.ts';
import { versionNow } from '../support/commit.ts';
import { randomOf } from '../support/random.ts';
import { sourcesIn } from '../support/sources.ts';
import { type Area, areas, sourcesOf } from './areas.ts';
import { Experiment } from './experiment.ts';
import { instrument, strykerIsInstalled } from './mutants.ts';
import { explained, type FileResult, resultOf, rowOf, scoreOf } from './report.ts';
import { Results } from './results.ts';
import { writeScores } from './scores.ts';

// Mutation testing of one area: Stryker changes the code, one place at a time, and the tests of the area must fail.

const help = `Usage: npm run mutation -- [area] [options]

Mutates all files of an area, the named ones, or a sample that a seed picks, and writes the scores into
docs/proof.md (areas) and test/mutation/scores.md (files). A run that was stopped (Ctrl-C) goes on where it ended.

Areas: ${Object.keys(areas).join(', ')}. Default: domain.

  --files N   mutate only N files, picked by the seed
  --seed N    default: 1
  --file F    mutate only this file, or the files of this folder; can be repeated
  --fresh     test every file again, even if neither code nor tests changed since the last run

Exit code: 0 if the score reaches the goal, 1 if not or if the tests fail without mutants, 2 for wrong words,
3 if Stryker is not installed, 130 or 143 if the run was stopped.
`;

function pickFiles(files: readonly string[], count: number, seed: number): string[] {
  const random = randomOf(seed);
  return files
    .map((file) => ({ file, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ file }) => file)
    .sort();
}

function print({ file, killed, survivors, equivalent, uncovered }: FileResult): void {
  const rest = `${equivalent} equivalent, ${uncovered} not covered`;
  console.log(`${file}: ${killed} killed, ${survivors.length} survived, ${rest}`);
  for (const { line, original, replacement } of survivors) {
    console.log(`  survived in line ${line}:\n  - ${original}\n  + ${replacement}`);
  }
}

/** The test files of a folder, or the file that is named. */
function testFilesOf(path: string): string[] {
  if (path.endsWith('.ts')) return [path];
  return sourcesIn(path)
    .map(({ file }) => file)
    .filter((file) => file.endsWith('.test.ts'));
}

function refuse(reason: string): void {
  console.error(`${reason}\n\n${help}`);
  process.exitCode = 2;
}

interface Choice {
  readonly files: readonly string[];
  /** Undefined if the files are no sample. */
  readonly seed: number | undefined;
}

/** Returns the names of tests that fail without a mutant, or an empty list once every file has a result. */
async function testMutants({ tests }: Area, files: readonly string[], results: Results): Promise<string[]> {
  // one database for all mutants, because starting one takes longer than most tests; every test file has its own table
  const engine = await startDynamoDb();
  process.env.DYNAMODB_ENDPOINT = engine.endpoint;
  const sources = sourcesIn(...files);
  const instrumented = await instrument(sources);
  const experiment = await Experiment.of(instrumented);
  try {
    const failed = await experiment.learn(tests.flatMap(testFilesOf));
    if (failed.length > 0) return failed;
    for (const source of sources) {
      const mutants = instrumented.mutants.filter(({ file }) => file === source.file);
      const result = resultOf(source, mutants, await experiment.outcomes(mutants));
      results.add(result);
      print(explained(result, source.text));
    }
    return [];
  } finally {
    await experiment.close();
    await engine.stop();
  }
}

async function run(name: string, area: Area, { files, seed }: Choice, fresh: boolean): Promise<void> {
  if (!strykerIsInstalled()) {
    console.error('Stryker is not installed: npm ci --prefix test/mutation/stryker');
    process.exitCode = 3;
    return;
  }
  const results = new Results(name, area, { fresh });
  const known = () =>
    sourcesIn(...files).flatMap(({ file, text }) => {
      const result = results.get(file);
      return result ? [explained(result, text)] : [];
    });
  for (const result of known()) print(result);
  const left = files.filter((file) => !results.get(file));
  const stop = (exitCode: number) => {
    const done = files.filter((file) => results.get(file)).length;
    const rest = 'the same command (without --fresh) goes on with the others.';
    console.error(`\nStopped. ${done} of ${files.length} files are done; ${rest}`);
    // deletes temporary files
    process.exit(exitCode);
  };
  process.once('SIGINT', () => stop(130));
  process.once('SIGTERM', () => stop(143));
  const failed = left.length > 0 ? await testMutants(area, left, results) : [];
  if (failed.length > 0) {
    console.error(`These tests fail without a mutant:\n${failed.join('\n')}`);
    process.exitCode = 1;
    return;
  }
  const { commit } = versionNow();
  const rows = known().map((result) => rowOf(result, seed, commit));
  writeScores(rows);
  console.log(`\n${scoreOf(rows).toFixed(1)} % of the covered mutants were killed; the goal is ${area.goal} %.`);
  if (scoreOf(rows) < area.goal) process.exitCode = 1;
}

async function main(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      files: { type: 'string' },
      seed: { type: 'string', default: '1' },
      file: { type: 'string', multiple: true, default: [] },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(help);
  const name = positionals[0] ?? 'domain';
  const area = areas[name];
  if (!area || positionals.length > 1) return refuse(`There is no area "${positionals.join(' ')}".`);
  const all = sourcesOf(name).map(({ file }) => file);
  const isNamed = (file: string) => values.file.some((each) => file === each || file.startsWith(`${each}/`));
  const unknown = values.file.filter((each) => !all.some((file) => file === each || file.startsWith(`${each}/`)));
  if (unknown.length > 0) return refuse(`The area ${name} does not have ${unknown.join(', ')}.`);
  if (values.files !== undefined && !isCount(values.files)) return refuse('--files needs a number of files.');
  if (!isCount(values.seed)) return refuse('--seed needs a number.');

  const isSample = values.file.length === 0 && values.files !== undefined;
  const named = values.file.length === 0 ? all : all.filter(isNamed);
  const seed = Number(values.seed);
  const choice: Choice = isSample
    ? { files: pickFiles(all, Number(values.files), seed), seed }
    : { files: named, seed: undefined };
  await run(name, area, choice, values.fresh);
}

const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text);

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof TypeError && 'code' in error && `${error.code}`.startsWith('ERR_PARSE_ARGS'))) throw error;
  refuse(error.message);
}
