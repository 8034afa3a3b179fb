import { type Day, dateOf } from '../../../../shared/domain/dates.ts';
import type { Chance } from './chance.ts';

/** A moment in the working hours of a day. */
export function timeOn(chance: Chance, day: Day): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${dateOf(day)}T${two(chance.whole(8, 17))}:${two(chance.whole(0, 59))}:${two(chance.whole(0, 59))}.000Z`;
}
