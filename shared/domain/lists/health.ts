import { type Band, bandOf, bands } from '../scoring/bands.ts';
import { largestRemainder, roundedQuotient, tenths } from '../scoring/rounding.ts';

type BandCounts = Record<Band, number>;

/** The input for health, stored per roster and portfolio. The sum is exact, because it is an integer (tenths). */
export type Tally = { total: number; sumOfTenths: number; bands: BandCounts };

export type Health = {
  score: number;
  breakdown: BandCounts & { total: number };
  distribution: { highRiskPercent: number; mediumRiskPercent: number; lowRiskPercent: number; onTrackPercent: number };
};

export const emptyTally: Tally = {
  total: 0,
  sumOfTenths: 0,
  bands: { highRisk: 0, mediumRisk: 0, lowRisk: 0, onTrack: 0 },
};

export function tallyOf(scores: Iterable<number>): Tally {
  const tally = { ...emptyTally, bands: { ...emptyTally.bands } };
  for (const score of scores) {
    tally.total += 1;
    tally.sumOfTenths += tenths(score);
    tally.bands[bandOf(score)] += 1;
  }
  return tally;
}

export function plus(a: Tally, b: Tally): Tally {
  return {
    total: a.total + b.total,
    sumOfTenths: a.sumOfTenths + b.sumOfTenths,
    bands: {
      highRisk: a.bands.highRisk + b.bands.highRisk,
      mediumRisk: a.bands.mediumRisk + b.bands.mediumRisk,
      lowRisk: a.bands.lowRisk + b.bands.lowRisk,
      onTrack: a.bands.onTrack + b.bands.onTrack,
    },
  };
}

export function healthScore({ total, sumOfTenths }: Tally): number {
  return total === 0 ? 0 : roundedQuotient(sumOfTenths, total) / 10;
}

export function health(tally: Tally): Health {
  return {
    score: healthScore(tally),
    breakdown: { ...tally.bands, total: tally.total },
    distribution: distribution(tally),
  };
}

function distribution({ total, bands: counts }: Tally): Health['distribution'] {
  const hundredths =
    total === 0
      ? []
      : largestRemainder(
          bands.map((band) => (counts[band] * 10_000) / total),
          10_000,
        );
  const [highRisk = 0, mediumRisk = 0, lowRisk = 0, onTrack = 0] = hundredths;
  return {
    highRiskPercent: highRisk / 100,
    mediumRiskPercent: mediumRisk / 100,
    lowRiskPercent: lowRisk / 100,
    onTrackPercent: onTrack / 100,
  };
}
