import { Writable } from 'node:stream';
import { inspect } from 'node:util';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ApiHandler } from '../../../shared/http/api.ts';
import type { Reply } from '../../../shared/http/request-state.ts';
import { streamed } from '../../../shared/http/streaming.ts';
import { contextWith } from '../../support/service/caller.ts';

interface Prelude {
  readonly statusCode: number;
  readonly headers: object;
}

/** Imitates Lambda's stream: status and headers are sent with the first write, and never if nothing is written. */
class Stream extends Writable {
  readonly sent: unknown[] = [];
  prelude: Prelude | undefined;

  constructor() {
    super({ decodeStrings: false });
  }

  override _write(chunk: string, _: BufferEncoding, done: () => void): void {
    if (this.prelude) this.sent.push(this.prelude);
    this.prelude = undefined;
    if (chunk !== '') this.sent.push(chunk);
    done();
  }
}

beforeAll(() => {
  vi.stubGlobal('awslambda', {
    streamifyResponse: (handler: unknown) => handler,
    HttpResponseStream: { from: (stream: Stream, prelude: Prelude) => Object.assign(stream, { prelude }) },
  });
});
afterAll(() => void vi.unstubAllGlobals());

const event = {} as APIGatewayProxyEvent;

/** What Lambda sends for a response. */
async function sentFor(reply: Reply): Promise<Stream> {
  const answer: ApiHandler = async () => reply;
  const out = new Stream();
  await streamed(answer)(event, out, contextWith(10_000));
  return out;
}

async function* parts(...texts: string[]) {
  yield* texts;
}

const headers = { 'Content-Type': 'text/csv', 'X-RateLimit-Remaining': '99' };

it('status and headers are sent first, then the parts one by one', async () => {
  const { sent, writableFinished } = await sentFor({ statusCode: 200, headers, body: '', stream: parts('a', 'b') });

  expect(sent).toEqual([{ statusCode: 200, headers }, 'a', 'b']);
  expect(writableFinished).toBe(true);
});

it('an error while sending cuts the answer off and is thrown by its name only, because Lambda logs what is thrown', async () => {
  const out = new Stream();
  const failing = async function* () {
    yield 'a';
    throw new TypeError('a name that is secret');
  };
  const answer: ApiHandler = async () => ({ statusCode: 200, headers, body: '', stream: failing() });

  const thrown = await streamed(answer)(event, out, contextWith(10_000)).catch((error: unknown) => error);

  expect(thrown).toMatchObject({ name: 'TypeError' });
  expect(inspect(thrown)).not.toContain('secret');
  expect(out.sent).toEqual([{ statusCode: 200, headers }, 'a']);
  expect(out.destroyed).toBe(true);
  expect(out.writableFinished).toBe(false);
});

it('parts are produced no faster than they are sent', async () => {
  let made = 0;
  const counted = async function* () {
    for (; made < 1000; made += 1) yield 'x'.repeat(1000);
  };
  const out = new Stream();
  const arrived: (() => void)[] = [];
  out._write = (_, __, done) => void arrived.push(() => done());
  const answer: ApiHandler = async () => ({ statusCode: 200, headers, body: '', stream: counted() });
  const done = streamed(answer)(event, out, contextWith(10_000));
  await vi.waitFor(() => expect(arrived).toHaveLength(1), 60_000);
  await new Promise((resolve) => setTimeout(resolve, 20));

  expect(made).toBeLessThan(100);
  out._write = (_, __, next) => next();
  for (const arrive of arrived) arrive();
  await done;
  expect(made).toBe(1000);
});
