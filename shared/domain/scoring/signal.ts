import type { Day } from '../dates.ts';
import type { MeasureName } from './measures.ts';

/**
 * An observation about a client on a day. `polarity` is -1 (bad) to 1 (good), `weight` is above 0. With a measure, the
 * value is compared with what is usual, and the polarity counts only where nothing is known of that.
 */
export type Signal = {
  day: Day;
  topic: string;
  polarity: number;
  weight: number;
  stream?: string;
  measure?: MeasureName;
  value?: number;
  /** It is not over yet: its value is that of the day. */
  isOpen?: boolean;
};
