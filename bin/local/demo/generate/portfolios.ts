import { type Day, startOfDay } from '../../../../shared/domain/dates.ts';
import type { ExtraColumns, Portfolio } from '../../../../shared/table/records/portfolios.ts';
import { type Chance, chanceOf } from './chance.ts';
import type { Profile } from './profile.ts';

export interface PortfolioPlan {
  readonly portfolio: Omit<Portfolio, 'createdAt'>;
  /** Not known of the older ones. */
  readonly daysOld?: number;
  /** What a member shows; undefined for who is none. */
  readonly has: (profile: Profile, chance: Chance) => ExtraColumns | undefined;
}

export function portfoliosOf(plans: readonly PortfolioPlan[], today: Day): Portfolio[] {
  return plans.map(({ portfolio, daysOld }) => ({
    ...portfolio,
    ...(daysOld !== undefined && { createdAt: startOfDay(today - daysOld).replace('T00:00', 'T09:30') }),
  }));
}

export function membershipsOf(plans: readonly PortfolioPlan[], profile: Profile): Map<string, ExtraColumns> {
  const memberships = new Map<string, ExtraColumns>();
  for (const { portfolio, has } of plans) {
    const columns = has(profile, chanceOf(`${portfolio.id} ${profile.id}`));
    if (columns) memberships.set(portfolio.id, columns);
  }
  return memberships;
}
