import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root } from '../support/sources.ts';
import { type Fault, faults } from './faults.ts';
import { type Change, copyOfProject, portionsIn } from './plant.ts';

// npm run faults -- [WORD...] [--tests 'FOLDER FOLDER'] [--reach]: plants the faults of faults.txt whose name or file has
// one of the words into a copy of the project, one at a time, and runs the tests that reach its place, quick ones first,
// or these. Prints the test that notices each, and the faults that none does. Which tests reach a place is found out by
// running all of them, once or with --reach.

const reachFolder = join(root, 'node_modules/.cache/faults');

/** Undefined if the file does not have the text exactly once. */
function placed(fault: Fault): Change | undefined {
  const path = join(root, fault.file);
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return text.split(fault.from).length === 2 ? { ...fault, at: text.indexOf(fault.from) } : undefined;
}

const options = { tests: { type: 'string' }, reach: { type: 'boolean', default: false } } as const;
const { values, positionals } = parseArgs({ allowPositionals: true, options });
const chosen = faults.filter(
  ({ name, file }) => positionals.length === 0 || positionals.some((word) => `${file}: ${name}`.includes(word)),
);
const { learn, failureWith } = copyOfProject();
if (!values.tests && (values.reach || !existsSync(reachFolder))) {
  const failed = learn(
    faults.flatMap((fault) => placed(fault) ?? []),
    reachFolder,
  );
  if (failed.length > 0) console.error(`without a fault fails:\n${failed.join('\n')}`);
}
const portionsOf = values.tests ? () => [] : portionsIn(reachFolder);
let missed = 0;
for (const fault of chosen) {
  const { name, file, from, tests } = fault;
  const change = placed(fault);
  if (change === undefined) {
    missed += 1;
    console.log(`NOT PLANTED: ${file}: ${name}, as the file has not exactly one ${from}`);
    continue;
  }
  const portions = values.tests ? [values.tests.split(' ')] : portionsOf(name);
  const failure = failureWith(change, portions.length > 0 ? portions : [tests]);
  if (failure === undefined) missed += 1;
  console.log(`${failure === undefined ? 'NOT NOTICED: ' : ''}${file}: ${name}${failure ? ` (${failure})` : ''}`);
}
console.log(`${chosen.length - missed} of ${chosen.length} faults are noticed`);
process.exitCode = missed === 0 ? 0 : 1;
