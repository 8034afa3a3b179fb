export { type CachedResponse, memoryCache, type ResponseCache } from './cache.ts';
export type { Attempt, CallOptions, Outcome } from './call.ts';
export { type ClientHealthApi, type ClientOptions, createClient } from './client.ts';
export * from './errors.ts';
export type * from './generated/operations.ts';
export type * from './generated/types.ts';
export type { EntryOf, PagedOperation, PageOf, ParametersOf } from './pages.ts';
export {
  createTransport,
  type Fetch,
  type HttpResponse,
  type RawRequest,
  type RawResponse,
  type Transport,
  type TransportOptions,
} from './transport.ts';
