import { hash } from 'node:crypto';
import type { Endpoint, Endpoints, PathOf, QueryOf } from '../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';

/** A request as an operation sees it: the account and the validated parameters. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly account: Account;
  readonly path: PathOf<E>;
  readonly query: QueryOf<E>;
}

/**
 * The answer to a request. An operation's first read is enough for the ETag. A body that needs more reads is a
 * function: it is called after the request was counted, and only if the caller does not already have the answer with
 * that ETag.
 */
export interface Answer {
  /** Absent if it depends on the body. */
  readonly etag?: string;
  readonly body: string | (() => Promise<MadeBody>);
  /** Of a body that is a text; a body that is a function has its own. */
  readonly headers?: Headers;
  /** The body is a stream, which API Gateway does not compress. It is compressed here if the caller accepts it. */
  readonly compressed?: true;
}

export type Headers = Readonly<Record<string, string>>;

/** A body with its own ETag, which differs from the answer's if the views were replaced between the two reads. */
export interface MadeBody {
  readonly etag: string;
  readonly body: string | TextStream;
  readonly headers?: Headers;
}

/** A body that is produced while it is sent. An error after its first part cuts the response off. */
export type TextStream = AsyncIterable<string>;

export type Operation<E extends Endpoint = Endpoint> = (call: Call<E>, deps: Deps) => Answer | Promise<Answer>;

/** One operation for every endpoint of a group. */
export type Operations<E extends Endpoints> = { readonly [Id in keyof E]: Operation<E[Id]> };

/** An answer whose ETag is the hash of its text. */
export function smallAnswer(value: object): Answer {
  return textAnswer(JSON.stringify(value));
}

export function textAnswer(body: string): Answer & { readonly body: string; readonly etag: string } {
  return { body, etag: hash('sha256', body, 'base64url').slice(0, 22) };
}
