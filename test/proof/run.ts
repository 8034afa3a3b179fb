import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceSection } from '../support/document.ts';
import { randomOf } from '../support/random.ts';
import { root } from '../support/sources.ts';
import { type Proof, proofs } from './promises.ts';

const help = `Usage: npm run proof -- [slice | full | busy] [NAME...] [options]

Runs the proofs in an order that the seed picks, for at most 60 minutes, and writes what passed into
docs/reliability.md. What did not fit into the time is named there.

  slice     a little of every proof, some minutes in all; writes nothing
  full      everything, however long it takes; a run that was stopped goes on where it ended
  busy      npm test three times, beside eight processes that keep all processors busy; writes nothing
  NAME      run these proofs only: ${proofs.map(({ name }) => name).join(', ')}
  --seed N  default: 1
`;

const sizes = ['slice', 'sample', 'full'] as const;
type Size = (typeof sizes)[number];

const sampleMs = 60 * 60_000;
const documentFile = join(root, 'docs', 'reliability.md');
const stateFile = join(root, '.local', 'proofs.json');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

interface Result {
  readonly name: string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  /** Their tools are missing here. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns undefined if the proof did not finish in time. */
function runProof({ name, tests }: Proof, size: Size, timeout: number | undefined): Result | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  try {
    const report = join(folder, 'report.json');
    const files = tests ? ['test', ...tests] : ['proof', `test/proof/${name}.proof.ts`];
    const words = ['run', '--project', ...files, '--reporter=default', '--reporter=json'];
    const startedAt = performance.now();
    const { signal } = spawnSync(process.execPath, [vitest, ...words, `--outputFile.json=${report}`], {
      cwd: root,
      env: { ...process.env, TEST_SIZE: size },
      stdio: 'inherit',
      ...(timeout !== undefined && { timeout }),
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (signal !== null) return undefined;
    const results = existsSync(report)
      ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults.flatMap((file) => file.assertionResults)
      : [];
    const titles = (...statuses: string[]) =>
      results.filter((each) => statuses.includes(each.status)).map(({ fullName }) => fullName.trim());
    const failed = results.length === 0 ? ['did not start'] : titles('failed');
    return { name, passed: titles('passed'), failed, skipped: titles('skipped', 'pending'), seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface State {
  readonly commit: string;
  readonly results: readonly Result[];
}

function stateOf(commit: string): State {
  const state = existsSync(stateFile) ? (JSON.parse(readFileSync(stateFile, 'utf8')) as State) : undefined;
  return state?.commit === commit ? state : { commit, results: [] };
}

function keep(state: State): void {
  mkdirSync(join(root, '.local'), { recursive: true });
  writeFileSync(stateFile, JSON.stringify(state));
}

/** Tests of `npm test` are too many to be listed. */
const mostTitles = 20;

function section(commit: string, size: Size, seed: number, results: readonly Result[]): string {
  const rows = proofs.flatMap(({ name, promise }) => {
    const found = results.find((each) => each.name === name);
    if (!found) return [];
    const { passed, failed, skipped, seconds } = found;
    const shown = passed.length > mostTitles ? [`${passed.length} tests`] : passed;
    const tests = [
      ...shown,
      ...failed.map((title) => `FAILED: ${title}`),
      ...skipped.map((title) => `skipped: ${title}`),
    ].map((title) => title.replaceAll('|', '\\|'));
    const count = `${passed.length} of ${passed.length + failed.length + skipped.length}`;
    return [`| ${promise} | ${tests.join('<br>')} | ${count} | ${seconds} s | \`npm run proof -- ${name}\` |`];
  });
  const missing = proofs.map(({ name }) => name).filter((name) => !results.some((each) => each.name === name));
  return [
    `Commit \`${commit}\`, seed ${seed}, size \`${size}\`.`,
    '',
    '| promise | experiments | passed | time | command |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    missing.length > 0 ? `Not in this run: ${missing.join(', ')}.` : 'All proofs are in this run.',
  ].join('\n');
}

function runProofs(size: Size, names: readonly string[], seed: number): void {
  const git = (...given: string[]) => execFileSync('git', given, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  const random = randomOf(seed);
  const chosen = proofs
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .filter(({ notInSlice }) => size !== 'slice' || !notInSlice)
    .map((proof) => ({ proof, place: random() }))
    .sort((a, b) => a.place - b.place);
  const startedAt = performance.now();
  const isFull = size === 'full';
  const results: Result[] = isFull ? [...stateOf(commit).results] : [];
  for (const { proof } of chosen) {
    if (results.some(({ name }) => name === proof.name)) continue;
    const left = isFull ? undefined : Math.ceil(sampleMs - (performance.now() - startedAt));
    if (left !== undefined && left <= 0) break;
    const result = runProof(proof, size, left);
    if (!result) break;
    results.push(result);
    if (isFull && result.failed.length === 0 && result.skipped.length === 0) keep({ commit, results });
  }
  const text = section(commit, size, seed, results);
  console.log(text);
  if (size !== 'slice') {
    writeFileSync(documentFile, replaceSection(readFileSync(documentFile, 'utf8'), 'proofs', text));
  }
  if (results.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
}

const busyProcesses = 8;
const runs = 3;

/** The specification must not need a quiet machine. */
function runBesideBusyProcesses(): void {
  const busy = Array.from({ length: busyProcesses }, () => spawn(process.execPath, ['-e', 'for (;;);']));
  try {
    for (let run = 1; run <= runs; run += 1) {
      const startedAt = performance.now();
      const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'test'], {
        cwd: root,
        stdio: 'inherit',
      });
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`run ${run} of ${runs} beside ${busyProcesses} busy processes: exit code ${status}, ${seconds} s`);
      if (status !== 0) process.exitCode = 1;
    }
  } finally {
    for (const each of busy) each.kill('SIGKILL');
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean', default: false } },
});
const names = positionals.filter((word) => word !== 'busy' && !sizes.includes(word as Size));
const unknown = names.filter((name) => !proofs.some((proof) => proof.name === name));
if (values.help) console.log(help);
else if (unknown.length > 0) {
  console.error(`There is no proof ${unknown.join(', ')}.\n\n${help}`);
  process.exitCode = 2;
} else if (positionals.includes('busy')) runBesideBusyProcesses();
else runProofs(sizes.find((size) => positionals.includes(size)) ?? 'sample', names, Number(values.seed));
