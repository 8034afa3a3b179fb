/** Chance that repeats: what is drawn for one subject never depends on what was drawn for another. */
export interface Chance {
  /** At least 0, below 1. */
  readonly draw: () => number;
  /** A whole number, both ends included. */
  readonly whole: (from: number, to: number) => number;
  readonly happens: (probability: number) => boolean;
  readonly oneOf: <T>(list: readonly T[]) => T;
  /** So many of them, each at most once, in any order. */
  readonly someOf: <T>(list: readonly T[], count: number) => T[];
}

export function chanceOf(subject: string): Chance {
  const draw = generator(seedOf(subject));
  const whole = (from: number, to: number) => from + Math.floor(draw() * (to - from + 1));
  return {
    draw,
    whole,
    happens: (probability) => draw() < probability,
    oneOf: <T>(list: readonly T[]) => {
      if (list.length === 0) throw new Error('nothing to draw from');
      return list[whole(0, list.length - 1)] as T;
    },
    someOf: (list, count) =>
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
