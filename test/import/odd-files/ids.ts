import { head, type OddFiles, one, signals } from './case.ts';

export const ids: OddFiles = {
  accepted: [
    [
      'a client named by its unique name',
      {
        files: {
          'clients.csv': one,
          'notes.csv': 'Client Name,Created At,Created By,Content\n ONE ,2026-11-18,Ada,Hi\n',
        },
        says: 'notes    1',
      },
    ],
    [
      'an id in scientific notation, with a warning',
      { files: { 'clients.csv': `${head}\n1.2E+12,One\n` }, says: 'is an id that a spreadsheet shortened' },
    ],
  ],
  rejected: [
    ['an id with a space', { files: { 'clients.csv': 'Service ID,Name\nC 1,One\n' }, says: '"C 1" is not an id' }],
    [
      'an id that begins with _',
      { files: { 'clients.csv': 'Service ID,Name\n_lead,One\n' }, says: 'beginning with a letter or digit' },
    ],
    [
      'an unknown client name',
      {
        files: {
          'clients.csv': one,
          'notes.csv': 'Client Name,Created At,Created By,Content\nTwo,2026-11-18,Ada,Hi\n',
        },
        says: 'notes.csv:2, column "Client Name": there is no client with the name "Two"',
      },
    ],
    [
      'a client name of several clients',
      {
        files: {
          'clients.csv': `${head}\nC1,One\nC2,one\n`,
          'notes.csv': 'Client Name,Created At,Created By,Content\nOne,2026-11-18,Ada,Hi\n',
        },
        says: 'several clients are named "One"; give the Client ID',
      },
    ],
    [
      'an unknown client',
      { files: signals('C9,2026-11-01,trust,1'), says: 'there is no client with the Client ID "C9"' },
    ],
    [
      'a stream of another client',
      {
        files: {
          'clients.csv': `${head}\nC1,One\nC2,Two\n`,
          'streams.csv': 'Client ID,Stream ID,Name\nC1,s,S\n',
          'scores.csv': 'Client ID,Stream ID,Score\nC2,s,5\n',
        },
        says: 'scores.csv:2, column "Stream ID": the client has no stream "s"',
      },
    ],
    [
      'a row that names no client',
      {
        files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\n,5\n' },
        says: 'scores.csv:2, column "Client ID": names no client: Client ID and Service ID are empty',
      },
    ],
  ],
};
