import type { AlignmentRead } from '../../../../shared/domain/alignment.ts';
import { type Day, dateOf, mondayOf } from '../../../../shared/domain/dates.ts';
import type { Perceived } from '../scores/mood.ts';
import type { Cadence, Profile } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';
import { workingHourOn } from './times.ts';

/** Reads start this many weeks ago. */
const readWeeks = 60;
/** People notice a change later than the score. */
const daysLate = 10;

const weeksBetween: Record<Exclude<Cadence, 'lapsed' | 'never'>, number> = { weekly: 1, monthly: 4, quarterly: 13 };

/** In the order in which they were filed. */
export function readsOf(
  profile: Profile,
  owners: readonly string[],
  { score }: Perceived,
  random: SeededRandom,
  today: Day,
): AlignmentRead[] {
  const monday = mondayOf(today);
  const read = (
    weeksAgo: number,
    value = colourOf(score(monday - 7 * weeksAgo - daysLate) + random.integer(-8, 8)),
  ) => ({
    value,
    week: dateOf(monday - 7 * weeksAgo),
    // not today: the time could be in the future
    updatedAt: workingHourOn(random, Math.min(monday - 7 * weeksAgo + random.integer(0, 4), today - 1)),
    updatedBy: random.pick(owners),
  });

  const { reads, story } = profile;
  if (story) return story.reads.map(({ weeksAgo, value }) => read(weeksAgo, value));
  if (reads === 'never') return [];
  if (reads === 'lapsed') return [read(random.integer(20, readWeeks - 1))];
  const filed: AlignmentRead[] = [];
  for (let weeksAgo = readWeeks - 1; weeksAgo >= 0; weeksAgo -= weeksBetween[reads]) filed.push(read(weeksAgo));
  return profile.favorite && reads === 'weekly' ? [...filed, ...correctedAndFutureReads(filed, today)] : filed;
}

/** A correction of a past week, and a read of a week that has not begun. */
function correctedAndFutureReads(reads: readonly AlignmentRead[], today: Day): AlignmentRead[] {
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
