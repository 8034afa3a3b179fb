import { PageCache } from '../../shared/table/store/page-cache.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type Answered, type WholeService, wholeService } from '../support/service/whole-service.ts';
import type { Accounts, KnownKey } from './accounts.ts';
import { faultyTable } from './faulty-table.ts';
import { Broken, expectOneMoment } from './judge.ts';
import { type Oracle, shownBy } from './oracle.ts';
import { longestSkewMs, type Simulated } from './simulated.ts';
import { type Life, within } from './virtual-time.ts';

interface Container {
  readonly life: Life;
  readonly service: WholeService;
  busy: boolean;
  /** The id that it drew last, in hexadecimal: that of its last counted request. */
  lastId: string;
}

const mostContainers = 6;
const lists = ['/clients', '/clients/alignment', '/streams', '/clients/trending'];

/** Callers of the API in several containers. Every response is checked. */
export function callersOf(simulated: Simulated, accounts: Accounts, oracle: Oracle) {
  const { world, choices, count, ledger, recorder } = simulated;
  const { one, yes, upTo } = choices;
  let containers: Container[] = [];
  const etags = new Map<string, string>();
  /** The body that each ETag stands for. */
  const bodies = new Map<string, string>();

  async function container(): Promise<Container> {
    containers = containers.filter(({ life }) => !life.dead);
    const idle = containers.filter(({ busy }) => !busy);
    // containers come and go, so caches do too
    if (idle.length > 0 && (containers.length >= mostContainers || yes(0.97))) return one(idle);
    if (containers.length >= mostContainers) containers.shift();
    const life = simulated.newLife('container', 0.5, 400);
    const made = { life, busy: false, lastId: '' };
    const table = faultyTable(simulated.store, simulated, life, 'request');
    const deps = {
      ...fakeDeps(table),
      pages: new PageCache(one([0, 100_000, 4_000_000])),
      clock: () => world.now + simulated.skew(life),
      log: () => undefined,
      randomBytes: (length: number) => {
        const bytes = simulated.randomBytes(length);
        made.lastId = Buffer.from(bytes).toString('hex');
        return bytes;
      },
    };
    const whole = Object.assign(made, { service: await wholeService(deps) });
    containers.push(whole);
    return whole;
  }

  async function ask(key: KnownKey, url: string): Promise<void> {
    const using = await container();
    using.busy = true;
    using.lastId = '';
    const { life } = using;
    const [start, faults] = [world.now, life.faults];
    const clock = start + simulated.skew(life);
    const ifNoneMatch = yes(0.3) ? etags.get(`${key.account} ${url}`) : undefined;
    const rawHeaders = ['X-API-Key', key.apiKey, ...(ifNoneMatch === undefined ? [] : ['If-None-Match', ifNoneMatch])];
    const answer = await within(life, () => using.service({ url, rawHeaders }));
    using.busy = false;
    count.requests = (count.requests ?? 0) + 1;
    if (answer === 'killed' || answer === undefined) return;
    const told = `${url} with key ${key.keyId} of ${key.account}: ${answer.status}`;
    expectAllowed(key, answer, { start, told, hadFaults: life.faults > faults });
    if (answer.status >= 500 || [401, 403, 429].includes(answer.status)) return;
    if (!ledger.has(key.hash, using.lastId)) throw new Broken(`${told}, but the request was not counted`);
    const shown = shownBy(answer);
    if (shown.etag !== undefined) {
      etags.set(`${key.account} ${url}`, shown.etag);
      const named = `${key.account} ${url} ${shown.etag}`;
      const known = bodies.get(named) ?? shown.body;
      if (shown.status === 200 && known !== shown.body) throw new Broken(`${told}, but its ETag named another body`);
      if (shown.status === 200) bodies.set(named, known);
    }
    const { account } = key;
    count.momentsTried =
      (count.momentsTried ?? 0) +
      (await expectOneMoment(oracle, recorder, { account, url, ifNoneMatch, clock, start, shown }));
    count.answersChecked = (count.answersChecked ?? 0) + 1;
  }

  function expectAllowed(
    key: KnownKey,
    { status, headers, body }: Answered,
    { start, told, hadFaults }: { start: number; told: string; hadFaults: boolean },
  ): void {
    const state = accounts.during(key, start, world.now);
    switch (status) {
      case 401:
      case 403:
        if (state === 'active') throw new Broken(`${told}, but the key is active`);
        return;
      case 429: {
        const [limit, reset] = [Number(headers['X-RateLimit-Limit']), Number(headers['X-RateLimit-Reset'])];
        if (reset * 1000 < start - longestSkewMs) throw new Broken(`${told}, but the window of ${limit} has ended`);
        if (!ledger.isFull(key.hash, limit, reset)) throw new Broken(`${told}, but the window of ${limit} is not full`);
        return;
      }
      default:
        if (status >= 500 && !hadFaults) throw new Broken(`${told} without a fault: ${body}`);
        if (status < 500 && state === 'blocked') throw new Broken(`${told}, but the key is not active any more`);
    }
  }

  function anyUrl(): string {
    const client = `/clients/c${upTo(18)}`;
    return one([
      ...[`${one(lists)}?limit=${one([1, 20, 500])}&offset=${one([0, 5, 90])}`, `${one(lists)}?limit=500`],
      ...[client, `${client}/history`, `${client}/notes`, `${client}/streams`, `${client}/alignment`],
      ...[`${client}/priorities`, '/portfolios', '/portfolios/p0?include_clients=true', '/clients/portfolio-health'],
      ...['/clients/statistics/overview', '/clients/search?query=acme', '/clients/by-risk/on_track', '/topics'],
    ]);
  }

  const begin = (url: string, account: string) => {
    const keys = accounts.keys.filter((key) => key.account === account);
    // sometimes a key that is not valid any more
    const key = yes(0.9) ? (accounts.activeOf(account)[0] ?? keys[0]) : keys[upTo(keys.length - 1)];
    if (key) ask(key, url).catch(simulated.fail);
  };

  return {
    /** Some requests within the given time. */
    some: (requests: number, account: string, duration: number) => {
      for (let made = 0; made < requests; made += 1) {
        world.at(world.now + upTo(duration), () => begin(anyUrl(), account));
      }
    },
    /** More requests than a minute admits, and some in the next one. */
    burst: (account: string) => {
      const minute = Math.ceil(world.now / 60_000) * 60_000;
      for (let made = 0; made < 125; made += 1) {
        world.at(minute + upTo(yes(0.5) ? 2000 : 59_000), () => begin('/topics', account));
      }
      for (let made = 0; made < 10; made += 1) {
        world.at(minute + 60_000 + upTo(5000), () => begin('/topics', account));
      }
    },
  };
}
