import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

// How everything in the table is compressed: DynamoDB counts units by size.

/** A window of 64 KB: a larger one takes longer to set up than a record to compress, and finds no more. */
const windowBits = 16;

export function compress(content: string | Buffer): Uint8Array {
  const plain = Buffer.from(content);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 9,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  };
  return brotliCompressSync(plain, { params });
}

export function decompress(stored: unknown): Buffer {
  return brotliDecompressSync(stored as Uint8Array);
}
