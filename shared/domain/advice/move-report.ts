import { dateOf } from '../dates.ts';
import type { Period } from '../scoring/changes.ts';
import { type Cause, comparableChange, type Move, type Moves, type TopicMove } from '../scoring/moves.ts';
import { topics } from '../scoring/topics.ts';
import { causeText } from './causes.ts';
import { nextSteps } from './reasons.ts';

export type MoveReport = {
  changes?: Partial<Record<Period, ChangeReport>>;
  evidence: Evidence[];
  pulledDownBy: Evidence[];
  reason: string | null;
  nextSteps: string[];
};

type Evidence = { topic: string; date: string; signalId: string | null; text: string; points: number };

type ChangeReport = {
  change: number;
  comparable: number;
  topics: { id: string; change: number; data?: TopicMove['data'] }[];
  other: number;
};

const idOf = (topic: number) => topics[topic]?.id ?? '';

/** Why the score moved and what pulls it down, as callers see it; why to act, and what to do next, if there is anything. */
export function moveReport(
  moves: Moves | undefined,
  { reason: why }: { readonly reason?: string | null | undefined },
): MoveReport {
  const reason = why ?? null;
  if (!moves) return { evidence: [], pulledDownBy: [], reason, nextSteps: [] };
  const entries = Object.entries(moves.periods).map(([period, move]) => [period, changeOf(move)]);
  const evidenceOf = (cause: Cause): Evidence => ({
    topic: idOf(cause.topic),
    date: dateOf(cause.day),
    signalId: cause.id ?? null,
    text: causeText(cause, moves.day),
    points: cause.points,
  });
  return {
    ...(entries.length > 0 && { changes: Object.fromEntries(entries) }),
    evidence: moves.causes.map(evidenceOf),
    pulledDownBy: moves.pulls.map(evidenceOf),
    reason,
    nextSteps: reason === null ? [] : nextSteps(moves),
  };
}

function changeOf(move: Move): ChangeReport {
  const { change, topics: moved, other } = move;
  return {
    change,
    comparable: comparableChange(move),
    topics: moved.map(({ topic, change: points, data }) => ({
      id: idOf(topic),
      change: points,
      ...(data && { data }),
    })),
    other,
  };
}
