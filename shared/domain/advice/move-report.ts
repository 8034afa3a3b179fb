import { dateOf } from '../dates.ts';
import type { Period } from '../scoring/changes.ts';
import type { Move, Moves, TopicMove } from '../scoring/moves.ts';
import { topics } from '../scoring/topics.ts';
import { causeText } from './causes.ts';

export type MoveReport = {
  changes?: Partial<Record<Period, ChangeReport>>;
  evidence: { topic: string; date: string; signalId: string | null; text: string; points: number }[];
};

type ChangeReport = {
  change: number;
  topics: { id: string; change: number; data?: TopicMove['data'] }[];
  other: number;
};

const idOf = (topic: number) => topics[topic]?.id ?? '';

/** Why the score moved, as callers see it: changes of contributions that add up, and the signals behind the largest. */
export function moveReport(moves: Moves | undefined): MoveReport {
  if (!moves) return { evidence: [] };
  const entries = Object.entries(moves.periods).map(([period, move]) => [period, changeOf(move)]);
  return {
    ...(entries.length > 0 && { changes: Object.fromEntries(entries) }),
    evidence: moves.causes.map((cause) => ({
      topic: idOf(cause.topic),
      date: dateOf(cause.day),
      signalId: cause.id ?? null,
      text: causeText(cause, moves.day),
      points: cause.points,
    })),
  };
}

function changeOf({ change, topics: moved, other }: Move): ChangeReport {
  return {
    change,
    topics: moved.map(({ topic, change: points, data }) => ({
      id: idOf(topic),
      change: points,
      ...(data && { data }),
    })),
    other,
  };
}
