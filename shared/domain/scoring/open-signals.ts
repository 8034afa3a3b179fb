import type { Day } from '../dates.ts';
import type { MeasureName } from './measures.ts';
import type { Signal } from './signal.ts';

/**
 * An observation that is not over, such as an open invoice. Its polarity depends on the days from `since` to the day
 * that asks.
 */
export interface OpenSignal {
  readonly id: string;
  /** What sent it: an import of this feed replaces it. */
  readonly feed: string;
  readonly since: Day;
  readonly topic: string;
  readonly steps: readonly OpenStep[];
  readonly weight: number;
  readonly stream?: string;
  /** Its value on a day is the time since it began. */
  readonly measure?: OpenMeasure;
  /** When a file had it last. */
  readonly seen: Day;
}

/** The measures that grow while something is not over. */
export const openMeasures = ['days-late', 'reply-hours', 'resolve-hours'] as const satisfies readonly MeasureName[];
export type OpenMeasure = (typeof openMeasures)[number];

/** A polarity up to and including a number of days; without a number for all above, without a polarity no signal. */
export interface OpenStep {
  readonly most?: number;
  readonly polarity?: number;
}

/** Files come every month or more often: what no file has had for longer gets no older. */
const freshDays = 31;

/** The signals that count in the run of a day: observed on the day before it. */
export function signalsOfRun(open: readonly OpenSignal[], runDay: Day): (Signal & { readonly id: string })[] {
  const day = runDay - 1;
  return open.flatMap(({ id, since, topic, steps, weight, stream, measure, seen }) => {
    const age = Math.min(day, seen + freshDays) - since;
    const step = steps.find(({ most }) => most === undefined || age <= most);
    if (step?.polarity === undefined) return [];
    const value = measure === 'days-late' ? age : age * 24;
    return [
      {
        id,
        day,
        topic,
        polarity: step.polarity,
        weight,
        ...(stream !== undefined && { stream }),
        ...(measure !== undefined && { measure, value, isOpen: true }),
      },
    ];
  });
}

/** `0:,14:-0.3,:-1` is nothing up to 0 days, -0.3 up to 14 days, and -1 above. */
export function stepsText(steps: readonly OpenStep[]): string {
  return steps.map(({ most = '', polarity = '' }) => `${most}:${polarity}`).join(',');
}

/** The steps of a text; undefined if it has none. */
export function stepsOf(text: string): OpenStep[] | undefined {
  const steps = text.split(',').map((part): OpenStep | undefined => {
    const found = /^(-?\d+(?:\.\d+)?)?:(-?\d+(?:\.\d+)?(?:e-\d+)?)?$/.exec(part.trim());
    const [, most = '', polarity = ''] = found ?? [];
    if (!found || Math.abs(Number(polarity)) > 1) return undefined;
    return { ...(most !== '' && { most: Number(most) }), ...(polarity !== '' && { polarity: Number(polarity) }) };
  });
  const known = steps.filter((step) => step !== undefined);
  return known.length === steps.length ? known : undefined;
}
