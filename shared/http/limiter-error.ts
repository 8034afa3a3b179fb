/** The key's item and the expression disagree; a defect, never the caller's doing. */
export class LimiterError extends Error {
  override name = 'LimiterError' as const;
}

/** CloudWatch makes a metric of this line of the log (embedded metric format). */
export function limiterErrorMetric(now: number): object {
  const metric = 'LimiterError';
  return {
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [{ Namespace: 'ClientHealth', Dimensions: [[]], Metrics: [{ Name: metric, Unit: 'Count' }] }],
    },
    [metric]: 1,
  };
}
