import { type Day, dayOf } from '../../../../shared/domain/dates.ts';
import type { Client } from '../../../../shared/table/records/clients.ts';
import type { Note } from '../../../../shared/table/records/notes.ts';
import { happened, meaning, next, noteTypes } from '../words/notes.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';
import { timeOn } from './times.ts';

/** The newest first; the newest of all is the last contact, where there was one. */
export function notesOf(
  profile: Profile,
  client: Omit<Client, 'changeMark'>,
  owners: readonly string[],
  chance: Chance,
  today: Day,
): Note[] {
  const contacted = client.lastContactDate;
  let day = contacted === null ? today - chance.whole(3, 60) : dayOf(contacted.slice(0, 10));
  return Array.from({ length: profile.notes }, (_, at) => {
    const isContact = at === 0 && contacted !== null;
    // who was never contacted has neither met nor called anybody
    const type = isContact
      ? chance.oneOf(['meeting', 'call', 'email'])
      : contacted === null
        ? 'general'
        : chance.oneOf(noteTypes);
    if (at > 0) day -= chance.whole(1, 9);
    return {
      id: `note-${profile.notes - at}`,
      clientId: profile.id,
      content: contentOf(profile, type, at, chance),
      createdAt: isContact ? contacted : timeOn(chance, day),
      createdBy: chance.oneOf(owners),
      type,
    };
  });
}

function contentOf({ data }: Profile, type: string, at: number, chance: Chance): string {
  const level = (data?.level ?? 100) + chance.whole(-20, 20);
  const meant = meaning[level >= 115 ? 'good' : level >= 85 ? 'fair' : 'bad'];
  const opening = chance.oneOf(happened[type] ?? []);
  if (type !== 'meeting' || at % 3 === 0) return `${opening} ${chance.oneOf(meant)} ${chance.oneOf(next)}`;
  // now and then somebody writes minutes
  const points = [...chance.someOf(meant, 3), ...chance.someOf(next, chance.whole(2, 4))];
  return [opening, ...points.map((point) => `• ${point}`)].join('\n');
}
