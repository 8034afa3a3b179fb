import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ownColumnHeader, ownColumnOf } from '../../../../import/files/header.ts';
import * as cells from '../../../../shared/domain/cells/cells.ts';
import { csvRow } from '../../../../shared/domain/csv.ts';
import { isClientId } from '../../../../shared/domain/ids.ts';
import { clientIdFrom } from '../../../../shared/table/entities/client.ts';
import { kindOf } from '../../../../shared/table/entities/kinds.ts';
import { holds } from '../../../support/holds.ts';

describe('a number', () => {
  it.each([
    ['1234', 1234],
    ['-0.5', -0.5],
    ["'-0.5", -0.5],
    [' 12.50 ', 12.5],
    ['12,5', 12.5],
    ['0,125', 0.125],
    ['0.125', 0.125],
    ['1234.567', 1234.567],
    ['1234,567', 1234.567],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['1 234', 1234],
    ['1\u00a0234', 1234],
    ['1\u202f234,5', 1234.5],
    ["1'234'567", 1_234_567],
    ['1’234', 1234],
    ['1.2340', 1.234],
    ['1e-7', 1e-7],
    ['1E7', 1e7],
    ['1e+7', 1e7],
    ['12.345.678,5', 12_345_678.5],
    ['123.456.789', 123_456_789],
    ['-0', 0],
  ])('%j is %d', (text, value) => {
    expect(cells.number.read(text)).toBe(value);
  });

  it.each(['1,234', '1.234', '-12,345', '999.000'])('%j is ambiguous, so it is rejected', (text) => {
    expect(() => cells.number.read(text)).toThrow(/is ambiguous \(\S+ or \S+\); write/);
  });

  const none = ['', 'x', '1,23,4', '1.2.3', '1,2345,678', '(5)', '--5', '.5', '5.', 'NaN', "'5"];
  it.each([...none, '0x10', '1 23', '1 2345', 'x1.234.567', '1.234.567x', 'x1,234,567', "5'-1", 'AB 5'])(
    '%j is none',
    (text) => {
      expect(() => cells.number.read(text)).toThrow(`"${text}" is not a number like 1234.5`);
    },
  );

  it.each(['$5', '¥5', '5 EUR', '1.234,50 €', 'EUR 1,234.50'])('%j is none, unless a sign is declared', (text) => {
    const hint = 'has more than a number; declare the decimal sign with --decimal to accept currencies';
    expect(() => cells.number.read(text)).toThrow(`"${text}" ${hint}; expected a number like 1234.5`);
  });

  it('is read back as it was written', () => {
    const number = fc.oneof(
      fc.integer(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.integer({ min: -999_999, max: 999_999 }).map((thousandths) => thousandths / 1000),
    );
    holds(
      fc.property(number, (value) => {
        expect(cells.number.read(cells.number.write(value))).toBe(value + 0);
      }),
    );
  });
});

it.each(['+99:00', '+24:00', '-2400', '+02:60'])('a time with the impossible offset %s is none', (offset) => {
  const cell = `2026-04-03T10:00:00${offset}`;
  expect(() => cells.time.read(cell)).toThrow(`"${cell}" is not a time like 2026-04-03T14:05:00Z, or a date`);
});

describe('a sign before decimals', () => {
  it.each<[sign: string | undefined, texts: string]>([
    ['.', '1.5|-12.25|1234.567|1,234,567|12,345.5|1,234.56|-123,456,789.25|EUR 1,250.50|0.125'],
    [',', '1,5|-12,25|1234,567|1.234.567|12.345,5|1.234,56|-123.456.789,25|1.250,50 EUR|0,125'],
    [undefined, '1,234|1.234|12|1.2.3|1,23,4.5|1.23.4,5|x1.5|1.5x|1,5x|1,2345,678||v1.234,5|1,234.5v'],
  ])('is proven to be %j', (sign, texts) => {
    for (const text of texts.split('|')) expect(cells.provenDecimalSign(text), text).toBe(sign);
  });
});

describe('numbers of columns', () => {
  it.each([
    ['USD 12,50', 12.5],
    ['12,50USD', 12.5],
    ['-  € 12,50', -12.5],
    ['12,50  €', 12.5],
  ])('%j with a declared sign is %d', (text, value) => {
    expect(cells.number.read(text, { decimal: ',' })).toBe(value);
  });

  // no thousands follow a zero: 0.250 has the other sign before its decimals
  it.each(['12 USD 5', 'x€5', '5€x', '5 X', '12AB', '€5€5', '0.250'])('%j with a declared sign is none', (text) => {
    expect(() => cells.number.read(text, { decimal: ',' })).toThrow(
      `"${text}" is not a number with , before the decimals`,
    );
  });

  it('percentages are refused with advice that helps, also with a declared sign', () => {
    expect(() => cells.number.read('5 %')).toThrow(
      '"5 %" has a percent sign; leave it out; expected a number like 1234.5',
    );
    expect(() => cells.number.read('7,5%', { decimal: ',' })).toThrow(
      '"7,5%" has a percent sign; leave it out; expected a number with , before the decimals',
    );
  });

  it('of a range are not ambiguous if only one reading is in it', () => {
    const { read, write } = cells.numberBetween(0, 200);
    expect([read('85.125'), read('85,125'), read('0.125'), write(1.234), write(85.5)]).toEqual([
      85.125,
      85.125,
      0.125,
      '1.2340',
      '85.5',
    ]);
    expect(cells.numberBetween(-1, 1).read('-1.000')).toBe(-1);
    const limits = cells.numberBetween(1.125, 1125);
    expect(() => limits.read('1.125')).toThrow('"1.125" is ambiguous (1125 or 1.125); write 1125 or 1.1250,');
    expect([cells.numberBetween(2, 1125).read('1.125'), cells.numberBetween(1.125, 1124).read('1.125')]).toEqual([
      1125, 1.125,
    ]);
    expect(() => cells.numberBetween(2000, 3000).read('1.125')).toThrow('is ambiguous');
  });
});

describe('cells', () => {
  it('are read without the spaces around them', () => {
    const read = [cells.id, cells.externalId, cells.flag, cells.choice('red', 'green'), cells.topic].map(
      ({ read }, at) => read([' a-1 ', "'=A 1 ", ' Yes ', ' RED ', ' Trust AND Confidence '][at] ?? ''),
    );
    expect(read).toEqual(['a-1', '=A 1', true, 'red', 'trust']);
    for (const { read } of [cells.date, cells.day, cells.time])
      expect(() => read(' 03/04/2026 ')).toThrow('"03/04/2026" can be read as day/month or month/day');
    const days = [cells.date, cells.day, cells.time].map(({ read }) => read('03/04/2026', { dates: 'dmy' }));
    expect(days).toEqual(['2026-04-03', '2026-04-03', '2026-04-03T00:00:00.000Z']);
  });

  it('of true and false are words or digits', () => {
    expect(['true', 'yes', '1', 'false', 'no', '0'].map((cell) => cells.flag.read(cell))).toEqual([
      ...[true, true, true],
      ...[false, false, false],
    ]);
  });

  const order = 'can be read as day/month or month/day; say which with --dates dmy or --dates mdy';

  it.each<[keyof typeof cells | 'choice', cells.CellType, string, string]>([
    ['id', cells.id, '-x', 'is not an id: 1 to 64 letters, digits, - or _, beginning with a letter or digit'],
    ['flag', cells.flag, 'maybe', 'is not true or false (or yes, no, 1, 0)'],
    ['numberBetween', cells.numberBetween(0, 1), 'x', 'is not a number like 1234.5'],
    ['date', cells.date, 'x', 'is not a date like 2026-04-03'],
    ['date', cells.date, '2026-04-03 10:00', 'is not a date like 2026-04-03'],
    ['date', cells.date, '03/04/2026', order],
    ['time', cells.time, 'x', 'is not a time like 2026-04-03T14:05:00Z, or a date'],
    ['time', cells.time, '03/04/2026 14:05', order],
    [
      'time',
      cells.time,
      '2026-04-03 14:05',
      'has no time zone; declare it with --zone, or add Z or an offset like +02:00; expected a time like 2026-04-03T14:05:00Z, or a date',
    ],
    ['day', cells.day, 'x', 'is not a date like 2026-04-03, or a time'],
    ['day', cells.day, '03/04/2026', order],
  ])('of type %s that cannot be read say why: %#', (_, { read }, cell, message) => {
    expect(() => read(cell)).toThrow(expect.objectContaining({ message: `"${cell}" ${message}` }));
  });

  it('that are wrong are shown up to 40 characters', () => {
    expect(() => cells.id.read(` ${'x'.repeat(39)}`)).not.toThrow();
    expect(() => cells.id.read(`-${'x'.repeat(39)}`)).toThrow(`"-${'x'.repeat(39)}" is not an id`);
    expect(() => cells.id.read(`-${'x'.repeat(40)}`)).toThrow(`"-${'x'.repeat(39)}…" is not an id`);
  });
});

it.each([
  ['2026-11-18 14:05:00 +0100', '2026-11-18T13:05:00.000Z'],
  ['18.11.2026 12:30 am UTC', '2026-11-18T00:30:00.000Z'],
  ['2026-04-03', '2026-04-03T00:00:00.000Z'],
])('the time %j is %s', (text, value) => {
  expect(cells.time.read(text)).toBe(value);
});

it('a time is read back as the wall clock of its zone shows it, also around a change of the clocks', () => {
  // some of them are at the hour of a change in Berlin, New York, Lord Howe (half an hour) or Auckland
  const change = fc.constantFrom(
    ...['2026-03-29T01', '2026-10-25T01', '2026-03-08T07', '2026-11-01T06', '2026-04-04T15'],
  );
  const instants = fc
    .tuple(change, fc.integer({ min: -24 * 60, max: 24 * 60 }))
    .map(([hour, minutes]) => Date.parse(`${hour}:00:00Z`) + minutes * 60_000);
  const zones = fc.constantFrom('Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Pacific/Auckland', 'UTC');
  holds(
    fc.property(instants, zones, (instant, zone) => {
      const wall = (at: number) => new Date(at).toLocaleString('sv', { timeZone: zone });
      const read = Date.parse(String(cells.time.read(wall(instant), { zone })));
      // an hour that the clock shows twice has two readings
      expect({ instant, zone, wall: wall(read) }).toEqual({ instant, zone, wall: wall(instant) });
    }),
  );
});

it.each([
  ['1.234', ',', 1234],
  ['1,234', ',', 1.234],
  ['1.250.000,50 €', ',', 1_250_000.5],
  ['$1,250', '.', 1250],
  ['-EUR 12,5', ',', -12.5],
  ['-0,0', ',', 0],
  ['EUR 12,50', 'detect', 12.5],
] as const)('the number %j with the decimal sign %j is %d', (text, decimal, value) => {
  expect(cells.number.read(text, { decimal })).toBe(value);
});

it('a list has the entries between its separators, without the formula guard', () => {
  expect(cells.list.read("'=a; ;b c, d;")).toEqual(['=a', 'b c, d']);
  expect(cells.list.write(['=a', 'b c, d'])).toBe('=a;b c, d');
});

it('a text is read back without the formula guard', () => {
  const text = fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', '\n', ';', ' ', '＝', 'a') });
  holds(
    fc.property(text, (value) => {
      const [, cell = ''] =
        /^(?:"(.*)"|(.*)),x\r\n$/s.exec(csvRow([cells.text.write(value), 'x']))?.filter((each) => each !== undefined) ??
        [];

      expect(cells.text.read(cell)).toBe(value);
      for (const part of cell.split(/[;\t\n\r]/)) expect(part.trim()).not.toMatch(/^[=+\-@＝]/);
    }),
  );
});

describe('the id of a client', () => {
  it.each([
    ['CRM-1001', 'CRM-1001'],
    ['0001', '0001'],
    ['search', 'search'],
    ['A B/C', 'A-B-C'],
    ['Köln №7', 'Ko-ln-No7'],
    ['株式会社', 'client'],
  ])('generated from %j starts with %s', (externalId, id) => {
    expect(clientIdFrom(externalId).replace(/-[0-9a-f]{10}$/, '')).toBe(id);
  });

  it('is always valid and unique', () => {
    holds(
      fc.property(fc.string({ minLength: 1, maxLength: 100 }), fc.string({ minLength: 1, maxLength: 100 }), (a, b) => {
        expect(isClientId(clientIdFrom(a))).toBe(true);
        expect(clientIdFrom(a) === clientIdFrom(b)).toBe(a === b);
      }),
    );
  });
});

describe('a metadata column', () => {
  it.each([
    ['Region', { key: 'Region', type: 'text' }],
    [' Region ', { key: 'Region', type: 'text' }],
    ['Employees (number)', { key: 'Employees', type: 'number' }],
    ['VIP (boolean)', { key: 'VIP', type: 'boolean' }],
    ['Name (text)', { key: 'Name', type: 'text' }],
    ['Size (m)', { key: 'Size (m)', type: 'text' }],
  ])('%j declares its type', (header, own) => {
    expect(ownColumnOf(header)).toEqual(own);
  });

  it('has its type in its header if the key alone could mean something else', () => {
    const header = (key: string) => ownColumnHeader(kindOf('clients'), { key, type: 'text' });
    expect(['Region', 'name', 'Industri', 'Size (m)', 'a (number)', ' x'].map(header)).toEqual([
      ...['Region', 'name (text)', 'Industri (text)', 'Size (m)', 'a (number) (text)', ' x (text)'],
    ]);
  });

  it('is found by its header, whatever its key', () => {
    const key = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom('Name', 'client id', ' x ', 'a\nb', 'a (number)', 'a (text)', 'accountOwner', 'constructor'),
    );
    holds(
      fc.property(key, fc.constantFrom('text' as const, 'number' as const, 'boolean' as const), (name, type) => {
        expect(ownColumnOf(ownColumnHeader(kindOf('clients'), { key: name, type }))).toEqual({ key: name, type });
      }),
    );
  });
});
