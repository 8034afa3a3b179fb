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
  /** The last day until which it is known: that of the newest file that had it. */
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

/**
 * The signals that count in the run of a day: observed on the day before it, or on the last day until which they are
 * known. A file says nothing about the days after it was made.
 */
export function signalsOfRun(open: readonly OpenSignal[], runDay: Day): (Signal & { readonly id: string })[] {
  return open.flatMap((each) => {
    const signal = signalOn(each, Math.min(runDay - 1, each.seen));
    return signal ? { ...signal, isOpen: true } : [];
  });
}

/**
 * What an open signal becomes when a file that was made by a day has its end and not when that was, such as an invoice that
 * is paid: it ended in the middle between the last file that had it open and this one. If its due date lies between them
 * too, nobody knows whether it was in time: 0.
 */
export function endedSignal(open: OpenSignal, by: Day): (Signal & { readonly id: string }) | undefined {
  const { id, topic, weight, since, seen } = open;
  const last = Math.max(by, seen);
  const ended = since >= seen && since < last ? since : Math.round((seen + last) / 2);
  const signal = signalOn(open, ended) ?? { id, topic, weight, polarity: 0, ...measuredOn(open, ended) };
  return open.measure && { ...signal, day: last };
}

function signalOn(open: OpenSignal, day: Day): (Signal & { readonly id: string }) | undefined {
  const { id, since, topic, steps, weight } = open;
  const step = steps.find(({ most }) => most === undefined || day - since <= most);
  return step?.polarity === undefined
    ? undefined
    : { id, day, topic, polarity: step.polarity, weight, ...measuredOn(open, day) };
}

function measuredOn({ since, stream, measure }: OpenSignal, day: Day): Pick<Signal, 'stream' | 'measure' | 'value'> {
  const age = day - since;
  return {
    ...(stream !== undefined && { stream }),
    ...(measure === undefined ? { value: age } : { measure, value: measure === 'days-late' ? age : age * 24 }),
  };
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
