import { createHash } from 'node:crypto';
import { isClientId } from '../../../shared/domain/ids.ts';

/**
 * The id of a client of which only the customer's own is known: the same one if it can be an id, else its readable
 * part and a hash of it all, so that two of them never meet.
 */
export function clientIdFrom(externalId: string): string {
  if (isClientId(externalId)) return externalId;
  const readable = externalId
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 40);
  return `${readable === '' ? 'client' : readable}-${contentHash([externalId], 10)}`;
}

/** The id of a record that has none: the same for the same content. */
export function recordIdFrom(prefix: string, content: readonly unknown[]): string {
  return `${prefix}-${contentHash(content, 20)}`;
}

function contentHash(content: readonly unknown[], length: number): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, length);
}
