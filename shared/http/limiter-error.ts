/** The key's item and the expression disagree; a defect, never the caller's doing. */
export class LimiterError extends Error {
  override name = 'LimiterError' as const;
}
