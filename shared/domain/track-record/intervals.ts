// How far a rate may be from the true one. Rates and bounds are shares from 0 to 1.

export interface Interval {
  readonly low: number;
  readonly high: number;
}

const z = 1.96;

/** Wilson's interval of a rate that was observed so many times among so many, for 95 %. */
export function wilson(hits: number, among: number): Interval {
  const share = hits / among;
  const weight = 1 + z ** 2 / among;
  const middle = share + z ** 2 / (2 * among);
  const half = z * Math.sqrt((share * (1 - share)) / among + z ** 2 / (4 * among ** 2));
  return { low: Math.max(0, (middle - half) / weight), high: Math.min(1, (middle + half) / weight) };
}

const resamples = 200;

/**
 * Draws clients with repetition, as many as there are, 200 times; calls `figuresOf` with how often each kind of client was
 * drawn. Months of a client are not independent, so clients are drawn, not months. The same clients give the same draws.
 */
export function resampled<T>(
  kindOfClient: readonly number[],
  kinds: number,
  figuresOf: (drawn: Uint32Array) => T,
): T[] {
  const random = generator(54);
  return Array.from({ length: resamples }, () => {
    const drawn = new Uint32Array(kinds);
    for (let left = kindOfClient.length; left > 0; left -= 1) {
      const kind = kindOfClient[Math.floor(random() * kindOfClient.length)] ?? 0;
      drawn[kind] = (drawn[kind] ?? 0) + 1;
    }
    return figuresOf(drawn);
  });
}

/** The middle 95 % of the values; undefined without any. */
export function middleOf(values: readonly number[]): Interval | undefined {
  const sorted = [...values].sort((a, b) => a - b);
  const low = sorted[Math.floor(sorted.length * 0.025)];
  const high = sorted[Math.ceil(sorted.length * 0.975) - 1];
  return low === undefined || high === undefined ? undefined : { low, high };
}

/** mulberry32: numbers from 0 to below 1. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
