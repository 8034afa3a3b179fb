import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import type { Answered } from '../support/service/whole-service.ts';
import type { Request } from './requests.ts';

/** What a response shows, by field: `status`, `header X`, `clients[].score`, a column of CSV. */
export type Fields = ReadonlyMap<string, string>;

/** What is stored of a response. */
export interface Recorded {
  readonly whole: string;
  /** A hash by field. */
  readonly fields: Readonly<Record<string, string>>;
}

/** Different in every run or of every version. */
const leftOut = new Set(['etag', 'date', 'x-amzn-requestid']);

export function fieldsOf(answer: Answered | undefined): Fields {
  const fields = new Map<string, string>();
  const add = (name: string, value: string) => fields.set(name, `${fields.get(name) ?? ''}${value}`);
  if (!answer) return new Map([['status', 'no endpoint']]);
  fields.set('status', String(answer.status));
  for (const [name, value] of Object.entries(answer.headers)) {
    if (!leftOut.has(name.toLowerCase())) add(`header ${name}`, value);
  }
  const visit = (value: unknown, path: string, place: string): void => {
    const entries = typeof value === 'object' && value !== null ? Object.entries(value) : [];
    if (entries.length === 0) return void add(path, `${place}${JSON.stringify(value)}\n`);
    for (const [name, each] of entries) {
      if (Array.isArray(value)) visit(each, `${path}[]`, `${place}${name} `);
      else visit(each, path ? `${path}.${name}` : name, place);
    }
  };
  if (answer.headers['Content-Type']?.startsWith('text/csv')) {
    const [names = [], ...rows] = rowsOf(answer.body.replace(/^\ufeff/, ''));
    for (const row of rows) for (const [at, cell] of row.entries()) add(`column ${names[at]}`, `${cell}\n`);
    add('columns', names.join());
  } else if (answer.body !== '') visit(JSON.parse(answer.body), '', '');
  return fields;
}

function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell = '', end] of csv.matchAll(/((?:"(?:[^"]|"")*")|[^",\r\n]*)(,|\r\n|$)/g)) {
    rows.at(-1)?.push(cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

const hashOf = (text: string, length: number) => createHash('sha256').update(text).digest('base64url').slice(0, length);

export function recordedOf(answer: Answered | undefined): Recorded {
  const fields = fieldsOf(answer);
  const headers = [...fields].filter(([name]) => /^(status|header )/.test(name));
  return {
    whole: hashOf(`${JSON.stringify(headers)}\n${answer?.body}`, 8),
    fields: Object.fromEntries([...fields].map(([name, value]) => [name, hashOf(value, 4)])),
  };
}

interface Stored {
  readonly commit: string;
  /** Of the requests, so that a recording is not compared with others. */
  readonly requests: string;
  /** The fields of responses, each list once. */
  readonly shapes: readonly (readonly string[])[];
  /** For each request its shape, its hash and the hashes of its fields. */
  readonly answers: readonly string[];
}

const recordingFile = join(import.meta.dirname, 'golden', 'answers.json.br');

export interface Recording {
  readonly commit: string;
  readonly answers: readonly Recorded[];
}

export function writeRecording(requests: readonly Request[], { commit, answers }: Recording): number {
  const shapes = new Map<string, number>();
  const lines = answers.map(({ whole, fields }) => {
    const names = JSON.stringify(Object.keys(fields));
    const shape = shapes.get(names) ?? shapes.size;
    shapes.set(names, shape);
    return `${shape} ${whole}${Object.values(fields).join('')}`;
  });
  const stored: Stored = {
    commit,
    requests: hashOf(JSON.stringify(requests), 16),
    shapes: [...shapes.keys()].map((names) => JSON.parse(names)),
    answers: lines,
  };
  const bytes = brotliCompressSync(JSON.stringify(stored));
  writeFileSync(recordingFile, bytes);
  return bytes.length;
}

export function readRecording(requests: readonly Request[]): Recording {
  const stored: Stored = JSON.parse(brotliDecompressSync(readFileSync(recordingFile)).toString());
  if (stored.requests !== hashOf(JSON.stringify(requests), 16)) {
    throw new Error(
      'The recording is of other requests. Undo the change of test/recorded/requests.ts or of what it names.',
    );
  }
  const answers = stored.answers.map((line) => {
    const [shape = '', hashes = ''] = line.split(' ');
    const names = stored.shapes[Number(shape)] ?? [];
    const fields = names.map((name, at) => [name, hashes.slice(8 + 4 * at, 12 + 4 * at)]);
    return { whole: hashes.slice(0, 8), fields: Object.fromEntries(fields) };
  });
  return { commit: stored.commit, answers };
}
