import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import {
  conditionIn,
  type Form,
  type Operations,
  type Output,
  requestOperations,
  toldWhyNot,
  unitsIn,
  updateInput,
} from './dynamodb.ts';
import {
  type Calls,
  ConditionFailed,
  type Item,
  type ManyWrite,
  type Part,
  type Put,
  type Send,
  type Table,
  type TableAddress,
  TransactionCanceled,
} from './table.ts';

// The table through the AWS SDK, for jobs and the CLI. They have minutes, so they make more and longer attempts than a
// request of a caller, with the SDK's own backoff.

const maxAttempts = 8;
// the time to connect includes waiting for a free socket
const timeouts = { connectionTimeout: 3000, requestTimeout: 3000, socketTimeout: 3000, throwOnRequestTimeout: true };

export function openTable(
  { tableName, region, endpoint, credentials, logDays }: TableAddress,
  requestHandler = new JobHttpHandler(timeouts),
): Table {
  const client = new DynamoDBClient({
    region,
    maxAttempts,
    requestHandler,
    retryMode: 'standard',
    ...(endpoint && { endpoint }),
    ...(credentials && { credentials }),
  });
  const documents = DynamoDBDocumentClient.from(client);
  const send: Send<Calls> = async (call, command, { name, signal, beforeSending, onConsumed }) => {
    const { input, outcome } = operations[call];
    const given = input(command, name, asItIs);
    const sent = new sdkCommands[call]({ ...given, ...(onConsumed && { ReturnConsumedCapacity: 'TOTAL' }) } as never);
    const options = { ...(signal && { abortSignal: signal }), ...(beforeSending && { beforeSending }) };
    const output: Output = await documents.send(sent as GetCommand, options).catch((error: unknown) => {
      throw failureOf(error);
    });
    onConsumed?.(call, unitsIn(output));
    return outcome(output, name, asItIs);
  };
  return { name: tableName, logDays, send, write: send, close: () => client.destroy() };
}

/** The SDK hands the options of a call to the handler at every attempt. */
export class JobHttpHandler extends NodeHttpHandler {
  override handle(...[request, options = {}]: Parameters<NodeHttpHandler['handle']>) {
    const { beforeSending } = options as { beforeSending?: () => void };
    beforeSending?.();
    return super.handle(request, options);
  }
}

/** The document client converts documents itself. */
const asItIs: Form = { toSent: (document) => document, fromSent: (document) => document as Item };

const sdkCommands = {
  get: GetCommand,
  getMany: BatchGetCommand,
  query: QueryCommand,
  update: UpdateCommand,
  put: PutCommand,
  delete: DeleteCommand,
  writeMany: BatchWriteCommand,
  transact: TransactWriteCommand,
};

export const operations: Operations<Calls> = {
  ...requestOperations,
  put: {
    operation: 'PutItem',
    input: (put, table, form) => ({ ...putInput(put, table, form), ...toldWhyNot(put) }),
    outcome: () => undefined,
  },
  delete: {
    operation: 'DeleteItem',
    input: (deletion, table, form) => ({ ...conditionIn(deletion, table, form), ...toldWhyNot(deletion) }),
    outcome: () => undefined,
  },
  writeMany: {
    operation: 'BatchWriteItem',
    input: (writes, table, form) => ({
      RequestItems: {
        [table]: writes.map((write) =>
          'put' in write
            ? { PutRequest: { Item: form.toSent(write.put) } }
            : { DeleteRequest: { Key: form.toSent({ pk: write.delete.pk, sk: write.delete.sk }) } },
        ),
      },
    }),
    outcome: ({ UnprocessedItems }, table, form) =>
      (UnprocessedItems?.[table] ?? []).map(
        ({ PutRequest, DeleteRequest }): ManyWrite =>
          PutRequest ? { put: form.fromSent(PutRequest.Item) } : { delete: form.fromSent(DeleteRequest?.Key ?? {}) },
      ),
  },
  transact: {
    operation: 'TransactWriteItems',
    input: (parts, table, form) => ({ TransactItems: parts.map((part) => partInput(part, table, form)) }),
    outcome: () => undefined,
  },
};

function partInput(part: Part, table: string, form: Form): object {
  if ('put' in part) return { Put: putInput(part.put, table, form) };
  if ('update' in part) return { Update: updateInput(part.update, table, form) };
  if ('delete' in part) return { Delete: conditionIn(part.delete, table, form) };
  return { ConditionCheck: conditionIn(part.check, table, form) };
}

function putInput({ item, ...conditional }: Put, table: string, form: Form): object {
  const { Key: _, ...input } = conditionIn({ ...conditional, key: item }, table, form);
  return { ...input, Item: form.toSent(item) };
}

/** The errors of the SDK that the project handles, in its own words. */
function failureOf(error: unknown): unknown {
  if (error instanceof ConditionalCheckFailedException) {
    // the document client leaves the item of an error in DynamoDB's own format
    const item = error.Item && (unmarshall(error.Item) as Item);
    return new ConditionFailed(item, (error.$metadata.attempts ?? 1) > 1);
  }
  if (error instanceof TransactionCanceledException) {
    return new TransactionCanceled((error.CancellationReasons ?? []).map(({ Code = 'None' }) => Code));
  }
  return error;
}
