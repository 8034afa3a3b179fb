import type { Deps } from '../deps.ts';
import { loggedError } from '../log.ts';
import { type Middleware, type Reply, responseOf, type Step } from './request-state.ts';

type Stream = NonNullable<Reply['stream']>;

/**
 * Logs one line per request, and a second one if a stream fails. The lines have named fields only. They never contain the
 * event, which has the API key in three places, nor parameters or responses, which have names of people.
 */
export function accessLog({ clock, log }: Deps): Middleware {
  const requestFields = (step: Step) => {
    const { event, context, internal } = step;
    return {
      requestId: event.requestContext?.requestId,
      operation: context.state?.operationId,
      status: responseOf(step).statusCode,
      milliseconds: clock() - internal.startedAt,
      customerId: context.state?.admitted?.account,
      keyId: context.state?.admitted?.keyId,
    };
  };
  const write = (step: Step) => {
    const line = requestFields(step);
    const failed = line.status >= 500;
    const { failure } = step.internal;
    log({
      level: failed ? 'error' : 'info',
      ...line,
      bytes: Buffer.byteLength(responseOf(step).body),
      remaining: step.context.state?.admitted?.rate.remaining,
      error: failure instanceof Error ? (failed ? loggedError(failure) : { name: failure.name }) : undefined,
    });
  };
  /** When a stream fails, the status has been sent and the first line logged, so the failure needs a line of its own. */
  async function* logFailure(stream: Stream, step: Step): Stream {
    try {
      yield* stream;
    } catch (error) {
      log({ level: 'error', ...requestFields(step), error: loggedError(error) });
      throw error;
    }
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = clock();
    },
    after: (step) => {
      write(step);
      const response = responseOf(step);
      if (response.stream) step.response = { ...response, stream: logFailure(response.stream, step) };
    },
    onError: write,
  };
}
