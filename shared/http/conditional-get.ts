import type { Deps } from '../deps.ts';
import { headerOf } from './headers.ts';
import type { Answer, TextStream } from './operation.ts';
import type { Middleware } from './request-state.ts';

/** Turns an operation's answer into the reply: 304 when the caller holds it already, else the body. */
export function conditionalGet({ buildId }: Deps): Middleware {
  return {
    after: async (request) => {
      const held = headerOf(request.event, 'if-none-match');
      let answer = request.response as unknown as Answer;
      for (;;) {
        const etag = answer.etag && `"${answer.etag}.${buildId}"`;
        const headers = { ...(etag && { ETag: etag }), 'Cache-Control': 'private, no-cache' };
        if (etag && matches(held, etag)) {
          request.response = { statusCode: 304, headers, body: '' };
          return;
        }
        const body = typeof answer.body === 'string' ? answer.body : await answer.body();
        if (isAnswer(body)) {
          answer = body;
          continue;
        }
        const typed = { 'Content-Type': 'application/json', ...headers, ...answer.headers };
        const sent = typeof body === 'string' ? { body } : { body: '', stream: body };
        request.response = { statusCode: 200, headers: typed, ...sent };
        return;
      }
    },
  };
}

function isAnswer(body: string | TextStream | Answer): body is Answer {
  return typeof body === 'object' && 'body' in body;
}

/** `*`, or a list of tags; whether a cache on the way made them weak does not matter to a GET. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
