import { workbookOf, zipOf } from '../../support/xlsx.ts';

// What the odd files have in common.

export type Files = Record<string, string | Uint8Array>;

export interface Case {
  readonly files: Files;
  readonly options?: string;
  /** Part of the expected output. */
  readonly says: string;
}

export interface OddFiles {
  readonly accepted: readonly (readonly [title: string, Case])[];
  readonly rejected: readonly (readonly [title: string, Case])[];
}

export { workbookOf, zipOf };

export const head = 'Client ID,Name';
export const one = `${head}\nC1,One\n`;
export const latin = (text: string) => Buffer.from(text, 'latin1');
export const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
export const with1 = (header: string, cell: string) => `${head},${header}\nC1,One,${cell}\n`;
export const signals = (...rows: string[]): Files => ({
  'clients.csv': one,
  'signals.csv': `Client ID,Date,Topic,Polarity\n${rows.map((row) => `${row}\n`).join('')}`,
});
export const mapping = (file: object, more: object = {}) => JSON.stringify({ version: 1, ...more, files: [file] });
export const clientsOf = (columns: object, more: object = {}) =>
  mapping({ match: { name: 'list*' }, kind: 'clients', columns, ...more });
export const signalsOf = (rule: object, columns: object = {}, ...rules: readonly object[]) =>
  mapping({
    match: { name: 'list*' },
    kind: 'signals',
    columns: { 'Client ID': 'Client', Date: 'Day', ...columns },
    signals: (rules.length > 0 ? rules : [rule]).map((each) => ({ name: 'r', topic: 'trust', polarity: 1, ...each })),
  });
