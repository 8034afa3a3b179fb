// Replaces @smithy/core/event-streams. DynamoDB has no event streams, and their dynamic import would keep large parts of
// the SDK in the bundle.

export class EventStreamSerde {
  constructor() {
    throw new Error('the bundle was built without event streams');
  }
}

export function resolveEventStreamSerdeConfig<T>(config: T): T {
  return config;
}

export function eventStreamSerdeProvider(): never {
  throw new Error('event streams are not in the bundle');
}
