import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { productionResources } from '../../bin/diagram.ts';
import { nightFacts } from '../../bin/pictures/night.ts';
import { pictures, picturesFolder } from '../../bin/pictures/pictures.ts';
import { pages } from './markdown.ts';

const drawn = pictures();
const svgFiles = readdirSync(picturesFolder).filter((name) => name.endsWith('.svg'));

describe('docs/pictures', () => {
  it.each(Object.keys(drawn))('%s shows the present code; npm run diagram updates it', (name) => {
    expect(readFileSync(join(picturesFolder, name), 'utf8')).toBe(drawn[name]);
  });

  it('has no other pictures, and each is in a page with a text for those who cannot see it', () => {
    const shown = pages.flatMap(({ text }) =>
      [...text.matchAll(/!\[([^\]]{40,})\]\((?:docs\/)?pictures\/([\w.-]+\.svg)\)/g)].map(([, , name]) => name),
    );

    expect(svgFiles.sort()).toEqual(Object.keys(drawn).sort());
    expect([...new Set(shown)].sort()).toEqual(svgFiles);
  });

  it.each(Object.entries(drawn))(
    '%s is readable in light and dark, needs no other host, and keeps inside',
    (_, svg) => {
      const [, width = 0, height = 0] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? [];
      const places = [...svg.matchAll(/ x="([\d.-]+)" y="([\d.-]+)"/g)].map(
        ([, x, y]) => [Number(x), Number(y)] as const,
      );

      expect(svg).toContain('prefers-color-scheme:dark');
      expect(svg).toMatch(/<title id="title">.+<\/title>\n<desc id="description">.+<\/desc>/);
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|<script|NaN|undefined/);
      expect(places.length).toBeGreaterThan(20);
      expect(places.filter(([x, y]) => x < 0 || y < 0 || x >= width || y >= height)).toEqual([]);
    },
  );

  it('has the figures of the template in the night', () => {
    expect(nightFacts(productionResources())).toEqual({
      ...{ midnight: '00:00', check: '15', tries: 3, kept: 14, workers: 20, minutes: 5 },
    });
  });
});
