import { createHmac } from 'node:crypto';
import type { Delivery } from '../delivery.ts';

/**
 * The headers of Standard Webhooks for an attempt at a time: id, timestamp, and a signature by each secret, so that a
 * receiver verifies with the old or the new one while they change. Receivers refuse old timestamps, so every attempt is
 * signed anew.
 */
export function signatureOf(
  { id, body = '', secrets = [] }: Pick<Delivery, 'id' | 'body' | 'secrets'>,
  now: number,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(now / 1000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}
