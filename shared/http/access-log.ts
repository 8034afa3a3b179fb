import type { Deps } from '../deps.ts';
import type { Middleware, Step } from './visit.ts';

/**
 * One line per request. It is made of named fields only: never of the event, which holds the key thrice, and never of
 * what was asked or answered, which holds people's names.
 */
export function accessLog({ clock, log }: Deps): Middleware {
  const write = ({ event, context, response, internal }: Step) => {
    const { operationId, admitted } = context.visit ?? {};
    const status = response?.statusCode ?? 500;
    log({
      level: status >= 500 ? 'error' : 'info',
      requestId: event.requestContext?.requestId,
      operation: operationId,
      status,
      milliseconds: clock() - (internal.startedAt ?? clock()),
      bytes: Buffer.byteLength(response?.body ?? ''),
      customerId: admitted?.account,
      keyId: admitted?.keyId,
      remaining: admitted?.rate.remaining,
      error: internal.failure instanceof Error ? describe(internal.failure, status) : undefined,
    });
  };
  return {
    before: ({ internal }) => {
      internal.startedAt = clock();
    },
    after: write,
    onError: write,
  };
}

/** The message of an unforeseen error may quote stored text, so only where it happened is said, and AWS's own words. */
function describe(error: Error, status: number): object {
  if (status < 500) return { name: error.name };
  const message = '$metadata' in error || error.name === 'LimiterError' ? error.message : undefined;
  return { name: error.name, message, at: framesOf(error) };
}

/** Without the message, which comes first in a stack and may have lines that look like frames. */
function framesOf({ message, stack = '' }: Error): string[] {
  const lines = stack.replace(message, '').split('\n');
  return lines.map((line) => line.trim()).filter((line) => /^at .+:\d+:\d+\)?$/.test(line));
}
