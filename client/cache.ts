export interface CachedResponse {
  readonly etag: string;
  readonly body: string;
}

/**
 * Keeps responses between calls. A held response is only used after the service has confirmed with a 304 that it is
 * current, so a cache may be shared between processes and never has to expire anything. Keys are URLs: use a cache per
 * account, or each account evicts the responses of the others.
 */
export interface ResponseCache {
  get(url: string): CachedResponse | undefined | Promise<CachedResponse | undefined>;
  set(url: string, response: CachedResponse): void | Promise<void>;
}

/** Keeps the responses used last, up to so many characters in total. */
export function memoryCache(maxCharacters = 16 * 1024 * 1024): ResponseCache {
  const held = new Map<string, CachedResponse>();
  let characters = 0;
  const drop = (url: string) => {
    characters -= held.get(url)?.body.length ?? 0;
    held.delete(url);
  };
  return {
    get(url) {
      const response = held.get(url);
      if (response) {
        held.delete(url);
        held.set(url, response);
      }
      return response;
    },
    set(url, response) {
      drop(url);
      if (response.body.length > maxCharacters) return;
      held.set(url, response);
      characters += response.body.length;
      for (const oldest of held.keys()) {
        if (characters <= maxCharacters) break;
        drop(oldest);
      }
    },
  };
}
