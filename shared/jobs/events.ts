import { awsCall, type ServiceAddress } from './aws-call.ts';

/** Sends the event of a night. */
export interface Mornings {
  /** Throws unless the event was accepted. */
  readonly send: (detail: string) => Promise<void>;
  /** Whether events have names of clients. */
  readonly withNames: boolean;
}

const eventSource = 'client-health';
const eventType = 'Morning';

interface Output {
  readonly FailedEntryCount?: number;
  readonly Entries?: readonly { readonly ErrorCode?: string }[];
}

/** Puts events on the default bus of EventBridge. */
export function eventBridge(bus: ServiceAddress): (detail: string) => Promise<void> {
  const put = awsCall<Output>(bus, 'events', 'AWSEvents.PutEvents', failureIn);
  return async (Detail) => {
    await put({ Entries: [{ Source: eventSource, DetailType: eventType, Detail }] });
  };
}

/** The reason if the event was not accepted. A request can succeed and its entry fail. */
function failureIn({ FailedEntryCount, Entries }: Output): string | undefined {
  return FailedEntryCount === 0 ? undefined : (Entries?.[0]?.ErrorCode ?? 'a failed entry');
}
