import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { loadMapping, presetNames } from '../../import/mapping/load.ts';
import { halfLifeDays, windowDays } from '../../shared/domain/scoring/model.ts';
import { categories, topics } from '../../shared/domain/scoring/topics.ts';
import { root } from '../support/sources.ts';
import { sectionOf } from './markdown.ts';

const page = readFileSync(join(root, 'docs', 'data.md'), 'utf8');

it('docs/data.md names the window and the half-life of the scoring model', () => {
  expect(page).toContain(`0.5 ^ (age / ${halfLifeDays} days)`);
  expect(page).toContain(`the signals of the ${windowDays} days before that day count`);
  expect(page).toContain(`halved every ${halfLifeDays} days`);
});

it('docs/data.md lists every topic with its category and the presets that feed it', async () => {
  const fed = new Map<string, string[]>();
  for (const preset of presetNames) {
    const rules = (await loadMapping(preset)).files.flatMap(({ signals = [] }) => signals);
    const ofPreset = rules.flatMap(({ topic }) => (typeof topic === 'string' ? [topic] : Object.values(topic.values)));
    for (const topic of new Set(ofPreset)) fed.set(topic, [...(fed.get(topic) ?? []), preset]);
  }
  const shown = [...page.matchAll(/^\| `(\w+)` \| (\w+) \| [^|]+ \| ([^|]*)\|$/gm)].map(
    ([, topic, category, presets = '']) => ({ topic, category, presets: presets.match(/\w+/g) ?? [] }),
  );

  expect(shown).toEqual(
    topics.map(({ id, category }) => ({
      topic: id,
      category: categories.find(({ name }) => name === category)?.abbreviation,
      presets: (fed.get(id) ?? []).toSorted(),
    })),
  );
});

it('docs/data.md says what each preset reads', () => {
  const entries = [...sectionOf('docs/data.md', '### Presets').matchAll(/^- ((?:`[\w-]+`(?:, )?)+): /gm)];
  const listed = entries.flatMap(([, names = '']) => [...names.matchAll(/[\w-]+/g)].map(([name]) => name));

  expect(listed.toSorted()).toEqual(presetNames.toSorted());
});
