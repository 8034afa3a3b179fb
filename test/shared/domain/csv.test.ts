import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow, guarded, unguarded } from '../../../shared/domain/csv.ts';
import { holds } from '../../support/holds.ts';

/** An independent RFC 4180 parser. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at < text.length; ) {
    let cell = '';
    if (text[at] === '"') {
      for (at += 1; text[at] !== '"' || text[at + 1] === '"'; at += 1) {
        if (text[at] === '"') at += 1;
        cell += text[at];
      }
      at += 1;
    } else {
      while (text[at] !== ',' && text[at] !== '\r') cell += text[at++];
    }
    row.push(cell);
    if (text[at] === ',') at += 1;
    else {
      rows.push(row);
      row = [];
      at += 2;
    }
  }
  return rows;
}

const special = fc.string({
  unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '=', '-', '＝', ' ', "'", '\u200b', 'a'),
});
const cells = fc.oneof(fc.string({ unit: 'grapheme' }), special, fc.double({ noNaN: true }));

describe('a row of CSV', () => {
  it.each([
    { cells: ['a', 'b'], row: 'a,b\r\n' },
    { cells: ['', null, undefined], row: ',,\r\n' },
    { cells: [0, -12.5, 140, true, false], row: '0,-12.5,140,true,false\r\n' },
    { cells: ['a,b', 'say "hi"', 'two\nlines', 'cr\rhere'], row: '"a,b","say ""hi""","two\nlines","cr\rhere"\r\n' },
    { cells: ['=1+1', '+1', '-1', '@x'], row: "'=1+1,'+1,'-1,'@x\r\n" },
    { cells: ['\ttab', '\rcr'], row: '\'\ttab,"\'\rcr"\r\n' },
    { cells: ['=HYPERLINK("x","y")'], row: '"\'=HYPERLINK(""x"",""y"")"\r\n' },
    { cells: ['a=1', "'quoted", 'a, =1', 'a - b'], row: 'a=1,\'quoted,"a, =1",a - b\r\n' },
  ])('of $cells is $row', ({ cells, row }) => {
    expect(csvRow(cells)).toBe(row);
  });

  it('is read back as it was written, once the guard is removed', () => {
    holds(
      fc.property(fc.array(fc.array(cells, { minLength: 1 }), { maxLength: 5 }), (rows) => {
        const read = parse(rows.map(csvRow).join('')).map((row) => row.map(unguarded));

        expect(read).toEqual(rows.map((row) => row.map(String)));
      }),
      { numRuns: 500 },
    );
  });

  it('never starts a formula, whichever separator a spreadsheet uses', () => {
    holds(
      fc.property(fc.array(special, { minLength: 1, maxLength: 4 }), (row) => {
        for (const cell of row.map(guarded).flatMap((text) => text.split(/[;\t\r\n]/))) {
          expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('the guard against formulas', () => {
  it.each([
    ['plain;=cmd', "plain;'=cmd"],
    ['a;\u3000-1;b', "a;'\u3000-1;b"],
    ['two\n=lines', "two\n'=lines"],
    ['two\r\n=lines', "two\r\n'=lines"],
    ['\n=line', "'\n'=line"],
    ...[...'＝＋－＠﹦﹢﹣﹫'].map((wide) => [`${wide}1`, `'${wide}1`]),
    [' \u200b=1', "' \u200b=1"],
    ['"=1"', '\'"=1"'],
    ["'=1", "''=1"],
    ["'\ttab", "''\ttab"],
    ...[...';\t\n\v\f\r\x85\u2028\u2029'].map((end) => [`a${end}=1`, `a${end}'=1`]),
    ...[...'\v\f\x85\u2028\u2029'].map((end) => [`${end}=1`, `${end}'=1`]),
  ])('of %j is %j', (text, expected) => {
    expect(guarded(text)).toBe(expected);
    expect(unguarded(expected)).toBe(text);
  });

  it.each(['', 'a', "'quoted", 'a\r\nb', 'a;b', 'a\t\tb', 'c-1001', 'x@example.org'])('leaves %j alone', (text) => {
    expect(guarded(text)).toBe(text);
    expect(unguarded(text)).toBe(text);
  });
});
