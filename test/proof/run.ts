import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { versionNow } from '../support/commit.ts';
import { randomOf } from '../support/random.ts';
import { root } from '../support/sources.ts';

/** Those of test/proof/NAME.proof.ts. What each shows: docs/proof.md. */
const own = ['simulation', 'import', 'inbox-load', 'year', 'warning', 'sentences', 'export'];
/** Of these there is. */
const sliced = [...own, 'model'];
/** Of these there is no slice in .ci/run. */
const long = ['capacity', 'dynamodb-local', 'schemathesis', 'templates', 'rehearsal'];
/** Files and folders of `npm test` that run at full size. */
const ofTests: ReadonlyMap<string, string> = new Map([
  [
    'limiter',
    'test/shared/table/access/limiter/simulation.test.ts test/shared/table/access/limiter/model.test.ts test/shared/table/access/limiter/malformed-keys.test.ts',
  ],
  ['kills', 'test/bin/cli/accounts test/import/import.test.ts test/scenarios test/shared/table/views/publish.test.ts'],
  ['demo', 'test/bin/local/demo.test.ts test/bin/local/service.test.ts'],
  ['isolation', 'test/functions/isolation test/account test/functions/account'],
  ['fuzz', 'test/functions/bad-input'],
  ['answers', 'test/model/invariants.test.ts'],
  ['model', 'test/model/model.test.ts test/model/moves.test.ts'],
  [
    'night',
    'test/functions/worker/killed.test.ts test/functions/worker/interleaved.test.ts test/functions/worker/poison.test.ts',
  ],
  ['attacks', 'test/import/attacks test/bin/local/inbox.test.ts'],
  ['signer', 'test/shared/table/store/signer.test.ts'],
  ['mem-dynamo', 'test/shared/table/access/limiter/mem-dynamo.test.ts'],
]);
const proofs = [...own, ...long, ...ofTests.keys()];

const help = `Usage: npm run proof -- [slice | full] [NAME...] [options]

Runs the proofs in an order that the seed picks, for at most 60 minutes, prints a table, and names those that did not fit.

  slice     a little of every proof, some minutes in all
  full      everything, however long it takes
  NAME      run these proofs only: ${proofs.join(', ')}
  --seed N  what samples and random inputs are picked by; default: 1
  --real FOLDER  clients that really left, for the proof warning (test/proof/warning/real.ts)
`;

const sizes = ['slice', 'sample', 'full'] as const;
type Size = (typeof sizes)[number];

const sampleMs = 60 * 60_000;
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');

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

interface Result {
  readonly name: string;
  readonly passed: number;
  readonly failed: readonly string[];
  /** Their tools are missing here. */
  readonly skipped: readonly string[];
  readonly seconds: number;
}

/** Returns undefined if the proof did not finish in time. */
function runProof(name: string, size: Size, seed: number, timeout?: number): Result | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'proof-'));
  try {
    const report = join(folder, 'report.json');
    const tests = ofTests.get(name)?.split(' ');
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
    const titles = (...statuses: string[]) =>
      results
        .filter((each) => statuses.includes(each.status))
        .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(' '));
    const failed = results.length === 0 ? ['it did not start'] : titles('failed');
    // a set-up that fails skips its tests
    if (failed.length === 0 && (status !== 0 || ran.some((file) => file.status === 'failed')))
      failed.push(['a set-up failed', ...ran.flatMap(({ message }) => message || [])].join(': '));
    return { name, passed: titles('passed').length, failed, skipped: titles('skipped', 'pending'), seconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As in docs/proof.md, where a row is written by hand. */
function print(results: readonly Result[], size: Size, seed: number): void {
  const { commit, date } = versionNow();
  console.log('\n| name | result | commit | date |\n|---|---|---|---|');
  for (const { name, passed, failed, skipped, seconds } of results) {
    const result = `${passed} of ${passed + failed.length + skipped.length} in ${seconds} s (${size}, seed ${seed})`;
    console.log(`| ${name} | ${result} | ${commit} | ${date} |`);
  }
  for (const { name, failed, skipped } of results) {
    for (const title of failed) console.log(`FAILED: ${name}: ${title}`);
    for (const title of skipped) console.log(`skipped: ${name}: ${title}`);
  }
}

function runProofs(size: Size, names: readonly string[], seed: number): void {
  const random = randomOf(seed);
  const chosen = proofs
    .filter((name) => (names.length === 0 || names.includes(name)) && (size !== 'slice' || sliced.includes(name)))
    .map((name) => ({ name, place: random() }))
    .sort((a, b) => a.place - b.place);
  const startedAt = performance.now();
  const results: Result[] = [];
  for (const { name } of chosen) {
    const left = size === 'full' ? undefined : Math.ceil(sampleMs - (performance.now() - startedAt));
    const result = left !== undefined && left <= 0 ? undefined : runProof(name, size, seed, left);
    if (!result) break;
    results.push(result);
  }
  print(results, size, seed);
  const unfinished = chosen.slice(results.length).map(({ name }) => name);
  if (unfinished.length > 0) console.log(`not finished: ${unfinished.join(', ')}`);
  if (results.some(({ failed }) => failed.length > 0)) process.exitCode = 1;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    real: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
// proofs find it in their environment, as the size and the seed
if (values.real !== undefined) process.env.TEST_REAL = resolve(values.real);
const names = positionals.filter((word) => !sizes.includes(word as Size));
const unknown = names.filter((name) => !proofs.includes(name));
if (values.help) console.log(help);
else if (unknown.length > 0 || !/^[1-9]\d{0,5}$/.test(values.seed)) {
  const wrong = unknown.length > 0 ? `There is no proof ${unknown.join(', ')}.` : `${values.seed} is no seed from 1.`;
  console.error(`${wrong}\n\n${help}`);
  process.exitCode = 2;
} else runProofs(sizes.find((size) => positionals.includes(size)) ?? 'sample', names, Number(values.seed));
