import * as fc from 'fast-check';
import type { Tenant } from '../../support/service/tenants.ts';
import type { Documented } from './document.ts';

/** A value as sent (`wire`) and decoded (`text`; the same as `wire` if it cannot be decoded). */
export interface Text {
  readonly wire: string;
  readonly text: string;
}

export const plain = (text: string): Text => ({ wire: encodeURIComponent(text), text });
const undecodable = (wire: string): Text => ({ wire, text: wire });
/** Encodes every byte as %XX; the decoded text is the same. */
export const spelledOut = (text: string): Text => ({
  wire: Buffer.from(text).toString('hex').replaceAll(/../g, '%$&'),
  text,
});

/** Values that are invalid for most parameters: numbers, dates, choices or ids. */
export const nonsense: readonly Text[] = [
  ...['', ' ', '\t\n', '\0', '-1', '0', '1', '+1', '1.0', '1e309', 'NaN', '9007199254740992'],
  ...['null', 'true', 'TRUE', '[1]', '{}', '1;2', '１２', '\u202e', 'a'.repeat(201), '🙂'.repeat(200)],
  ...['9'.repeat(400), 'a'.repeat(5000), '2026-02-30', '2026-11-20', '__proto__', 'CUST#ac'],
  ...['all-clients', 'favorite-clients', 'archived-clients', 'high_risk', '%', '&', '#'],
]
  .map(plain)
  .concat(['%zz', '%ED%A0%80'].map(undecodable));

const more: readonly Text[] = [
  ...'-0 007 1.5 1e2 1_000 1,000 0x10 Infinity -Infinity 99999999999999999999 9007199254740991'.split(' '),
  ...'undefined True false yes [] {"$gt":""} {1} ٣ é e\u0301 ﬀ İ 🙂 ../.. <script>'.split(' '),
  ...['1 ', '\ufeff1', '\u2028', '\u0301', '🙂'.repeat(201), '\0'.repeat(300), "' OR 1=1"],
  ...'2024-02-29 2026-11-20T00:00:00Z 20261120 0000-01-01 +002026-11-20 30day'.split(' '),
  ...'constructor toString hasOwnProperty HIGH_RISK highRisk improving All-Clients'.split(' '),
  ...['all-clients ', 'PORTFOLIOS', '=', '?', '*', '.', '..', '-', '_'],
]
  .map(plain)
  .concat(['%', '%FF', '%C3', '%u0041', '100%'].map(undecodable));

/** Valid values for the parameter. */
export function sensible({ name, schema }: Documented, tenant: Tenant): readonly string[] {
  if (name === 'client_id') return tenant.clientIds;
  if (name === 'stream_id') return tenant.streamIds;
  if (/^portfolio/.test(name)) return [...tenant.portfolioIds, 'all-clients'];
  if (name === 'ids') return [...tenant.clientIds, tenant.clientIds.join(), 'nobody,x'];
  if (schema.enum) return schema.enum;
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.type === 'integer') return [schema.minimum ?? 0, 3, Math.min(schema.maximum ?? 9, 1e6)].map(String);
  if (schema.format === 'date') return ['2026-11-16', '2025-12-31'];
  return ['client', 'Client 1', 'a', 'er', tenant.canary];
}

/** Any text that a URL can carry. */
export const anything: fc.Arbitrary<Text> = fc.oneof(
  fc.constantFrom(...nonsense, ...more),
  fc.string({ unit: 'binary', maxLength: 40 }).map(plain),
  fc.string({ unit: 'grapheme', maxLength: 220, size: 'max' }).map(plain),
  fc.integer().map((number) => plain(String(number))),
  fc.double().map((number) => plain(String(number))),
  fc.json({ maxDepth: 2 }).map(plain),
);
