import { beforeAll, describe, expect, it } from 'vitest';
import { clientScoreOf, type Score, toScoreItem } from '../../../shared/table/records/scores.ts';
import { firstWeekOf } from '../../../shared/table/records/signals.ts';
import { streamById, streamsOfClient } from '../../../shared/table/records/streams.ts';
import { asAccount, nightRange, scoresRange } from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');

const scoreOf = (points: number[], last = 20_777): Score => ({
  history: { last, points: Uint16Array.from(points) },
  ...{ topics: Array(15).fill(null), source: 'chr2', model: 1 },
});
const score = (account: string, client: string, point: number, ofStreams: Record<string, Score> = {}) =>
  toScoreItem(asAccount(account), client, { ...scoreOf([point]), ofStreams: new Map(Object.entries(ofStreams)) });
const stream = (account: string, client: string, id: string) =>
  literal(`CUST#${account}#CLIENT#${client}`, `STREAM#${id}`, { id, clientId: client, name: `${account} ${client}` });
const signals = (account: string, client: string, week: string) =>
  literal(`CUST#${account}#CLIENT#${client}`, `S#${week}`, { signals: 'g 20770 trust 0.5 1' });

const weeks = ['2025-W52', '2026-W34', '2026-W35', '2026-W47'];

beforeAll(() =>
  putLiteral(db.table, [
    score('acme', 'c1', 700, { s11: scoreOf([1000]) }),
    ...['s1', 's11'].map((id) => stream('acme', 'c1', id)),
    ...weeks.map((week) => signals('acme', 'c1', week)),
    // items between and next to the ranges that are read
    literal('CUST#acme#CLIENT#c1', 'ALIGN#2026'),
    literal('CUST#acme#CLIENT#c1', 'INSIGHTS#s1#2026-11-16'),
    literal('CUST#acme#CLIENT#c1', 'NOTE#2026-11-19T10:00:00.000Z#n'),
    literal('CUST#acme#CLIENT#c1', 'PERSON#k'),
    ...[
      ['acme', 'c11'] as const,
      ['acme', 'c'] as const,
      ...lookalikes('acme').map((other) => [other, 'c1'] as const),
    ].flatMap(([account, client]) => [
      score(account, client, 990, { s1: scoreOf([990], 1) }),
      stream(account, client, 's1'),
      signals(account, client, '2026-W47'),
    ]),
  ]),
);

describe('pattern 19: the computed score of a client', () => {
  it('is one record', async () => {
    expect(await clientScoreOf(db.table, acme, 'c1')).toMatchObject({ history: { points: Uint16Array.of(700) } });
    expect(await clientScoreOf(db.table, acme, 'c2')).toBeUndefined();
  });
});

describe('pattern 11: a stream with its score', () => {
  it('belongs to this client', async () => {
    const found = await streamById(db.table, acme, 'c1', 's11');

    expect(found).toMatchObject({ stream: { id: 's11', name: 'acme c1' }, score: { history: { last: 20_777 } } });
    expect(found?.score?.history?.points).toEqual(Uint16Array.of(1000));
  });

  it('has no score before its first night, even if a stream of another client with the same id has one', async () => {
    expect(await streamById(db.table, acme, 'c1', 's1')).toMatchObject({
      stream: { name: 'acme c1' },
      score: undefined,
    });
    expect(await streamById(db.table, acme, 'c1', 's')).toBeUndefined();
  });
});

describe('pattern 12: the streams of a client with their scores', () => {
  it('are returned in id order, each with its own score', async () => {
    const found = await streamsOfClient(db.table, acme, 'c1');

    expect(found.map(({ stream, score }) => [stream.id, stream.name, score?.history?.last])).toEqual([
      ['s1', 'acme c1', undefined],
      ['s11', 'acme c1', 20_777],
    ]);
  });
});

describe('pattern 20: what a night reads of a client', () => {
  it('is one range: the signals of 90 days, the scores, the streams', async () => {
    // 20 November 2026; 90 days earlier is in week 34
    const found = await readRange(db.table, nightRange(acme, 'c1', firstWeekOf(20_777)));

    expect(found.map(({ sk }) => sk)).toEqual([
      'S#2026-W34',
      'S#2026-W35',
      'S#2026-W47',
      'SCORE',
      'STREAM#s1',
      'STREAM#s11',
    ]);
    expect(new Set(found.map(({ pk }) => pk))).toEqual(new Set(['CUST#acme#CLIENT#c1']));
  });

  it('leaves out the signals when nothing is scored', async () => {
    const found = await readRange(db.table, scoresRange(acme, 'c1'));

    expect(found.map(({ sk }) => sk)).toEqual(['SCORE', 'STREAM#s1', 'STREAM#s11']);
  });
});
