import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectTypeOf, it } from 'vitest';
import type * as z from 'zod';
import { generatedFolder, generatedSources } from '../../bin/client.ts';
import type {
  ClientEntry,
  ClientHealthApi,
  EntryOf,
  ListClientsParameters,
  SearchClientsParameters,
  Stream,
  TopicList,
  TrendingClientEntry,
} from '../../client/index.ts';
import type { alignmentGroup } from '../../shared/contract/alignment.ts';
import type { clientRecordsGroup } from '../../shared/contract/client-records.ts';
import type { clientsGroup } from '../../shared/contract/clients.ts';
import type { Group, PathOf, QueryOf } from '../../shared/contract/endpoint.ts';
import type { exportGroup } from '../../shared/contract/export.ts';
import { groups } from '../../shared/contract/groups.ts';
import type { portfoliosGroup } from '../../shared/contract/portfolios.ts';
import type { streamsGroup } from '../../shared/contract/streams.ts';
import type { topicsGroup } from '../../shared/contract/topics.ts';

type EndpointsOf<G> = G extends Group<infer E> ? E : never;
type Endpoints = EndpointsOf<typeof alignmentGroup> &
  EndpointsOf<typeof clientRecordsGroup> &
  EndpointsOf<typeof clientsGroup> &
  EndpointsOf<typeof exportGroup> &
  EndpointsOf<typeof portfoliosGroup> &
  EndpointsOf<typeof streamsGroup> &
  EndpointsOf<typeof topicsGroup>;
type Id = keyof Endpoints;

/** Spelling apart: `x?: T | undefined` is `x?: T`, and everything is read-only. */
type Tidy<T> = T extends readonly (infer E)[]
  ? readonly Tidy<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Tidy<Exclude<T[K], undefined>> }
    : T;
type Same<A, B> = [Tidy<A>] extends [Tidy<B>] ? ([Tidy<B>] extends [Tidy<A>] ? true : false) : false;

/** The operations whose type in the client is not the one that the contract infers. */
type DifferentResponses = {
  [I in Id]: Same<Awaited<ReturnType<ClientHealthApi[I]>>, z.output<Endpoints[I]['answer']>> extends true ? never : I;
}[Id];

/** The object of parameters of a method, and what the contract has in it: the id is an argument of its own. */
type Further<I extends Id> =
  Parameters<ClientHealthApi[I]> extends [string, ...infer Rest]
    ? [Rest[0], QueryOf<Endpoints[I]>]
    : [Parameters<ClientHealthApi[I]>[0], PathOf<Endpoints[I]> & QueryOf<Endpoints[I]>];

/** The operations whose parameters differ; the values of risk_level and the alias of portfolio_id are no types of the contract. */
type Untyped = 'risk_level' | 'portfolioId';
type DifferentParameters = {
  [I in Id]: keyof Further<I>[1] extends never
    ? never
    : Same<Required<Omit<NonNullable<Further<I>[0]>, Untyped>>, Required<Omit<Further<I>[1], Untyped>>> extends true
      ? never
      : I;
}[Id];

/** Compiles for the empty type only; an operation in it is named by the compiler. */
function none<T extends never>(): T[] {
  return [];
}

it('client/generated is what the contract says today', () => {
  for (const [name, text] of Object.entries(generatedSources())) {
    expect(readFileSync(join(generatedFolder, name), 'utf8') === text, `${name} is stale: npm run openapi`).toBe(true);
  }
});

it('every operation has a method with the parameters and the response that the contract infers', () => {
  none<Exclude<Id, keyof ClientHealthApi>>();
  none<DifferentResponses>();
  none<DifferentParameters>();
  // the helper above tells differences
  // @ts-expect-error: a client has no topics
  none<Same<ClientEntry, TopicList> extends true ? never : 'different'>();
  expect(groups.flatMap(({ endpoints }) => Object.keys(endpoints)).length).toBe(21);
});

it('required parameters are required, and lists know their entries', () => {
  expectTypeOf<Parameters<ClientHealthApi['listClients']>[0]>().toEqualTypeOf<ListClientsParameters | undefined>();
  expectTypeOf<Parameters<ClientHealthApi['searchClients']>[0]>().toEqualTypeOf<SearchClientsParameters>();
  expectTypeOf<Parameters<ClientHealthApi['getClient']>[0]>().toEqualTypeOf<string>();
  expectTypeOf<EntryOf<'listStreams'>>().toEqualTypeOf<Stream>();
  expectTypeOf<EntryOf<'listTrendingClients'>>().toEqualTypeOf<TrendingClientEntry>();
});
