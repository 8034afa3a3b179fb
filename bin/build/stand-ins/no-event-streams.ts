// Stands in for @smithy/core/event-streams. DynamoDB has no event streams, and as a dynamic import they would keep a
// good part of the SDK from being shaken out.

export class EventStreamSerde {
  constructor() {
    throw new Error('the bundle was built without event streams');
  }
}
