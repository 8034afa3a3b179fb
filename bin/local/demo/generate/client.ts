import type { Day } from '../../../../shared/domain/dates.ts';
import type { Client, Metadata } from '../../../../shared/table/records/clients.ts';
import { locations } from '../words/companies.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';
import { timeOn } from './times.ts';

export function demoClientFact(
  profile: Profile,
  owner: string,
  chance: Chance,
  today: Day,
): Omit<Client, 'changeMark'> {
  const { id, name, archived, favorite, externalId, importedScore, lastContact } = profile;
  const contacted = lastContact === null ? null : timeOn(chance, today - lastContact);
  return {
    id,
    name,
    archived,
    favorite,
    ...(externalId !== undefined && { externalId }),
    lastContactDate: contacted,
    metadata: metadataOf(profile, owner, chance),
    ...(chance.happens(0.15) && { spotlightSummary: summaryOf(profile, owner, chance) }),
    ...(importedScore !== undefined && { importedScore }),
    updatedAt: timeOn(chance, today - chance.whole(1, lastContact ?? 30)),
  };
}

/** The keys in the order of the alphabet, as the table returns them. */
function metadataOf({ industry }: Profile, owner: string, chance: Chance): Metadata {
  const [from, to] = industry.revenue;
  return {
    ...(chance.happens(0.95) && { accountOwner: owner }),
    ...(chance.happens(0.3) && { contractType: chance.oneOf(['Retainer', 'Project', 'Framework']) }),
    ...(chance.happens(0.95) && { industry: industry.name }),
    ...(chance.happens(0.8) && { location: chance.oneOf(locations) }),
    ...(chance.happens(0.1) && { publicSector: chance.happens(0.5) }),
    ...(chance.happens(0.9) && { revenueTTM: chance.whole(from, to) * 1000 + chance.whole(0, 9) * 100 }),
  };
}

function summaryOf({ industry }: Profile, owner: string, chance: Chance): string {
  return chance.oneOf([
    `${owner} expects the renewal to be signed as it stands; the new contact in finance has yet to be met.`,
    `Results are good, attention is not: the sponsor has missed two reviews. Plan a visit.`,
    `Steady work in ${industry.name}, few surprises. An offer for a second market is being written.`,
    `The relaunch has cost goodwill. Keep the dates of the next four weeks, whatever it takes.`,
  ]);
}
