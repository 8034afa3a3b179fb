import type { Deps } from '../deps.ts';
import { headerOf } from './headers.ts';
import type { Answer, TextStream } from './operation.ts';
import type { Middleware } from './request-state.ts';

/** Turns an operation's answer into the response: 304 if the caller already holds it, else 200 with the body. */
export function conditionalGet({ buildId }: Deps): Middleware {
  return {
    after: async (request) => {
      const held = headerOf(request.event, 'if-none-match');
      const answer = request.response as unknown as Answer;
      const headersFor = (etag: string | undefined) => ({
        ...(etag && { ETag: `"${etag}.${buildId}"` }),
        'Cache-Control': 'private, no-cache',
      });
      const notModified = (headers: { ETag?: string }) => headers.ETag !== undefined && matches(held, headers.ETag);
      let headers = headersFor(answer.etag);
      let body: string | TextStream = '';
      if (!notModified(headers)) {
        const made = typeof answer.body === 'string' ? { etag: answer.etag, body: answer.body } : await answer.body();
        headers = headersFor(made.etag);
        body = made.body;
      }
      if (notModified(headers)) {
        request.response = { statusCode: 304, headers, body: '' };
        return;
      }
      const typed = { 'Content-Type': 'application/json', ...headers, ...answer.headers };
      const sent = typeof body === 'string' ? { body } : { body: '', stream: body };
      request.response = { statusCode: 200, headers: typed, ...sent };
    },
  };
}

/** `*`, or a list of tags; whether a cache on the way made them weak does not matter to a GET. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
