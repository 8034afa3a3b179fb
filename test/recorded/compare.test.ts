import { expect, it } from 'vitest';
import type { Answered } from '../support/service/whole-service.ts';
import { unexpectedFields } from './compare.ts';
import { recordedOf } from './recording.ts';

const list: Answered = {
  operationId: 'listClients',
  status: 200,
  headers: { ETag: '"1"', 'Content-Type': 'application/json' },
  body: '{"clients":[{"id":"a","score":1},{"id":"b","score":2}],"total":2}',
};
const csv = {
  ...list,
  operationId: 'exportClientsCsv',
  headers: { 'Content-Type': 'text/csv; charset=utf-8' },
  body: 'id,name\r\n1,"a, ""b"""\r\n2,c\r\n',
};
const nothing: string[] = [];

it.each([
  ['another ETag', list, { headers: { ...list.headers, ETag: 'W/"2"' } }, undefined],
  ['another status', list, { status: 404 }, ['status']],
  ['another header', list, { headers: { 'Content-Type': 'text/plain' } }, ['header Content-Type']],
  ['a value', list, { body: list.body.replace('2}]', '3}]') }, ['clients[].score']],
  [
    'another entry with the same value',
    list,
    { body: list.body.replace('1}', '2}').replace('2}]', '1}]') },
    ['clients[].score'],
  ],
  ['a new field', list, { body: list.body.replace('2}', '2,"x":null}') }, ['clients[].x']],
  ['a missing field', list, { body: list.body.replace(',"total":2', '') }, ['total']],
  [
    'an entry less',
    list,
    { body: list.body.replace(',{"id":"b","score":2}', '') },
    ['clients[].id', 'clients[].score'],
  ],
  ['white space', list, { body: `${list.body} ` }, nothing],
  [
    'another order of fields',
    list,
    { body: '{"total":2,"clients":[{"id":"a","score":1},{"id":"b","score":2}]}' },
    nothing,
  ],
  ['a cell of CSV', csv, { body: csv.body.replace('""b""', 'b') }, ['column name']],
  ['a new column', csv, { body: 'id,name,x\r\n1,"a, ""b""",\r\n2,c,\r\n' }, ['column x', 'columns']],
])('names the fields that differ: %s', (_, before, change, fields) => {
  expect(unexpectedFields(recordedOf(before), { ...before, ...change }, [])?.sort()).toEqual(fields);
});

it('accepts differences that are expected for the endpoint or for all, and no others', () => {
  const changed = { ...list, body: list.body.replace('2}]', '3,"x":1}]') };
  const differs = (endpoint: string, field: string) => ({ endpoint, field, because: 'a test' });
  const left = (...expected: ReturnType<typeof differs>[]) =>
    unexpectedFields(recordedOf(list), changed, expected)?.sort();

  expect(left(differs('listClients', 'clients[].score'), differs('*', 'clients[].x'))).toBeUndefined();
  expect(left(differs('listClients', 'clients[]'))).toBeUndefined();
  expect(left(differs('listClients', 'clients[].x'))).toEqual(['clients[].score']);
  expect(left(differs('listStreams', 'clients[].score'))).toEqual(['clients[].score', 'clients[].x']);
});
