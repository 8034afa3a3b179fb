import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sending } from '../../../shared/table/store/table.ts';
import type { Answered } from './gateway.ts';

/** What is known about a request besides its response. */
interface Observed {
  keyId?: string;
  units: number;
}

export interface RequestRecord extends Answered {
  readonly time: string;
  /** Read and write capacity units that DynamoDB would bill. */
  readonly units: number;
  readonly keyId?: string;
  readonly keyName?: string;
}

export interface RequestLog {
  /** Runs the function of a request, and observes what it logs and reads. */
  readonly invoke: <T>(requestId: string, call: () => Promise<T>) => Promise<T>;
  /** Receives what the calls of the table consume that the functions use. */
  readonly onConsumed: NonNullable<Sending['onConsumed']>;
  /** Receives the records that functions log. */
  readonly log: (record: object) => void;
  readonly onAnswered: (answered: Answered) => void;
}

/**
 * Collects a record per request: the response from the gateway, the key from the function's own log, the capacity from
 * DynamoDB's answers. Several requests run at the same time, so what belongs to which is kept in async context.
 */
export function createRequestLog(
  nameOfKey: (keyId: string) => Promise<string | undefined>,
  write: (record: RequestRecord) => void,
): RequestLog {
  const current = new AsyncLocalStorage<Observed>();
  const observed = new Map<string, Observed>();
  return {
    invoke: (requestId, call) => {
      const request: Observed = { units: 0 };
      observed.set(requestId, request);
      return current.run(request, call);
    },
    onConsumed: (_, units) => {
      const request = current.getStore();
      if (request) request.units += units;
    },
    log: (record) => {
      const { keyId } = record as { keyId?: string };
      const request = current.getStore();
      if (request && keyId !== undefined) request.keyId = keyId;
    },
    onAnswered: (answered) => {
      const { keyId, units } = observed.get(answered.requestId) ?? { units: 0, keyId: undefined };
      observed.delete(answered.requestId);
      const time = new Date().toISOString();
      const finish = (keyName?: string) =>
        write({ time, ...answered, units, ...(keyId && { keyId }), ...(keyName && { keyName }) });
      if (keyId === undefined) finish();
      else nameOfKey(keyId).then(finish, () => finish());
    },
  };
}
