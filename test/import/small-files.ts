import { workbookOf } from '../support/xlsx.ts';

// Small files of the cases in odd-files.test.ts and broken-files.test.ts.

export type Files = Record<string, string | Uint8Array>;
/** The files, or clients.csv alone. */
export type Given = Files | string | Uint8Array;

export const filesOf = (given: Given): Files =>
  typeof given === 'string' || given instanceof Uint8Array ? { 'clients.csv': given } : given;

export const head = 'Client ID,Name';
export const one = `${head}\nC1,One\n`;
export const latin = (text: string) => Buffer.from(text, 'latin1');
export const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
/** A column of clients.csv with one value. */
export const cell = (header: string, value: string) => `${head},${header}\nC1,One,${value}\n`;
/** A file beside the client C1. */
export const beside = (name: string, text: string): Files => ({ 'clients.csv': one, [name]: text });
export const signals = (...rows: string[]) =>
  beside('signals.csv', `Client ID,Date,Topic,Polarity\n${rows.map((row) => `${row}\n`).join('')}`);
export const notes = (header: string, row: string) =>
  beside('notes.csv', `${header},Created At,Created By,Content\n${row}\n`);
/** Members of the portfolio p1. */
export const members = (text: string): Files => ({
  ...beside('portfolio-members.csv', text),
  'portfolios.csv': 'Portfolio ID,Name\np1,P\n',
});
/** A workbook of clients: rows separated by |, or sheets by their names. */
export const clientsBook = (rows: string) => ({
  'clients.xlsx': workbookOf({ S: rows.split('|').map((row) => row.split(',')) }),
});
export const twoSheets = {
  'book.xlsx': workbookOf(
    Object.fromEntries(['clients', 'clients 2'].map((name) => [name, [head.split(','), ['C1', name]]])),
  ),
};
export const numbered = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at));
