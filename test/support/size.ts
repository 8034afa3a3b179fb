/** `slice`: seconds, in .ci/run. `sample`: minutes, in `npm run proof`. `full`: as long as it takes. */
export interface Sizes {
  readonly slice: number;
  readonly sample: number;
  readonly full: number;
}

const asked = process.env.TEST_SIZE;

/** How much a proof tries in this run. */
export function sized(sizes: Sizes): number {
  return sizes[asked === 'slice' || asked === 'full' ? asked : 'sample'];
}

/** The seed of this run: `npm run proof -- --seed N`. */
export const seed = Number(process.env.TEST_SEED ?? 1);

/** As many seeds as asked for. Runs with different seeds use different ones. */
export function seedsOf(count: number): number[] {
  return Array.from({ length: count }, (_, at) => (seed - 1) * 1_000 + at + 1);
}

/** As in titles: how many of all are tried, such as `150 of 2,000`. */
export function share(count: number, { full }: Pick<Sizes, 'full'>): string {
  return count < full ? `${numeral(count)} of ${numeral(full)}` : numeral(count);
}

/** As in titles: 12,000 */
export function numeral(count: number): string {
  return count.toLocaleString('en');
}

/** True in proofs that run tests of `npm test` whole; `npm test` runs a part of them. */
export const isFullSize = asked === 'full' || asked === 'sample';

/** In `npm test` every n-th entry, beginning with the first; at full size all. */
export function everyNth<T>(n: number, list: readonly T[]): readonly T[] {
  return isFullSize ? list : list.filter((_, at) => at % n === 0);
}

/** How much a test of `npm test` tries in a proof, and in `npm test`. */
export function inProofs(full: number, otherwise: number): number {
  return isFullSize ? full : otherwise;
}

/** How much a test tries in `npm test`, in `npm run proof` and at full size; the slice of CI has five times as much as `npm test`. */
export function tried(inTests: number, sample: number, full: number): number {
  if (asked === 'full') return full;
  if (asked === 'slice') return 5 * inTests;
  return asked === 'sample' ? sample : inTests;
}

/** As many seeds of this run as are tried. */
export const seedsTried = (inTests: number, sample: number, full: number): number[] =>
  seedsOf(tried(inTests, sample, full));

/** For titles of tests that use `everyNth`: "every", or in `npm test` "every 5th". */
export function everyNthSaid(n: number): string {
  return isFullSize ? 'every' : `every ${n}th`;
}
