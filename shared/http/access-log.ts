import type { Deps } from '../deps.ts';
import { loggedError } from '../log.ts';
import type { Middleware, Reply, Step } from './request-state.ts';

type Stream = NonNullable<Reply['stream']>;

/**
 * One line per request, and a second for a stream that breaks. They are made of named fields only: never of the event,
 * which holds the key thrice, and never of what was asked or answered, which holds people's names.
 */
export function accessLog({ clock, log }: Deps): Middleware {
  const asked = ({ event, context, response, internal }: Step) => ({
    requestId: event.requestContext?.requestId,
    operation: context.state?.operationId,
    status: response?.statusCode ?? 500,
    milliseconds: clock() - (internal.startedAt ?? clock()),
    customerId: context.state?.admitted?.account,
    keyId: context.state?.admitted?.keyId,
  });
  const write = (step: Step) => {
    const line = asked(step);
    const failed = line.status >= 500;
    const { failure } = step.internal;
    log({
      level: failed ? 'error' : 'info',
      ...line,
      bytes: Buffer.byteLength(step.response?.body ?? ''),
      remaining: step.context.state?.admitted?.rate.remaining,
      error: failure instanceof Error ? (failed ? loggedError(failure) : { name: failure.name }) : undefined,
    });
  };
  /** Status and headers are gone when a stream breaks, so nothing else would tell of it. */
  async function* followed(stream: Stream, step: Step): Stream {
    try {
      yield* stream;
    } catch (error) {
      log({ level: 'error', ...asked(step), error: loggedError(error) });
      throw error;
    }
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = clock();
    },
    after: (step) => {
      write(step);
      const { response } = step;
      if (response?.stream) step.response = { ...response, stream: followed(response.stream, step) };
    },
    onError: write,
  };
}
