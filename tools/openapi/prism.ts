import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openApiFile } from '../../bin/build/openapi/document.ts';
import {
  type Document,
  type DocumentedParameter,
  type Operation,
  operationsOf,
} from '../../bin/build/reference/document.ts';
import { freePort } from '../../bin/local/store/loopback.ts';
import type { Check } from '../check.ts';
import type { Target } from '../target.ts';

const command = join(import.meta.dirname, 'node_modules', '.bin', 'prism');

/** Requests of every kind through Prism, a proxy that compares every response with openapi.json. */
export const prismCheck: Check = {
  name: 'prism',
  missing: () => (existsSync(command) ? undefined : 'npm ci --prefix tools/openapi'),
  async run(target) {
    const port = await freePort();
    const words = ['proxy', openApiFile, target.baseUrl, '--port', String(port), '--verboseLevel', 'error'];
    const prism = spawn(command, words, { stdio: 'ignore' });
    try {
      const proxy = `http://127.0.0.1:${port}`;
      await until(async () => (await fetch(`${proxy}/topics`)).status === 401);
      return await sendAll(proxy, target);
    } finally {
      prism.kill();
    }
  },
};

interface Violation {
  readonly location: readonly string[];
}

async function sendAll(proxy: string, { keys, keyToSpend }: Target): Promise<string> {
  const [usual = []] = Object.values(keys);
  const statuses = new Map<number, number>();
  const wrong: string[] = [];
  let sent = 0;
  const send = async (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const response = await fetch(`${proxy}${url}`, {
      headers: { 'X-API-Key': usual[sent % usual.length] ?? '', ...headers },
    });
    const found: readonly Violation[] = JSON.parse(response.headers.get('sl-violations') ?? '[]');
    // what is sent is wrong on purpose; no response may be
    const violations = found.filter(({ location }) => location[0] === 'response');
    const body = await response.text();
    sent += 1;
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
    if (violations.length > 0)
      wrong.push(`${url} ${response.status} ${JSON.stringify(violations)} ${body.slice(0, 200)}`);
    return { etag: response.headers.get('etag'), body };
  };

  const ids = await idsOf(async (url) => JSON.parse((await send(url)).body));
  for (const operation of operationsOf(JSON.parse(readFileSync(openApiFile, 'utf8')) as Document)) {
    const urls = urlsOf(operation, ids);
    for (const url of urls) {
      const { etag } = await send(url);
      if (etag) await send(url, { 'If-None-Match': etag });
    }
    await send(urls[0] ?? '', { 'X-API-Key': 'wrong' });
  }
  for (let repeat = 0; repeat < 105; repeat += 1) await send('/topics', { 'X-API-Key': keyToSpend });

  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} with ${status}`);
  if (wrong.length > 0) throw new Error(`${wrong.length} violations:\n${wrong.join('\n')}`);
  return `${sent} requests (${counts.join(', ')}), 0 violations`;
}

type Values = Readonly<Record<string, readonly string[]>>;

/** Ids of the account, and ids that it does not have. */
async function idsOf(
  ask: (url: string) => Promise<Record<string, { id: string; parentClientId: string }[]>>,
): Promise<Values> {
  const { streams: [stream] = [] } = await ask('/streams?limit=1');
  const { portfolios = [] } = await ask('/portfolios');
  return {
    client_id: [stream?.parentClientId ?? '', 'none'],
    stream_id: [stream?.id ?? '', 'none'],
    portfolio_id: [...portfolios.map(({ id }) => id).reverse(), 'none'],
  };
}

const values: Values = {
  boolean: ['true', 'false', 'maybe'],
  integer: ['1', '3', '0', 'x'],
  string: ['m', '2026-11-18', ''],
};

/** The operation with every value of one parameter at a time, without parameters, and with the required ones. */
function urlsOf({ path, parameters }: Operation, ids: Values): string[] {
  const valuesOf = ({ name, schema }: DocumentedParameter) =>
    ids[name] ?? (schema.enum ? [...schema.enum.map(String), 'other'] : (values[String(schema.type)] ?? ['x']));
  const required = parameters
    .filter((each) => each.in === 'query' && each.required)
    .map(({ name }): [string, string] => [name, 'm']);
  const url = (changed?: string, value?: string, query = required) => {
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name) => {
      const parameter = parameters.find((each) => each.name === name);
      return name === changed ? (value ?? '') : ((parameter && valuesOf(parameter)[0]) ?? '');
    });
    return query.length > 0 ? `${filled}?${new URLSearchParams(query)}` : filled;
  };
  const changed = parameters.flatMap((parameter) =>
    valuesOf(parameter).map((value) => {
      const { name } = parameter;
      if (parameter.in === 'path') return url(name, value);
      return url(undefined, undefined, [...required.filter(([other]) => other !== name), [name, value]]);
    }),
  );
  return [url(), url(undefined, undefined, []), ...changed];
}

async function until(isReady: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isReady().catch(() => false)) return;
    await wait(100);
  }
  throw new Error('Prism did not start within a minute.');
}
