import type { AlignmentValue } from '../../../../shared/domain/alignment.ts';
import { topics } from '../../../../shared/domain/scoring/topics.ts';
import type { Person } from '../../../../shared/table/entities/person.ts';
import type { StreamState } from '../../../../shared/table/entities/stream.ts';
import { type Industry, industries, roots } from '../words/companies.ts';
import type { StorylineName } from '../words/storylines.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

/** The parameters from which all data of a demo client is generated. */
export interface Profile {
  readonly id: string;
  readonly name: string;
  readonly industry: Industry;
  readonly archived: boolean;
  readonly favorite: boolean;
  readonly externalId?: string;
  readonly importedScore?: number;
  /** Number of days ago; null if never. */
  readonly lastContact: number | null;
  /** Number of nights that have scored the client. */
  readonly nights: number;
  /** null if the client never had a signal. */
  readonly signals: SignalProfile | null;
  readonly notes: number;
  readonly people: number;
  readonly reads: Cadence;
  readonly streams: readonly { readonly id: string; readonly state: StreamState }[];
  /** Notes, people and reads written by hand, in place of generated ones. */
  readonly story?: Story;
  /** It gave notice: everything about it ends the day before. */
  readonly left?: { readonly daysAgo: number; readonly because: string };
  /** All texts about the client are its name, which is hard to show. */
  readonly textsAreName?: boolean;
}

interface SignalProfile {
  /** The score that results from the signals. */
  readonly level: number;
  readonly storyline: StorylineName;
  /** Number of days ago when it happened, for storylines that happen at once. */
  readonly since: number;
  /** How strong the storyline is; 1 is as described. */
  readonly strength: number;
  /** Number of topics with signals. */
  readonly topics: number;
  /** Number of signals in 90 days, without those of streams. */
  readonly perQuarter?: number;
  /** 0 if the client still gets signals. */
  readonly daysSinceLastSignal: number;
}

/** How often alignment reads are filed; `lapsed` means once, long ago. */
export type Cadence = 'weekly' | 'monthly' | 'quarterly' | 'lapsed' | 'never';

/** A story told by hand. Newest first, as the API shows it; the reads oldest first. */
export interface Story {
  readonly notes: readonly { readonly daysAgo: number; readonly type: string; readonly content: string }[];
  readonly people: readonly Omit<Person, 'id' | 'clientId' | 'email'>[];
  readonly reads: readonly { readonly weeksAgo: number; readonly value: AlignmentValue }[];
}

/** Steady clients are the most frequent. */
const storylineNames: readonly StorylineName[] = [
  ...(['steady', 'steady', 'growing', 'budgetCut', 'sponsorLeft', 'missedDates', 'repaired', 'seasonal'] as const),
];

export function ordinaryProfile(random: SeededRandom, id: string, industry: Industry, name: string): Profile {
  const archived = random.chance(0.07);
  const nights = random.chance(0.75) ? 365 : random.integer(4, 330);
  const kind = random.fraction();
  const history = ((): Pick<Profile, 'nights' | 'signals' | 'importedScore'> => {
    if (kind < 0.04) return { nights: 0, signals: null };
    if (kind < 0.08)
      return { nights: random.integer(20, 200), signals: null, importedScore: random.integer(110, 330) / 2 };
    const signals = signalProfileOf(random, archived || kind < 0.13, kind > 0.9);
    return { nights, signals, ...(nights < 365 && random.chance(0.4) && { importedScore: random.integer(60, 150) }) };
  })();
  return {
    id,
    name,
    industry,
    archived,
    favorite: random.chance(0.09),
    ...(random.chance(0.6) && { externalId: `CRM-${random.integer(10_000, 99_999)}` }),
    lastContact: random.chance(0.05) ? null : random.integer(1, archived ? 300 : 45),
    notes: random.chance(0.1) ? 0 : random.integer(1, 8),
    people: random.integer(0, 5),
    reads: random.pick(['weekly', 'monthly', 'monthly', 'quarterly', 'lapsed', 'never']),
    streams: [],
    ...history,
  };
}

function signalProfileOf(random: SeededRandom, ended: boolean, fewTopics: boolean): SignalProfile {
  return {
    // the sum of two draws puts more clients in the middle than at the ends; nobody is full of praise and silent
    level: Math.min(105 + 140 * ((random.fraction() + random.fraction()) / 2 - 0.5), ended ? 110 : 200),
    storyline: random.pick(storylineNames),
    since: random.integer(20, 60),
    strength: random.integer(5, 11) / 10,
    topics: fewTopics ? random.integer(1, 7) : random.integer(10, topics.length),
    daysSinceLastSignal: ended ? random.integer(95, 250) : 0,
  };
}

/** Companies with unique names. */
export function companies(subject: string, count: number): { industry: Industry; name: string }[] {
  const random = seededRandom(`${subject} companies`);
  const byName = new Map<string, Industry>();
  while (byName.size < count) {
    const industry = random.pick(industries);
    byName.set(`${random.pick(roots)} ${random.pick(industry.nouns)}`, industry);
  }
  return [...byName].map(([name, industry]) => ({ name, industry }));
}

/** Assigns each stream to a random client: some get many, some none. */
export function assignStreams(subject: string, profiles: readonly Profile[], ids: readonly string[]): Profile[] {
  const random = seededRandom(`${subject} streams`);
  const candidates = profiles.filter(({ nights }) => nights > 0);
  const assigned = ids.map((id) => ({ id, owner: random.pick(candidates), state: stateOf(random) }));
  return profiles.map((profile) => ({
    ...profile,
    streams: assigned.filter(({ owner }) => owner === profile).map(({ id, state }) => ({ id, state })),
  }));
}

function stateOf(random: SeededRandom): StreamState {
  const at = random.fraction();
  return at < 0.66 ? 'active' : at < 0.87 ? 'inactive' : 'pending';
}
