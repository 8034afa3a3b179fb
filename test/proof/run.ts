import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeScores } from '../mutation/scores.ts';
import { versionNow } from '../support/commit.ts';
import { inputsOf } from '../support/inputs.ts';
import { withMarksOfBenches } from '../support/measured.ts';
import { proofFile } from '../support/proof-file.ts';
import { randomOf } from '../support/random.ts';
import { root } from '../support/sources.ts';
import { type Proof, proofs, startsOf } from './promises.ts';
import { entryOf, fullTitle, type Inputs, passedIn, type Result, type Run, type Title, withEntries } from './report.ts';

const help = `Usage: npm run proof -- [slice | full | marks] [NAME...] [options]

Runs the proofs in an order that the seed picks, for at most 60 minutes, and names those that did not fit.
After each proof what docs/proof.md says of it is replaced; all other proofs stay as they are.

  slice     a little of every proof, some minutes in all; writes nothing
  full      everything, however long it takes; repeated, it leaves out what has passed and ran nothing that changed since
  marks     runs nothing, and marks what is stale: proofs, benches and mutated files whose code has changed since
  NAME      run these proofs only: ${proofs.map(({ name }) => name).join(', ')}
  --seed N  what samples and random inputs are picked by; default: 1
`;

const sizes = ['slice', 'sample', 'full'] as const;
type Size = (typeof sizes)[number];

const sampleMs = 60 * 60_000;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

const inputs: Inputs = (name) => inputsOf(proofs.filter((proof) => proof.name === name).flatMap(startsOf));

interface Report {
  readonly testResults: readonly {
    readonly status: string;
    /** Why the file failed as a whole. */
    readonly message: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Returns undefined if the proof did not finish in time. */
function runProof({ name, tests }: Proof, size: Size, seed: number, timeout: number | undefined): Result | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  try {
    const report = join(folder, 'report.json');
    const files = tests ? ['test', ...tests] : ['proof', `test/proof/${name}.proof.ts`];
    const words = ['run', '--project', ...files, '--reporter=default', '--reporter=json'];
    const startedAt = performance.now();
    const { signal, status } = spawnSync(process.execPath, [vitest, ...words, `--outputFile.json=${report}`], {
      cwd: root,
      env: { ...process.env, TEST_SIZE: size, TEST_SEED: `${seed}` },
      stdio: 'inherit',
      ...(timeout !== undefined && { timeout }),
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (signal !== null) return undefined;
    const ran = existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as Report).testResults : [];
    const results = ran.flatMap((file) => file.assertionResults);
    const titles = (...statuses: string[]): Title[] =>
      results
        .filter(({ status }) => statuses.includes(status))
        .map(({ ancestorTitles, title }) => ({ group: ancestorTitles.join(' '), test: title }));
    const failed = results.length === 0 ? [{ group: '', test: 'did not start' }] : titles('failed');
    // a set-up that fails skips its tests
    if (failed.length === 0 && (status !== 0 || ran.some((file) => file.status === 'failed')))
      failed.push({ group: '', test: ['a set-up failed', ...ran.flatMap(({ message }) => message || [])].join(': ') });
    return { name, passed: titles('passed'), failed, skipped: titles('skipped', 'pending'), seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function runProofs(size: Size, names: readonly string[], seed: number): void {
  const done = size === 'full' ? passedIn(readFileSync(proofFile, 'utf8'), size, inputs) : [];
  const random = randomOf(seed);
  const chosen = proofs
    .filter(({ name }) => (names.length === 0 ? !done.includes(name) : names.includes(name)))
    .filter(({ notInSlice }) => size !== 'slice' || !notInSlice)
    .map((proof) => ({ proof, place: random() }))
    .sort((a, b) => a.place - b.place);
  if (names.length === 0 && done.length > 0) console.log(`passed before: ${done.join(', ')}`);
  const startedAt = performance.now();
  const results: Result[] = [];
  for (const { proof } of chosen) {
    const left = size === 'full' ? undefined : Math.ceil(sampleMs - (performance.now() - startedAt));
    // as they are before it: a change during it makes the result stale
    const run: Run = { ...versionNow(), size, seed, inputs: size === 'slice' ? '' : inputs(proof.name) };
    const result = left !== undefined && left <= 0 ? undefined : runProof(proof, size, seed, left);
    if (!result) break;
    results.push(result);
    // after each, so that a run that is stopped keeps what it has shown
    if (size !== 'slice') {
      const entries = new Map([[proof.name, entryOf(proof, result, run)]]);
      writeFileSync(proofFile, withEntries(readFileSync(proofFile, 'utf8'), entries, inputs));
    }
  }
  for (const { name, passed, failed, skipped, seconds } of results) {
    console.log(
      `${name}: ${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped, ${seconds} s (${size}, seed ${seed})`,
    );
    for (const title of failed) console.log(`  FAILED: ${fullTitle(title)}`);
    for (const title of skipped) console.log(`  skipped: ${fullTitle(title)}`);
  }
  const unfinished = chosen.slice(results.length).map(({ proof }) => proof.name);
  if (unfinished.length > 0) console.log(`not finished: ${unfinished.join(', ')}`);
  if (results.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
}

function markStale(): void {
  writeScores([]);
  writeFileSync(proofFile, withMarksOfBenches(withEntries(readFileSync(proofFile, 'utf8'), new Map(), inputs)));
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean', default: false } },
});
const names = positionals.filter((word) => word !== 'marks' && !sizes.includes(word as Size));
const unknown = names.filter((name) => !proofs.some((proof) => proof.name === name));
if (values.help) console.log(help);
else if (positionals.includes('marks')) markStale();
else if (unknown.length > 0 || !/^[1-9]\d{0,5}$/.test(values.seed)) {
  const wrong = unknown.length > 0 ? `There is no proof ${unknown.join(', ')}.` : `${values.seed} is no seed from 1.`;
  console.error(`${wrong}\n\n${help}`);
  process.exitCode = 2;
} else runProofs(sizes.find((size) => positionals.includes(size)) ?? 'sample', names, Number(values.seed));
