import { randomOf } from '../../support/random.ts';

// Measurements in rounds: every round runs everything once, in a new order, and a ratio is taken within a round. So a
// machine that is busy for a while slows both sides of a ratio.

/** What was measured, by name; the value at an index is from the round of that number. */
export type Samples<T> = ReadonlyMap<string, readonly T[]>;

export async function inRounds<T>(rounds: number, jobs: ReadonlyMap<string, () => Promise<T>>): Promise<Samples<T>> {
  const samples = new Map<string, T[]>([...jobs.keys()].map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    const random = randomOf(round);
    const order = [...jobs].map(([name, run]) => ({ name, run, place: random() })).sort((a, b) => a.place - b.place);
    for (const { name, run } of order) samples.get(name)?.push(await run());
    console.log(`round ${round + 1} of ${rounds}`);
  }
  return samples;
}

/** A median with the values below which and above which a quarter lies. */
export interface Spread {
  readonly low: number;
  readonly median: number;
  readonly high: number;
}

/** Undefined if there are no values. */
function spreadOf(values: readonly number[]): Spread | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)];
  const [low, median, high] = [at(0.25), at(0.5), at(0.75)];
  return low === undefined || median === undefined || high === undefined ? undefined : { low, median, high };
}

/** The ratios of one to another in the same rounds. */
export function ratioOf<T>(
  samples: Samples<T>,
  name: string,
  reference: string,
  value: (sample: T) => number,
): Spread | undefined {
  const [ours = [], theirs = []] = [samples.get(name), samples.get(reference)];
  return spreadOf(ours.flatMap((sample, round) => (theirs[round] ? [value(sample) / value(theirs[round])] : [])));
}
