import { unguarded } from '../../shared/domain/csv.ts';
import type { Account } from '../../shared/table/store/item-keys.ts';
import { type FileStore, pagesOf } from './file-store.ts';
import { allRejectsOf } from './keys.ts';

/** Rows of a run that were not imported, as the run has written them. */
export interface RejectedRows {
  readonly key: string;
  readonly run: string;
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly { readonly cells: readonly string[]; readonly problem: string }[];
  /** It has more rows than these, or is too large to be shown. */
  readonly isCut: boolean;
  /** Its rows are names with proposals, which the page asks for itself. */
  readonly isProposals: boolean;
}

const mostFiles = 30;
const mostRows = 200;
/** Of a file, and of all together. */
const mostBytes = 2 ** 22;
const mostOfAll = 2 ** 23;

/** The rows that wait to be mended, of all runs, the newest first. */
export async function rejectedRows(store: FileStore, account: Account): Promise<RejectedRows[]> {
  const files: { readonly key: string; readonly size: number }[] = [];
  for await (const page of pagesOf(store, allRejectsOf(account))) files.push(...page);
  const found: RejectedRows[] = [];
  let left = mostOfAll;
  for (const { key, size } of files.toReversed().slice(0, mostFiles)) {
    const [run = '', name = ''] = key.slice(allRejectsOf(account).length).split('/');
    const isTooLarge = size > Math.min(mostBytes, left);
    const text = isTooLarge ? '' : ((await store.read(key)) ?? '');
    left -= text.length;
    const [headers = [], ...all] = csvCells(text.replace(/^\ufeff/, ''));
    const isProposals = headers.includes('Proposal');
    // of a time sheet, and of a file with too many of them, the good rows come back too
    const rows = isProposals ? all : all.filter((row) => row.at(-1) !== '');
    const shown = rows.slice(0, mostRows).map((row) => ({
      cells: row.slice(0, -1).map(unguarded),
      problem: row.at(-1) ?? '',
    }));
    const isCut = isTooLarge || rows.length > mostRows;
    found.push({
      key,
      run,
      name,
      headers: headers.slice(0, -1).map(unguarded),
      rows: shown,
      isCut,
      isProposals,
    });
  }
  return found;
}

/** The cells of a file that an import has written itself: commas, and quotes where they are needed. */
function csvCells(text: string): string[][] {
  const rows: string[][] = [];
  let [row, cell, isQuoted]: [string[], string, boolean] = [[], '', false];
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at] ?? '';
    if (isQuoted) {
      if (letter !== '"') cell += letter;
      else if (text[at + 1] === '"') {
        cell += letter;
        at += 1;
      } else isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === ',' || letter === '\n') {
      row.push(cell);
      cell = '';
      if (letter === ',') continue;
      rows.push(row);
      row = [];
    } else if (letter !== '\r') cell += letter;
  }
  return rows;
}
