import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { replaceSection } from '../support/document.ts';
import { randomOf } from '../support/random.ts';
import { root } from '../support/sources.ts';
import { type Proof, proofs } from './promises.ts';

const help = `Usage: npm run proof -- [full | NAME...] [options]

Runs the proofs in an order that the seed picks, for at most 60 minutes, and writes what passed into
docs/reliability.md. What did not fit into the time is named there.

  full      run all proofs, however long they take; a run that was stopped goes on where it ended
  NAME      run these proofs only: ${proofs.map(({ name }) => name).join(', ')}
  --seed N  default: 1
`;

const sampleMs = 60 * 60_000;
const documentFile = join(root, 'docs', 'reliability.md');
const stateFile = join(root, '.local', 'proofs.json');

interface Result {
  readonly name: string;
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly skipped: readonly string[];
  readonly seconds: number;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

/** Returns undefined if the proof did not finish in time. */
function runProof({ name }: Proof, timeout: number | undefined): Result | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  try {
    const outputFile = join(folder, 'report.json');
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const words = ['run', '--project', 'proof', `test/proof/${name}.proof.ts`, '--reporter=default', '--reporter=json'];
    const startedAt = performance.now();
    const { signal } = spawnSync(process.execPath, [vitest, ...words, `--outputFile.json=${outputFile}`], {
      cwd: root,
      stdio: 'inherit',
      ...(timeout !== undefined && { timeout }),
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    if (signal !== null) return undefined;
    const tests = existsSync(outputFile)
      ? (JSON.parse(readFileSync(outputFile, 'utf8')) as Report).testResults.flatMap((file) => file.assertionResults)
      : [];
    const titles = (isWanted: (status: string) => boolean) =>
      tests.filter(({ status }) => isWanted(status)).map(({ fullName }) => fullName.trim());
    const isSkipped = (status: string) => status === 'skipped' || status === 'pending';
    return {
      name,
      passed: titles((status) => status === 'passed'),
      failed: tests.length === 0 ? ['did not start'] : titles((status) => status !== 'passed' && !isSkipped(status)),
      skipped: titles(isSkipped),
      seconds,
    };
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

function section(commit: string, seed: number, results: readonly Result[]): string {
  const rows = proofs.flatMap(({ name, promise }) => {
    const found = results.find((each) => each.name === name);
    if (!found) return [];
    const { passed, failed, skipped, seconds } = found;
    const tests = [
      ...passed,
      ...failed.map((title) => `FAILED: ${title}`),
      ...skipped.map((title) => `skipped: ${title}`),
    ].map((title) => title.replaceAll('|', '\\|'));
    return [
      `| ${promise} | ${tests.join('<br>')} | ${passed.length} of ${tests.length} | ${seconds} s | \`npm run proof -- ${name}\` |`,
    ];
  });
  const missing = proofs.map(({ name }) => name).filter((name) => !results.some((each) => each.name === name));
  return [
    `Commit \`${commit}\`, seed ${seed}.`,
    '',
    '| promise | experiments | passed | time | command |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    missing.length > 0 ? `Not in this run: ${missing.join(', ')}.` : 'All proofs are in this run.',
  ].join('\n');
}

function main(words: readonly string[], seed: number): void {
  const full = words.includes('full');
  const names = words.filter((word) => word !== 'full');
  const unknown = names.filter((name) => !proofs.some((proof) => proof.name === name));
  if (unknown.length > 0) {
    console.error(`There is no proof ${unknown.join(', ')}.\n\n${help}`);
    process.exitCode = 2;
    return;
  }
  const git = (...given: string[]) => execFileSync('git', given, { cwd: root, encoding: 'utf8' }).trim();
  const commit = git('rev-parse', '--short', 'HEAD') + (git('status', '--porcelain') === '' ? '' : ' with changes');
  const random = randomOf(seed);
  const chosen = proofs
    .filter(({ name }) => names.length === 0 || names.includes(name))
    .map((proof) => ({ proof, place: random() }))
    .sort((a, b) => a.place - b.place);
  const startedAt = performance.now();
  const results: Result[] = full ? [...stateOf(commit).results] : [];
  for (const { proof } of chosen) {
    if (results.some(({ name }) => name === proof.name)) continue;
    const left = full ? undefined : Math.ceil(sampleMs - (performance.now() - startedAt));
    if (left !== undefined && left <= 0) break;
    const result = runProof(proof, left);
    if (!result) break;
    results.push(result);
    if (full && result.failed.length === 0) keep({ commit, results });
  }
  const text = section(commit, seed, results);
  console.log(text);
  writeFileSync(documentFile, replaceSection(readFileSync(documentFile, 'utf8'), 'proofs', text));
  if (results.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { seed: { type: 'string', default: '1' }, help: { type: 'boolean', default: false } },
});
if (values.help) console.log(help);
else main(positionals, Number(values.seed));
