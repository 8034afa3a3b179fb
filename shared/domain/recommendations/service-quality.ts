import type { Recommendations } from '../recommendations.ts';

export const serviceQuality = {
  deliverable_quality: { critical: [], high: [], medium: [], low: [] },
  timeliness: { critical: [], high: [], medium: [], low: [] },
  responsiveness: { critical: [], high: [], medium: [], low: [] },
  team_expertise: { critical: [], high: [], medium: [], low: [] },
  results_impact: { critical: [], high: [], medium: [], low: [] },
} satisfies Record<string, Recommendations>;
