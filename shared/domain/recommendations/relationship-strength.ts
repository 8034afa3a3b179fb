import type { Recommendations } from '../recommendations.ts';

export const relationshipStrength = {
  trust: { critical: [], high: [], medium: [], low: [] },
  executive_sponsorship: { critical: [], high: [], medium: [], low: [] },
  stakeholder_breadth: { critical: [], high: [], medium: [], low: [] },
  communication_engagement: { critical: [], high: [], medium: [], low: [] },
  advocacy: { critical: [], high: [], medium: [], low: [] },
} satisfies Record<string, Recommendations>;
