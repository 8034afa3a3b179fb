import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { Unreadable } from './unreadable.ts';

/** The maximum decompressed size of a file. */
const mostBytes = 4 * 2 ** 30;

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
  let total = 0;
  try {
    for await (const chunk of unzipped) {
      total += chunk.length;
      if (total > most) throw new Unreadable(`is larger than ${most} bytes when decompressed; split it`);
      yield chunk;
    }
  } catch (error) {
    // Equivalent mutant: `''` to `"Stryker was here!"`. Neither begins with Z_.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_')) throw new Unreadable('is not a complete gzip archive');
    throw error;
  } finally {
    file.destroy();
  }
}
