import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { TextStream } from './operation.ts';

/** The stream in gzip. An error of the stream ends it with the same error. */
export async function* gzipped(stream: TextStream): AsyncGenerator<Uint8Array> {
  const gzip = createGzip();
  // the error, if any, is thrown to the reader of gzip
  pipeline(Readable.from(stream), gzip).catch(() => undefined);
  yield* gzip;
}
