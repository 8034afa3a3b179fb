/** The stored key and the condition contradict each other: a defect of this service. */
export class LimiterError extends Error {
  override name = 'LimiterError' as const;
}
