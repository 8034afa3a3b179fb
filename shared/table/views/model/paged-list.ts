import type { Tally } from '../../../domain/lists/health.ts';
import type { PageRef } from './pages.ts';

/** One sorted list, as the pages that hold it. */
export interface PagedList {
  readonly pages: readonly PageRef[];
  /** The tally of the scores of its entries. */
  readonly tally: Tally;
}

export function numbersOf({ total, sumOfTenths, bands }: Tally): number[] {
  return [total, sumOfTenths, bands.highRisk, bands.mediumRisk, bands.lowRisk, bands.onTrack];
}

export function tallyFrom([
  total = 0,
  sumOfTenths = 0,
  highRisk = 0,
  mediumRisk = 0,
  lowRisk = 0,
  onTrack = 0,
]: readonly number[]): Tally {
  return { total, sumOfTenths, bands: { highRisk, mediumRisk, lowRisk, onTrack } };
}
