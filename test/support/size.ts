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

/** As in titles: 12,000 */
export function numeral(count: number): string {
  return count.toLocaleString('en');
}

/** True in the proof `full-size`, which runs some tests whole; `npm test` runs a part of them. */
export const isFullSize = asked === 'full' || asked === 'sample';

/** In `npm test` every n-th entry, beginning with the first; at full size all. */
export function everyNth<T>(n: number, list: readonly T[]): readonly T[] {
  return isFullSize ? list : list.filter((_, at) => at % n === 0);
}
