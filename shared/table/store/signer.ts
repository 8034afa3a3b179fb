import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto';
import type { Credentials } from './table.ts';

// Signature Version 4 for the services of AWS that take JSON or a form at one path: DynamoDB, EventBridge, KMS, SES, SQS, STS.
// Their requests have the same headers, so everything but four values is prepared. A proof compares it with the SDK's signer.

interface Service {
  /** `dynamodb` */
  readonly name: string;
  readonly region: string;
  readonly host: string;
  readonly contentType: string;
  /** By default `/`. */
  readonly path?: string;
}

interface Unsigned {
  /** The operation: `DynamoDB_20120810.GetItem`. Services that take forms have it there. */
  readonly target?: string;
  readonly body: string | Uint8Array;
  /** Epoch milliseconds. */
  readonly time: number;
}

/** Returns the headers of a signed request: names and values in turn, as Node sends them. */
export type Sign = (request: Unsigned, credentials: Credentials) => string[];

export function signerFor({ name, region, host, contentType, path = '/' }: Service): Sign {
  const before = `POST\n${path}\n\ncontent-type:${contentType}\nhost:${host}\nx-amz-date:`;
  const fixed = ['content-type', contentType, 'host', host];
  let held: { readonly secret: string; readonly scope: string; readonly key: KeyObject } | undefined;

  return ({ target, body, time }, { accessKeyId, secretAccessKey: secret, sessionToken }) => {
    const date = timestamp(time);
    const scope = `${date.slice(0, 8)}/${region}/${name}/aws4_request`;
    // the key changes with the day and with the credentials
    if (held?.scope !== scope || held.secret !== secret) held = { secret, scope, key: signingKey(secret, scope) };
    const names = `content-type;host;x-amz-date${sessionToken ? ';x-amz-security-token' : ''}${target ? ';x-amz-target' : ''}`;
    const token = sessionToken ? `x-amz-security-token:${sessionToken}\n` : '';
    const operation = target ? `x-amz-target:${target}\n` : '';
    const canonical = `${before}${date}\n${token}${operation}\n${names}\n${sha256(body)}`;
    const toSign = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`;
    const signature = createHmac('sha256', held.key).update(toSign).digest('hex');
    const authorization = `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
    const signed = [...fixed, 'x-amz-date', date, 'authorization', authorization];
    if (target) signed.push('x-amz-target', target);
    return sessionToken ? [...signed, 'x-amz-security-token', sessionToken] : signed;
  };
}

/** 20261122T030405Z */
function timestamp(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** A key object, because Node converts a key given as bytes for every signature. */
function signingKey(secret: string, scope: string): KeyObject {
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest();
  return createSecretKey(scope.split('/').reduce<Buffer | string>(hmac, `AWS4${secret}`) as Buffer);
}

function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}
