import { bandBounds } from './model.ts';

export type Band = 'highRisk' | 'mediumRisk' | 'lowRisk' | 'onTrack';

/** Worst first. */
export const bands: readonly Band[] = ['highRisk', 'mediumRisk', 'lowRisk', 'onTrack'];

/** For people, in a sentence. */
export const levelNames: Readonly<Record<Band, string>> = {
  highRisk: 'high risk',
  mediumRisk: 'medium risk',
  lowRisk: 'low risk',
  onTrack: 'on track',
};

/** What a level means, for somebody who sees it first. */
export const levelMeanings: Readonly<Record<Band, string>> = {
  highRisk: 'below 70, act now',
  mediumRisk: '70 to 99, keep watch',
  lowRisk: '100 to 139, as expected',
  onTrack: '140 to 200, the best',
};

/** All of them in a line, worst first. */
export const levelsText = bands.map((band) => `${levelNames[band]}: ${levelMeanings[band]}`).join('; ');

export function bandOf(score: number): Band {
  if (score < bandBounds.mediumRisk) return 'highRisk';
  if (score < bandBounds.lowRisk) return 'mediumRisk';
  if (score < bandBounds.onTrack) return 'lowRisk';
  return 'onTrack';
}

const riskLevels: ReadonlyMap<string, Band> = new Map([
  ['high_risk', 'highRisk'],
  ['medium_risk', 'mediumRisk'],
  ['low_risk', 'lowRisk'],
  ['on_track', 'onTrack'],
  ...bands.map((band): [string, Band] => [band, band]),
]);

export function bandNamed(riskLevel: string): Band | undefined {
  return riskLevels.get(riskLevel);
}
