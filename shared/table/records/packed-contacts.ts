import { type Day, mondayOf } from '../../domain/dates.ts';
import type { Contacts } from '../../domain/scoring/contacts.ts';
import { silence } from '../../domain/scoring/model.ts';

// The weeks with contacts of a client, a bit for each of the last 104 weeks, the week of the last scored day first: a night
// does not read signals that are older than the habits of clients.

export function packContacts(contacts: Contacts, last: Day): Buffer {
  const bytes = Buffer.alloc(silence.rememberedWeeks / 8);
  for (const monday of contacts) {
    const week = (mondayOf(last) - monday) / 7;
    if (week >= 0 && week < silence.rememberedWeeks) bytes[week >> 3] = (bytes[week >> 3] ?? 0) | (1 << (week & 7));
  }
  return bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1);
}

/** Those of several, one after the other, each with the number of its bytes; undefined if there is no contact at all. */
export function packAllContacts(all: readonly Contacts[], last: Day): Buffer | undefined {
  const packed = all.map((contacts) => packContacts(contacts, last));
  if (packed.every(({ length }) => length === 0)) return undefined;
  return Buffer.concat(packed.flatMap((bytes) => [Buffer.of(bytes.length), bytes]));
}

export function unpackAllContacts(bytes: Buffer, last: Day): Day[][] {
  const all: Day[][] = [];
  for (let at = 0; at < bytes.length; at += 1 + (bytes[at] ?? 0))
    all.push(unpackContacts(bytes.subarray(at + 1, at + 1 + (bytes[at] ?? 0)), last));
  return all;
}

export function unpackContacts(bytes: Buffer, last: Day): Day[] {
  const weeks = Array.from({ length: bytes.length * 8 }, (_, week) => week);
  const known = weeks.filter((week) => ((bytes[week >> 3] ?? 0) >> (week & 7)) & 1);
  return known.map((week) => mondayOf(last) - 7 * week).reverse();
}
