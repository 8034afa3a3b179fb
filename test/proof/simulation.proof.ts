import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { seed, seedsOf, share, sized } from '../support/size.ts';
import { root } from '../support/sources.ts';

interface Ran {
  readonly line: string;
  readonly days: number;
  readonly faults: number;
  /** The evenings on which nothing was under way: only then views are compared with facts. */
  readonly evenings: number;
  readonly found?: string;
}

/** A process of its own, because the simulation replaces the clock. */
function simulation(seed: number, days: number): Promise<Ran> {
  const words = ['test/simulation/run.ts', '--seed', `${seed}`, '--days', `${days}`];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [join(root, words[0] ?? ''), ...words.slice(1)], { cwd: root }, (_, out, err) => {
      const line = out.trim().split('\n').at(-1) ?? '';
      if (line.startsWith('{')) resolve({ line, ...(JSON.parse(line) as Omit<Ran, 'line'>) });
      else reject(new Error(err));
    });
  });
}

const days = sized({ slice: 2, sample: 10, full: 30 });
const seedSizes = { slice: 1, sample: 3, full: 20 };
const seeds = seedsOf(sized(seedSizes));
describe(`${days} days of the whole system on one virtual clock`, { timeout: 0 }, () => {
  it.each(seeds)(`break no promise, ${share(seeds.length, seedSizes)} seeds: seed %i`, async (each) => {
    const { found, faults, evenings, line } = await simulation(each, days);
    console.log(line);

    expect(found).toBeUndefined();
    expect(evenings).toBeGreaterThan(days / 2);
    // the two days of a slice are too few for an average
    if (days > 2) expect(faults / days).toBeGreaterThan(200);
  });

  it('are the same twice with the same seed', async () => {
    const [first, second] = [await simulation(seed, 2), await simulation(seed, 2)];

    expect(second.line).toBe(first.line);
  });
});
