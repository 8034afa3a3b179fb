import { describe, expect, it } from 'vitest';
import { seedsOf, share, sized } from '../support/size.ts';
import { type Figures, type Measured, measured } from './warning/figures.ts';
import { helpDesks } from './warning/help-desk.ts';
import { oracleOf } from './warning/oracle.ts';
import { projects } from './warning/projects.ts';
import { retainers } from './warning/retainers.ts';
import { evidenceOf, type Model, scoresOf } from './warning/scored.ts';
import { servedScores } from './warning/served.ts';
import { shops } from './warning/shops.ts';

// Whether the score warns: in made-up agencies whose clients' health is known. docs/warning.md has the figures of 20 seeds.

const sizes = { slice: 1, sample: 4, full: 20 };
const seeds = seedsOf(sized(sizes));
const kinds = [...helpDesks, projects, retainers, shops];
const header =
  'world | model | pairs ordered right | bad weeks < 100 | bad < 70 | healthy < 100 | median of healthy | leavers < 100, 14 days before | leavers < 70 | correlation of changes | flips';
console.log(`| ${header} |\n|${'---|'.repeat(header.split('|').length)}`);

const places = (name: keyof Figures) => (name === 'correlation' ? 2 : name === 'flips' ? 1 : 0);
const shown = ({ figures, interval }: Measured, name: keyof Figures) => {
  const [value, low, high] = [figures[name], ...interval(name)].map((each) => each.toFixed(places(name)));
  return `${value} (${low} to ${high})`;
};
const names = [
  ...['ordered', 'badBelow100', 'badBelow70', 'healthyBelow100', 'healthyMedian', 'leaversBelow100', 'leaversBelow70'],
  ...['correlation', 'flips'],
] as (keyof Figures)[];
const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);

describe(`in ${share(seeds.length, sizes)} seeds, the score of clients in trouble falls before they leave`, () => {
  it.each(kinds)('in the world "$name"', { timeout: 0 }, async (kind) => {
    const worlds = await Promise.all(
      seeds.map(async (seed) => {
        const world = kind.clientsOf(seed);
        return { world, evidence: await evidenceOf(world) };
      }),
    );
    const measuredBy = (scores: readonly number[][][]) =>
      measured(worlds.map(({ world }, at) => ({ world, scores: scores[at] ?? [] })));
    const of = (model: Model) => measuredBy(worlds.map(({ evidence }) => scoresOf(evidence, model)));
    const [before, now] = [of('before'), of('now')];
    const name = `${kind.name}${kind.heldOut ? ' (held out)' : ''}`;
    row(name, 'polarities', ...names.map((each) => shown(before, each)));
    row(name, 'relative', ...names.map((each) => shown(now, each)));
    if (seeds.length >= 4) {
      const oracle = oracleOf(worlds);
      const [health, changes] = [measuredBy(oracle.health), measuredBy(oracle.changes)];
      const known = { ordered: shown(health, 'ordered'), correlation: shown(changes, 'correlation') };
      row(name, 'oracle', ...names.map((each) => (each in known ? known[each as keyof typeof known] : '')));
    }

    // one seed has few leavers
    if (seeds.length === 1) return expect(now.figures.ordered).toBeGreaterThan(65);
    expect(now.figures.ordered).toBeGreaterThan(before.figures.ordered);
    expect(now.figures.badBelow100).toBeGreaterThan(before.figures.badBelow100);
    expect(now.figures.leaversBelow100).toBeGreaterThan(before.figures.leaversBelow100);
  });
});

describe('files, imports and nights give the scores of the benchmark', () => {
  const [seed = 1] = seeds;
  it.each(seeds.length === 1 ? kinds.slice(-1) : kinds)('in the world "$name"', { timeout: 0 }, async (kind) => {
    const world = kind.clientsOf(seed);

    expect(await servedScores(world)).toEqual(scoresOf(await evidenceOf(world), 'now'));
  });
});
