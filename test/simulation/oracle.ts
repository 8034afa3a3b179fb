import { makeKey } from '../../shared/domain/access/api-key.ts';
import { apiKeyHash } from '../../shared/table/store/item-keys.ts';
import { toAttributes } from '../../shared/table/store/lean/attributes.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import type { RawItem } from '../support/mem-dynamo/expressions.ts';
import { memTable } from '../support/mem-dynamo/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { keyItem } from '../support/service/api-keys.ts';
import { fakeDeps } from '../support/service/deps.ts';
import { type WholeService, wholeService } from '../support/service/whole-service.ts';
import { type Recorder, type Touched, touchedBy } from './recorded-store.ts';

/** What a caller can tell apart. */
export interface Shown {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: string;
}

interface Question {
  readonly account: string;
  readonly url: string;
  readonly ifNoneMatch: string | undefined;
  /** The container's time. */
  readonly clock: number;
}

/** `clientAt` is the position of the client's own record, if it is not that of all other records. */
export type Oracle = (
  question: Question,
  position: number,
  clientAt?: number,
) => Promise<{ shown: Shown; touched: Touched }>;

/** What an undisturbed service with exact reads and no cached pages answers from an earlier state of the table. */
export function oracleOf(recorder: Recorder): Oracle {
  let reads: Touched[] = [];
  let [position, now] = [0, 0];
  const table = memTable({
    perform: (operation, input) => {
      reads.push(touchedBy(operation, input));
      return recorder.stateAt(position).perform(operation, input);
    },
  });
  const deps = { ...fakeDeps(table), pages: new PageCache(0), clock: () => now };
  const accounts = new Map<string, { apiKey: string; service: Promise<WholeService> }>();
  const known = (account: string) => {
    const apiKey = makeKey('svctest', bytesOf(randomOf(4711 + accounts.size)));
    const found = accounts.get(account) ?? { apiKey, service: wholeService(deps) };
    accounts.set(account, found);
    return found;
  };
  /** Puts the record as it was at another position; returns a function that undoes it. */
  const replaceClient = (address: string, at: number): (() => void) => {
    const other = recorder.stateAt(at).items.get(address);
    const { items } = recorder.stateAt(position);
    const own = items.get(address);
    const set = (item: RawItem | undefined) => (item ? items.set(address, item) : items.delete(address));
    set(other);
    return () => set(own);
  };
  return async ({ account, url, ifNoneMatch, clock }, wanted, clientAt) => {
    [reads, now, position] = [[], clock, wanted];
    const client = clientIn(url);
    const undo =
      client === undefined || clientAt === undefined
        ? undefined
        : replaceClient(`CUST#${account} CLIENT#${client}`, clientAt);
    const { apiKey, service } = known(account);
    recorder.stateAt(position).put(toAttributes(keyItem(apiKey, { customerId: account })) as RawItem);
    const rawHeaders = ['X-API-Key', apiKey, ...(ifNoneMatch === undefined ? [] : ['If-None-Match', ifNoneMatch])];
    const answer = await (await service)({ url, rawHeaders });
    recorder.stateAt(position).items.delete(`KEY#${apiKeyHash(apiKey)} KEY`);
    undo?.();
    const seen = reads;
    return { shown: shownBy(answer), touched: (address) => seen.some((touches) => touches(address)) };
  };
}

/** The client that a request asks about. */
export function clientIn(url: string): string | undefined {
  return url.match(/^\/clients\/(c\d+)(?![^/?])/)?.[1];
}

export function shownBy(answer: Awaited<ReturnType<WholeService>>): Shown {
  return { status: answer?.status ?? 0, etag: answer?.headers.ETag, body: answer?.body ?? '' };
}
