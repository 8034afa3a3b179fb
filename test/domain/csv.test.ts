import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvRow } from '../../shared/domain/csv.ts';
import { holds } from './holds.ts';

/** RFC 4180, written a second time on purpose. */
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

describe('a row of CSV', () => {
  it.each([
    { cells: ['a', 'b'], row: 'a,b\r\n' },
    { cells: ['', null, undefined], row: ',,\r\n' },
    { cells: [0, -12.5, 140, true, false], row: '0,-12.5,140,true,false\r\n' },
    { cells: ['a,b', 'say "hi"', 'two\nlines', 'cr\rhere'], row: '"a,b","say ""hi""","two\nlines","cr\rhere"\r\n' },
    { cells: ['=1+1', '+1', '-1', '@x'], row: "'=1+1,'+1,'-1,'@x\r\n" },
    { cells: ['\ttab', '\rcr'], row: '\'\ttab,"\'\rcr"\r\n' },
    { cells: ['=HYPERLINK("x","y")'], row: '"\'=HYPERLINK(""x"",""y"")"\r\n' },
    { cells: ['a=1', ' -1', "'quoted"], row: "a=1, -1,'quoted\r\n" },
  ])('of $cells is $row', ({ cells, row }) => {
    expect(csvRow(cells)).toBe(row);
  });

  it('is read back as it was written, but for the quote that guards a formula', () => {
    const cells = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', '=', '-', '\t', 'a') }),
      fc.double({ noNaN: true }),
    );
    holds(
      fc.property(fc.array(fc.array(cells, { minLength: 1 }), { maxLength: 5 }), (rows) => {
        const expected = rows.map((row) =>
          row.map((cell) =>
            typeof cell === 'string' && '=+-@\t\r'.includes(cell.charAt(0) || 'x') ? `'${cell}` : String(cell),
          ),
        );

        expect(parse(rows.map(csvRow).join(''))).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
