import type { Day } from '../../../../shared/domain/dates.ts';
import type { NamedSignal } from '../../../../shared/table/records/signals.ts';
import type { Chance } from './chance.ts';

/** How a level came about over the year. */
export type Course = 'steady' | 'rising' | 'falling' | 'slipping' | 'recovering' | 'seasonal';

/** What is talked about, and how. */
export interface Mood {
  /** Per topic the score that its signals tend to. */
  readonly levels: ReadonlyMap<string, number>;
  readonly course: Course;
}

export interface Span {
  readonly from: Day;
  /** Not itself. */
  readonly until: Day;
  /** The mood's level holds on this day. */
  readonly today: Day;
  /** Signals in 90 days. */
  readonly perQuarter: number;
}

const noise = 0.5;
const weights = [1, 1, 1, 2, 2, 3];

/** At most one signal a day, oldest first. */
export function signalsOf(chance: Chance, mood: Mood, span: Span, stream?: string): NamedSignal[] {
  const topics = [...mood.levels.keys()];
  const signals: NamedSignal[] = [];
  for (let day = span.from; day < span.until; day += 1) {
    if (!chance.happens(span.perQuarter / 90)) continue;
    const topic = chance.oneOf(topics);
    const level = (mood.levels.get(topic) ?? 0) + swing(mood.course, span.today - day);
    const polarity = (level - 100) / 100 + noise * (chance.draw() - 0.5);
    signals.push({
      id: `${stream ?? 'own'}-${signals.length + 1}`,
      day,
      topic,
      // 0, not -0: it is stored as a text
      polarity: Math.round(Math.max(-1, Math.min(1, polarity)) * 100) / 100 + 0,
      weight: chance.oneOf(weights),
      ...(stream !== undefined && { stream }),
    });
  }
  return signals;
}

/** How far the level was from today's, so many days ago. */
function swing(course: Course, age: number): number {
  switch (course) {
    case 'rising':
      return -age / 12;
    case 'falling':
      return age / 12;
    case 'slipping':
      return age > 45 ? 35 : 0;
    case 'recovering':
      return age > 45 ? -35 : 0;
    case 'seasonal':
      return 15 * Math.sin((2 * Math.PI * age) / 150);
    default:
      return 0;
  }
}
