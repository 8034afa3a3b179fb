import { beforeAll, describe, expect, it } from 'vitest';
import { newestInsights } from '../../../shared/table/records/insights.ts';
import { newestNotes } from '../../../shared/table/records/notes.ts';
import { peopleOfClient } from '../../../shared/table/records/people.ts';
import { asAccount, recordsRange } from '../../../shared/table/store/item-keys.ts';
import { readRange } from '../../../shared/table/store/read.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');

const note = (account: string, client: string, createdAt: string, id: string) =>
  literal(`CUST#${account}#CLIENT#${client}`, `NOTE#${createdAt}#${id}`, { id, clientId: client, createdAt });
const person = (account: string, client: string, id: string) =>
  literal(`CUST#${account}#CLIENT#${client}`, `PERSON#${id}`, { id, clientId: client });
const week = (account: string, client: string, stream: string, weekDate: string) =>
  literal(`CUST#${account}#CLIENT#${client}`, `INSIGHTS#${stream}#${weekDate}`, {
    streamId: stream,
    weekDate,
    clientId: client,
  });
const weeks = Array.from({ length: 14 }, (_, at) => new Date(Date.UTC(2026, 7, 3 + 7 * at)).toISOString().slice(0, 10));

const ours = [
  note('acme', 'c1', '2026-11-19T10:00:00.000Z', 'b'),
  note('acme', 'c1', '2026-11-19T10:00:00.000Z', 'a'),
  note('acme', 'c1', '2026-11-20T08:00:00.000Z', 'z'),
  note('acme', 'c1', '2025-01-01T00:00:00.000Z', 'old'),
  person('acme', 'c1', 'k2'),
  person('acme', 'c1', 'k1'),
  ...weeks.map((date) => week('acme', 'c1', 's1', date)),
];
// records of a client, a stream and accounts whose ids have the same prefix
const decoys = [
  ...['c11', 'c'].flatMap((client) => [
    note('acme', client, '2026-11-20T12:00:00.000Z', 'decoy'),
    person('acme', client, 'decoy'),
    week('acme', client, 's1', '2026-11-16'),
  ]),
  ...lookalikes('acme').flatMap((other) => [
    note(other, 'c1', '2026-11-20T12:00:00.000Z', 'decoy'),
    person(other, 'c1', 'decoy'),
    week(other, 'c1', 's1', '2026-11-16'),
  ]),
];
const otherStreams = [week('acme', 'c1', 's11', '2026-11-16'), week('acme', 'c1', 's', '2026-11-16')];

beforeAll(() => putLiteral(db.table, [...ours, ...decoys, ...otherStreams]));

describe('pattern 9: the newest notes of a client', () => {
  it('are returned newest first, then by id, up to the limit', async () => {
    const ids = async (most: number) => (await newestNotes(db.table, acme, 'c1', most)).map(({ id }) => id);

    expect(await ids(100)).toEqual(['z', 'b', 'a', 'old']);
    expect(await ids(2)).toEqual(['z', 'b']);
    expect(await ids(1)).toEqual(['z']);
  });
});

describe('pattern 10: the people of a client', () => {
  it('are those of this client', async () => {
    expect((await peopleOfClient(db.table, acme, 'c1')).map(({ id }) => id)).toEqual(['k1', 'k2']);
  });
});

describe('pattern 13: the newest weeks of insights of a stream', () => {
  it('are the last 12 of this stream, newest first', async () => {
    const found = await newestInsights(db.table, acme, 'c1', 's1');

    expect(found.map(({ weekDate }) => weekDate)).toEqual(weeks.slice(2).reverse());
    expect(new Set(found.map(({ streamId }) => streamId))).toEqual(new Set(['s1']));
  });
});

describe('pattern 18: all records of a client', () => {
  it('are its partition', async () => {
    const found = await readRange(db.table, recordsRange(acme, 'c1'));

    expect(found.map(({ sk }) => sk)).toEqual([...ours, ...otherStreams].map(({ sk }) => sk).sort());
  });
});
