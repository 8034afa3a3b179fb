import { localAddress } from '../../../bin/local/store/table.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { type Answers, openWired, type Profile } from '../store/wired.ts';
import { ValidationException } from './expressions.ts';
import { type Input, type MemDynamo, ServiceError } from './mem-dynamo.ts';

/**
 * The production clients with their retries, serializers and signatures, on a table in memory; only the network is
 * missing. A caller may pass another `perform` to change what the table receives. `underWay` delays requests that were
 * sent.
 */
export function memTable(
  store: Pick<MemDynamo, 'perform'>,
  profile: Profile = 'request',
  underWay: () => Promise<void> = async () => undefined,
): Table {
  return openWired(localAddress('http://memory', 'memory'), profile, async (operation, input) => {
    await underWay();
    return answer(store, operation, input);
  });
}

function answer(store: Pick<MemDynamo, 'perform'>, operation: string, input: object): Awaited<ReturnType<Answers>> {
  try {
    return { status: 200, body: store.perform(operation, input as Input) };
  } catch (error) {
    if (error instanceof ServiceError) {
      const __type = `com.amazonaws.dynamodb.v20120810#${error.name}`;
      return { status: 400, body: { __type, message: error.message, ...error.facts } };
    }
    if (error instanceof ValidationException) {
      const __type = 'com.amazon.coral.validate#ValidationException';
      return { status: 400, body: { __type, message: error.message } };
    }
    throw error;
  }
}
