/** Random choices. */
export interface Choices {
  readonly fraction: () => number;
  readonly yes: (probability: number) => boolean;
  /** A whole number from 0 to `most`. */
  readonly upTo: (most: number) => number;
  readonly one: <const T>(list: readonly T[]) => T;
  readonly some: <T>(list: readonly T[], share: number) => T[];
  readonly maybe: <T>(value: T, probability?: number) => T | undefined;
  /** An object with this one field, or an empty object, with equal probability. */
  readonly field: <K extends string, V>(name: K, value: () => V) => { [Name in K]?: V };
  readonly list: <T>(most: number, entry: (at: number) => T) => T[];
}

export function choicesOf(fraction: () => number): Choices {
  const yes = (probability: number) => fraction() < probability;
  const upTo = (most: number) => Math.floor(fraction() * (most + 1));
  return {
    fraction,
    yes,
    upTo,
    one: (list) => list[upTo(list.length - 1)] as (typeof list)[number],
    some: (list, share) => list.filter(() => yes(share)),
    maybe: (value, probability = 0.5) => (yes(probability) ? value : undefined),
    field: (name, value) => (yes(0.5) ? { [name]: value() } : {}) as never,
    list: (most, entry) => Array.from({ length: upTo(most) }, (_, at) => entry(at)),
  };
}
