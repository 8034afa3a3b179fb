import { buffer } from 'node:stream/consumers';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type HttpRequest, HttpResponse } from '@smithy/core/protocols';
import type { LocalAddress } from '../../../bin/local/store/table.ts';
import { type Connection, connectionTo } from '../../../shared/table/store/lean/connection.ts';
import { openRequestTable } from '../../../shared/table/store/lean/table.ts';
import { JobHttpHandler, openTable } from '../../../shared/table/store/sdk.ts';
import type { RequestTable, Table } from '../../../shared/table/store/table.ts';

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
  const job = openTable(address, wiredHandler(around, answers));
  const documents = DynamoDBDocumentClient.from(
    new DynamoDBClient({ ...address, requestHandler: wiredHandler([], answers) }),
  );
  const lean = openLean(address, around, answers);
  const table = profile === 'job' ? job : { ...job, send: lean.send };
  const open = [job.close, lean.close, () => documents.destroy()];
  const close = () => {
    for (const end of open) end();
  };
  return Object.assign(table, { close, [wires]: { around, documents } });
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
