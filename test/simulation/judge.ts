import { windows } from '../../shared/domain/access/windows.ts';
import type { RawItem, Value } from '../support/mem-dynamo/expressions.ts';
import type { Input } from '../support/mem-dynamo/mem-dynamo.ts';
import { longestLagMs } from '../support/mem-dynamo/stale-reads.ts';
import { clientIn, type Oracle, type Shown } from './oracle.ts';
import type { Recorder } from './recorded-store.ts';

/** A promise that did not hold. Ends the simulation. */
export class Broken extends Error {
  override name = 'Broken' as const;
}

/** Which requests each window of each key has counted. */
export class Ledger {
  readonly #counted = new Map<string, string[]>();
  /** Key and id of all counted requests. */
  readonly #requests = new Set<string>();

  /** Called with every counting update that was applied. */
  count({ Key, ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} }: Input): void {
    const id = idOf(values[':id']);
    this.#requests.add(`${textOf(Key?.pk)} ${id}`);
    for (const name of ['#m', '#h', '#d', '#M']) {
      const window = `${textOf(Key?.pk)} ${names[name]}`;
      const ids = this.#counted.get(window) ?? [];
      if (ids.includes(id)) throw new Broken(`a request was counted twice in ${names[name]}`);
      ids.push(id);
      this.#counted.set(window, ids);
      const limit = windows.find(({ letter }) => names[name]?.startsWith(letter))?.limit ?? Infinity;
      if (ids.length > limit) throw new Broken(`${ids.length} requests were counted in ${names[name]}, over its limit`);
    }
  }

  has(hash: string, id: string): boolean {
    return this.#requests.has(`KEY#${hash} ${id}`);
  }

  /** Whether the window with this limit that ends at `reset` is full. */
  isFull(hash: string, limit: number, reset: number): boolean {
    const window = windows.find((each) => each.limit === limit);
    if (!window) return false;
    return this.countIn(hash, `${window.letter}${reset / (window.length / 1000) - 1}`) === limit;
  }

  countIn(hash: string, name: string): number {
    return this.#counted.get(`KEY#${hash} ${name}`)?.length ?? 0;
  }

  forgetMinutes(): void {
    for (const name of this.#counted.keys()) if (name.includes(' m')) this.#counted.delete(name);
  }
}

export function isCount({ ExpressionAttributeValues = {} }: Input): boolean {
  return ':ids' in ExpressionAttributeValues;
}

/** Throws if a root is put that names a list or a portfolio view which is not stored. */
export function expectNothingMissing(items: ReadonlyMap<string, RawItem>, { Item: root = {} }: Input): void {
  const live = root.live && 'M' in root.live ? root.live.M : undefined;
  if (textOf(root.sk) !== 'ROOT' || !live) return;
  const pk = textOf(root.pk);
  const lists = live.lists && 'M' in live.lists ? Object.entries(live.lists.M) : [];
  const named = lists.map(([roster, id]) => `${pk}#ROSTER#${roster} LIST#${textOf(id).split(' ')[0]}`);
  const views = textOf(live.portfolios)
    .split(' ')
    .map((id) => `${pk} VIEW#${id}`);
  for (const address of [...named, ...views]) {
    if (!items.has(address)) throw new Broken(`the root of ${pk} names ${address}, which is not stored`);
  }
}

interface Answered {
  readonly account: string;
  readonly url: string;
  readonly ifNoneMatch: string | undefined;
  readonly clock: number;
  readonly start: number;
  readonly shown: Shown;
}

/**
 * Throws unless the answer is the one of a single moment between the request, less the lag of reads, and now. The record
 * of a client and all others of it are stored apart, so in an answer about one client they may be of two such moments.
 */
export async function expectOneMoment(oracle: Oracle, recorder: Recorder, answered: Answered): Promise<number> {
  const oldest = answered.start - longestLagMs;
  const text = JSON.stringify(answered.shown);
  const moments: number[] = [];
  let position: number | undefined = recorder.position();
  let first: Shown | undefined;
  while (position !== undefined) {
    const { shown, touched } = await oracle(answered, position);
    moments.push(position);
    first ??= shown;
    if (JSON.stringify(shown) === text) return moments.length;
    position = recorder.before(position, touched);
    if (position !== undefined && (recorder.endOf(position) ?? 0) < oldest) break;
  }
  for (const moment of clientIn(answered.url) === undefined ? [] : moments) {
    for (const clientAt of moments) {
      const { shown } = await oracle(answered, moment, clientAt);
      if (JSON.stringify(shown) === text) return moments.length;
    }
  }
  const [was, now] = [answered.shown, first].map((each) => `${each?.status} ${each?.etag} ${each?.body.slice(0, 300)}`);
  throw new Broken(
    `${answered.url} of ${answered.account} was right at no moment (${moments.length} tried):\n  ${was}\n  now: ${now}`,
  );
}

function idOf(value: Value | undefined): string {
  return value && 'B' in value ? Buffer.from(value.B, 'base64').toString('hex') : '';
}

function textOf(value: RawItem[string] | undefined): string {
  return value && 'S' in value ? value.S : '';
}
