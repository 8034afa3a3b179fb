/**
 * A record that CloudWatch also reads as metrics (embedded metric format). Their dimension is the deployment, which the
 * log adds to every line, so copies of the service in one AWS account have metrics of their own.
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
          Metrics: Object.keys(metrics).map((Name) => ({ Name, Unit: units.get(Name) ?? 'Count' })),
        },
      ],
    },
  };
}

const units: ReadonlyMap<string, string> = new Map([
  ['ScoreAge', 'Seconds'],
  ['InboxAge', 'Seconds'],
]);

export interface LambdaLog {
  /** Writes a record as one line of JSON. */
  readonly log: (record: object) => void;
  /**
   * Call it when an invocation begins, so that its lines carry its request id. Lambda runs one invocation at a time.
   */
  readonly beginInvocation: (lambdaRequestId: string) => void;
}

/**
 * The log of a function. Every line carries the deployment, the build id, by which `npm run frames` finds the source
 * maps of its frames, and Lambda's request id. It writes to stdout, because Lambda's console would wrap the line and
 * metrics are read only from lines that are JSON as a whole.
 */
export function lambdaLog(deployment: string, buildId: string): LambdaLog {
  let lambdaRequestId: string | undefined;
  // opened now, during init
  const { stdout } = process;
  return {
    log: (record) => stdout.write(`${JSON.stringify({ deployment, buildId, lambdaRequestId, ...record })}\n`),
    beginInvocation: (id) => {
      lambdaRequestId = id;
    },
  };
}

/** One line per cold start, so that the logs say what ran when. */
export function startLine({ COMMIT, OPTIONS }: { COMMIT?: string | undefined; OPTIONS?: string | undefined }): object {
  return { level: 'info', kind: 'start', commit: COMMIT ?? 'unknown', options: OPTIONS ?? '' };
}

interface LoggedCause {
  readonly name: string;
  /** The stack frames, innermost first. */
  readonly at: readonly string[];
}

export interface LoggedError extends LoggedCause {
  readonly message?: string;
  /** What caused the error, then what caused that. */
  readonly causes?: readonly LoggedCause[];
}

/** Errors whose messages never quote stored text. */
const namesWithSafeMessages = ['LimiterError', 'BatchThrottled', 'UnknownLayout'];

/** The loggable part of an unexpected error. Leaves out messages of other libraries, which may quote stored text. */
export function loggedError(error: unknown): LoggedError {
  const thrown = asError(error);
  const { name, message } = thrown;
  const isSafe = '$metadata' in thrown || namesWithSafeMessages.includes(name);
  const causes = causesOf(thrown);
  return { name, ...(isSafe && { message }), at: framesOf(thrown), ...(causes.length > 0 && { causes }) };
}

const maxCauses = 5;

function causesOf(error: Error): LoggedCause[] {
  const causes: LoggedCause[] = [];
  let { cause } = error;
  while (cause instanceof Error && causes.length < maxCauses) {
    causes.push({ name: cause.name, at: framesOf(cause) });
    cause = cause.cause;
  }
  return causes;
}

function framesOf({ message, stack = '' }: Error): string[] {
  // the message precedes the frames and may have lines that look like frames
  const lines = stack.replace(message, '').split('\n');
  return lines.map((line) => line.trim()).filter((line) => line.startsWith('at ') && /:\d+:\d+\)?$/.test(line));
}

/** The error to throw to Lambda, whose runtime logs the message and the stack of an error that ends an invocation. */
export function nameOnly(error: unknown): Error {
  return Object.assign(new Error('The failure is in the log.'), { name: asError(error).name });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error();
}
