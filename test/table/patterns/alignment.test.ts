import { beforeAll, describe, expect, it } from 'vitest';
import { alignmentAsOf, alignmentInYear, alignmentYears } from '../../../shared/table/records/alignment.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { literal, lookalikes, putLiteral } from '../../support/store/literal-items.ts';
import { useTable } from '../../support/store/table.ts';

const db = useTable();
const acme = asAccount('acme');

const year = (account: string, client: string, ofYear: string, by = 'us') =>
  literal(`CUST#${account}#CLIENT#${client}`, `ALIGN#${ofYear}`, {
    clientId: client,
    year: ofYear,
    carried: null,
    reads: [`${ofYear}-06-01 green ${ofYear}-06-02T08:00:00.000Z ${by}`],
  });

beforeAll(() =>
  putLiteral(db.table, [
    year('acme', 'c1', '2024'),
    year('acme', 'c1', '2025'),
    year('acme', 'C2', '2025'),
    literal('CUST#acme#CLIENT#c1', 'INSIGHTS#s1#2026-11-16'),
    ...['c11', 'c'].map((client) => year('acme', client, '2026')),
    ...lookalikes('acme').map((other) => year(other, 'c1', '2025', 'them')),
    ...lookalikes('acme').map((other) => year(other, 'c1', '2026', 'them')),
  ]),
);

describe('pattern 14: the record in effect for a year', () => {
  it.each([
    { asked: '2023', answers: undefined },
    { asked: '2024', answers: '2024' },
    { asked: '2025', answers: '2025' },
    { asked: '2026', answers: '2025' },
    { asked: '9999', answers: '2025' },
  ])('$asked: $answers', async ({ asked, answers }) => {
    const found = await alignmentAsOf(db.table, acme, 'c1', asked);

    expect(found?.year).toBe(answers);
    if (found) expect(found.reads.map(({ updatedBy }) => updatedBy)).toEqual(['us']);
  });
});

describe('pattern 15: the records of one year of several clients', () => {
  it('are returned by client, if they exist', async () => {
    const found = await alignmentInYear(db.table, acme, ['c1', 'C2', 'c3'], '2025');

    expect([...found.keys()].sort()).toEqual(['C2', 'c1']);
    expect(found.get('c1')?.reads.map(({ updatedBy }) => updatedBy)).toEqual(['us']);
  });
});

describe('pattern 16: every year of a client', () => {
  it('is returned, oldest first', async () => {
    expect((await alignmentYears(db.table, acme, 'c1')).map(({ year: found }) => found)).toEqual(['2024', '2025']);
  });
});
