import { writeFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundle } from '../../../bin/build/bundle.ts';
import { bundleOf } from '../../../bin/build.ts';
import { resolvedFailures, sourceFrame } from '../../../bin/frames.ts';
import { loggedError } from '../../../shared/log.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = temporaryFolder();

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

  it('with every cause, for each line by the bundle of its function', async () => {
    const functions = ['topics', 'alignment'];
    const frame = 'at f (file:///var/task/index.mjs:2:5000)';
    const [error, cause] = [frame, 'at node:y:3:4'].map((each) => ({ name: 'TypeError', at: [each] }));
    const inner = { name: 'B', at: [], causes: [{ name: 'C', at: [] }] };
    const expected = await Promise.all(
      functions.map(async (name) => {
        const { buildId, map } = await bundleOf(name);
        const place = sourceFrame(frame, new SourceMap(JSON.parse(map)));
        const line = JSON.stringify({ buildId, error: { ...error, causes: [{ ...cause, causes: [inner] }, inner] } });
        const text = `TypeError
  ${place}
caused by TypeError
  at node:y:3:4
caused by B
caused by C
caused by B
caused by C`;
        return { line, place, text };
      }),
    );
    expect(new Set([frame, ...expected.map(({ place }) => place)]).size).toBe(3);
    expect(await resolvedFailures(expected.map(({ line }) => line).join('\n'), functions)).toBe(
      expected.map(({ text }) => text).join('\n\n'),
    );
  });
});
