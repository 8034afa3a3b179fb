import { type Day, startOfDay } from '../../../../shared/domain/dates.ts';
import type { ExtraColumns } from '../../../../shared/table/entities/member.ts';
import type { Portfolio } from '../../../../shared/table/entities/portfolio.ts';
import type { Profile } from './profile.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';

export interface PortfolioPlan {
  readonly portfolio: Omit<Portfolio, 'createdAt'>;
  /** Absent if the creation date is unknown. */
  readonly ageInDays?: number;
  /** The extra columns of a member; undefined if the client is not a member. */
  readonly memberColumns: (profile: Profile, random: SeededRandom) => ExtraColumns | undefined;
}

export function portfoliosOf(plans: readonly PortfolioPlan[], today: Day): Portfolio[] {
  return plans.map(({ portfolio, ageInDays: daysOld }) => ({
    ...portfolio,
    ...(daysOld !== undefined && { createdAt: startOfDay(today - daysOld).replace('T00:00', 'T09:30') }),
  }));
}

export function membershipsOf(plans: readonly PortfolioPlan[], profile: Profile): Map<string, ExtraColumns> {
  const memberships = new Map<string, ExtraColumns>();
  for (const { portfolio, memberColumns } of plans) {
    const columns = memberColumns(profile, seededRandom(`${portfolio.id} ${profile.id}`));
    if (columns) memberships.set(portfolio.id, columns);
  }
  return memberships;
}
