import type { StreamState } from '../../../../shared/table/records/streams.ts';
import { type Industry, industries, roots } from '../words/companies.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { Course } from './signals.ts';

/** What a client of the demo is like; all that it has follows from this. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly industry: Industry;
  readonly archived: boolean;
  readonly favorite: boolean;
  readonly externalId?: string;
  readonly importedScore?: number;
  /** Days ago; null: never. */
  readonly lastContact: number | null;
  /** How many nights have scored it. */
  readonly nights: number;
  /** null: no signal, ever. */
  readonly data: Data | null;
  readonly notes: number;
  readonly people: number;
  readonly reads: Cadence;
  readonly streams: readonly { readonly id: string; readonly state: StreamState }[];
}

export interface Data {
  /** The score that its signals tend to. */
  readonly level: number;
  readonly course: Course;
  /** How many topics they speak of. */
  readonly topics: number;
  /** Days ago that the last of them was seen; 0: they still come. */
  readonly ended: number;
}

/** How often alignment reads are filed; `lapsed`: one, long ago. */
export type Cadence = 'weekly' | 'monthly' | 'quarterly' | 'lapsed' | 'never';

const courses: readonly Course[] = ['steady', 'steady', 'rising', 'falling', 'slipping', 'recovering', 'seasonal'];

export function ordinaryProfile(chance: Chance, id: string, industry: Industry, name: string): Profile {
  const archived = chance.happens(0.07);
  const nights = chance.happens(0.75) ? 365 : chance.whole(4, 330);
  const fate = chance.draw();
  const history = ((): Pick<Profile, 'nights' | 'data' | 'importedScore'> => {
    if (fate < 0.04) return { nights: 0, data: null };
    if (fate < 0.08) return { nights: chance.whole(20, 200), data: null, importedScore: chance.whole(110, 330) / 2 };
    const data = dataOf(chance, archived || fate < 0.13, fate > 0.9);
    return { nights, data, ...(nights < 365 && chance.happens(0.4) && { importedScore: chance.whole(60, 150) }) };
  })();
  return {
    id,
    name,
    industry,
    archived,
    favorite: chance.happens(0.09),
    ...(chance.happens(0.6) && { externalId: `CRM-${chance.whole(10_000, 99_999)}` }),
    lastContact: chance.happens(0.05) ? null : chance.whole(1, archived ? 300 : 45),
    notes: chance.happens(0.1) ? 0 : chance.whole(1, 8),
    people: chance.whole(0, 5),
    reads: chance.oneOf(['weekly', 'monthly', 'monthly', 'quarterly', 'lapsed', 'never']),
    streams: [],
    ...history,
  };
}

function dataOf(chance: Chance, quiet: boolean, thin: boolean): Data {
  return {
    // more in the middle than at the ends
    level: 105 + 140 * ((chance.draw() + chance.draw()) / 2 - 0.5),
    course: chance.oneOf(courses),
    topics: thin ? chance.whole(1, 7) : chance.whole(10, 15),
    ended: quiet ? chance.whole(95, 250) : 0,
  };
}

/** Companies with their industries, no two of one name. */
export function companies(subject: string, count: number): { industry: Industry; name: string }[] {
  const chance = chanceOf(`${subject} companies`);
  const byName = new Map<string, Industry>();
  while (byName.size < count) {
    const industry = chance.oneOf(industries);
    byName.set(`${chance.oneOf(roots)} ${chance.oneOf(industry.nouns)}`, industry);
  }
  return [...byName].map(([name, industry]) => ({ name, industry }));
}

/** Streams dealt out to clients: some get many, some none. */
export function dealStreams(subject: string, profiles: readonly Profile[], ids: readonly string[]): Profile[] {
  const chance = chanceOf(`${subject} streams`);
  const takers = profiles.filter(({ nights }) => nights > 0);
  const dealt = ids.map((id) => ({ id, taker: chance.oneOf(takers), state: stateOf(chance) }));
  return profiles.map((profile) => ({
    ...profile,
    streams: dealt.filter(({ taker }) => taker === profile).map(({ id, state }) => ({ id, state })),
  }));
}

function stateOf(chance: Chance): StreamState {
  const at = chance.draw();
  return at < 0.66 ? 'active' : at < 0.87 ? 'inactive' : 'pending';
}
