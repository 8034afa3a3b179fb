import type { TopicId } from '../scoring/topics.ts';
import { commercialAlignment } from './recommendations/commercial-alignment.ts';
import { relationshipStrength } from './recommendations/relationship-strength.ts';
import { serviceQuality } from './recommendations/service-quality.ts';
import type { Recommendations, Severity } from './severity.ts';

const catalogue: Readonly<Record<TopicId, Recommendations>> = {
  ...serviceQuality,
  ...relationshipStrength,
  ...commercialAlignment,
};

export function recommendationsFor(topic: TopicId, severity: Severity): readonly string[] {
  return catalogue[topic][severity];
}
