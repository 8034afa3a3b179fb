/**
 * A record that CloudWatch also reads as metrics (embedded metric format). The log adds the deployment to every line, by
 * which copies of the service in one account are told apart.
 */
export function withMetrics(record: object, now: number, metrics: Readonly<Record<string, number>>): object {
  return {
    ...record,
    ...metrics,
    _aws: {
      Timestamp: now,
      CloudWatchMetrics: [
        {
          Namespace: 'ClientHealth',
          Dimensions: [['deployment']],
          Metrics: Object.keys(metrics).map((Name) => ({ Name, Unit: units[Name] ?? 'Count' })),
        },
      ],
    },
  };
}

const units: Readonly<Record<string, string>> = { ScoreAge: 'Seconds' };

/** The log of a function. Lambda's console would wrap the line, and metrics are read only from one that is JSON as a whole. */
export function lambdaLog(deployment: string): (record: object) => void {
  return (record) => process.stdout.write(`${JSON.stringify({ deployment, ...record })}\n`);
}
