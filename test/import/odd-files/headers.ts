import { head, type OddFiles, one, with1 } from './case.ts';

export const headers: OddFiles = {
  accepted: [
    [
      'a line that declares the separator',
      { files: { 'clients.csv': 'sep=;\nClient ID;Name\nC1;A,B\n' }, says: 'A,B' },
    ],
    [
      'title rows above the header',
      {
        files: { 'clients.csv': `My clients\n\n"As of November"\n${one}` },
        says: 'line 1 is no row of the table: "My clients"',
      },
    ],
    [
      'a total below the last row',
      {
        files: { 'clients.csv': `${head},Revenue TTM\nC1,One,5\nTotal,,5\n` },
        says: 'line 3 is no row of the table: "Total 5"',
      },
    ],
    [
      'a footer with one cell',
      {
        files: { 'clients.csv': `${head},Revenue TTM\nC1,One,5\nExported by Ada\n` },
        says: 'line 3 is no row of the table',
      },
    ],
    ['empty cells beyond the header', { files: { 'clients.csv': `${head}\nC1,One,,\n` }, says: 'clients  1' }],
    [
      'metadata that looks like a column, declared by an option',
      {
        files: { 'clients.csv': with1('Acount Owner', 'Ada') },
        options: '--metadata "Acount Owner"',
        says: 'metadata Acount Owner',
      },
    ],
    [
      'metadata that looks like a column, declared by its header',
      { files: { 'clients.csv': with1('Annual Revenue (text)', 'x') }, says: 'metadata Annual Revenue' },
    ],
    [
      'more than 30 metadata columns',
      {
        files: {
          'clients.csv': `${head},${Array.from({ length: 31 }, (_, at) => `m${at}`).join(',')}\nC1,One${',x'.repeat(31)}\n`,
        },
        says: 'clients.csv:2, column "m30": a client has at most 30 metadata values; not imported. Choose others with --metadata',
      },
    ],
  ],
  rejected: [
    [
      'a misspelt column of clients.csv',
      {
        files: { 'clients.csv': with1('Acount Owner', 'Ada') },
        says: 'clients.csv:1, column "Acount Owner": did you mean Account Owner? Rename it; or, to keep it as metadata, name it "Acount Owner (text)" or add --metadata "Acount Owner"',
      },
    ],
    ['two letters swapped', { files: { 'clients.csv': with1('Indsutry', 'x') }, says: 'did you mean Industry?' }],
    [
      'a header of another system',
      {
        files: { 'clients.csv': with1('Annual Revenue', '5') },
        says: 'column "Annual Revenue": did you mean Revenue TTM?',
      },
    ],
    [
      'another header of another system',
      { files: { 'clients.csv': with1('Company owner', 'Ada') }, says: 'did you mean Account Owner?' },
    ],
    [
      'a missing required column',
      {
        files: { 'clients.csv': 'Client ID,Title,City\nC1,x,y\n' },
        says: 'column "Name": this column is missing; the headers are Client ID, Title, City',
      },
    ],
    [
      'a misspelt column of another file',
      {
        files: { 'clients.csv': one, 'notes.csv': 'Client ID,Created At,Created By,Contnet\nC1,2026-11-18,Ada,x\n' },
        says: 'did you mean Content?',
      },
    ],
    [
      'two names for one column',
      {
        files: { 'portfolios.csv': 'Portfolio ID,Name,Color,Colour\np,P,#112233,#112233\n' },
        says: 'column "Colour": means the same as "Color"',
      },
    ],
  ],
};
