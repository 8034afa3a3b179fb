import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { formOf } from '../../../import/files/readers/content.ts';
import type { CsvRow } from '../../../import/files/readers/csv.ts';
import { columnsIn, jsonRows } from '../../../import/files/readers/json-lines.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const write = (content: string | Uint8Array, name: string) => {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
};

async function tableIn(content: string | Uint8Array, name = 'x.jsonl') {
  const rows: CsvRow[] = [];
  const path = write(content, name);
  for await (const part of jsonRows(path, await columnsIn(path))) rows.push(...part);
  return rows.map(({ line, cells, problem }) => [line, ...(problem === undefined ? cells : [problem])].join('|'));
}

const x = (length: number) => 'x'.repeat(length);
const times = (length: number, make: (at: number) => string) => Array.from({ length }, (_, at) => make(at));
const broken = (line: number) => `${line}|is no JSON object in one line`;

it.each<[what: string, content: string, ...rows: string[]]>([
  ['nothing', '\n\n'],
  ['the columns of all lines', '{"a":1}\n\n{"b":"x","a":null}', '1|a|b', '1|1|', '3||x'],
  ['objects in objects', '{"a":{"b":{"c":true}},"d":[1,{"e":2}]}', '1|a.b.c|d', '1|true|[1,{"e":2}]'],
  ['an object and its field', '{"a":{"b":1}}\n{"a":2}', '1|a.b|a', '1|1|', '2||2'],
  ['lines that end with CRLF', '{"a":"1"}\r\n', '1|a', '1|1'],
  ['a name that objects inherit', '{"__proto__":1,"constructor":2}', '1|__proto__|constructor', '1|1|2'],
  ['what pipelines add', '{"_dlt_id":"x","_airbyte_data":{"a":1},"n":{"_dlt_id":2}}', '1|a|n._dlt_id', '1|1|2'],
  ['broken lines', '{"a":1}\n{"a":\n[1]\n"x"', '1|a', '1|1', broken(2), broken(3), broken(4)],
  ['the character 0', '{"a":"x\\u0000y","b":1}', '1|a|b', '1|x\u0001y|1'],
])('%s', async (_, content, ...rows) => {
  expect(await tableIn(content)).toEqual(rows);
  expect(await tableIn(gzipSync(content), 'x.jsonl.gz')).toEqual(rows);
});

it.each<[what: string, content: string | Uint8Array, message: string]>([
  ['another encoding', Buffer.from([0x7b, 0xff, 0x7d]), 'is not UTF-8, which JSON always is'],
  ['a line without end', `{"a":"${'x'.repeat(2 ** 21)}`, 'a row of more than 1048576 characters'],
  [
    'objects in 33 objects',
    `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
    'has more than 32 objects or lists in each other',
  ],
  ['a list in 32 lists', `{"a":${'['.repeat(32)}${']'.repeat(32)}}`, 'has more than 32 objects or lists in each other'],
  [
    'a name that is long with its objects',
    `{"${x(2000)}":{"${x(2096)}":1}}`,
    'whose name has more than 4096 characters',
  ],
  ['long names', times(65, (at) => `{"${x(4090)}${at}":1}\n`).join(''), 'have more than 262144 characters together'],
  ['few of many columns', `{${times(2000, (at) => `"${at}":1`)}}\n${'{}\n'.repeat(540)}`, 'too many columns for rows'],
  ['broken lines beyond a limit', `${'{}\n'.repeat(9)}${'x\n'.repeat(10_001)}`, 'more than 10000 lines that are no'],
  ['too many columns', `{${times(16_385, (at) => `"${at}":1`)}}`, 'has more than 16384 columns'],
])('%s cannot be read', async (_, content, message) => {
  await expect(tableIn(content)).rejects.toThrow(message);
});

it.each<[what: string, name: string, content: string | Uint8Array, form: string]>([
  ['CSV', 'x', 'a,b\n', 'csv'],
  ['CSV that is packed', 'x', gzipSync('a,b\n'), 'csv'],
  ['JSON lines', '-1893-2026-11-20T10:14:34', '\ufeff \n{"a":1}', 'jsonl'],
  ['JSON lines that are packed', 'x', gzipSync('{"a":1}'), 'jsonl'],
  ['JSON lines that are packed and do not say so', 'x.jsonl', gzipSync('{"a":1}'), 'jsonl'],
  ['a workbook', 'x', 'PK\u0003\u0004', 'xlsx'],
  ['what its name says', 'x.csv', '{"a":1}', 'csv'],
])('a file of %s is found by its content', async (_, name, content, form) => {
  expect(await formOf(write(content, name))).toBe(form);
});

it('Parquet is refused, and what is packed is read whatever its name', async () => {
  await expect(formOf(write('PAR1', 'x'))).rejects.toThrow('is a Parquet file');
  expect(await columnsIn(write(gzipSync('{"a":1}'), 'x.jsonl'))).toEqual(['a']);
});
