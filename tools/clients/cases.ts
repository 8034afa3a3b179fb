import { readFileSync } from 'node:fs';
import { openApiFile } from '../../bin/build/openapi/document.ts';
import { type Document, nameIn, type Operation, operationsOf } from '../../bin/build/reference/document.ts';
import type { Target } from '../target.ts';

/** A call that every client makes, and the response that it gets. */
export interface Case {
  /** Sent as the API key, so that the stand-in service knows which response to send. */
  readonly key: string;
  readonly operation: string;
  readonly tag: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly status: number;
  /** The name of the body's schema; undefined for text and for no body. */
  readonly schema?: string | undefined;
  readonly body: unknown;
}

type Parameters = Case['parameters'];
type Call = Pick<Case, 'operation' | 'tag' | 'path' | 'parameters'> & { readonly schema: string | undefined };

interface DocumentedErrors {
  readonly components: {
    readonly responses: Readonly<
      Record<string, { readonly content?: { 'application/json': { examples: Record<string, { value: unknown }> } } }>
    >;
  };
}

const document = JSON.parse(readFileSync(openApiFile, 'utf8')) as Document & DocumentedErrors;
export const operations = operationsOf(document);

/** Calls every operation of the service, for both demo accounts; the errors are the examples of the document. */
export async function collectCases({ baseUrl, keys }: Target): Promise<Case[]> {
  const cases: Case[] = [];
  let sent = 0;
  const add = (given: Omit<Case, 'key'>) => cases.push({ key: `case-${cases.length}`, ...given });
  for (const accountKeys of Object.values(keys)) {
    const ask = async (path: string): Promise<string> => {
      const apiKey = accountKeys[sent++ % accountKeys.length] ?? '';
      const response = await fetch(`${baseUrl}${path}`, { headers: { 'X-API-Key': apiKey } });
      if (response.status !== 200) throw new Error(`${path} gave ${response.status}`);
      return response.text();
    };
    for (const call of await callsTo(ask)) {
      const text = await ask(urlOf(call));
      add({ ...call, status: 200, body: call.schema === undefined ? text : JSON.parse(text) });
    }
  }
  for (const { status, body, operation } of documentedErrors()) {
    const required = operation.parameters.filter(({ required: must }) => must).map(({ name }) => [name, 'x']);
    const schema = status === 429 ? 'RateLimitError' : 'Error';
    add({ ...asCall(operation, Object.fromEntries(required)), status, schema, body });
  }
  const [first] = operations;
  if (first)
    add({
      ...asCall(first, {}),
      parameters: { 'If-None-Match': '"etag"' },
      status: 304,
      schema: undefined,
      body: null,
    });
  return cases;
}

/** Every operation with its required parameters alone, and with all of them; several ids and every risk level. */
async function callsTo(ask: (path: string) => Promise<string>): Promise<Call[]> {
  const { clients } = JSON.parse(await ask('/clients?limit=500&include_archived=true')) as Ids<'clients'>;
  const { streams } = JSON.parse(await ask('/streams?limit=500&include_inactive=true')) as Ids<'streams'>;
  const { portfolios } = JSON.parse(await ask('/portfolios')) as Ids<'portfolios'>;
  const ends = <T>(list: readonly T[]) =>
    [list[0], list[1], list.at(-2), list.at(-1)].filter((each) => each !== undefined);
  const inPath = ({ path }: Operation): Parameters[] => {
    if (path.includes('{stream_id}'))
      return ends(streams).map(({ id, parentClientId }) => ({ client_id: parentClientId, stream_id: id }));
    if (path.includes('{client_id}')) return ends(clients).map(({ id }) => ({ client_id: id }));
    if (path.includes('{portfolio_id}')) return portfolios.map(({ id }) => ({ portfolio_id: id }));
    if (path.includes('{risk_level}')) return riskLevels.map((risk_level) => ({ risk_level }));
    return [{}];
  };
  const portfolio_id = portfolios.at(-1)?.id;
  const query = {
    query: 'a',
    portfolio_id,
    portfolioId: portfolio_id,
    before: '2026-11-20T09:30:00.000Z',
    week: '2026-09-30',
    limit: 7,
    offset: 1,
    days: 30,
  };
  // not together with the others
  const alone: Parameters = {
    ids: [...ends(clients).map(({ id }) => id), 'nobody'].join(),
    updated_since: '2026-11-01',
  };
  return operations.flatMap((operation) =>
    inPath(operation).flatMap((names) => {
      const optional = operation.parameters.filter(
        (each) => each.in === 'query' && !each.required && !(each.name in alone),
      );
      const required = operation.parameters.some((each) => each.in === 'query' && each.required) ? { query: 'a' } : {};
      const all = optional.map(({ name, schema }) => [
        name,
        (query as Parameters)[name] ?? schema.enum?.at(-1) ?? !schema.default,
      ]);
      const calls = [asCall(operation, { ...names, ...required })];
      if (all.length > 0) calls.push(asCall(operation, { ...names, ...required, ...Object.fromEntries(all) }));
      for (const { name } of operation.parameters)
        if (name in alone) calls.push(asCall(operation, { ...names, [name]: alone[name] }));
      return calls;
    }),
  );
}

type Ids<Name extends string> = Readonly<Record<Name, readonly { id: string; parentClientId: string }[]>>;

const riskLevels = ['high_risk', 'medium_risk', 'low_risk', 'on_track', 'highRisk', 'mediumRisk', 'lowRisk', 'onTrack'];

function asCall({ id: operation, tag, path, schema }: Operation, parameters: Parameters): Call {
  return { operation, tag, path, parameters, schema: schema.$ref === undefined ? undefined : nameIn(schema.$ref) };
}

/** The path and query of a call. */
export function urlOf({ path, parameters }: Pick<Case, 'path' | 'parameters'>): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(String(parameters[name])));
  const query = Object.entries(parameters)
    .filter(([name]) => !path.includes(`{${name}}`) && name !== 'If-None-Match')
    .map(([name, value]): [string, string] => [name, String(value)]);
  return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
}

/** The examples of every error, each with an operation that documents it. */
function documentedErrors(): { status: number; body: unknown; operation: Operation }[] {
  return Object.values(document.components.responses).flatMap(({ content }) =>
    Object.values(content?.['application/json'].examples ?? {}).flatMap(({ value }) => {
      const status = (value as { status_code?: number }).status_code ?? 429;
      const operation = operations.find(({ path }) => document.paths[path]?.get.responses[status] !== undefined);
      return operation ? [{ status, body: value, operation }] : [];
    }),
  );
}
