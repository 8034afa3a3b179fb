import { hash } from 'node:crypto';
import { isClientId } from '../../shared/domain/ids.ts';

/** The id of a client without a Service ID: its Client ID if that is a valid id, else its readable part and a hash. */
export function clientIdFrom(externalId: string): string {
  if (isClientId(externalId)) return externalId;
  const readable = externalId
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  return `${readable === '' ? 'client' : readable}-${contentHash([externalId], 10)}`;
}

/** The id of a record without one: a hash of its content. */
export function recordIdFrom(prefix: string, content: readonly unknown[]): string {
  return `${prefix}-${contentHash(content, 20)}`;
}

function contentHash(content: readonly unknown[], length: number): string {
  return hash('sha256', JSON.stringify(content)).slice(0, length);
}
