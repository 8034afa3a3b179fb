import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

// How everything in the table is compressed: DynamoDB counts units by size.

export function compress(content: string | Buffer): Uint8Array {
  const plain = Buffer.from(content);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 6, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
  return brotliCompressSync(plain, { params });
}

export function decompress(stored: unknown): Buffer {
  return brotliDecompressSync(stored as Uint8Array);
}
