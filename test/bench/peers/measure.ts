import { matcher, routesOf } from '../../../bin/local/gateway/routing.ts';
import { groups } from '../../../shared/contract/groups.ts';
import type { Table, TableAddress } from '../../../shared/table/store/table.ts';
import { eventFor } from '../../support/service/events.ts';
import { lambdaEnvironment, runBundle, type Seen } from '../../support/service/fresh-process.ts';
import { putKeyForAll } from './data.ts';
import type { TlsFront } from './tls.ts';
import type { Variant } from './variants.ts';

/** After many requests. */
export interface Warm {
  /** Milliseconds of CPU of one request. */
  readonly cpu: number;
  /** The most that the process had, in MB. */
  readonly memory: number;
}

/** Milliseconds of CPU in a fresh process. */
export interface Cold {
  readonly load: number;
  readonly first: number;
  readonly both: number;
}

const [before, count] = [400, 400];
/** A key's item stores the request ids of ten seconds: this many at one request a second. */
const requestsPerKey = 10;

const find = matcher(routesOf(groups, new Map(groups.map(({ name }) => [name, name]))));

/** The function that answers a URL, and the event that it gets. */
export function requestFor(url: string, apiKey?: string) {
  const [path = '', query] = url.split('?');
  const match = find(path);
  if (!match) throw new Error(`no endpoint has the path ${path}`);
  const { route, pathParameters } = match;
  const event = { ...eventFor(route.resource, apiKey, query === undefined ? '' : `?${query}`), path, pathParameters };
  return { functionName: route.handler, event };
}

/** Runs bundles in fresh processes, with the environment that Lambda gives them, and measures their CPU time. */
export class Processes {
  readonly #database: { readonly table: Table; readonly address: TableAddress };
  readonly #tls: TlsFront;

  constructor(database: { readonly table: Table; readonly address: TableAddress }, tls: TlsFront) {
    this.#database = database;
    this.#tls = tls;
  }

  /** One key for each of these requests to an account. */
  async answers({ file }: Variant, customerId: string, urls: readonly string[]): Promise<Seen['answers']> {
    const apiKey = await putKeyForAll(this.#database.table, customerId);
    const events = [...urls.map((url) => requestFor(url, apiKey).event), requestFor(urls[0] ?? '').event];
    return (await this.#run(file, { events })).answers;
  }

  /** Loading and the first request, over TLS. */
  async cold({ file }: Variant, customerId: string, url: string): Promise<Cold> {
    const { event } = requestFor(url, await putKeyForAll(this.#database.table, customerId));
    const { load, answers } = await this.#run(file, { events: [event] }, this.#tls);
    const [first] = answers;
    if (first?.statusCode !== 200) throw new Error(`${file} answered ${url} with ${first?.statusCode}`);
    return { load: load.cpu, first: first.cpu, both: load.cpu + first.cpu };
  }

  /** Loading alone: it never waits, so its CPU time is hardly influenced by other programs. */
  async load({ file }: Variant): Promise<Cold> {
    const { load } = await this.#run(file, { events: [] });
    return { load: load.cpu, first: Number.NaN, both: Number.NaN };
  }

  async warm({ file }: Variant, customerId: string, url: string): Promise<Warm> {
    const { table } = this.#database;
    const keys = await Promise.all(
      Array.from({ length: (before + count) / requestsPerKey }, () => putKeyForAll(table, customerId)),
    );
    const events = Array.from({ length: before + count }, (_, at) => requestFor(url, keys[at % keys.length]).event);
    const { run, memory } = await this.#run(file, { warming: events.slice(0, before), measured: events.slice(before) });
    return { cpu: run.cpu / count, memory };
  }

  #run(
    bundle: string,
    events: Omit<Parameters<typeof runBundle>[0], 'bundle' | 'environment'>,
    tls?: TlsFront,
  ): Promise<Seen> {
    const { address } = this.#database;
    const environment = tls
      ? { ...lambdaEnvironment({ ...address, endpoint: tls.endpoint }), NODE_EXTRA_CA_CERTS: tls.certificate }
      : lambdaEnvironment(address);
    return runBundle({ bundle, environment, pinned: true, ...events });
  }
}
