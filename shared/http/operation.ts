import { createHash } from 'node:crypto';
import type { Endpoint, Endpoints, PathOf, QueryOf } from '../contract/endpoint.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../table/store/item-keys.ts';

/** A request as an operation sees it: whose it is, and what it asks for. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly account: Account;
  readonly path: PathOf<E>;
  readonly query: QueryOf<E>;
}

/**
 * What a request is answered with. The first step of the read makes the ETag; a body that takes more is a function,
 * which is called once the request has been counted and only when the caller does not hold that answer already. It may
 * find that the version it was made for is gone, and give the answer of the version that is live instead.
 */
export interface Answer {
  /** Absent where only the whole body makes it; the body is an answer then. */
  readonly etag?: string;
  readonly body: string | (() => Promise<string | TextStream | Answer>);
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body that is made while it is sent. What can go wrong before its first part must go wrong before it is returned. */
export type TextStream = AsyncIterable<string>;

export type Operation<E extends Endpoint = Endpoint> = (call: Call<E>, deps: Deps) => Answer | Promise<Answer>;

/** A group answers all of its endpoints or does not exist. */
export type Operations<E extends Endpoints> = { readonly [Id in keyof E]: Operation<E[Id]> };

/** The answer to a small question; its ETag is its own hash. */
export function smallAnswer(value: object): Answer {
  return textAnswer(JSON.stringify(value));
}

export function textAnswer(body: string): Answer {
  return { body, etag: createHash('sha256').update(body).digest('base64url').slice(0, 22) };
}
