import { maxScore, minScore } from './model.ts';

// Sums of binary fractions miss a decimal tie by some 1e-13: 79.95 must round as 79.95 does.
const tolerance = 1e-9;

/** A non-negative number in whole tenths, half up. */
export function tenths(value: number): number {
  return Math.floor(value * 10 + 0.5 + tolerance);
}

/** On the scale of scores, half up to one decimal. */
export function roundedScore(value: number): number {
  return tenths(Math.min(maxScore, Math.max(minScore, value))) / 10;
}

/** The quotient of two integers (divisor above 0) rounded to an integer, halves away from zero, so that a fall mirrors a rise. */
export function roundedQuotient(dividend: number, divisor: number): number {
  const size = Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
  return dividend < 0 && size > 0 ? -size : size;
}

/** Whole numbers nearest to the parts that add up to the total: largest remainder, ties to the earlier part. */
export function largestRemainder(parts: readonly number[], total: number): number[] {
  const shares = parts.map((part) => Math.floor(part + tolerance));
  const missing = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - Math.floor(part + tolerance) }))
    .sort((a, b) => (Math.abs(a.remainder - b.remainder) > tolerance ? b.remainder - a.remainder : a.index - b.index));
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
