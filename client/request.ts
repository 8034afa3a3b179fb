import type { CallOptions } from './call.ts';
import { type OperationId, operations } from './generated/operations.ts';

export type Values = Readonly<Record<string, unknown>>;

/** The arguments of a method: the id if it takes one, the parameters if it takes any, and the options of the call. */
export function argumentsOf(id: OperationId, given: readonly unknown[]): { parameters: Values; options: CallOptions } {
  const { id: idName, parameters: takesParameters } = operations[id];
  const names = [...(idName ? [idName] : []), ...(takesParameters ? ['parameters'] : []), 'options'];
  const usage = `${id}(${names.join(', ')})`;
  if (given.slice(names.length).some((value) => value !== undefined)) throw new TypeError(`Call it as ${usage}.`);
  const values = new Map(names.map((name, at) => [name, given[at]]));
  if (idName && !['string', 'undefined'].includes(typeof values.get(idName))) {
    throw new TypeError(`${idName} must be a text. Call it as ${usage}.`);
  }
  for (const name of ['parameters', 'options']) {
    if (typeof (values.get(name) ?? {}) !== 'object')
      throw new TypeError(`${name} must be an object. Call it as ${usage}.`);
  }
  const options = (values.get('options') ?? {}) as CallOptions;
  checkNames(`The last argument of ${usage}`, options, [
    'signal',
    'totalTimeoutMs',
    'maxWaitSeconds',
    'retries',
    'onResponse',
  ]);
  const parameters = { ...(values.get('parameters') ?? {}), ...(idName && { [idName]: values.get(idName) }) };
  return { parameters, options };
}

export function checkNames(what: string, options: object, names: readonly string[]): void {
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown) throw new TypeError(`${what} has no option ${unknown}. Its options: ${names.join(', ')}.`);
}

/** The path and query of a call, below the base URL. */
export function pathOf(id: OperationId, parameters: Values): string {
  const { path, query } = operations[id];
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  // a portfolio that was not found must not become the whole account
  const [empty] = given.find(([, value]) => value === null) ?? [];
  if (empty) throw new TypeError(`${empty} of ${id} is null. Leave it out, or give it a value.`);
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const unknown = given.find(([name]) => !inPath.includes(name) && !query.includes(name));
  if (unknown) {
    const known = [...inPath, ...query].join(', ') || 'none';
    throw new TypeError(`${id} has no parameter ${unknown[0]}. Its parameters: ${known}.`);
  }
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segmentOf(id, name, parameters[name]));
  const asked = new URLSearchParams(
    given.filter(([name]) => query.includes(name)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return asked.size > 0 ? `${filled}?${asked}` : filled;
}

/** URLs drop the segments `.`, `..` and an empty one at the end, which would ask for another path. */
function segmentOf(id: OperationId, name: string, value: unknown): string {
  const text = String(value ?? '');
  if (['', '.', '..'].includes(text)) throw new TypeError(`${id} needs ${name}, and ${JSON.stringify(text)} is no id.`);
  return encodeURIComponent(text);
}

/** Keys travel over HTTPS, or inside this machine, and never into a browser. */
export function checkPlace({ baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string }): void {
  if (!URL.canParse(baseUrl)) throw new TypeError(`baseUrl is ${JSON.stringify(baseUrl)}, which is no URL.`);
  const { protocol, hostname, pathname } = new URL(baseUrl);
  const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
  if (protocol !== 'https:' && !(protocol === 'http:' && isLoopback)) {
    throw new TypeError(`baseUrl must begin with https://, or an API key would be sent in the clear.`);
  }
  if (!/\/v\d+\/*$/.test(pathname)) {
    const meant = `${baseUrl.replace(/[?#].*$|\/+$/, '')}/v1`;
    throw new TypeError(`baseUrl must end with the version of the API. Perhaps it is ${meant}.`);
  }
  // a header with anything else makes fetch throw an error that quotes the key
  if (!/^[\x21-\x7e]+$/.test(apiKey)) throw new TypeError('apiKey is empty or has characters that no key has.');
  if ('window' in globalThis && 'document' in globalThis) {
    throw new TypeError('API keys do not belong in browsers: call the service from a server.');
  }
}
