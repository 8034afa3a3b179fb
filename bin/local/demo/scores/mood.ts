import type { Day } from '../../../../shared/domain/dates.ts';
import { scoreOn } from '../../../../shared/domain/scoring/history.ts';
import { expectedScore } from '../../../../shared/domain/scoring/model.ts';
import type { Score } from '../../../../shared/table/records/scores.ts';
import type { Profile } from '../generate/profile.ts';
import { type Mood, type Storyline, storylines } from '../words/storylines.ts';

/** What people perceived of a client on the days of its history. */
export interface Perceived {
  /** The score of a day; the first one for days before. */
  readonly score: (day: Day) => number;
  readonly mood: (day: Day) => Mood;
  /** The storyline, if it was under way on a day. */
  readonly storyline: (day: Day) => Storyline | undefined;
}

const noticed = 10;
const slopeDays = 180;

export function perceived({ signals, importedScore }: Profile, score: Score | undefined, today: Day): Perceived {
  const history = score?.history;
  const first = history && history.last - history.points.length + 1;
  const scoreAt = (day: Day) =>
    (history && scoreOn(history, Math.min(Math.max(day, first ?? 0), history.last))) ?? importedScore ?? expectedScore;
  return {
    score: scoreAt,
    mood: (day) => moodOf(scoreAt(day), scoreAt(day) - scoreAt(day - 30)),
    storyline: (day) => {
      if (!signals) return undefined;
      const storyline = storylines[signals.storyline];
      const since = { step: signals.since, slope: slopeDays, wave: -1, none: -1 }[storyline.shape];
      return today - day <= since ? storyline : undefined;
    },
  };
}

function moodOf(score: number, change: number): Mood {
  if (score >= 115) return change > -noticed ? 'good' : 'fair';
  if (score < 85) return 'bad';
  return score < 100 && change <= -noticed ? 'bad' : 'fair';
}
