import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { Unreadable } from './unreadable.ts';

/** The maximum decompressed size of a file. */
const mostBytes = 4 * 2 ** 30;
/** Exports become 5 to 20 times smaller. What becomes much larger than that is no export, but made to fill a machine. */
const mostGrowth = 100;
const alwaysFine = 4 * 2 ** 20;

const gzipMark = Buffer.from([0x1f, 0x8b]);
export const zipMark = Buffer.from('PK\x03\x04', 'latin1');

export async function firstBytes(path: string): Promise<Buffer> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0).finally(() => file.close());
  return buffer.subarray(0, bytesRead);
}

/** The bytes of a file in chunks, decompressed if they or its name say so. `onBytes` counts those of the file. */
export async function* bytesOf(
  path: string,
  onBytes: (count: number) => void = () => undefined,
  most = mostBytes,
): AsyncGenerator<Buffer> {
  const head = await firstBytes(path);
  if (head.equals(zipMark))
    throw new Unreadable('is a zip archive; unpack it, or let its name end with .xlsx if it is a workbook');
  const file = createReadStream(path, { highWaterMark: 16 * 1024 });
  file.on('data', (chunk) => onBytes(chunk.length));
  if (!head.subarray(0, 2).equals(gzipMark) && !/\.gz$/i.test(path)) {
    yield* file as AsyncIterable<Buffer>;
    return;
  }
  const unzipped = file.pipe(createGunzip());
  file.on('error', (error) => unzipped.destroy(error));
  let packed = 0;
  file.on('data', (chunk) => {
    packed += chunk.length;
  });
  let total = 0;
  try {
    for await (const chunk of unzipped) {
      total += chunk.length;
      if (total > most) throw new Unreadable(`is larger than ${most} bytes when decompressed; split it`);
      if (total > Math.max(alwaysFine, packed * mostGrowth))
        throw new Unreadable(`is more than ${mostGrowth} times larger when decompressed; send it without gzip`);
      yield chunk;
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_')) throw new Unreadable('is not a complete gzip archive');
    throw error;
  } finally {
    file.destroy();
  }
}
