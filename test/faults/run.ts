import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../support/sources.ts';

// npm run faults -- [WORD...] [--tests 'FOLDER FOLDER']: plants the faults of faults.txt whose name or file has one
// of the words into a copy of the project, one at a time, and runs the tests that are named with them, or these. Prints
// the test that notices each, and those that none does.

interface Fault {
  readonly name: string;
  readonly file: string;
  readonly tests: readonly string[];
  readonly from: string;
  readonly to: string;
}

function readFaults(): Fault[] {
  const faults: Fault[] = [];
  let [tests, file, name, from]: [string[], string, string, string] = [[], '', '', ''];
  for (const line of readFileSync(join(import.meta.dirname, 'faults.txt'), 'utf8').split('\n')) {
    const text = line.slice(2).replaceAll('\\n', '\n');
    if (line.startsWith('== ')) tests = line.slice(3).split(' ');
    else if (line.startsWith('# ')) file = text;
    else if (line.startsWith('- ')) from = text;
    else if (line.startsWith('+ ')) faults.push({ name, file, tests, from, to: text });
    else name = line;
  }
  return faults;
}

function copyOfProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'faults-'));
  const { stdout } = spawnSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of stdout.split('\0').filter((each) => each !== '')) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    cpSync(join(root, file), join(copy, file));
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

/** Undefined if they pass, else the name of one that fails. */
function failureOf(tests: readonly string[]): string | undefined {
  const words = ['run', '--project', 'test', '--bail', '1', '--reporter', 'dot', ...tests];
  const { status, stdout, stderr } = spawnSync('node', ['node_modules/vitest/vitest.mjs', ...words], {
    cwd: copy,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return status === 0 ? undefined : (/^ *FAIL +(.*)$/m.exec(stdout + stderr)?.[1] ?? `exit code ${status}`);
}

const { values, positionals } = parseArgs({ allowPositionals: true, options: { tests: { type: 'string' } } });
const chosen = readFaults().filter(
  ({ name, file }) => positionals.length === 0 || positionals.some((word) => `${name} ${file}`.includes(word)),
);
const copy = copyOfProject();
process.once('exit', () => rmSync(copy, { recursive: true, force: true }));
const testsOf = ({ tests }: Fault) => values.tests?.split(' ') ?? tests;
for (const tests of new Set(chosen.map((fault) => testsOf(fault).join(' ')))) {
  const failure = failureOf(tests.split(' '));
  if (failure !== undefined) throw new Error(`without a fault fails: ${failure}`);
}
let missed = 0;
for (const fault of chosen) {
  const { name, file, from, to } = fault;
  const path = join(copy, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(from).length !== 2) throw new Error(`${file} has not exactly one ${from}`);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
  const failure = failureOf(testsOf(fault));
  writeFileSync(path, text);
  if (failure === undefined) missed += 1;
  console.log(`${failure === undefined ? 'NOT NOTICED: ' : ''}${file}: ${name}${failure ? ` (${failure})` : ''}`);
}
console.log(`${chosen.length - missed} of ${chosen.length} faults are noticed`);
process.exitCode = missed === 0 ? 0 : 1;
