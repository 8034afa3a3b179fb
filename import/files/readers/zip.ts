import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { Unreadable } from './unreadable.ts';

// Reads the files of a zip archive. Nothing in an archive is believed before it was checked: sizes and places are those
// of the directory at its end, and what is decompressed is counted as it comes.

export interface ZipArchive {
  /** The text of a file in pieces; nothing if there is no such file. `most` bounds its bytes. */
  readonly text: (name: string, most?: number) => AsyncGenerator<string>;
  readonly close: () => Promise<void>;
}

interface Member {
  readonly offset: number;
  readonly packed: number;
  readonly isDeflated: boolean;
}

/** A workbook has a file per sheet, and some for each picture. */
const mostEntries = 10_000;
const [endLength, headLength, directoryLength] = [22, 30, 46];
/** The comment at the end of an archive has at most 65,535 bytes. */
const tailLength = endLength + 0xffff;

export const damaged = 'is not a readable .xlsx workbook; save it again, or save its sheets as CSV UTF-8';

/** `most`: the bytes that all of its files together may have when they are decompressed. */
export async function openArchive(path: string, most: number): Promise<ZipArchive> {
  const file = await open(path);
  try {
    const tooLarge = () => new Unreadable(`is larger than ${most} bytes when decompressed; use CSV`);
    const { entries, claimed } = await entriesOf(file);
    if (claimed > most) throw tooLarge();
    let left = most;
    const take = (bytes: number) => {
      left -= bytes;
      if (left < 0) throw tooLarge();
    };
    return {
      text: async function* (name, mostOfFile = most) {
        const entry = entries.get(name);
        let read = 0;
        const count = (bytes: number) => {
          take(bytes);
          read += bytes;
          if (read > mostOfFile) throw new Unreadable(damaged);
        };
        if (entry) yield* textOf(file, entry, count);
      },
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const blockLength = 64 * 1024;

async function* blocksOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let at = start; at < end; at += blockLength) yield await bytesAt(file, at, Math.min(blockLength, end - at));
}

async function* textOf(file: FileHandle, entry: Member, take: (bytes: number) => void): AsyncGenerator<string> {
  if (entry.packed === 0) return;
  const head = await bytesAt(file, entry.offset, headLength);
  if (head.toString('latin1', 0, 4) !== 'PK\x03\x04') throw new Unreadable(damaged);
  const start = entry.offset + headLength + head.readUInt16LE(26) + head.readUInt16LE(28);
  const packed = Readable.from(blocksOf(file, start, start + entry.packed));
  const unpacked = entry.isDeflated ? packed.pipe(createInflateRaw()) : packed;
  packed.once('error', (error) => unpacked.destroy(error));
  const decoder = new TextDecoder('utf-8');
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      take(chunk.length);
      yield decoder.decode(chunk, { stream: true });
    }
  } catch (error) {
    if (String((error as NodeJS.ErrnoException).code).startsWith('Z_')) throw new Unreadable(damaged, 1, error);
    throw error;
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

async function entriesOf(file: FileHandle) {
  const { size } = await file.stat();
  const tail = await bytesAt(file, Math.max(0, size - tailLength), Math.min(size, tailLength));
  const end = tail.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  if (end < 0 || end + endLength > tail.length) throw new Unreadable('is not an .xlsx workbook');
  const [bytes, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  if (from + bytes > size) throw new Unreadable(damaged);
  const entries = new Map<string, Member>();
  let claimed = 0;
  for (let at = 0, head: Buffer; at + directoryLength <= bytes; at += directoryLength + lengthsIn(head)) {
    if (entries.size === mostEntries) throw new Unreadable(`has more than ${mostEntries} files inside; use CSV`);
    head = await bytesAt(file, from + at, directoryLength);
    const [packed, offset, method] = [head.readUInt32LE(20), head.readUInt32LE(42), head.readUInt16LE(10)];
    const name = (await bytesAt(file, from + at + directoryLength, head.readUInt16LE(28))).toString();
    const isSound = offset + headLength + packed <= size && (method === 0 || method === 8) && !entries.has(name);
    if (!isSound) throw new Unreadable(damaged);
    claimed += head.readUInt32LE(24);
    entries.set(name, { offset, packed, isDeflated: method === 8 });
  }
  return { entries, claimed };
}

/** The length of name, extra fields and comment, which follow an entry of the directory. */
function lengthsIn(head: Buffer): number {
  return head.readUInt16LE(28) + head.readUInt16LE(30) + head.readUInt16LE(32);
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Unreadable(damaged);
  return buffer;
}
