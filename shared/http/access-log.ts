import type { Deps } from '../deps.ts';
import { bindingRate } from '../domain/access/windows.ts';
import { loggedError } from '../log.ts';
import { type Middleware, type Reply, responseOf, type Step } from './request-state.ts';

type Stream = NonNullable<Reply['stream']>;

/**
 * Logs one line per request; that of a streamed response when the stream ends. The lines have named fields only. They never contain the
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
    const { failure } = step.internal;
    writeLine(step, Buffer.byteLength(responseOf(step).body), failure, responseOf(step).statusCode >= 500);
  };
  const writeLine = (step: Step, bytes: number, failure: unknown, failed: boolean) => {
    const { rates } = step.context.state?.admitted ?? {};
    log({
      level: failed ? 'error' : 'info',
      ...requestFields(step),
      bytes,
      remaining: rates && bindingRate(rates).remaining,
      error: failure instanceof Error ? (failed ? loggedError(failure) : { name: failure.name }) : undefined,
    });
  };
  /** Counts what was sent, also if the stream fails or the caller leaves. */
  async function* logged(stream: Stream, step: Step): Stream {
    let bytes = 0;
    let failure: unknown;
    try {
      for await (const part of stream) {
        bytes += Buffer.byteLength(part);
        yield part;
      }
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      writeLine(step, bytes, failure, failure !== undefined);
    }
  }
  return {
    before: ({ internal }) => {
      internal.startedAt = clock();
    },
    after: (step) => {
      const response = responseOf(step);
      if (response.stream) step.response = { ...response, stream: logged(response.stream, step) };
      else write(step);
    },
    onError: write,
  };
}
