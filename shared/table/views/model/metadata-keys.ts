import { compareTexts } from '../../../domain/orders.ts';
import type { ClientEntry } from './entries.ts';

/** Keys that have their own columns in the export. */
const knownKeys: ReadonlySet<string> = new Set(['accountOwner', 'archived', 'industry', 'location', 'revenueTTM']);

// limits the size of the item that holds the keys, and the number of export columns
const mostKeys = 500;
const mostBytes = 32 * 1024;

/** The keys of the account's own metadata, sorted. */
export function ownMetadataKeys(clients: Iterable<ClientEntry>): string[] {
  const found = new Set<string>();
  for (const { text } of clients) {
    for (const key of Object.keys(metadataIn(text))) if (!knownKeys.has(key)) found.add(key);
  }
  const keys: string[] = [];
  let bytes = 0;
  for (const key of [...found].sort(compareTexts)) {
    bytes += Buffer.byteLength(key);
    if (keys.length === mostKeys || bytes > mostBytes) break;
    keys.push(key);
  }
  return keys;
}

/** Parses only the metadata, the last field of an entry. Quotes in texts are escaped, so its key is unique. */
function metadataIn(text: string): object {
  return JSON.parse(text.slice(text.indexOf('"metadata":') + '"metadata":'.length, -1));
}
