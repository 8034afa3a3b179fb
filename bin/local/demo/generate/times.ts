import { type Day, dateOf } from '../../../../shared/domain/dates.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A time within the working hours of a day. */
export function workingHourOn(random: SeededRandom, day: Day): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${dateOf(day)}T${two(random.integer(8, 17))}:${two(random.integer(0, 59))}:${two(random.integer(0, 59))}.000Z`;
}
