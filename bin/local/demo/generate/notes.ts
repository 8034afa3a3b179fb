import { type Day, dayOf } from '../../../../shared/domain/dates.ts';
import type { ImportedClient } from '../../../../shared/table/entities/client.ts';
import type { Note } from '../../../../shared/table/entities/note.ts';
import type { Perceived } from '../scores/mood.ts';
import { happened, meaning, next, noteTypes } from '../words/notes.ts';
import type { Profile, Story } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';
import { workingHourOn } from './times.ts';

/** Newest first. The newest note is the last contact, if there was one. */
export function notesOf(
  profile: Profile,
  client: ImportedClient,
  owners: readonly string[],
  { mood, storyline }: Perceived,
  random: SeededRandom,
  today: Day,
): Note[] {
  if (profile.story) return notesOfStory(profile, profile.story, client, random, today);
  const contacted = client.lastContactDate;
  let day = contacted === null ? today - random.integer(3, 60) : dayOf(contacted.slice(0, 10));
  return Array.from({ length: profile.notes }, (_, at) => {
    const isContact = at === 0 && contacted !== null;
    if (at > 0) day -= random.integer(1, 9);
    const moodThen = mood(day);
    // a client without a last contact has no meetings or calls
    const type = isContact
      ? random.pick(['meeting', 'call', 'email'])
      : contacted === null
        ? 'general'
        : random.pick(noteTypes[moodThen]);
    const meant = [...(storyline(day)?.said[moodThen] ?? meaning[moodThen])];
    return {
      id: `note-${profile.notes - at}`,
      clientId: profile.id,
      content: noteContent(type, meant, next[moodThen], at, random),
      createdAt: isContact ? contacted : workingHourOn(random, day),
      createdBy: random.pick(owners),
      type,
    };
  });
}

function noteContent(
  type: string,
  meant: readonly string[],
  steps: readonly string[],
  at: number,
  random: SeededRandom,
): string {
  const opening = random.pick(happened.get(type) ?? []);
  if (type !== 'meeting' || at % 3 === 0) return `${opening} ${random.pick(meant)} ${random.pick(steps)}`;
  // every third meeting has minutes
  const points = [...random.sample(meant, 3), ...random.sample(steps, random.integer(2, 4))];
  return [opening, ...points.map((point) => `• ${point}`)].join('\n');
}

function notesOfStory(
  { id: clientId }: Profile,
  { notes }: Story,
  { lastContactDate, metadata: { accountOwner } }: ImportedClient,
  random: SeededRandom,
  today: Day,
): Note[] {
  return notes.map(({ daysAgo, type, content }, at) => ({
    id: `note-${notes.length - at}`,
    clientId,
    content,
    createdAt: at === 0 && lastContactDate !== null ? lastContactDate : workingHourOn(random, today - daysAgo),
    createdBy: String(accountOwner),
    type,
  }));
}
