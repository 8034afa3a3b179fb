import { describe, expect, it } from 'vitest';
import { bands } from '../../shared/domain/scoring/bands.ts';
import { seedsOf, share, sized } from '../support/size.ts';
import { baselineOf, baselines } from './warning/baselines.ts';
import { boutique } from './warning/boutique.ts';
import { type Figures, type Measured, measured } from './warning/figures.ts';
import { helpDesks } from './warning/help-desk.ts';
import { calibrationOf, precisionOf } from './warning/meaning.ts';
import { oracleOf } from './warning/oracle.ts';
import { projects } from './warning/projects.ts';
import { provider } from './warning/provider.ts';
import { meanOf, pairsOf, realBaselines, realClients, realLevels, realScores, seriesOf } from './warning/real.ts';
import { retainers } from './warning/retainers.ts';
import { computedBack, evidenceOf, fallOf, type Model, scoredOf, scoresOf } from './warning/scored.ts';
import { servedScores } from './warning/served.ts';
import { shops } from './warning/shops.ts';

// Whether the score warns: in made-up agencies whose clients' health is known. docs/warning.md has the figures of 20 seeds.

const sizes = { slice: 1, sample: 4, full: 20 };
const seeds = seedsOf(sized(sizes));
const kinds = [...helpDesks, provider, boutique, projects, retainers, shops];

const columns = {
  ordered: 'pairs ordered right',
  found: 'bad weeks found at 5 % of healthy',
  badBelow100: 'bad weeks < 100',
  badBelow70: 'bad < 70',
  healthyBelow100: 'healthy < 100',
  healthyMedian: 'median of healthy',
  size: 'correlation with size',
  leaversBelow100: 'leavers < 100, 14 days before',
  leaversBelow70: 'leavers < 70',
  leaversFound: 'leavers found at 5 %, 14 days before',
  correlation: 'correlation of changes',
  flips: 'flips',
} as const satisfies Record<keyof Figures, string>;
const names = Object.keys(columns) as (keyof Figures)[];
/** What has a meaning for anything that orders clients. */
const ofOrder: readonly (keyof Figures)[] = ['ordered', 'found', 'size', 'leaversFound', 'correlation'];

const places = (name: keyof Figures) =>
  name === 'correlation' || name === 'size' ? 2 : name === 'flips' || name === 'healthyBelow100' ? 1 : 0;
const shown = ({ figures, interval }: Measured, name: keyof Figures) => {
  const [value, low, high] = [figures[name], ...interval(name)].map((each) => each.toFixed(places(name)));
  return `${value} (${low} to ${high})`;
};
const row = (...cells: readonly string[]) => console.log(`| ${cells.join(' | ')} |`);
const header = (...cells: readonly string[]) => {
  row(...cells);
  row(...cells.map(() => '---'));
};
const meanings: string[][] = [];
header('world', 'model', ...Object.values(columns));

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
    const scored = worlds.map(({ world, evidence }) => ({ world, scored: scoredOf(evidence, 'now') }));
    const scores = scored.map((each) => each.scored.map((weeks) => weeks.map(({ score }) => score)));
    const [before, now] = [of('before'), measuredBy(scores)];
    const name = `${kind.name}${kind.heldOut ? ' (held out)' : ''}`;
    const print = (model: string, what: Measured, some: readonly (keyof Figures)[] = names) =>
      row(name, model, ...names.map((each) => (some.includes(each) ? shown(what, each) : '')));
    print('polarities', before);
    print('relative', now);
    print('computed back', measuredBy(worlds.map(({ evidence }) => scoresOf(computedBack(evidence), 'now'))), ofOrder);
    print('its fall in four weeks', measuredBy(scores.map(fallOf)), ofOrder);
    const others = Object.entries(baselines).map(([model, baseline]) => {
      const figures = measuredBy(worlds.map(({ evidence }) => baselineOf(baseline, evidence)));
      print(model, figures, ofOrder);
      return figures;
    });
    if (seeds.length >= 4) {
      const oracle = oracleOf(worlds);
      const [health, changes] = [measuredBy(oracle.health), measuredBy(oracle.changes)];
      const ofHealth: readonly (keyof Figures)[] = ['ordered', 'found', 'leaversFound'];
      const known = (each: keyof Figures) =>
        each === 'correlation' ? shown(changes, each) : ofHealth.includes(each) ? shown(health, each) : '';
      row(name, 'oracle', ...names.map(known));
    }
    const calibration = calibrationOf(scored);
    const percents = [...bands.map((band) => calibration[band]), precisionOf(scored)];
    meanings.push([name, ...percents.map((percent) => (Number.isNaN(percent) ? '' : percent.toFixed(0)))]);

    // one seed has few leavers
    if (seeds.length === 1) return expect(now.figures.ordered).toBeGreaterThan(65);
    expect(now.figures.ordered).toBeGreaterThan(before.figures.ordered);
    for (const { figures } of others) expect(now.figures.ordered).toBeGreaterThan(figures.ordered);
  });

  it('and its levels mean something', () => {
    console.log(
      '\nLeft or bad within 90 days, of the client-weeks of each level; of the first ten of "What to do first":',
    );
    header('world', '< 70', '70 to 100', '100 to 140', 'from 140', 'bad or strained');
    for (const cells of meanings) row(...cells);

    expect(meanings).toHaveLength(kinds.length);
  });
});

describe('files, imports and nights give the scores of the benchmark', () => {
  const [seed = 1] = seeds;
  it.each(seeds.length === 1 ? kinds.slice(-1) : kinds)('in the world "$name"', { timeout: 0 }, async (kind) => {
    const world = kind.clientsOf(seed);

    expect(await servedScores(world)).toEqual(scoresOf(await evidenceOf(world), 'now'));
  });
});

describe('clients that really left', () => {
  const clients = realClients(process.env.TEST_REAL);
  if (!clients) console.log('Without --real FOLDER, or without its clients.csv, nothing is said of real clients.');

  it.skipIf(!clients)('stand below the others, and silence stays visible', () => {
    const asked = [30, 60, 90, 180];
    const real = clients ?? [];
    const scores = realScores(real);
    const spread = (values: readonly number[]) => {
      const [mean, low, high] = meanOf(values).map((value) => value.toFixed(0));
      return `${mean} (${low} to ${high})`;
    };
    header('real clients', ...asked.map((daysBefore) => `pairs ${daysBefore} days before`));
    row('score', ...asked.map((daysBefore) => spread([...pairsOf(real, scores, daysBefore).values()])));
    for (const [name, baseline] of Object.entries(realBaselines)) {
      const series = seriesOf(real, baseline);
      const pairs = asked.map((daysBefore) => pairsOf(real, series, daysBefore));
      row(name, ...pairs.map((each) => spread([...each.values()])));
      const less = asked.map((daysBefore, at) =>
        [...pairsOf(real, scores, daysBefore)].flatMap(([client, value]) => {
          const other = pairs[at]?.get(client);
          return other === undefined ? [] : [value - other];
        }),
      );
      row(`score less ${name}`, ...less.map(spread));
    }
    console.log(realLevels(real, scores));

    expect(real.length).toBeGreaterThan(0);
  });
});
