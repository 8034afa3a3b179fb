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

export function unpackContacts(bytes: Buffer, last: Day): Day[] {
  const weeks = Array.from({ length: bytes.length * 8 }, (_, week) => week);
  const known = weeks.filter((week) => ((bytes[week >> 3] ?? 0) >> (week & 7)) & 1);
  return known.map((week) => mondayOf(last) - 7 * week).reverse();
}
