import type { Deps } from '../deps.ts';
import { isWellFormed } from '../domain/access/api-key.ts';
import {
  fullWindow,
  isFarAhead,
  namesAt,
  type Rate,
  rateOf,
  secondsUntil,
  windowHasEnded,
} from '../domain/access/windows.ts';
import { Forbidden, RateLimited, Unauthorized } from '../domain/errors.ts';
import { withMetrics } from '../log.ts';
import { type ApiKey, countRequest, removeExpiredWindows } from '../table/access/count-request.ts';
import { type Account, apiKeyHash, asAccount } from '../table/store/item-keys.ts';
import type { Table } from '../table/store/table.ts';
import { LimiterError } from './limiter-error.ts';

export interface Admission {
  readonly account: Account;
  readonly keyId: string;
  readonly rate: Rate;
  /** A clean-up under way; the function must not end before it. */
  readonly cleanUp?: Promise<void>;
}

export interface PendingAdmission {
  /** The account behind the key when this container knows it already (a key never changes its account), so that a
   *  read can begin while the request is being counted. What it brings is worth nothing without the admission. */
  readonly account?: Account | undefined;
  /** Rejected with Unauthorized, Forbidden or RateLimited; with anything else when the limiter failed. */
  readonly admission: Promise<Admission>;
}

/** What this container remembers of a key. None of it decides anything but to repeat a refusal. */
interface KnownKey {
  /** Of a request that was admitted. */
  readonly account?: Account | undefined;
  /** Names of windows on the item, of which those that are over may go. */
  readonly names: readonly string[];
  readonly refused?: { readonly error: RateLimited; readonly until: number };
}

const mostKeys = 10_000;
const mostNamesAtOnce = 20;
const refusalStands = 10_000;

/** Admits requests by key: exactly once each, within every limit. */
export class KeyChecker {
  readonly #deps: Deps;
  readonly #memories = new Map<string, KnownKey>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  check(apiKey: string | undefined, table: Table): PendingAdmission {
    // what fails its checksum costs no call
    if (!apiKey || !isWellFormed(apiKey)) return { admission: Promise.reject(new Unauthorized()) };
    const hash = apiKeyHash(apiKey);
    const now = this.#deps.clock();
    const { account, refused } = this.#memories.get(hash) ?? {};
    if (refused && now < refused.until) return { admission: Promise.reject(repeatedRefusal(refused.error, now)) };
    return { account, admission: this.#admit(hash, now, table) };
  }

  async #admit(hash: string, now: number, table: Table): Promise<Admission> {
    try {
      const names = this.#memories.get(hash)?.names ?? [];
      const over = names.filter((name) => windowHasEnded(name, now)).slice(0, mostNamesAtOnce);
      const request = { id: this.#deps.randomBytes(5), names: namesAt(now), second: Math.floor(now / 1000) };
      const { key, counted } = await countRequest(table, hash, request, over);
      if (!isUsable(key, request.second)) throw this.#rejection(hash, key, request.second);
      if (!counted) throw this.#refusal(hash, key, now);
      return this.#admission(hash, key, now, table);
    } catch (error) {
      if (!isRefusal(error)) this.#deps.log(withMetrics({}, now, { LimiterError: 1 }));
      throw error;
    }
  }

  #admission(hash: string, key: ApiKey, now: number, table: Table): Admission {
    const names = Object.keys(key.w);
    const account = asAccount(key.customerId);
    this.#remember(hash, { account, names });
    if (names.some((name) => isFarAhead(name, now))) {
      this.#deps.log({
        level: 'warn',
        keyId: key.keyId,
        message: 'another container counts minutes ahead of this one',
      });
    }
    const admission = { account, keyId: key.keyId, rate: rateOf(key.w, now) };
    const over = names.filter((name) => windowHasEnded(name, now));
    if (over.length <= mostNamesAtOnce) return admission;
    // only a key that ever new containers serve comes here; it is not the caller's affair when it fails
    return { ...admission, cleanUp: removeExpiredWindows(table, hash, over).catch(() => undefined) };
  }

  #refusal(hash: string, key: ApiKey, now: number): Error {
    const full = fullWindow(key.w, now);
    if (!full) return new LimiterError('a request was not counted although its windows have room');
    const error = new RateLimited(secondsUntil(full.reset, now), full.limit, full.reset);
    // counts never fall within a window, so repeating the refusal is exact; briefly, so that a revocation is seen
    const until = Math.min(now + refusalStands, full.reset * 1000);
    const account = this.#memories.get(hash)?.account;
    this.#remember(hash, { account, names: Object.keys(key.w), refused: { error, until } });
    return error;
  }

  #rejection(hash: string, key: ApiKey | undefined, second: number): Error {
    // from now on it costs what an unknown key costs
    this.#memories.delete(hash);
    return key?.st === 'suspended' && !hasExpired(key, second) ? new Forbidden() : new Unauthorized();
  }

  #remember(hash: string, memory: KnownKey): void {
    this.#memories.delete(hash);
    this.#memories.set(hash, memory);
    const oldest = this.#memories.keys().next();
    if (this.#memories.size > mostKeys && !oldest.done) this.#memories.delete(oldest.value);
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
