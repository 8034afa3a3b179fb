/** Random values that are the same on every run. Each subject has its own sequence. */
export interface SeededRandom {
  /** From 0 (inclusive) to 1 (exclusive). */
  readonly fraction: () => number;
  /** Both ends inclusive. */
  readonly integer: (from: number, to: number) => number;
  /** True with the given probability. */
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(list: readonly T[]) => T;
  /** `count` different entries in random order. */
  readonly sample: <T>(list: readonly T[], count: number) => T[];
}

export function seededRandom(subject: string): SeededRandom {
  const draw = generator(seedOf(subject));
  const whole = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
  return {
    fraction: draw,
    integer: whole,
    chance: (probability) => draw() < probability,
    pick: <T>(list: readonly T[]) => {
      if (list.length === 0) throw new Error('cannot pick from an empty list');
      return list[whole(0, list.length - 1)] as T;
    },
    sample: (list, count) =>
      list
        .map((entry) => ({ entry, at: draw() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, count)
        .map(({ entry }) => entry),
  };
}

function seedOf(subject: string): number {
  let seed = 0x811c9dc5;
  for (const character of subject) seed = Math.imul(seed ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return seed >>> 0;
}

/** splitmix32 */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 4_294_967_296;
  };
}
