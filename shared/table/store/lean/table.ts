import { backoffDelay } from '../backoff.ts';
import { type Form, type Operations, type Output, requestOperations, unitsIn } from '../dynamodb.ts';
import { signerFor } from '../signer.ts';
import {
  type Calls,
  ConditionFailed,
  type Credentials,
  type RequestCalls,
  type RequestTable,
  type Send,
  type Sending,
  type TableAddress,
} from '../table.ts';
import { type Attributes, fromAttributes, toAttributes } from './attributes.ts';
import { aborted, type Connection, connectionTo, type Timeouts } from './connection.ts';
import { DynamoDbError, isPassing } from './errors.ts';

// The table for the functions of the API, without the SDK: it would be most of their cold start and of their CPU.
// docs/architecture.md draws the life of one request.

/** A caller waits, so attempts are few and short, also when DynamoDB throttles. */
const mostAttempts = 3;
const pauses = { first: 20, longest: 100 };
const requestTimeouts: Timeouts = { connecting: 300, responding: 400 };

interface Settings {
  /** Epoch milliseconds. */
  readonly clock: () => number;
  readonly timeouts?: Timeouts;
  readonly connect?: typeof connectionTo;
}

type Address = TableAddress & { readonly credentials: Credentials };

export function openRequestTable(address: Address, settings: Settings): RequestTable {
  return openLeanTable<RequestCalls>(address, settings, requestOperations);
}

/** For the calls of `operations`. */
export function openLeanTable<C extends RequestCalls>(
  { tableName, region, endpoint, credentials }: Address,
  { clock, timeouts = requestTimeouts, connect = connectionTo }: Settings,
  operations: Operations<C>,
): Pick<RequestTable, 'name' | 'close'> & { readonly send: Send<C> } {
  const url = new URL(endpoint ?? addressIn(region));
  const connection: Connection = connect(url, timeouts);
  const sign = signerFor({ name: 'dynamodb', region, host: url.host, contentType: 'application/x-amz-json-1.0' });
  const allowance = new RetryAllowance();
  /** What has to be added to this machine's clock. */
  let clockOffset = 0;

  async function attempt(target: string, body: Buffer, { signal, beforeSending }: Sending): Promise<Output> {
    beforeSending?.();
    const headers = sign({ target, body, time: clock() + clockOffset }, credentials);
    const response = await connection.send({ headers, body, signal });
    if (response.status !== 200) throw new DynamoDbError(response);
    return JSON.parse(response.body.toString()) as Output;
  }

  /** Whether this machine's clock was so wrong that DynamoDB refuses its signatures. From now on, its time is used. */
  function setClock({ response: { date = '' } }: DynamoDbError): boolean {
    const offset = Date.parse(date) - clock();
    const wasWrong = Math.abs(offset - clockOffset) >= refusedApart;
    if (wasWrong) clockOffset = offset;
    return wasWrong;
  }

  function isWorthRetrying(error: unknown): boolean {
    if (!(error instanceof Error)) return false;
    return isPassing(error) || (error instanceof DynamoDbError && setClock(error));
  }

  return {
    name: tableName,
    close: connection.close,
    send: async (call, command, sending) => {
      const { operation, input, outcome } = operations[call];
      const given = input(command, sending.name, form);
      const asked = sending.onConsumed ? { ...given, ReturnConsumedCapacity: 'TOTAL' } : given;
      const body = Buffer.from(JSON.stringify(asked));
      for (let attempts = 1; ; attempts += 1) {
        try {
          const output = await attempt(`DynamoDB_20120810.${operation}`, body, sending);
          allowance.giveBack();
          sending.onConsumed?.(call as keyof Calls, unitsIn(output));
          return outcome(output, sending.name, form);
        } catch (error) {
          const isLast = attempts === mostAttempts || !isWorthRetrying(error) || !allowance.take();
          if (isLast) throw failureOf(error, attempts);
          await pause(backoffDelay(attempts, pauses), sending.signal);
        }
      }
    },
  };
}

/** In AWS's partitions that have no domain of their own, and in China. Other partitions need `endpoint`. */
function addressIn(region: string): string {
  return `https://dynamodb.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

const form: Form = { toSent: toAttributes, fromSent: (sent) => fromAttributes(sent as Attributes) };

/** AWS refuses a signature that is five minutes old. */
const refusedApart = 240_000;

/**
 * What a container may spend on retries. If most calls fail, retries only add to the trouble of the table, so there are
 * fewer of them until calls succeed again.
 */
class RetryAllowance {
  static readonly #most = 500;
  static readonly #cost = 10;
  #left = RetryAllowance.#most;

  take(): boolean {
    if (this.#left < RetryAllowance.#cost) return false;
    this.#left -= RetryAllowance.#cost;
    return true;
  }

  giveBack(): void {
    this.#left = Math.min(RetryAllowance.#most, this.#left + 1);
  }
}

function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    const stop = () => {
      clearTimeout(timer);
      reject(aborted(signal as AbortSignal));
    };
    signal?.addEventListener('abort', stop, { once: true });
  });
}

function failureOf(error: unknown, attempts: number): unknown {
  const isCondition = error instanceof DynamoDbError && error.name === 'ConditionalCheckFailedException';
  return isCondition ? new ConditionFailed(error.item, attempts > 1) : error;
}
