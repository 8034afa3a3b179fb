// What functions write into their logs.

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

export interface LoggedError {
  readonly name: string;
  readonly message?: string;
  /** Where it happened, innermost first. */
  readonly at: readonly string[];
}

/** What may be logged of an error that nobody foresaw. Its message may quote stored text; AWS's words and our own do not. */
export function loggedError(error: unknown): LoggedError {
  const thrown = asError(error);
  const { name, message, stack = '' } = thrown;
  const harmless = '$metadata' in thrown || name === 'LimiterError';
  // the message comes first in a stack, and may have lines that look like frames
  const lines = stack.replace(message, '').split('\n');
  const at = lines.map((line) => line.trim()).filter((line) => /^at .+:\d+:\d+\)?$/.test(line));
  return { name, ...(harmless && { message }), at };
}

/** What Lambda may be thrown: its runtime logs the message and the stack of whatever ends an invocation. */
export function nameOnly(error: unknown): Error {
  return Object.assign(new Error('What failed is in the log.'), { name: asError(error).name });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error();
}
