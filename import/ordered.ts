import { dayOf, mondayOf } from '../shared/domain/dates.ts';
import type { Entry, Kind, Row } from './files/kinds/kind.ts';

/**
 * The entries of a file in the order of their clients and weeks. Signals of a client and week share an item: in the order
 * of the file each item would be read and written once for every batch that has one of its signals. Rows are kept as
 * bytes outside the heap, about 100 each.
 */
export interface OrderedEntries {
  readonly add: (entry: Entry) => void;
  /** Sorts what was added; entries of one client and week stay in their order. */
  readonly inOrder: () => Iterable<Entry>;
}

export function isOrdered({ name }: Kind): boolean {
  return name === 'signals' || name === 'open-signals';
}

const blockBytes = 2 ** 20;
/** Of the rows of a file: about 25 million signals. */
const mostBytes = 2 * 2 ** 30;
/** Bits of a key, from the highest: the client, the week, the number of the entry. */
const [clientBits, weekBits, entryBits] = [24, 13, 27];
const lowWeekBits = 32 - entryBits;
const firstWeek = Math.floor(mondayOf(dayOf('2000-01-01')) / 7);

export function orderedEntries(): OrderedEntries {
  const clients: string[] = [];
  const numbers = new Map<string, number>();
  const blocks: Buffer[] = [];
  let used = blockBytes;
  let keys = new BigUint64Array(1024);
  let halves = new Uint32Array(keys.buffer);
  // where an entry begins: its block, and the place in it
  let places = new Uint32Array(2048);
  let count = 0;
  let like: Entry | undefined;
  let fields: string[] = [];

  const numberOf = (clientId: string): number => {
    const known = numbers.get(clientId);
    if (known !== undefined) return known;
    numbers.set(clientId, clients.length);
    clients.push(clientId);
    return clients.length - 1;
  };
  const keep = (text: string): void => {
    // a character of a text takes three bytes at most
    const most = text.length * 3 + 4;
    if (used + most > (blocks.at(-1)?.length ?? 0)) {
      blocks.push(Buffer.allocUnsafeSlow(Math.max(blockBytes, most)));
      used = 0;
    }
    const block = blocks[blocks.length - 1] as Buffer;
    places[count * 2] = blocks.length - 1;
    places[count * 2 + 1] = used;
    const length = block.write(text, used + 4);
    block.writeUInt32LE(length, used);
    used += length + 4;
  };
  const entryAt = (number: number, clientId: string): Entry => {
    const { kind, row } = like as Entry;
    const block = blocks[places[number * 2] ?? 0] as Buffer;
    const at = places[number * 2 + 1] ?? 0;
    const text = block.toString('utf8', at + 4, at + 4 + block.readUInt32LE(at));
    const rows = (JSON.parse(text) as [number, ...Row['given'][string][]][]).map(([line, ...values]): Row => {
      const given: Record<string, Row['given'][string]> = {};
      for (const [column, field] of fields.entries()) given[field] = values[column] ?? null;
      return { ...row, line, given };
    });
    return { kind, row: rows[0] as Row, rows, clientId };
  };
  return {
    add: (entry) => {
      if (count === keys.length) {
        keys = grown(keys, new BigUint64Array(count * 2));
        halves = new Uint32Array(keys.buffer);
        places = grown(places, new Uint32Array(count * 4));
      }
      if (!like) {
        like = entry;
        fields = Object.keys(entry.row.given);
      }
      const client = numberOf(entry.clientId);
      if (client >= 2 ** clientBits || count >= 2 ** entryBits || blocks.length * blockBytes > mostBytes) {
        throw new Error('A file has more than about 25 million signals; split it. Nothing was imported.');
      }
      const week = Math.floor(mondayOf(dayOf(String(entry.row.given.date ?? '2000-01-01'))) / 7) - firstWeek;
      const clamped = Math.min(Math.max(0, week), 2 ** weekBits - 1);
      // low half first, as on every machine that Node runs on
      halves[count * 2] = (((clamped & (2 ** lowWeekBits - 1)) << entryBits) | count) >>> 0;
      halves[count * 2 + 1] = ((client << (32 - clientBits)) | (clamped >>> lowWeekBits)) >>> 0;
      keep(JSON.stringify(entry.rows.map(({ line, given }) => [line, ...fields.map((field) => given[field])])));
      count += 1;
    },
    *inOrder() {
      const sorted = new Uint32Array(keys.slice(0, count).sort().buffer);
      for (let at = 0; at < count; at += 1) {
        const number = (sorted[at * 2] ?? 0) & (2 ** entryBits - 1);
        yield entryAt(number, clients[(sorted[at * 2 + 1] ?? 0) >>> (32 - clientBits)] ?? '');
      }
    },
  };
}

function grown<Numbers extends BigUint64Array | Uint32Array>(from: Numbers, to: Numbers): Numbers {
  (to as Uint32Array).set(from as Uint32Array);
  return to;
}
