/** What is stored of a key contradicts itself, or what a container has seen: a defect of this service. */
export class LimiterError extends Error {
  override name = 'LimiterError' as const;
}
