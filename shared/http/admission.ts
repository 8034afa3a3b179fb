import type { Deps } from '../deps.ts';
import { isWellFormed } from '../domain/access/api-key.ts';
import {
  fullWindow,
  isFarAhead,
  namesAt,
  type Rate,
  ratesOf,
  secondsUntil,
  windowHasEnded,
} from '../domain/access/windows.ts';
import { Forbidden, RateLimited, Unauthorized } from '../domain/errors.ts';
import { withMetrics } from '../log.ts';
import { type ApiKey, countRequest, removeExpiredWindows } from '../table/access/count-request.ts';
import { type Account, apiKeyHash, asAccount } from '../table/store/item-keys.ts';
import type { RequestTable } from '../table/store/table.ts';
import { LimiterError } from './limiter-error.ts';

export interface Admission {
  readonly account: Account;
  readonly keyId: string;
  /** What is left in each window. */
  readonly rates: readonly Rate[];
  /** A write that removes expired windows. Wait for it before the invocation ends. */
  readonly cleanUp?: Promise<void>;
}

export interface PendingAdmission {
  /** The account of the key, if this container knows it (a key never changes its account): a read can begin while the
   *  request is being counted. Discard its result if the request is not admitted. */
  readonly account?: Account | undefined;
  /** Rejects with Unauthorized, Forbidden or RateLimited; with any other error if the limiter failed. */
  readonly admission: Promise<Admission>;
}

/** What this container knows of a key: a cache, used only to repeat a 429 and to start a read early. */
interface KnownKey {
  /** Known once a request with the key was admitted. */
  readonly account?: Account | undefined;
  /** Names of the windows stored on the item. Expired ones can be removed. */
  readonly names: readonly string[];
  readonly refused?: { readonly error: RateLimited; readonly since: number; readonly until: number };
}

const mostKeys = 10_000;
const mostNamesAtOnce = 20;
const refusalRepeatedFor = 10_000;

/** Checks keys and counts requests: each request exactly once, and never more than a limit allows. */
export class KeyChecker {
  readonly #deps: Deps;
  readonly #memories = new Map<string, KnownKey>();
  /** By key, how many requests were answered 429 since one was counted. The next that is counted stores the number. */
  readonly #refusals = new Map<string, number>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  check(apiKey: string | undefined, table: RequestTable): PendingAdmission {
    // a key with a wrong checksum costs no call to DynamoDB
    if (!apiKey || !isWellFormed(apiKey)) return { admission: Promise.reject(new Unauthorized()) };
    const hash = apiKeyHash(apiKey);
    const now = this.#deps.clock();
    const { account, refused } = this.#memories.get(hash) ?? {};
    // not if the clock was set back, which would repeat it for longer
    if (refused && now >= refused.since && now < refused.until) {
      this.#countRefusals(hash, 1);
      return { admission: Promise.reject(repeatedRefusal(refused.error, now)) };
    }
    return { account, admission: this.#admit(hash, now, table) };
  }

  async #admit(hash: string, now: number, table: RequestTable): Promise<Admission> {
    const refused = this.#refusals.get(hash) ?? 0;
    this.#refusals.delete(hash);
    try {
      const names = this.#memories.get(hash)?.names ?? [];
      const over = names.filter((name) => windowHasEnded(name, now)).slice(0, mostNamesAtOnce);
      const request = { id: this.#deps.randomBytes(5), names: namesAt(now), second: Math.floor(now / 1000), refused };
      const { key, counted } = await countRequest(table, hash, request, over);
      if (!isUsable(key, request.second)) throw this.#rejection(hash, key, request.second);
      if (!counted) {
        this.#countRefusals(hash, refused + 1);
        throw this.#refusal(hash, key, now);
      }
      return this.#admission(hash, key, now, table);
    } catch (error) {
      if (!isRefusal(error)) this.#deps.log(withMetrics({}, now, { LimiterError: 1 }));
      throw error;
    }
  }

  #admission(hash: string, key: ApiKey, now: number, table: RequestTable): Admission {
    const names = Object.keys(key.w);
    const account = asAccount(key.customerId);
    this.#remember(hash, { account, names });
    if (names.some((name) => isFarAhead(name, now))) {
      this.#deps.log({
        level: 'warn',
        keyId: key.keyId,
        message: 'The clock of another container is minutes ahead of this one.',
      });
    }
    const admission = { account, keyId: key.keyId, rates: ratesOf(key.w, now) };
    const over = names.filter((name) => windowHasEnded(name, now));
    if (over.length <= mostNamesAtOnce) return admission;
    // rare: only keys served by many short-lived containers collect this many windows; failures are not the caller's
    // concern
    return { ...admission, cleanUp: removeExpiredWindows(table, hash, over).catch(() => undefined) };
  }

  #refusal(hash: string, key: ApiKey, now: number): Error {
    const full = fullWindow(key.w, now);
    if (!full) return new LimiterError('A request was not counted although no window is full.');
    const error = new RateLimited(secondsUntil(full.reset, now), full.limit, full.reset);
    // counts only rise within a window, so a repeated 429 is correct; repeat it only briefly, so that a revocation
    // takes effect
    const until = Math.min(now + refusalRepeatedFor, full.reset * 1000);
    const account = this.#memories.get(hash)?.account;
    this.#remember(hash, { account, names: Object.keys(key.w), refused: { error, since: now, until } });
    return error;
  }

  #rejection(hash: string, key: ApiKey | undefined, second: number): Error {
    // later requests are checked like those with an unknown key
    this.#memories.delete(hash);
    return key?.st === 'suspended' && !hasExpired(key, second) ? new Forbidden() : new Unauthorized();
  }

  #countRefusals(hash: string, more: number): void {
    this.#refusals.set(hash, (this.#refusals.get(hash) ?? 0) + more);
  }

  #remember(hash: string, memory: KnownKey): void {
    this.#memories.delete(hash);
    this.#memories.set(hash, memory);
    if (this.#memories.size <= mostKeys) return;
    const [oldest] = this.#memories.keys();
    this.#memories.delete(oldest as string);
  }
}

function isUsable(key: ApiKey | undefined, second: number): key is ApiKey {
  return key?.st === 'active' && !hasExpired(key, second);
}

function hasExpired({ exp }: ApiKey, second: number): boolean {
  return exp !== undefined && exp <= second;
}

function isRefusal(error: unknown): boolean {
  return error instanceof Unauthorized || error instanceof Forbidden || error instanceof RateLimited;
}

function repeatedRefusal({ limit, reset }: RateLimited, now: number): RateLimited {
  return new RateLimited(secondsUntil(reset, now), limit, reset);
}
