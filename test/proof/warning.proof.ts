import { describe, expect, it } from 'vitest';
import { seedsOf, share, sized } from '../support/size.ts';
import { type Figures, figuresOf } from '../warning/figures.ts';
import { helpDesks } from '../warning/help-desk.ts';
import { type Model, scoresOf } from '../warning/scored.ts';

// Whether the score warns: in made-up agencies whose clients' health is known. docs/data.md has the figures of 20 seeds.

const sizes = { slice: 1, sample: 4, full: 20 };
const seeds = seedsOf(sized(sizes));
const header =
  'world | model | pairs ordered right | bad weeks < 100 | bad < 70 | healthy < 100 | median of healthy | leavers < 100, 14 days before | leavers < 70 | correlation of changes | flips';
console.log(`| ${header} |\n|${'---|'.repeat(header.split('|').length)}`);

const shown = (figures: Figures) =>
  Object.entries(figures).map(([name, value]) => value.toFixed(name === 'correlation' ? 2 : name === 'flips' ? 1 : 0));

describe(`in ${share(seeds.length, sizes)} seeds, the score of clients in trouble falls before they leave`, () => {
  it.each(helpDesks)('in the world "$name"', { timeout: 0 }, async (kind) => {
    const worlds = seeds.map((seed) => kind.clientsOf(seed));
    const figures = async (model: Model) =>
      figuresOf(await Promise.all(worlds.map(async (world) => ({ world, scores: await scoresOf(world, model) }))));
    const [before, now] = [await figures('before'), await figures('now')];
    const name = `${kind.name}${kind.heldOut ? ' (held out)' : ''}`;
    for (const [model, found] of [
      ['polarities', before],
      ['relative', now],
    ] as const) {
      console.log(`| ${[name, model, ...shown(found)].join(' | ')} |`);
    }

    // one seed has few leavers
    const least = seeds.length < 4 ? { ordered: 75, leavers: 30 } : { ordered: 82, leavers: 60 };
    expect(now.ordered).toBeGreaterThan(Math.max(least.ordered, before.ordered));
    expect(now.badBelow100).toBeGreaterThan(before.badBelow100);
    expect(now.leaversBelow100).toBeGreaterThan(least.leavers);
  });
});
