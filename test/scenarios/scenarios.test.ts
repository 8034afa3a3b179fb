import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { type CaseShown, type CommandShown, looksAs, rewritten, stepsOf } from '../support/scenario/page.ts';
import { Session } from '../support/scenario/session.ts';
import { skipPauses } from '../support/skip-pauses.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.md') && name !== 'README.md');

describe.each(files)('%s', (file) => {
  const path = join(import.meta.dirname, file);
  const text = readFileSync(path, 'utf8');
  const outputs = new Map<CommandShown | CaseShown, string>();
  const sections = [...text.matchAll(/^## (.*)$/gm)];
  const steps = stepsOf(text);

  it.each(sections.map((section, at) => [section[1], section.index, sections[at + 1]?.index ?? text.length] as const))(
    '%s',
    async (_, from, to) => {
      skipPauses();
      const session = new Session({ lags: true });
      // what stands before the first heading is true of each scenario
      const before = steps.filter(({ start }) => start < (sections[0]?.index ?? 0));
      for (const step of [...before, ...steps.filter(({ start }) => from < start && start < to)]) {
        const printed = await session.take(step);
        if (printed === undefined || !('output' in step) || looksAs(printed, step.output)) continue;
        if (updates()) outputs.set(step, printed);
        else expect.fail(`${file}:${step.at}: $ ${step.line}\nexpected:\n${step.output}\ncame:\n${printed}`);
      }
    },
  );

  afterAll(() => {
    if (outputs.size > 0) writeFileSync(path, rewritten(text, outputs));
  });
});

/** Whether vitest was started with -u. */
function updates(): boolean {
  const { snapshotState } = expect.getState();
  return (snapshotState as unknown as { _updateSnapshot: string })._updateSnapshot === 'all';
}
