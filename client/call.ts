import type { OperationId } from './generated/operations.ts';
import type { RetryOptions } from './retry.ts';

/** For one call. */
export interface CallOptions extends Pick<RetryOptions, 'maxWaitSeconds' | 'retries'> {
  readonly signal?: AbortSignal | undefined;
  /** For the whole call with its attempts and waits; for a list, with all its pages. It ends with a `TimeoutError`. */
  readonly totalTimeoutMs?: number | undefined;
  /** Like that of the client, for this call. */
  readonly onResponse?: ((outcome: Outcome) => void | Promise<void>) | undefined;
}

/** A time limit becomes a signal, which all requests of the call share. */
export function withDeadline({ totalTimeoutMs, ...options }: CallOptions): CallOptions {
  if (totalTimeoutMs === undefined) return options;
  const timeout = AbortSignal.timeout(totalTimeoutMs);
  return { ...options, signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout };
}

/** One attempt of a call: calls are repeated after a 429, a 5xx or a failed connection. */
export interface Attempt {
  readonly operation: OperationId;
  /** Below the base URL, with the query. */
  readonly path: string;
  /** 1 for the first attempt. */
  readonly attempt: number;
  /** The headers to send. The API key is not among them. */
  readonly headers: Record<string, string>;
}

export interface Outcome extends Omit<Attempt, 'headers'> {
  readonly milliseconds: number;
  /** Absent if no response arrived. */
  readonly status?: number;
  /** `x-amzn-RequestId` of the response. */
  readonly requestId?: string;
  /** Any other header of the response; the case of the name does not matter. */
  readonly header?: (name: string) => string | null;
  /** What failed if no response arrived. */
  readonly error?: unknown;
}
