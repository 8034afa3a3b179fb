// What systems measure about a client, as raw values. A value alone is neither good nor bad: how slow is slow depends on
// the account. relative.ts compares each with what is usual there and for the client.

export interface Measure {
  /** Puts values on a scale on which equal distances mean about the same. */
  readonly scale: (value: number) => number;
  /** Whether more is better. */
  readonly better: 'more' | 'less';
  /** Mean and spread on this scale that an account has until its own values show others. */
  readonly usual: readonly [mean: number, spread: number];
  /** Its size says nothing, only its change: a large client needs more hours than a small one. */
  readonly onlyOwn?: true;
  /** Each value is an event with a rhythm, such as a meeting: a break in the rhythm says something too. */
  readonly rhythm?: (value: number) => boolean;
}

const hours = (value: number) => Math.log(Math.max(0, value) + 0.25);
const days = (value: number) => Math.sign(value) * Math.log1p(Math.abs(value) / 4);
const share = (value: number) => Math.min(1, Math.max(0, value));

export const measures = {
  /** Hours until the first reply to a ticket. */
  'reply-hours': { scale: hours, better: 'less', usual: [1.8, 1.1], rhythm: () => true },
  /** Hours until a ticket is solved. */
  'resolve-hours': { scale: hours, better: 'less', usual: [3.5, 1.3] },
  /** How often a ticket was opened again. */
  reopens: { scale: (value) => Math.min(3, value), better: 'less', usual: [0.1, 0.35] },
  /** A rating, from 0 (worst) to 1. */
  rating: { scale: share, better: 'more', usual: [0.82, 0.25] },
  /** Whether a ticket kept its service level agreement: 1, else 0. */
  sla: { scale: share, better: 'more', usual: [0.85, 0.3] },
  /** Whether the client would recommend us, from 0 to 1. */
  recommend: { scale: share, better: 'more', usual: [0.72, 0.25] },
  /** Days from the due date to the payment of an invoice; negative if it was paid early. */
  'days-late': { scale: days, better: 'less', usual: [0.4, 1] },
  /** Hours of work for the client in a week. */
  hours: {
    scale: (value) => Math.log1p(Math.max(0, value)),
    better: 'more',
    usual: [2, 1],
    onlyOwn: true,
    rhythm: (value) => value > 0,
  },
  /** A meeting: from 0 (nobody came) to 1 (held). */
  meeting: { scale: share, better: 'more', usual: [0.7, 0.2], rhythm: (value) => value > 0.5 },
} as const satisfies Readonly<Record<string, Measure>>;

export type MeasureName = keyof typeof measures;

export const measureNames = Object.keys(measures) as MeasureName[];

export function isMeasure(name: string): name is MeasureName {
  return Object.hasOwn(measures, name);
}

/** How good a value is on its scale: more is always better. */
export function goodness(name: MeasureName, value: number): number {
  const { scale, better }: Measure = measures[name];
  return better === 'more' ? scale(value) : -scale(value);
}
