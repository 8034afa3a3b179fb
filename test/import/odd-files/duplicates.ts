import { type OddFiles, one, signals, workbookOf } from './case.ts';

export const duplicates: OddFiles = {
  accepted: [],
  rejected: [
    [
      'a client twice in one file',
      { files: { 'clients.csv': `${one}C1,Uno\n` }, says: 'clients.csv:3: duplicate of clients.csv:2' },
    ],
    [
      'a client in two sheets of a workbook',
      {
        files: {
          'book.xlsx': workbookOf({
            clients: [
              ['Client ID', 'Name'],
              ['C1', 'One'],
            ],
            'clients 2': [
              ['Client ID', 'Name'],
              ['C1', 'Uno'],
            ],
          }),
        },
        says: 'book.xlsx [clients 2]:2: duplicate of book.xlsx [clients]:2',
      },
    ],
    [
      'a client by its Client ID and by its Service ID',
      {
        files: { 'clients.csv': 'Service ID,Client ID,Name\nC1,,One\n,C1,Uno\n' },
        says: 'clients.csv:3: duplicate of clients.csv:2',
      },
    ],
    [
      'a note twice',
      {
        files: {
          'clients.csv': one,
          'notes.csv':
            'Client ID,Created At,Created By,Content\nC1,2026-11-18,Ada,Hi\nC1,2026-11-18T00:00:00Z,Ada,Hi\n',
        },
        says: 'notes.csv:3: duplicate of notes.csv:2; give both an id if both are meant',
      },
    ],
    [
      'a signal twice',
      {
        files: signals('C1,2026-11-01,trust,1', 'C1,2026-11-01,Trust and Confidence,1.0'),
        says: 'signals.csv:3: duplicate of signals.csv:2',
      },
    ],
    [
      'a member twice',
      {
        files: {
          'clients.csv': one,
          'portfolios.csv': 'Portfolio ID,Name\np,P\n',
          'portfolio-members.csv': 'Portfolio ID,Client ID\np,C1\np,C1\n',
        },
        says: 'portfolio-members.csv:3: duplicate of portfolio-members.csv:2',
      },
    ],
    [
      'a score twice',
      {
        files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,5\nC1,6\n' },
        says: 'scores.csv:3: duplicate of scores.csv:2',
      },
    ],
    [
      'a person twice, by the e-mail',
      {
        files: { 'clients.csv': one, 'key-people.csv': 'Client ID,Name,Email\nC1,A,x@y.example\nC1,B,x@y.example\n' },
        says: 'key-people.csv:3: duplicate of key-people.csv:2',
      },
    ],
  ],
};
