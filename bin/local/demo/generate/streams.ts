import type { Day } from '../../../../shared/domain/dates.ts';
import { topics } from '../../../../shared/domain/scoring/topics.ts';
import type { NamedSignal } from '../../../../shared/table/records/signals.ts';
import type { Stream } from '../../../../shared/table/records/streams.ts';
import { services } from '../words/services.ts';
import type { Chance } from './chance.ts';
import type { Profile } from './profile.ts';
import { type Mood, signalsOf } from './signals.ts';

export interface DemoStream {
  readonly stream: Stream;
  /** null: nothing was ever said of it. */
  readonly mood: Mood | null;
  readonly nights: number;
  readonly signals: readonly NamedSignal[];
}

const perQuarter = 18;

export function streamsOf(profile: Profile, mood: Mood | null, chance: Chance, today: Day): DemoStream[] {
  const offered = chance.someOf(services, services.length);
  return profile.streams.map(({ id, state }, at) => {
    const nights = Math.min(profile.nights, state === 'pending' ? chance.whole(0, 20) : chance.whole(60, 700));
    const own = mood && state !== 'pending' ? streamMood(mood, chance) : null;
    const ended = Math.max(profile.data?.ended ?? 0, state === 'inactive' ? chance.whole(5, 200) : 0);
    const service = offered[at] ?? chance.oneOf(services);
    const stream: Stream = {
      id,
      clientId: profile.id,
      name: service.name,
      state,
      goals: chance.happens(0.75) ? chance.oneOf(service.goals) : null,
      ...(chance.happens(0.1) && { spotlight: `${service.name}: the next review decides on the second half.` }),
      ...(state === 'pending' && chance.happens(0.3) && { importedScore: chance.whole(80, 120) }),
    };
    const span = { from: today - nights - 30, until: today - ended, today, perQuarter };
    return { stream, mood: own, nights, signals: own ? signalsOf(chance, own, span, id) : [] };
  });
}

/** Better or worse than its client, and about some of the client's topics. */
function streamMood({ levels, course }: Mood, chance: Chance): Mood {
  const shift = chance.whole(-15, 15);
  const some = new Set(chance.someOf([...levels.keys()], chance.whole(8, 13)));
  return {
    // a stream has topics in the same order as everything else
    levels: new Map(topics.filter(({ id }) => some.has(id)).map(({ id }) => [id, (levels.get(id) ?? 0) + shift])),
    course,
  };
}
