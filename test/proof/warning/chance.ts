import { randomOf } from '../../support/random.ts';

export interface Chance {
  readonly random: () => number;
  /** Of the standard normal distribution. */
  readonly normal: () => number;
  /** True with the probability whose logarithmic odds these are. */
  readonly good: (odds: number) => boolean;
  /** How many things happen that are this many on average. */
  readonly times: (average: number) => number;
  readonly between: (least: number, most: number) => number;
  readonly oneOf: <T>(...values: readonly [T, ...T[]]) => T;
}

export function chanceOf(seed: number): Chance {
  const random = randomOf(seed);
  const between = (least: number, most: number) => least + (most - least) * random();
  return {
    random,
    normal: () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random()),
    good: (odds) => random() < 1 / (1 + Math.exp(-odds)),
    times: (average) => {
      let [count, left] = [-1, 1];
      for (const least = Math.exp(-average); left > least || count < 0; count += 1) left *= random();
      return count;
    },
    between,
    oneOf: (...values) => values[Math.floor(random() * values.length)] ?? values[0],
  };
}
