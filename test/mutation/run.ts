import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceSection } from '../support/document.ts';
import { randomOf } from '../support/random.ts';
import { root, sourcesIn } from '../support/sources.ts';
import { type Area, areas } from './areas.ts';
import { type FileResult, mergeRows, resultOf, rowOf, rowsOf, scoreOf, tables } from './report.ts';
import { mutate, strykerIsInstalled } from './stryker.ts';

// Mutation testing of one area: Stryker changes the code, one place at a time, and the tests of the area must fail.

const help = `Usage: npm run mutation -- [area] [options]

Mutates all files of an area, the named ones, or a sample that a seed picks, and writes the scores into
docs/reliability.md. A run that was stopped (Ctrl-C) goes on where it ended.

Areas: ${Object.keys(areas).join(', ')}. Default: domain.

  --files N   mutate only N files, picked by the seed
  --seed N    default: 1
  --file F    mutate only this file, or the files of this folder; can be repeated
  --fresh     do not use results of earlier runs for mutants whose code and tests did not change

Exit code: 0 if the score reaches the goal, 1 if not or if the tests fail without mutants, 2 for wrong words,
3 if Stryker is not installed.
`;

const documentFile = join(root, 'docs', 'reliability.md');

function pickFiles(files: readonly string[], count: number, seed: number): string[] {
  const random = randomOf(seed);
  return files
    .map((file) => ({ file, place: random() }))
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ file }) => file)
    .sort();
}

function print(results: readonly FileResult[]): void {
  for (const { file, survivors } of results) {
    for (const { line, original, replacement } of survivors) {
      console.log(`survived: ${file}:${line}\n  - ${original}\n  + ${replacement}`);
    }
  }
  console.log('\n| file | killed | survived | equivalent | not covered |\n| --- | ---: | ---: | ---: | ---: |');
  for (const { file, killed, survivors, equivalent, uncovered } of results) {
    console.log(`| ${file} | ${killed} | ${survivors.length} | ${equivalent} | ${uncovered} |`);
  }
}

function commitNow(): string {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim();
  const changed = git('status', '--porcelain', '--', 'shared', 'functions', 'test') !== '';
  return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' with changes' : ''}`;
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

function run(name: string, area: Area, { files, seed }: Choice, fresh: boolean): void {
  if (!strykerIsInstalled()) {
    console.error('Stryker is not installed: npm ci --prefix test/mutation/stryker');
    process.exitCode = 3;
    return;
  }
  const mutated = mutate(name, area, files, { fresh });
  if (!mutated) {
    console.error('Stryker did not finish; it says above why. If it was stopped, the next run goes on from there.');
    process.exitCode = 1;
    return;
  }
  const results = Object.entries(mutated).map(([file, found]) => resultOf(file, found));
  print(results);
  const rows = results.map((result) => rowOf(result, seed, commitNow()));
  const document = readFileSync(documentFile, 'utf8');
  const existing = sourcesIn(...Object.values(areas).flatMap(({ code }) => code)).map(({ file }) => file);
  const text = tables(mergeRows(rowsOf(document), rows, existing), existing);
  writeFileSync(documentFile, replaceSection(document, 'mutation', text));
  console.log(`\n${scoreOf(rows).toFixed(1)} % of the covered mutants were killed; the goal is ${area.goal} %.`);
  if (scoreOf(rows) < area.goal) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    files: { type: 'string' },
    seed: { type: 'string', default: '1' },
    file: { type: 'string', multiple: true, default: [] },
    fresh: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});
const name = positionals[0] ?? 'domain';
const area = areas[name];
const all = area ? sourcesIn(...area.code).map(({ file }) => file) : [];
const unknown = values.file.filter((each) => !all.some((file) => file === each || file.startsWith(`${each}/`)));
const isCount = (text: string) => /^[1-9]\d{0,8}$/.test(text);

if (values.help) console.log(help);
else if (!area || positionals.length > 1) refuse(`There is no area "${positionals.join(' ')}".`);
else if (unknown.length > 0) refuse(`The area ${name} does not have ${unknown.join(', ')}.`);
else if (values.files !== undefined && !isCount(values.files)) refuse('--files needs a number of files.');
else if (!isCount(values.seed)) refuse('--seed needs a number.');
else {
  const named = all.filter((file) => values.file.some((each) => file === each || file.startsWith(`${each}/`)));
  const choice: Choice =
    named.length > 0
      ? { files: named, seed: undefined }
      : values.files === undefined
        ? { files: all, seed: undefined }
        : { files: pickFiles(all, Number(values.files), Number(values.seed)), seed: Number(values.seed) };
  run(name, area, choice, values.fresh);
}
