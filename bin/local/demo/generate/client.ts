import { type Day, dateOf } from '../../../../shared/domain/dates.ts';
import type { ImportedClient, Metadata } from '../../../../shared/table/entities/client.ts';
import type { Perceived } from '../scores/mood.ts';
import { locations } from '../words/companies.ts';
import { storylines } from '../words/storylines.ts';
import type { Profile } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';
import { workingHourOn } from './times.ts';

export function demoClientFact(
  profile: Profile,
  owner: string,
  { mood }: Perceived,
  random: SeededRandom,
  today: Day,
): ImportedClient {
  const { id, name, archived, favorite, externalId, importedScore, lastContact, left } = profile;
  const contacted = lastContact === null ? null : workingHourOn(random, today - lastContact);
  return {
    id,
    name,
    archived,
    favorite,
    ...(externalId !== undefined && { externalId }),
    lastContactDate: contacted,
    metadata: metadataOf(profile, owner, random),
    // the score explains a story told by hand
    ...(random.chance(0.15) &&
      !profile.story && { spotlightSummary: storylines[profile.signals?.storyline ?? 'steady'].summary[mood(today)] }),
    ...(importedScore !== undefined && { importedScore }),
    ...(left && { leftAt: dateOf(today + 1), leftBecause: left.because }),
    updatedAt: workingHourOn(random, today - random.integer(1, lastContact ?? 30)),
  };
}

/** Keys in alphabetical order, as the table returns them. */
function metadataOf({ industry }: Profile, owner: string, random: SeededRandom): Metadata {
  const [from, to] = industry.revenue;
  return {
    ...(random.chance(0.95) && { accountOwner: owner }),
    ...(random.chance(0.3) && { contractType: random.pick(['Retainer', 'Project', 'Framework']) }),
    ...(random.chance(0.95) && { industry: industry.name }),
    ...(random.chance(0.8) && { location: random.pick(locations) }),
    ...(random.chance(0.1) && { publicSector: random.chance(0.5) }),
    ...(random.chance(0.9) && { revenueTTM: random.integer(from, to) * 1000 + random.integer(0, 9) * 100 }),
  };
}
