import { maxScore, minScore } from './model.ts';

// Topic scores miss a decimal tie by up to 5e-10 (scoring.ts); a sum that should be 79.95 must still round up. Of tenths.
const tolerance = 1e-8;

/** A non-negative number in tenths, rounded half up. */
export function tenths(value: number): number {
  return Math.floor(value * 10 + 0.5 + tolerance);
}

/** Clamped to the scale of scores and rounded half up to one decimal. */
export function roundedScore(value: number): number {
  return tenths(Math.min(maxScore, Math.max(minScore, value))) / 10;
}

/** The quotient of two integers (divisor above 0), rounded half away from zero so that falls mirror rises. */
export function roundedQuotient(dividend: number, divisor: number): number {
  const size = Math.floor((2 * Math.abs(dividend) + divisor) / (2 * divisor));
  return dividend < 0 && size > 0 ? -size : size;
}

/** Integers close to the parts that add up to the total: largest-remainder method, ties to the earlier part. */
export function largestRemainder(parts: readonly number[], total: number): number[] {
  const shares = parts.map((part) => Math.floor(part + tolerance));
  const missing = total - shares.reduce((sum, share) => sum + share, 0);
  const byRemainder = parts
    .map((part, index) => ({ index, remainder: part - Math.floor(part + tolerance) }))
    .sort((a, b) => (Math.abs(a.remainder - b.remainder) > tolerance ? b.remainder - a.remainder : a.index - b.index));
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}
