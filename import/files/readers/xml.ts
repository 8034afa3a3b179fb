import { Unreadable } from './unreadable.ts';
import { damaged } from './zip.ts';

// Reads XML in pieces, in time and memory that are linear in its length. It knows what the files of a workbook need:
// elements, attributes, texts. Document types are refused, because they can define texts that multiply.

export interface XmlHandler {
  /** `tag` is the name and the attributes as they are written. */
  readonly open: (name: string, tag: string) => void;
  readonly text: (text: string) => void;
  readonly close: (name: string) => void;
}

const longestTag = 64 * 1024;
const deepestElement = 100;
/** About a million rows of ten cells. */
const mostTags = 60_000_000;
const skipped = { comment: '-->', instruction: '?>', cdata: ']]>' } as const;

export async function readXml(pieces: AsyncIterable<string>, handler: XmlHandler): Promise<void> {
  let rest = '';
  let [depth, tags] = [0, 0];
  let inside: keyof typeof skipped | undefined;
  const text = (piece: string, isRaw = false) => {
    if (piece !== '') handler.text(isRaw ? piece : decoded(piece));
  };
  for await (const piece of pieces) {
    const all = rest + piece;
    let at = 0;
    for (;;) {
      if (inside) {
        const ending = skipped[inside];
        const end = all.indexOf(ending, at);
        // the ending may be cut in two
        const until = end < 0 ? Math.max(at, all.length - ending.length + 1) : end;
        if (inside === 'cdata') text(all.slice(at, until), true);
        at = end < 0 ? until : end + ending.length;
        if (end < 0) break;
        inside = undefined;
      }
      const from = all.indexOf('<', at);
      if (from < 0) {
        // an entity may be cut in two
        const cut = all.lastIndexOf('&');
        const until = cut >= at && all.length - cut < longestEntity ? cut : all.length;
        text(all.slice(at, until));
        at = until;
        break;
      }
      text(all.slice(at, from));
      at = from;
      if (all.length - from < '<![CDATA['.length && !all.includes('>', from)) break;
      if (all.startsWith('<!--', from)) inside = 'comment';
      else if (all.startsWith('<?', from)) inside = 'instruction';
      else if (all.startsWith('<![CDATA[', from)) inside = 'cdata';
      else if (all.startsWith('<!', from)) throw new Unreadable(damaged);
      if (inside) {
        at = from + (inside === 'cdata' ? 9 : inside === 'comment' ? 4 : 2);
        continue;
      }
      const end = endOfTag(all, from);
      if (end < 0) break;
      depth += element(all.slice(from + 1, end), handler);
      tags += 1;
      if (depth > deepestElement || tags > mostTags) throw new Unreadable(damaged);
      at = end + 1;
    }
    rest = all.slice(at);
    if (rest.length > longestTag) throw new Unreadable(damaged);
  }
  text(rest.startsWith('<') ? '' : rest);
}

/** The place of the `>` that ends a tag: not one inside of an attribute. */
function endOfTag(text: string, from: number): number {
  let quote = 0;
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quote !== 0) quote = code === quote ? 0 : quote;
    else if (code === 62) return at;
    else if (code === 34 || code === 39) quote = code;
  }
  return -1;
}

/** Returns by how much the elements after it are deeper. */
function element(tag: string, { open, close }: XmlHandler): number {
  const isEnd = tag.startsWith('/');
  const name = localName(tag, isEnd ? 1 : 0);
  if (!isEnd) open(name, tag);
  const isClosed = isEnd || tag.endsWith('/');
  if (isClosed) close(name);
  return Number(!isEnd) - Number(isClosed);
}

function localName(tag: string, from: number): string {
  let at = from;
  let start = from;
  for (; at < tag.length; at += 1) {
    const code = tag.charCodeAt(at);
    if (code <= 32 || code === 47) break;
    if (code === 58) start = at + 1;
  }
  return tag.slice(start, at);
}

/** The value of an attribute; undefined if the tag has none of this name. */
export function attributeOf(tag: string, name: string): string | undefined {
  let at = tag.search(/\s/);
  while (at >= 0) {
    const equals = tag.indexOf('=', at);
    if (equals < 0) return undefined;
    let from = equals + 1;
    while (tag.charCodeAt(from) <= 32) from += 1;
    const quote = tag.charAt(from);
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, from + 1) : -1;
    if (end < 0) return undefined;
    if (tag.slice(at, equals).trim() === name) return decoded(tag.slice(from + 1, end));
    at = end + 1;
  }
  return undefined;
}

const longestEntity = 10;
const entities: ReadonlyMap<string, string> = new Map(
  Object.entries({ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }),
);

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|([a-z]{2,4}));/gi, (whole, hex, decimal, name) => {
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (code <= 0x10_ffff) return String.fromCodePoint(code);
    return entities.get(name ?? '') ?? whole;
  });
}
