import { fold } from '../../../../shared/domain/lists/search.ts';
import type { Person } from '../../../../shared/table/entities/person.ts';
import { firstNames, lastNames, positions } from '../words/people.ts';
import { storylines } from '../words/storylines.ts';
import type { Profile } from './profile.ts';
import type { SeededRandom } from './seeded-random.ts';

export function peopleOf({ id: clientId, people, signals, story }: Profile, random: SeededRandom): Person[] {
  if (story) {
    return story.people.map((person, at) => ({
      id: `person-${at + 1}`,
      clientId,
      ...person,
      email: `${person.name.split(' ').map(plain).join('.')}@${clientId}.example`,
    }));
  }
  const { person, vacant } = storylines[signals?.storyline ?? 'steady'];
  const others = positions.filter(({ role, title }) => role !== vacant && title !== person?.title);
  return [...(person ? [person] : []), ...random.sample(others, people)].slice(0, people).map((position, at) => {
    const first = random.pick(firstNames);
    const last = random.pick(lastNames);
    const known = (text: string, probability: number) => (random.chance(probability) ? text : '');
    return {
      id: `person-${at + 1}`,
      clientId,
      name: `${first} ${last}`,
      title: known(position.title, 0.9),
      email: known(`${plain(first)}.${plain(last)}@${clientId}.example`, 0.85),
      phone: known(`+1 555 01${random.integer(10, 99)}`, 0.6),
      role: known(position.role, 0.8),
      department: known(position.department, 0.8),
    };
  });
}

function plain(name: string): string {
  return fold(name).replaceAll(/[^a-z]/g, '');
}
