import type { Day } from '../../../../shared/domain/dates.ts';
import type { NamedSignal } from '../../../../shared/table/entities/signal.ts';
import type { SeededRandom } from '../generate/seeded-random.ts';
import { offset, type TopicTrend } from './topic-trend.ts';

export interface Span {
  readonly from: Day;
  /** Exclusive. */
  readonly until: Day;
  /** The day on which the levels apply. */
  readonly today: Day;
  /** Number of signals in 90 days. */
  readonly perQuarter: number;
}

/** What a row of another system would say of a topic, if it is bad, and else. */
const rules: ReadonlyMap<string, readonly [clearlyBad: string, other: string]> = new Map(
  Object.entries<readonly [string, string]>({
    deliverable_quality: ['ticket-complaint', 'survey-quality'],
    timeliness: ['ticket-sla', 'ticket-sla'],
    executive_sponsorship: ['meeting-executive', 'meeting-executive'],
    communication_engagement: ['meeting-held', 'meeting-held'],
    billing_payment: ['invoice-dispute', 'survey-billing'],
    renewal_growth: ['deal', 'survey-renewal'],
  }),
);
const clearlyBad = -0.5;

/** As if a mapping had made the signal, so that the demo's reasons name rows. */
function idOf(topic: string, polarity: number, record: number): string {
  const [bad, other] = rules.get(topic) ?? [];
  const rule = (polarity < clearlyBad ? bad : other) ?? `survey-${topic.replace(/_.*/, '')}`;
  return `${rule}_${rule.startsWith('invoice') ? 'INV-' : ''}${record}`;
}

/** Rows of a client and of each of its streams have numbers of their own. */
function numberOf(stream = ''): number {
  return 1000 * (1 + ([...stream].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 0) % 997));
}

const noise = 0.5;
const weights = [1, 1, 1, 2, 2, 3];

/** At most one signal a day, oldest first. */
export function signalsOf(random: SeededRandom, topicTrend: TopicTrend, span: Span, stream?: string): NamedSignal[] {
  const topics = [...topicTrend.levels.keys()];
  const signals: NamedSignal[] = [];
  for (let day = span.from; day < span.until; day += 1) {
    if (!random.chance(span.perQuarter / 90)) continue;
    const topic = random.pick(topics);
    const level = (topicTrend.levels.get(topic) ?? 0) + offset(topicTrend, topic, span.today - day);
    const exact = (level - 100) / 100 + noise * (random.fraction() - 0.5);
    // adding 0 turns -0 into 0; polarity is stored as text
    const polarity = Math.round(Math.max(-1, Math.min(1, exact)) * 100) / 100 + 0;
    signals.push({
      id: idOf(topic, polarity, numberOf(stream) + signals.length),
      day,
      topic,
      polarity,
      weight: random.pick(weights),
      ...(stream !== undefined && { stream }),
    });
  }
  return signals;
}
