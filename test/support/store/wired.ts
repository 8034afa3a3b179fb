import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols';
import type { LocalAddress } from '../../../bin/local/store/table.ts';
import { type Form, type Output, unitsIn } from '../../../shared/table/store/dynamodb.ts';
import { type Attributes, fromAttributes, toAttributes } from '../../../shared/table/store/lean/attributes.ts';
import { aborted, type Connection, connectionTo } from '../../../shared/table/store/lean/connection.ts';
import { openRequestTable } from '../../../shared/table/store/lean/table.ts';
import { JobHttpHandler, openTable, operations } from '../../../shared/table/store/sdk.ts';
import {
  type Calls,
  ConditionFailed,
  type RequestTable,
  type Sending,
  type Table,
  TransactionCanceled,
} from '../../../shared/table/store/table.ts';

// The tables of tests: both adapters, with a place to meddle with each attempt below their retries.

export type Profile = 'request' | 'job';

/** Does one attempt, and may delay, repeat, drop or change it. */
export type Send = () => Promise<unknown>;
export type Around = (send: Send, input: object, operation: string) => Promise<unknown>;

/** A table in memory, instead of a connection. */
export type Answers = (operation: string, input: object) => Promise<{ readonly status: number; readonly body: object }>;

interface Wires {
  /** The innermost first. */
  readonly around: Around[];
  /** For what the port of a table cannot do. */
  readonly documents: DynamoDBDocumentClient;
}

// a symbol, so that copies of a table have it too
const wires = Symbol('wires');

export function wiresOf(table: Table | RequestTable): Wires {
  const found = (table as { [wires]?: Wires })[wires];
  if (!found) throw new Error('this table was not opened for a test');
  return found;
}

/**
 * A client as jobs have it, or as requests have it. Requests only read and count; tests also prepare what requests find,
 * so a client for requests does their calls with the lean adapter, and all others with that for jobs.
 */
export function openWired(address: LocalAddress, profile: Profile, answers?: Answers): Table {
  const around: Around[] = [];
  const opened: (() => void)[] = [];
  /** Most tests need one of the clients only, and each takes time to open. */
  const once = <T>(open: () => T, close: (client: T) => void) => {
    let client: T | undefined;
    return () => {
      if (client === undefined) {
        const made = open();
        opened.push(() => close(made));
        client = made;
      }
      return client;
    };
  };
  const close = (client: { close: () => void }) => client.close();
  const job = once(() => openTable(address, wiredHandler(around, answers)), close);
  const lean = once(() => openLean(address, around, answers), close);
  const documents = once(
    () => DynamoDBDocumentClient.from(new DynamoDBClient({ ...address, requestHandler: wiredHandler([], answers) })),
    (client) => client.destroy(),
  );
  const direct = answers && withoutClient(answers);
  const isDirect = () => direct !== undefined && around.length === 0;
  const viaJob: SendAny = (...call) => (isDirect() ? direct : (job().send as SendAny))?.(...call);
  const viaLean: SendAny = (...call) => (isDirect() ? direct : (lean().send as SendAny))?.(...call);
  return Object.assign(
    {
      name: address.tableName,
      send: (profile === 'job' ? viaJob : viaLean) as Table['send'],
      write: viaJob as Table['write'],
      close: () => {
        for (const end of opened) end();
      },
    },
    {
      [wires]: {
        around,
        get documents() {
          return documents();
        },
      },
    },
  );
}

type SendAny = (call: keyof Calls, command: never, sending: Sending) => unknown;

/**
 * A table in memory without a client, which would take half of the time of the tests. It makes one attempt: where nothing
 * meddles with attempts, none fails that could succeed.
 */
function withoutClient(answers: Answers): SendAny {
  return async (call, command, { name, signal, beforeSending, onConsumed }) => {
    if (signal?.aborted) throw aborted(signal);
    beforeSending?.();
    const { operation, input, outcome } = operations[call];
    const given = { ...input(command, name, wireForm), ...(onConsumed && { ReturnConsumedCapacity: 'TOTAL' }) };
    const { status, body } = await answers(operation, given);
    if (status !== 200) throw failureIn(body as FailureBody);
    onConsumed?.(call, unitsIn(body as Output));
    return outcome(body as Output, name, wireForm);
  };
}

const wireForm: Form = { toSent: toAttributes, fromSent: (sent) => fromAttributes(sent as Attributes) };

