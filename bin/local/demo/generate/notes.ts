import { type Day, dayOf } from '../../../../shared/domain/dates.ts';
import type { Client } from '../../../../shared/table/records/clients.ts';
import type { Note } from '../../../../shared/table/records/notes.ts';
import { happened, meaning, next, noteTypes } from '../words/notes.ts';
import type { Profile } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';
import { workingHourOn } from './times.ts';

/** Newest first. The newest note is the last contact, if there was one. */
export function notesOf(
  profile: Profile,
  client: Omit<Client, 'changeMark'>,
  owners: readonly string[],
  random: SeededRandom,
  today: Day,
): Note[] {
  const contacted = client.lastContactDate;
  let day = contacted === null ? today - random.integer(3, 60) : dayOf(contacted.slice(0, 10));
  return Array.from({ length: profile.notes }, (_, at) => {
    const isContact = at === 0 && contacted !== null;
    // a client without a last contact has no meetings or calls
    const type = isContact
      ? random.pick(['meeting', 'call', 'email'])
      : contacted === null
        ? 'general'
        : random.pick(noteTypes);
    if (at > 0) day -= random.integer(1, 9);
    return {
      id: `note-${profile.notes - at}`,
      clientId: profile.id,
      content: noteContent(profile, type, at, random),
      createdAt: isContact ? contacted : workingHourOn(random, day),
      createdBy: random.pick(owners),
      type,
    };
  });
}

function noteContent({ signals }: Profile, type: string, at: number, random: SeededRandom): string {
  const level = (signals?.level ?? 100) + random.integer(-20, 20);
  const meant = meaning[level >= 115 ? 'good' : level >= 85 ? 'fair' : 'bad'];
  const opening = random.pick(happened[type] ?? []);
  if (type !== 'meeting' || at % 3 === 0) return `${opening} ${random.pick(meant)} ${random.pick(next)}`;
  // every third meeting has minutes
  const points = [...random.sample(meant, 3), ...random.sample(next, random.integer(2, 4))];
  return [opening, ...points.map((point) => `• ${point}`)].join('\n');
}
