import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { randomOf } from '../support/random.ts';
import { root, sourcesIn } from '../support/sources.ts';
import { type Area, areas, equivalentMutants } from './areas.ts';

// Mutation testing of one area: Stryker changes the code, one place at a time, and the tests of the area must fail. All
// files, or a sample of some files that a seed picks.

const help = `Usage: npm run mutation -- [area] [options]

Areas: ${Object.keys(areas).join(', ')}. Default: domain.

  --files N   mutate only N files, picked by the seed
  --seed N    default: 1
  --file F    mutate only this file
`;

interface Mutant {
  readonly status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'Ignored' | 'RuntimeError' | 'CompileError';
  readonly replacement: string;
  readonly location: {
    readonly start: { readonly line: number; readonly column: number };
    readonly end: { readonly line: number; readonly column: number };
  };
}

interface MutatedFile {
  readonly source: string;
  readonly mutants: readonly Mutant[];
}

function pickFiles({ code }: Area, count: number | undefined, seed: number): string[] {
  const random = randomOf(seed);
  const files = sourcesIn(...code).map(({ file }) => ({ file, place: random() }));
  if (count === undefined) return files.map(({ file }) => file);
  return files
    .sort((a, b) => a.place - b.place)
    .slice(0, count)
    .map(({ file }) => file)
    .sort();
}

function runStryker({ tests }: Area, files: readonly string[]): Record<string, MutatedFile> {
  const folder = mkdtempSync(join(tmpdir(), 'mutation-'));
  try {
    const [config, report] = [join(folder, 'stryker.config.json'), join(folder, 'report.json')];
    writeFileSync(
      config,
      JSON.stringify({
        mutate: files,
        testRunner: 'vitest',
        plugins: [join(import.meta.dirname, 'stryker/node_modules/@stryker-mutator/vitest-runner/dist/src/index.js')],
        vitest: { configFile: 'test/mutation/vitest.config.ts', related: false },
        coverageAnalysis: 'perTest',
        // a static mutant runs all tests: too slow for what it shows
        ignoreStatic: true,
        concurrency: 2,
        timeoutMS: 30_000,
        tempDirName: join(folder, 'sandbox'),
        reporters: ['json', 'progress-append-only'],
        jsonReporter: { fileName: report },
        // Stryker would rewrite it with TypeScript's old API; nothing here reads it
        tsconfigFile: 'none',
        allowEmpty: true,
      }),
    );
    const stryker = join(import.meta.dirname, 'stryker/node_modules/@stryker-mutator/core/bin/stryker.js');
    const env = {
      ...process.env,
      MUTATION_TESTS: JSON.stringify(tests.map((each) => `${each}/**/*.test.ts`)),
      CI: '1',
    };
    const { status } = spawnSync(process.execPath, [stryker, 'run', config], { cwd: root, env, stdio: 'inherit' });
    if (status !== 0)
      throw new Error(`Stryker ended with ${status}. Is it installed? npm ci --prefix test/mutation/stryker`);
    return (JSON.parse(readFileSync(report, 'utf8')) as { files: Record<string, MutatedFile> }).files;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function originalOf({ source }: MutatedFile, { location: { start, end } }: Mutant): string {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join('\n');
}

function summary(files: Record<string, MutatedFile>) {
  const rows = Object.entries(files).map(([name, file]) => {
    const has = (...statuses: Mutant['status'][]) => file.mutants.filter(({ status }) => statuses.includes(status));
    const survivors = has('Survived').map((mutant) => ({
      line: mutant.location.start.line,
      original: originalOf(file, mutant),
      replacement: mutant.replacement,
    }));
    const unexplained = survivors.filter(
      ({ original, replacement }) =>
        !equivalentMutants.some(
          (each) => each.file === name && each.original === original && each.replacement === replacement,
        ),
    );
    const killed = has('Killed', 'Timeout').length;
    return {
      name,
      killed,
      equivalent: survivors.length - unexplained.length,
      unexplained,
      uncovered: has('NoCoverage').length,
    };
  });
  const killed = rows.reduce((sum, row) => sum + row.killed, 0);
  const survived = rows.reduce((sum, row) => sum + row.unexplained.length, 0);
  return { rows, score: killed + survived === 0 ? 100 : (100 * killed) / (killed + survived) };
}

function print({ rows, score }: ReturnType<typeof summary>, goal: number): void {
  console.log('\n| file | killed | survived | equivalent | not covered |\n| --- | ---: | ---: | ---: | ---: |');
  for (const { name, killed, unexplained, equivalent, uncovered } of rows) {
    console.log(`| ${name} | ${killed} | ${unexplained.length} | ${equivalent} | ${uncovered} |`);
  }
  for (const { name, unexplained } of rows) {
    for (const { line, original, replacement } of unexplained) {
      console.log(`survived: ${name}:${line}\n  - ${original}\n  + ${replacement}`);
    }
  }
  console.log(`\n${score.toFixed(1)} % of the covered mutants were killed; the goal is ${goal} %.`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'string' }, seed: { type: 'string' }, file: { type: 'string' }, help: { type: 'boolean' } },
});
const area = areas[positionals[0] ?? 'domain'];
if (values.help || !area) {
  console.log(help);
  process.exitCode = values.help ? 0 : 2;
} else {
  const picked = values.file
    ? [values.file]
    : pickFiles(area, values.files ? Number(values.files) : undefined, Number(values.seed ?? 1));
  const result = summary(runStryker(area, picked));
  print(result, area.goal);
  if (result.score < area.goal) process.exitCode = 1;
}
