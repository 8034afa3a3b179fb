import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { checkVersion, type Layouts, layouts } from '../../../../shared/table/store/stored-item.ts';

interface Release extends Layouts {
  readonly release: string;
}

/** The releases in CHANGELOG.md, oldest first, with the layouts of each. */
const releases: readonly Release[] = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', 'golden', 'releases.json'), 'utf8'),
);

/** Which deployments and rollbacks would meet an item that they cannot read. */
function problemsOf(all: readonly Release[]): string[] {
  return all.flatMap((release, at) => {
    const earlier = all.slice(0, at);
    const before = earlier.at(-1);
    const unreadable = (left: Release) => !release.reads.includes(left.writes);
    return [
      ...earlier.filter(unreadable).map((left) => `${release.release} cannot read what ${left.release} wrote`),
      ...(before && !before.reads.includes(release.writes)
        ? [`${before.release} cannot read what ${release.release} writes, after a rollback`]
        : []),
      ...(release.reads.includes(release.writes) ? [] : [`${release.release} cannot read what it writes`]),
    ];
  });
}

it('every deployment, and every rollback by one release, meets a table that it can read', () => {
  expect(problemsOf(releases)).toEqual([]);
});

it('the last release is this version', () => {
  expect(releases.at(-1)).toMatchObject(layouts);
});

const neverReleased = 'A version that was never released wrote it: use a new table, and import the data again.';

it.each([
  [undefined, neverReleased],
  [2, neverReleased],
  [4, 'A newer version wrote it: deploy that version again, or the release before it.'],
])('an item of layout %s is refused, with advice', (v, advice) => {
  expect(() => checkVersion({ pk: 'p', sk: 'NOTE#n', v })).toThrow(
    `A NOTE item has layout ${v}, but this version reads layout 3. ${advice}`,
  );
});
