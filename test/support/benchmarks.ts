import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, type RunnerTask, type RunnerTestCase } from 'vitest';
import { versionNow } from './commit.ts';
import { root } from './sources.ts';

const proofFile = join(root, 'docs', 'proof.md');

/** What stands in a section for a figure that was not measured. */
const missing = '(not measured)';

export function figure(value: string | number | undefined): string {
  return value === undefined ? missing : `${value}`;
}

/** Returns the figure, or throws an error that names it: a check without its figure must not pass. */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined || Number.isNaN(value)) throw new Error(`there is no figure for ${name}`);
  return value;
}

/**
 * Prints a section, and writes it into docs/proof.md if every test of the bench has passed and no figure is missing. Call
 * it at the top of a bench file.
 */
export function writesBenchmarks(name: string, render: () => string): void {
  let file: RunnerTask | undefined;
  const { commit, date } = versionNow();
  afterEach(({ task }) => {
    file = task.file;
  });
  afterAll(() => {
    const text = render();
    console.log(text);
    const isWhole = !text.includes(missing) && file && testsIn(file).every(({ result }) => result?.state === 'pass');
    if (!isWhole) throw new Error(`docs/proof.md keeps its section "${name}": a check failed or a figure is missing.`);
    const measured = `${text.trim()}\n\nMeasured on \`${commit}\`, ${date}.`;
    writeFileSync(proofFile, replaceSection(readFileSync(proofFile, 'utf8'), name, measured));
  });
}

/** Replaces the text between the two comments with this name. */
function replaceSection(document: string, name: string, text: string): string {
  const [from, to] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [start, end] = [document.indexOf(from), document.indexOf(to)];
  if (start < 0 || end < 0) throw new Error(`docs/proof.md has no section "${name}".`);
  return `${document.slice(0, start)}${from}\n${text.trim()}\n${document.slice(end)}`;
}

function testsIn(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task];
}
