import { apiKeyHash } from '../../shared/table/store/item-keys.ts';

/** `doubt`: a command that changes it is running, or was killed. */
export type State = 'active' | 'blocked' | 'doubt';

interface Since {
  readonly at: number;
  readonly state: State;
}

export interface KnownKey {
  readonly keyId: string;
  readonly apiKey: string;
  readonly hash: string;
  readonly account: string;
  readonly states: Since[];
}

/** What the operator knows of the accounts and their keys. */
export class Accounts {
  readonly #states = new Map<string, Since[]>();
  readonly keys: KnownKey[] = [];
  readonly deleted = new Set<string>();

  names(): string[] {
    return [...this.#states.keys()].filter((name) => !this.deleted.has(name));
  }

  /** The accounts of which no command that creates, suspends, resumes or deletes them is under way. */
  sure(): string[] {
    return this.names().filter((name) => this.#states.get(name)?.at(-1)?.state !== 'doubt');
  }

  set(account: string, state: State, at: number): void {
    const states = this.#states.get(account) ?? [];
    states.push({ at, state });
    this.#states.set(account, states);
  }

  add({ keyId, apiKey }: { keyId: string; apiKey: string }, account: string, at: number): KnownKey {
    const key: KnownKey = { keyId, apiKey, hash: apiKeyHash(apiKey), account, states: [{ at, state: 'doubt' }] };
    this.keys.push(key);
    return key;
  }

  /** The keys of an account that are surely active by themselves. */
  activeOf(account: string): KnownKey[] {
    return this.keys.filter((key) => key.account === account && key.states.at(-1)?.state === 'active');
  }

  /** What is sure about the key during the whole time. */
  during({ account, states }: KnownKey, from: number, to: number): State {
    const seen = [...statesDuring(states, from, to), ...statesDuring(this.#states.get(account) ?? [], from, to)];
    const own = new Set(statesDuring(states, from, to));
    const whole = new Set(statesDuring(this.#states.get(account) ?? [], from, to));
    const only = (set: Set<State>, state: State) => set.size === 1 && set.has(state);
    if (only(own, 'blocked') || only(whole, 'blocked')) return 'blocked';
    return seen.every((state) => state === 'active') ? 'active' : 'doubt';
  }
}

function statesDuring(states: readonly Since[], from: number, to: number): State[] {
  const first = states.findLastIndex(({ at }) => at <= from);
  return states.slice(Math.max(0, first)).flatMap(({ at, state }) => (at <= to ? [state] : []));
}
