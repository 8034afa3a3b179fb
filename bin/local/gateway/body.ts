import type { IncomingMessage } from 'node:http';

/** The text of a body; undefined if it is too large. */
export async function textOf(request: IncomingMessage, mostBytes: number): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    // the rest is read and dropped, or the caller would not see the answer
    if (bytes <= mostBytes) parts.push(part);
  }
  return bytes <= mostBytes ? Buffer.concat(parts).toString() : undefined;
}
