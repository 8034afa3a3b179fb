import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../support/sources.ts';
import { type Fault, faults } from './faults.ts';

// npm run faults -- [WORD...] [--tests 'FOLDER FOLDER'] [--reach]: plants the faults of faults.txt whose name or file has
// one of the words into a copy of the project, one at a time, and runs the tests that reach its place, quick ones first,
// or these. Prints the test that notices each, and the faults that none does. Which tests reach a place is found out by
// running all of them, once or with --reach.

const reachFolder = join(root, 'node_modules/.cache/faults');

interface Reach {
  readonly file: string;
  /** A scenario. */
  readonly test?: string;
  readonly seconds: number;
  readonly reached: readonly string[];
}

function copyOfProject(): string {
  const folder = mkdtempSync(join(tmpdir(), 'faults-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter((each) => existsSync(join(root, each)) && each !== '')) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file));
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

function vitest(...words: string[]) {
  const all = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'test', '--maxWorkers', '1', '--reporter', 'dot'];
  return spawnSync('node', [...all, ...words], {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 1e9,
    env: { ...process.env, NO_COLOR: '1', REACHED: reachFolder },
  });
}

/** Undefined if they pass, else the name of one that fails. */
function failureOf(tests: readonly string[]): string | undefined {
  if (tests.length === 0) return undefined;
  const { status, stdout, stderr } = vitest('--bail', '1', ...tests);
  return status === 0 ? undefined : (/^ *FAIL +(.*)$/m.exec(stdout + stderr)?.[1] ?? `exit code ${status}`);
}

function readReach(): Reach[] {
  return readdirSync(reachFolder)
    .map((name): Reach => JSON.parse(readFileSync(join(reachFolder, name), 'utf8')))
    .filter(({ file }) => existsSync(join(copy, file)))
    .sort((a, b) => a.seconds - b.seconds);
}

/** The words of vitest for a fault: tests in portions that take 5, 20, 80 seconds and so on. */
function portionsOf({ name, tests }: Fault): string[][] {
  const reaching = reach.filter(({ reached }) => reached.includes(name));
  if (reaching.length === 0) return [[...tests]];
  const portions: Reach[][] = [];
  let [most, sum] = [5, Number.POSITIVE_INFINITY];
  for (const each of reaching) {
    const isOther = (each.test === undefined) !== (portions.at(-1)?.at(-1)?.test === undefined);
    if (isOther || (sum + each.seconds > most && sum > 0)) {
      if (portions.length > 0) most *= 4;
      portions.push([]);
      sum = 0;
    }
    portions.at(-1)?.push(each);
    sum += each.seconds;
  }
  return portions.map((portion) => {
    const names = portion.flatMap(({ test }) => test?.replaceAll(/[^\w ]/g, '.') ?? []);
    return [...new Set(portion.map(({ file }) => file)), ...(names.length > 0 ? ['-t', `^(${names.join('|')})$`] : [])];
  });
}

const options = { tests: { type: 'string' }, reach: { type: 'boolean', default: false } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const chosen = faults.filter(
  ({ name, file }) => positionals.length === 0 || positionals.some((word) => `${file}: ${name}`.includes(word)),
);
const copy = copyOfProject();
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
if (!values.tests && (values.reach || !existsSync(reachFolder))) {
  rmSync(reachFolder, { recursive: true, force: true });
  const { status, stdout, stderr } = vitest('--config', 'test/faults/reach.config.ts');
  if (status !== 0) console.error(`without a fault fails:\n${(stdout + stderr).match(/^ *FAIL .*$/gm)?.join('\n')}`);
}
const reach = values.tests ? [] : readReach();
let missed = 0;
for (const fault of chosen) {
  const { name, file, from, to } = fault;
  const path = join(copy, file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (text.split(from).length !== 2) {
    missed += 1;
    console.log(`NOT PLANTED: ${file}: ${name}, as the file has not exactly one ${from}`);
    continue;
  }
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  let failure: string | undefined;
  for (const tests of values.tests ? [values.tests.split(' ')] : portionsOf(fault)) failure ??= failureOf(tests);
  writeFileSync(path, text);
  if (failure === undefined) missed += 1;
  console.log(`${failure === undefined ? 'NOT NOTICED: ' : ''}${file}: ${name}${failure ? ` (${failure})` : ''}`);
}
console.log(`${chosen.length - missed} of ${chosen.length} faults are noticed`);
process.exitCode = missed === 0 ? 0 : 1;
