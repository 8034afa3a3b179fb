import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Unreadable } from './unreadable.ts';

/** The maximum decompressed size of a file. */
const mostBytes = 4 * 2 ** 30;
/** Exports become 5 to 20 times smaller. What becomes much larger than that is no export, but made to fill a machine. */
const mostGrowth = 100;
const alwaysFine = 32 * 2 ** 20;

const zipMark = Buffer.from('PK\x03\x04', 'latin1');

/** The bytes of a file in chunks, decompressed if its name ends with .gz. `onBytes` counts the bytes of the file. */
export async function* bytesOf(
  path: string,
  onBytes: (count: number) => void = () => undefined,
  most = mostBytes,
): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  file.on('data', (chunk) => onBytes(chunk.length));
  if (!path.toLowerCase().endsWith('.gz')) {
    let isFirst = true;
    for await (const chunk of file as AsyncIterable<Buffer>) {
      if (isFirst && chunk.subarray(0, 4).equals(zipMark)) {
        throw new Unreadable('is a zip archive; unpack it, or let its name end with .xlsx if it is a workbook');
      }
      isFirst = false;
      yield chunk;
    }
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
