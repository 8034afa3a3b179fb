import type { Recommendations } from '../recommendations.ts';

export const commercialAlignment = {
  value_for_money: { critical: [], high: [], medium: [], low: [] },
  budget_stability: { critical: [], high: [], medium: [], low: [] },
  scope_alignment: { critical: [], high: [], medium: [], low: [] },
  billing_payment: { critical: [], high: [], medium: [], low: [] },
  renewal_growth: { critical: [], high: [], medium: [], low: [] },
} satisfies Record<string, Recommendations>;
