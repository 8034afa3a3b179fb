import type { AlignmentValue, ReadChange } from '../../domain/alignment.ts';

// The changes of a client's read on its item, in 5 bytes each: `fy5g`, a day in base 36 and the first letter of a value.

const values: readonly AlignmentValue[] = ['red', 'amber', 'green'];
/** A year of weeks that all change, and the one before it. */
const most = 60;
const radix = 36;

export function readChangesText(changes: readonly ReadChange[]): string {
  return changes
    .slice(-most)
    .map(({ day, value }) => day.toString(radix) + value.charAt(0))
    .join(' ');
}

export function readChangesIn(text = ''): ReadChange[] {
  if (text === '') return [];
  return text.split(' ').map((part) => ({
    day: Number.parseInt(part.slice(0, -1), radix),
    value: values.find((value) => value.startsWith(part.slice(-1))) ?? 'green',
  }));
}
