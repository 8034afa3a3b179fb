import type { Deps } from '../deps.ts';
import { gzipped } from './gzip.ts';
import { headerOf, prefersGzip } from './headers.ts';
import type { Answer, MadeBody } from './operation.ts';
import type { Middleware } from './request-state.ts';

/** Turns an operation's answer into the response: 304 if the caller already has it, else 200 with the body. */
export function conditionalGet({ buildId }: Deps): Middleware {
  return {
    after: async (request) => {
      const held = headerOf(request.event, 'if-none-match');
      const answer = request.response as unknown as Answer;
      const gzip = answer.compressed === true && prefersGzip(headerOf(request.event, 'accept-encoding'));
      const headersFor = (etag: string | undefined) => ({
        // API Gateway compresses JSON after this, so plain and compressed responses share a weak ETag. Each form of the
        // export is made here, and has a strong one of its own.
        ...(etag && {
          ETag: answer.compressed ? `"${etag}.${buildId}${gzip ? '.gzip' : ''}"` : `W/"${etag}.${buildId}"`,
        }),
        'Cache-Control': 'private, no-cache',
        Vary: 'Accept-Encoding',
      });
      const notModified = (headers: { ETag?: string }) => headers.ETag !== undefined && matches(held, headers.ETag);
      let headers = headersFor(answer.etag);
      let made: Partial<MadeBody> = {};
      if (!notModified(headers)) {
        made = typeof answer.body === 'string' ? (answer as Partial<MadeBody>) : await answer.body();
        headers = headersFor(made.etag);
      }
      if (notModified(headers)) {
        request.response = { statusCode: 304, headers, body: '' };
        return;
      }
      const { body = '' } = made;
      const typed = { 'Content-Type': 'application/json', ...headers, ...made.headers };
      request.response =
        typeof body === 'string'
          ? { statusCode: 200, headers: typed, body }
          : gzip
            ? { statusCode: 200, headers: { ...typed, 'Content-Encoding': 'gzip' }, body: '', stream: gzipped(body) }
            : { statusCode: 200, headers: typed, body: '', stream: body };
    },
  };
}

/** Matches `*` or a list of tags. A GET compares weakly: a cache on the way may have made a tag weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim());
  return tags.some((tag) => tag === '*' || opaque(tag) === opaque(etag));
}

const opaque = (tag: string) => tag.replace(/^W\//, '');
