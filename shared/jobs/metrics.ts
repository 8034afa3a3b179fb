/** A record that CloudWatch also reads as metrics (embedded metric format). */
export function withMetrics(record: object, now: number, metrics: Readonly<Record<string, number>>): object {
  return {
    ...record,
    ...metrics,
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: 'ClientHealth',
          Dimensions: [[]],
          Metrics: Object.keys(metrics).map((Name) => ({ Name, Unit: units[Name] ?? 'Count' })),
        },
      ],
    },
  };
}

const units: Readonly<Record<string, string>> = { ScoreAge: 'Seconds' };
