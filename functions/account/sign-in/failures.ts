const windowMs = 600_000;
const most = 10;
const mostAddresses = 5000;

/**
 * Counts failed sign-ins by address, in this container: whoever tries codes is refused for up to ten minutes. The user
 * pool limits passwords itself, and the gateway all requests.
 */
export class Failures {
  readonly #clock: () => number;
  #windowStart = 0;
  #counts = new Map<string, number>();

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  areTooMany(address: string): boolean {
    const now = this.#clock();
    if (now - this.#windowStart >= windowMs || this.#counts.size > mostAddresses) {
      this.#windowStart = now;
      this.#counts = new Map();
    }
    return (this.#counts.get(address) ?? 0) >= most;
  }

  add(address: string): void {
    this.#counts.set(address, (this.#counts.get(address) ?? 0) + 1);
  }
}
