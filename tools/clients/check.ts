import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../bin/build/paths.ts';
import { type Check, outputOf } from '../check.ts';
import type { Target } from '../target.ts';
import { type Case, collectCases } from './cases.ts';
import { type ApiClient, clients } from './clients.ts';
import { startStandIn } from './stand-in.ts';

/** One check per client: it has to compile, and to read every response, also with a field that was added later. */
export const clientChecks: readonly Check[] = clients.map((client) => ({
  name: client.name,
  missing: client.missing,
  run: async (target) => {
    const cases = (await casesOf(target)).filter(({ status }) => client.readsConditionally !== false || status !== 304);
    const folder = join(root, 'dist', 'clients', client.name);
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    const compiled = await client.make(folder, cases);
    const standIn = await startStandIn(cases);
    try {
      for (const form of ['plain', 'grown']) await readAll(client, folder, `${standIn.url}/${form}/v1`, cases);
    } finally {
      standIn.stop();
    }
    const errors = cases.filter(({ status }) => status >= 400).length;
    return `${compiled}; read ${cases.length} responses (${errors} of them errors), and all with added fields`;
  },
}));

let collected: Promise<Case[]> | undefined;
const casesOf = (target: Target) => {
  collected ??= collectCases(target);
  return collected;
};

interface Line {
  readonly key: string;
  readonly status: number;
  /** The name of the model's class, in languages that can tell. */
  readonly type?: string;
  readonly body: unknown;
}

async function readAll(client: ApiClient, folder: string, url: string, cases: readonly Case[]): Promise<void> {
  const file = join(folder, 'cases.json');
  writeFileSync(file, JSON.stringify(cases.map(({ body: _, ...call }) => call)));
  const [command = '', ...words] = client.command(folder);
  const output = await outputOf(command, [...words, url, file, folder], {
    cwd: folder,
    env: { PYTHONPATH: folder },
  });
  const lines = new Map(
    output
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): [string, Line] => [JSON.parse(line).key, JSON.parse(line)]),
  );
  for (const { key, operation, status, schema, body } of cases) {
    const line = lines.get(key);
    const [found, expected] = [comparable(line?.body), comparable(body)];
    const type = schema && line?.type ? schema : line?.type;
    if (line?.status === status && line.type === type && contains(found, expected)) continue;
    const [read, sent] = [JSON.stringify(found), JSON.stringify(expected)];
    throw new Error(`${operation} (${status}) was read as ${line?.status} ${line?.type}: ${read}\nnot ${sent}`);
  }
}

/** Clients may keep fields that they do not know, and typescript-fetch keeps those that it renames under both names. */
function contains(found: unknown, expected: unknown): boolean {
  if (Array.isArray(expected))
    return (
      Array.isArray(found) &&
      found.length === expected.length &&
      expected.every((each, index) => contains(found[index], each))
    );
  if (expected === null || typeof expected !== 'object') return found === expected;
  const fields = new Map(Object.entries(Object(found)));
  return Object.entries(expected).every(([name, field]) => contains(fields.get(name), field));
}

/** What differs between languages made equal: times, and what some cannot tell from an absent field (null, no entries). */
function comparable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value === 'string') {
    const time = /^\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)$/.test(value) ? Date.parse(value) : Number.NaN;
    return Number.isNaN(time) ? value : time;
  }
  if (value === null || typeof value !== 'object') return value ?? null;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined && !(Array.isArray(field) && field.length === 0))
      .map(([name, field]) => [name, comparable(field)] as const),
  );
}