interface FailureBody {
  readonly __type: string;
  readonly message: string;
  readonly Item?: Attributes;
  readonly CancellationReasons?: readonly { readonly Code?: string }[];
}

function failureIn({ __type, message, Item, CancellationReasons = [] }: FailureBody): Error {
  const name = __type.replace(/.*#/, '');
  if (name === 'ConditionalCheckFailedException') return new ConditionFailed(Item && wireForm.fromSent(Item), false);
  if (name === 'TransactionCanceledException')
    return new TransactionCanceled(CancellationReasons.map(({ Code = 'None' }) => Code));
  return Object.assign(new Error(message), { name });
}

/** An error that DynamoDB answers, or would answer: what is around an attempt sees it thrown. */
export class ErrorAnswer extends Error {
  readonly answer: Answer;

  constructor(
    name: string,
    { status, body = Buffer.from(JSON.stringify({ __type: `x#${name}` })), date }: Partial<Answer>,
  ) {
    super(name);
    this.name = name;
    this.answer = { status: status ?? 400, body, date };
  }
}

interface Answer {
  readonly status: number;
  readonly body: Buffer;
  readonly date?: string | undefined;
}

/** One attempt, and what is done around it. */
async function attempt(
  around: readonly Around[],
  network: () => Promise<Answer>,
  input: object,
  target = '',
): Promise<Answer> {
  const operation = target.replace(/.*\./, '');
  const send = async () => {
    const answer = await network();
    if (answer.status !== 200) throw new ErrorAnswer(nameIn(answer.body), answer);
    return answer;
  };
  try {
    return (await around.reduce<Send>((inner, each) => () => each(inner, input, operation), send)()) as Answer;
  } catch (error) {
    if (error instanceof ErrorAnswer) return error.answer;
    throw error;
  }
}

function nameIn(body: Buffer): string {
  try {
    return `${(JSON.parse(body.toString()) as { __type?: string }).__type}`.replace(/.*#/, '');
  } catch {
    return 'garbage';
  }
}

/** The answer of a table in memory. */
async function answered(answers: Answers, target: string, input: object): Promise<Answer> {
  const { status, body } = await answers(target.replace(/.*\./, ''), input);
  return { status, body: Buffer.from(JSON.stringify(body)) };
}

function wiredHandler(around: readonly Around[], answers: Answers | undefined): JobHttpHandler {
  const handler = new JobHttpHandler({
    connectionTimeout: 10_000,
    requestTimeout: 10_000,
    throwOnRequestTimeout: true,
  });
  const network = handler.handle.bind(handler);
  /** By the id that the SDK gives a call. */
  const inputs = new Map<string | undefined, object>();
  handler.handle = async (request: HttpRequest, options) => {
    const { 'amz-sdk-invocation-id': id, 'x-amz-target': target = '' } = request.headers;
    const input = inputs.get(id) ?? (JSON.parse(new TextDecoder().decode(request.body)) as object);
    inputs.set(id, input);
    const send = async (): Promise<Answer> => {
      (options as { beforeSending?: () => void } | undefined)?.beforeSending?.();
      if (answers) return answered(answers, target, input);
      const { response } = await network(request, options);
      return { status: response.statusCode, body: await buffer(response.body), date: response.headers.date };
    };
    const { status, body, date } = await attempt(around, send, input, target);
    const headers = { 'content-type': 'application/x-amz-json-1.0', ...(date && { date }) };
    return { response: new HttpResponse({ statusCode: status, headers, body }) };
  };
  return handler;
}

function openLean(address: LocalAddress, around: readonly Around[], answers: Answers | undefined): RequestTable {
  const connect: typeof connectionTo = (url, timeouts) => {
    const network = connectionTo(url, timeouts);
    /** By the body, which all attempts of a call share. */
    const inputs = new WeakMap<Buffer, object>();
    const send: Connection['send'] = async (request) => {
      const input = inputs.get(request.body) ?? (JSON.parse(request.body.toString()) as object);
      inputs.set(request.body, input);
      const target = request.headers[request.headers.indexOf('x-amz-target') + 1] ?? '';
      const made = () => (answers ? answered(answers, target, input) : network.send(request));
      return { date: undefined, ...(await attempt(around, made, input, target)) };
    };
    return { ...network, send };
  };
  return openRequestTable(address, { clock: Date.now, connect });
}
