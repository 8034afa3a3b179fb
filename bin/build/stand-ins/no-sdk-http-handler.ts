// Replaces @smithy/node-http-handler in API functions: shared/table/store/http-handler.ts sends their requests, and hands
// out whole bodies instead of streams.

export const NodeHttpHandler = {
  create: <Handler>(handler: Handler): Handler => handler,
};

export function streamCollector(): never {
  throw new Error('the bundle was built without the HTTP handler of the SDK');
}
