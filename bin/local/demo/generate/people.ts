import { fold } from '../../../../shared/domain/lists/search.ts';
import type { Person } from '../../../../shared/table/records/people.ts';
import { firstNames, lastNames, positions } from '../words/people.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';

export function peopleOf({ id: clientId, people }: Profile, chance: Chance): Person[] {
  return chance.someOf(positions, people).map((position, at) => {
    const first = chance.oneOf(firstNames);
    const last = chance.oneOf(lastNames);
    const known = (text: string, probability: number) => (chance.happens(probability) ? text : '');
    return {
      id: `person-${at + 1}`,
      clientId,
      name: `${first} ${last}`,
      title: known(position.title, 0.9),
      email: known(`${plain(first)}.${plain(last)}@${clientId}.example`, 0.85),
      phone: known(`+1 555 01${chance.whole(10, 99)}`, 0.6),
      role: known(position.role, 0.8),
      department: known(position.department, 0.8),
    };
  });
}

function plain(name: string): string {
  return fold(name).replaceAll(/[^a-z]/g, '');
}
