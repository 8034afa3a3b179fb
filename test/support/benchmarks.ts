import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, type RunnerTask, type RunnerTestCase } from 'vitest';
import { replaceSection } from '../../bin/diagram/section.ts';
import { versionNow } from './commit.ts';
import { root } from './sources.ts';

const proofFile = join(root, 'docs', 'proof.md');

/** Returns a figure as text, and records its name as missing if it has no value. */
export type Figure = (name: string, value: string | number | undefined) => string;

interface Section {
  readonly text: string;
  readonly missing: readonly string[];
}

/** Renders a section and collects the names of the figures that have no value. */
function renderSection(render: (figure: Figure) => string): Section {
  const missing: string[] = [];
  try {
    const text = render((name, value) => {
      if (value === undefined || value === '' || Number.isNaN(value)) missing.push(name);
      return `${value}`;
    });
    return { text, missing };
  } catch (error) {
    if (!(error instanceof MissingFigure)) throw error;
    return { text: '', missing: [...missing, error.figure] };
  }
}

class MissingFigure extends Error {
  readonly figure: string;

  constructor(figure: string) {
    super(`there is no figure for ${figure}`);
    this.figure = figure;
  }
}

/** A table in Markdown; all columns but the first are figures. */
export function tableOf(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = `|${header.map((_, at) => (at === 0 ? '---' : '---:')).join('|')}|`;
  return [line(header), rule, ...rows.map(line)].join('\n');
}

/** Returns the figure, or throws an error that names it: a check without its figure must not pass. */
export function required<T>(name: string, value: T | undefined): T {
  if (value === undefined || Number.isNaN(value)) throw new MissingFigure(name);
  return value;
}

/**
 * Writes a section of docs/proof.md if every test of the bench has passed and no figure is missing. Otherwise leaves
 * it unchanged and fails the run with the reasons. Call it at the top of a bench file.
 */
export function writesBenchmarks(name: string, render: (figure: Figure) => string): void {
  let file: RunnerTask | undefined;
  const { commit, date } = versionNow();
  afterEach(({ task }) => {
    file = task.file;
  });
  afterAll(() => {
    const failed = (file ? testsIn(file) : []).filter(({ result }) => result?.state !== 'pass');
    const { text, missing } = renderSection(render);
    console.log(text);
    if (failed.length + missing.length === 0) {
      const measured = `${text.trim()}\n\nMeasured on \`${commit}\`, ${date}.`;
      writeFileSync(proofFile, replaceSection(readFileSync(proofFile, 'utf8'), name, measured));
      return;
    }
    const list = (title: string, names: readonly string[]) =>
      names.length > 0 ? [`${title}: ${names.join('; ')}`] : [];
    const reasons = [
      ...list(
        'checks that did not pass',
        failed.map((test) => test.name),
      ),
      ...list('missing figures', missing),
    ];
    throw new Error(`docs/proof.md keeps its section "${name}". ${reasons.join('. ')}.`);
  });
}

function testsIn(task: RunnerTask): RunnerTestCase[] {
  return task.type === 'suite' ? task.tasks.flatMap(testsIn) : [task];
}
