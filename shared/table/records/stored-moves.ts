import type { Cause, Move, Moves } from '../../domain/scoring/moves.ts';
import { storedPlaces } from '../../domain/scoring/topics.ts';

// The moves of a client as a short text: topics by their place among stored scores, so that one that is added later
// leaves the others as they are. Words are made when they are read.

type StoredTopic = [place: number, change: number, data?: 'b' | 'e'];
type StoredMove = [change: number, other: number, ...topics: StoredTopic[]];

interface Stored {
  readonly 7?: StoredMove;
  readonly 30?: StoredMove;
  readonly c?: readonly ({ readonly t: number } & Omit<Cause, 'topic'>)[];
}

export function movesText({ periods, causes }: Moves): string {
  const { '7day': week, '30day': month } = periods;
  const stored: Stored = {
    ...(week && { 7: toStored(week) }),
    ...(month && { 30: toStored(month) }),
    ...(causes.length > 0 && { c: causes.map(({ topic, ...cause }) => ({ t: storedPlaces[topic] ?? 0, ...cause })) }),
  };
  return JSON.stringify(stored);
}

export function movesFrom(text: string): Moves {
  const { 7: week, 30: month, c: causes = [] } = JSON.parse(text) as Stored;
  return {
    periods: { ...(week && { '7day': fromStored(week) }), ...(month && { '30day': fromStored(month) }) },
    causes: causes.map(({ t, ...cause }) => ({ topic: storedPlaces.indexOf(t), ...cause })),
  };
}

function toStored({ change, other, topics }: Move): StoredMove {
  return [
    change,
    other,
    ...topics.map(({ topic, change: moved, data }): StoredTopic => {
      const place = storedPlaces[topic] ?? 0;
      return data ? [place, moved, data === 'began' ? 'b' : 'e'] : [place, moved];
    }),
  ];
}

function fromStored([change, other, ...topics]: StoredMove): Move {
  return {
    change,
    other,
    topics: topics.map(([place, moved, data]) => ({
      ...{ topic: storedPlaces.indexOf(place), change: moved },
      ...(data && { data: data === 'b' ? ('began' as const) : ('ended' as const) }),
    })),
  };
}
