import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { APIGatewayProxyEvent, Context } from 'aws-lambda';
import { nameOnly } from '../log.ts';
import type { ApiHandler } from './api.ts';

/** A global of Lambda for streamed responses. It exists only there. */
declare const awslambda: {
  streamifyResponse: (handler: StreamingHandler) => StreamingHandler;
  HttpResponseStream: { from: (stream: Writable, prelude: { statusCode: number; headers?: object }) => Writable };
};

type StreamingHandler = (event: APIGatewayProxyEvent, stream: Writable, context: Context) => Promise<void>;

/** An API function with streamed responses: it sends status and headers first, then the body while it is produced. */
export function streamed(answer: ApiHandler): StreamingHandler {
  return awslambda.streamifyResponse(async (event, responseStream, context) => {
    const { statusCode, headers = {}, body, stream = [body] } = await answer(event, context);
    const out = awslambda.HttpResponseStream.from(responseStream, { statusCode, headers });
    await pipeline(Readable.from(stream), out).catch((error) => {
      throw nameOnly(error);
    });
  });
}
