import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { bundle } from '../../bin/build/bundle.ts';
import { failuresIn, resolvedFailures, sourceFrame } from '../../bin/frames.ts';
import { loggedError } from '../../shared/log.ts';

const folder = mkdtempSync(join(tmpdir(), 'frames-'));
afterAll(() => rmSync(folder, { recursive: true }));

const source = `
export function fail(given: { readonly name: string }) {
  const message = given.name;
  throw new TypeError(message);
}
`;

describe('the stack frames of a logged failure are mapped to source lines', () => {
  it('with the source map of its bundle', async () => {
    const entry = join(folder, 'entry.ts');
    const bundled = join(folder, 'index.mjs');
    writeFileSync(entry, source);
    const { text, map } = await bundle(entry, []);
    writeFileSync(bundled, text);
    const { fail } = (await import(bundled)) as { fail: (given: object) => void };

    let frames: readonly string[] = [];
    try {
      fail({ name: 'x' });
    } catch (error) {
      frames = loggedError(error).at;
    }

    expect(frames[0]).toMatch(/index\.mjs:\d+:\d+\)$/);
    expect(sourceFrame(frames[0] ?? '', new SourceMap(JSON.parse(map)))).toMatch(/^at .*entry\.ts:4:9$/);
  });

  it('except when the build id is of another commit, which is an error', async () => {
    const line = JSON.stringify({ buildId: 'of-another', error: { name: 'TypeError', at: [] } });

    await expect(resolvedFailures(line, ['topics'])).rejects.toThrow(
      'No function of this checkout has the build id of-another. Check out the commit that was deployed, run npm ci, and try again.',
    );
  });

  it('except when the log has no failure, which is an error', async () => {
    await expect(resolvedFailures('no JSON\n{"level":"info"}\n{broken')).rejects.toThrow(
      'The input has no log line with a build id and an error.',
    );
  });

  it('with or without a timestamp before the line', () => {
    const failure = { buildId: 'b', error: { name: 'TypeError', at: ['at x (file:///var/task/index.mjs:1:2)'] } };
    const line = JSON.stringify({ level: 'error', ...failure });

    expect(failuresIn(`${line}\n2026-11-22T03:00:00 2026/11/22/[$LATEST]ab ${line}`)).toEqual([failure, failure]);
  });

  it('except frames outside the bundle', () => {
    const frame = 'at node:internal/timers:1:2';

    expect(sourceFrame(frame, new SourceMap({ version: 3, sources: [], names: [], mappings: '' } as never))).toBe(
      frame,
    );
  });
});
