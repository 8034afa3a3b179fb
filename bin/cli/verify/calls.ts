import { type Endpoint, namesInPath, pathParameter } from '../../../shared/contract/endpoint.ts';
import { groups } from '../../../shared/contract/groups.ts';

/** Ids of the account found in the responses so far, to use in the next requests. */
export type KnownIds = Readonly<Partial<Record<'client_id' | 'stream_id' | 'portfolio_id', string>>>;

/** One call of every endpoint of the contract. Lists come first, because the other calls need ids from them. */
export function callsOf(): { readonly name: string; readonly endpoint: Endpoint }[] {
  const all = groups.flatMap(({ endpoints }) =>
    Object.entries(endpoints).map(([name, endpoint]) => ({ name, endpoint })),
  );
  return all.toSorted((a, b) => namesInPath(a.endpoint.path).length - namesInPath(b.endpoint.path).length);
}

export function pathOf({ path, query }: Endpoint, known: KnownIds): string | undefined {
  let filled: string = path;
  for (const name of namesInPath(path)) {
    const parameter = pathParameter(name);
    const value = 'schema' in parameter ? choiceOf(parameter.schema) : known[name as keyof KnownIds];
    if (value === undefined) return undefined;
    filled = filled.replace(`{${name}}`, encodeURIComponent(value));
  }
  const required = Object.entries(query).flatMap(([name, { required: must, schema }]) =>
    must ? [`${name}=${encodeURIComponent(choiceOf(schema) ?? 'a')}`] : [],
  );
  return required.length > 0 ? `${filled}?${required.join('&')}` : filled;
}

/** The first of the allowed values of a parameter. */
function choiceOf(schema: object): string | undefined {
  return (schema as { enum?: readonly string[] }).enum?.[0];
}

/** Adds ids found in a response: the first client, a stream with its client, the first portfolio. */
export function withIdsFrom(known: KnownIds, name: string, body: unknown): KnownIds {
  const { clients, streams, portfolios } = body as Record<string, readonly Record<string, unknown>[] | undefined>;
  const [client, stream, portfolio] = [clients?.[0], streams?.[0], portfolios?.[0]];
  if (name === 'listStreams' && stream) {
    return { ...known, client_id: String(stream.parentClientId), stream_id: String(stream.id) };
  }
  if (name === 'listClients' && client && known.client_id === undefined)
    return { ...known, client_id: String(client.id) };
  if (name === 'listPortfolios' && portfolio) return { ...known, portfolio_id: String(portfolio.id) };
  return known;
}
