import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { workInbox } from '../../import/inbox/work-inbox.ts';
import { kinds } from '../../shared/table/entities/kinds.ts';
import { holdsAsync } from '../support/holds.ts';
import { inProofs } from '../support/size.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { anInbox } from './inbox/an-inbox.ts';

const db = useMemoryTable();
const secret = /qzx|8675309/;
const parts = ['qzx', '"', '""', ',', '\n', ' ', '8675309', '1.234', '€', "'", ';', ': ', '{', '-', '=', '%'] as const;

/** Cells that hold something secret among characters that could end a quotation. */
const cell = fc
  .tuple(
    fc.array(fc.constantFrom(...parts), { maxLength: 4 }),
    fc.constantFrom('qzx', '8675309'),
    fc.constantFrom(...parts),
  )
  .map(([before, within, after]) => [...before, within, after].join(''));

/** A file of a kind whose first rows are those of its template, and then rows in which cells are replaced. */
const file = fc.constantFrom(...kinds).chain(({ name, columns }) => {
  const row = fc.tuple(
    ...columns.map(({ example = '' }) => fc.oneof({ weight: 3, arbitrary: fc.constant(example) }, cell)),
  );
  const line = (cells: readonly string[]) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(',');
  const headers = line(columns.map(({ header }) => header));
  return fc
    .tuple(
      fc.array(row, { minLength: 1, maxLength: 6 }),
      fc.constantFrom(...[headers, headers, headers, '']),
      fc.boolean(),
    )
    .map(([rows, first, isWide]) => ({
      name: `${name}.csv`,
      content: [...(first ? [first] : []), ...rows.map(line), ...(isWide ? [line(['qzx', 'qzx'])] : [])].join('\n'),
    }));
});

it('no text of a cell is ever in a mail, whatever is wrong with the file, though it is in the report', async () => {
  let made = 0;
  let reported = 0;
  await holdsAsync(
    fc.asyncProperty(
      fc.uniqueArray(file, { minLength: 1, maxLength: 3, selector: ({ name }) => name }),
      async (files) => {
        made += 1;
        const { put, deps, account, notices, reports } = await anInbox(db.table, `mailed-${made}`);
        put(Object.fromEntries(files.map(({ name, content }) => [name, content])));
        await workInbox(deps, account);

        reported += secret.test(JSON.stringify(reports[0]?.rejected?.problems ?? '')) ? 1 : 0;
        expect(notices.filter(({ subject, text }) => secret.test(subject + text))).toEqual([]);
      },
    ),
    { numRuns: inProofs(2000, 50) },
  );
  expect(reported).toBeGreaterThan(20);
});
