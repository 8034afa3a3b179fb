import { randomUUID } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { serve } from '../../support/service/http.ts';

/** What a function answered to an event. */
export interface Outcome {
  readonly kind: 'response' | 'error';
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Headers after the body: a streamed response reports its failure there. */
  readonly trailers: NodeJS.Dict<string>;
}

export interface RuntimeApi {
  /** host:port, for AWS_LAMBDA_RUNTIME_API. */
  readonly address: string;
  readonly invoke: (event: object) => Promise<Outcome>;
  readonly close: () => void;
}

const invocation = '/2018-06-01/runtime/invocation';
const invocationMs = 29_000;

/** The HTTP API from which a Lambda runtime gets its events, and to which it posts its answers, for one container. */
export async function startRuntimeApi(): Promise<RuntimeApi> {
  const waiting: { event: object; requestId: string }[] = [];
  const outcomes = new Map<string, (outcome: Outcome) => void>();
  let idle: ServerResponse | undefined;

  const handOut = () => {
    const next = idle && waiting.shift();
    if (!idle || !next) return;
    idle.writeHead(200, {
      'Content-Type': 'application/json',
      'Lambda-Runtime-Aws-Request-Id': next.requestId,
      'Lambda-Runtime-Deadline-Ms': String(Date.now() + invocationMs),
      'Lambda-Runtime-Invoked-Function-Arn': 'arn:aws:lambda:us-east-1:000000000000:function:rehearsal',
      'Lambda-Runtime-Trace-Id': 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8;Sampled=0',
    });
    idle.end(JSON.stringify(next.event));
    idle = undefined;
  };

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = request.url ?? '';
    if (path === `${invocation}/next`) {
      idle = response;
      return handOut();
    }
    const [, requestId = '', kind] = path.match(/invocation\/([^/]+)\/(response|error)$/) ?? [];
    if (kind === 'response' || kind === 'error') {
      const body = await buffer(request);
      outcomes.get(requestId)?.({ kind, headers: request.headers, body, trailers: request.trailers });
      outcomes.delete(requestId);
    }
    response.writeHead(202, { 'Content-Type': 'application/json' }).end('{"status":"OK"}');
  };

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  let close = () => {};
  const port = await serve(server, (end) => {
    close = end;
  });
  return {
    address: `127.0.0.1:${port}`,
    close,
    invoke: (event) => {
      const requestId = randomUUID();
      const outcome = new Promise<Outcome>((resolve) => outcomes.set(requestId, resolve));
      waiting.push({ event, requestId });
      handOut();
      return outcome;
    },
  };
}
