import type { AlignmentRead } from '../../../../shared/domain/alignment.ts';
import { type Day, dateOf, mondayOf } from '../../../../shared/domain/dates.ts';
import type { Chance } from './chance.ts';
import type { Cadence, Profile } from './profile.ts';
import { timeOn } from './times.ts';

/** How many weeks back reads go. */
export const readWeeks = 60;

const weeksBetween: Record<Exclude<Cadence, 'lapsed' | 'never'>, number> = { weekly: 1, monthly: 4, quarterly: 13 };

/** In the order in which they were filed. */
export function readsOf(profile: Profile, owners: readonly string[], chance: Chance, today: Day): AlignmentRead[] {
  const monday = mondayOf(today);
  const read = (weeksAgo: number, filedOn?: Day): AlignmentRead => ({
    value: colourOf((profile.data?.level ?? 100) + chance.whole(-25, 25)),
    week: dateOf(monday - 7 * weeksAgo),
    // nobody files in the hours of today that are still to come
    updatedAt: timeOn(chance, filedOn ?? Math.min(monday - 7 * weeksAgo + chance.whole(0, 4), today - 1)),
    updatedBy: chance.oneOf(owners),
  });

  const { reads } = profile;
  if (reads === 'never') return [];
  if (reads === 'lapsed') return [read(chance.whole(20, readWeeks - 1))];
  const filed: AlignmentRead[] = [];
  for (let weeksAgo = readWeeks - 1; weeksAgo >= 0; weeksAgo -= weeksBetween[reads]) filed.push(read(weeksAgo));
  return profile.favorite && reads === 'weekly' ? [...filed, ...lateReads(filed, today)] : filed;
}

/** Of a week that is past, looked at again; and of one that has not begun. */
function lateReads(reads: readonly AlignmentRead[], today: Day): AlignmentRead[] {
  const [corrected] = reads.slice(-6);
  if (!corrected) return [];
  const updatedAt = `${dateOf(today - 1)}T17:45:00.000Z`;
  return [
    { ...corrected, value: corrected.value === 'red' ? 'amber' : 'red', updatedAt },
    { ...corrected, value: 'green', week: dateOf(mondayOf(today) + 7), updatedAt },
  ];
}

function colourOf(level: number): AlignmentRead['value'] {
  return level < 80 ? 'red' : level < 110 ? 'amber' : 'green';
}
