import type { Format } from '../../../shared/domain/cells/dates.ts';
import { Unreadable } from './unreadable.ts';

type Decoder = InstanceType<typeof TextDecoder>;

const marks = [
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
] as const;

/** Decodes by the byte order mark, else by the declared encoding, else as UTF-8. `line` is the current line. */
export async function* textOf(
  chunks: AsyncIterable<Buffer>,
  { encoding = 'utf-8' }: Format,
  line: () => number,
): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  for await (const bytes of chunks) {
    decoder ??= new TextDecoder(markedEncoding(bytes) ?? encoding, { fatal: true });
    const text = decoded(decoder, bytes, line());
    if (text.includes('\0')) throw new Unreadable('is not text; save it as CSV UTF-8', line());
    if (text !== '') yield text;
  }
  if (!decoder) return;
  const rest = decoded(decoder, undefined, line());
  if (rest !== '') yield rest;
}

/** The encoding to read with: files that are valid UTF-8 are UTF-8, although Windows-1252 is declared. */
export async function actualEncoding(
  chunks: AsyncIterable<Buffer>,
  declared: Format['encoding'],
): Promise<Format['encoding']> {
  if (declared !== 'windows-1252') return declared;
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isFirst = true;
  try {
    for await (const bytes of chunks) {
      if (isFirst && markedEncoding(bytes) !== undefined) return 'utf-8';
      isFirst = false;
      decoder.decode(bytes, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    // why a file cannot be read is reported when it is read
    if (error instanceof TypeError || error instanceof Unreadable) return declared;
    throw error;
  }
}

function markedEncoding(bytes: Buffer): string | undefined {
  return marks.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))?.encoding;
}

function decoded(decoder: Decoder, bytes: Buffer | undefined, line: number): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch {
    const [before = ''] = new TextDecoder().decode(bytes).split('\ufffd');
    const at = line + (before.match(/\r\n|\n|\r/g)?.length ?? 0);
    throw new Unreadable(
      `is not ${decoder.encoding.toUpperCase()}; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252`,
      at,
    );
  }
}
