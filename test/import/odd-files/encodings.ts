import { clientsOf, head, latin, type OddFiles, one, utf16 } from './case.ts';

export const encodings: OddFiles = {
  accepted: [
    ['UTF-8 with a byte order mark', { files: { 'clients.csv': `\ufeff${one}` }, says: 'clients  1' }],
    [
      'UTF-16, little endian, tabs',
      { files: { 'clients.csv': utf16('Client ID\tName\nC1\tÄ\n') }, says: 'clients  1' },
    ],
    ['UTF-16, big endian', { files: { 'clients.csv': utf16(`${head}\nC1,Ä\n`).swap16() }, says: 'clients  1' }],
    [
      'Windows-1252 by option',
      {
        files: { 'clients.csv': latin(`${head}\nC1,M\xfcller\n`) },
        options: '--encoding windows-1252',
        says: 'Müller',
      },
    ],
    [
      'a byte order mark that overrides the option',
      { files: { 'clients.csv': `\ufeff${head}\nC1,Müller\n` }, options: '--encoding windows-1252', says: 'Müller' },
    ],
    [
      'mojibake, with a warning',
      {
        files: { 'clients.csv': `${head}\nC1,MÃ¼ller\n` },
        says: 'warning: clients.csv:2, column "Name": "MÃ¼ller" looks like text decoded with the wrong encoding',
      },
    ],
    [
      'valid UTF-8 although Windows-1252 is declared',
      { files: { 'clients.csv': `${head}\nC1,Müller\n` }, options: '--encoding windows-1252', says: 'Müller' },
    ],
    [
      'Windows-1252 declared by a mapping',
      {
        files: {
          'list.csv': latin('No,Company\n1,M\xfcller\n'),
          'm.json': clientsOf({ 'Client ID': 'No', Name: 'Company' }, { encoding: 'windows-1252' }),
        },
        options: '--map FOLDER/m.json',
        says: 'list.csv: the file is read as Windows-1252',
      },
    ],
  ],
  rejected: [
    [
      'invalid UTF-8',
      {
        files: { 'clients.csv': latin(`${head}\nC1,M\xfcller\n`) },
        says: 'clients.csv:2: is not UTF-8; save it as CSV UTF-8, or, if it is Windows-1252, add --encoding windows-1252',
      },
    ],
    [
      'UTF-16 without a byte order mark',
      {
        files: { 'clients.csv': Buffer.from(one, 'utf16le') },
        says: 'clients.csv:1: is not text; save it as CSV UTF-8',
      },
    ],
    [
      'half a UTF-16 character',
      { files: { 'clients.csv': Buffer.concat([utf16(one), Buffer.from([0x41])]) }, says: 'is not UTF-16LE' },
    ],
  ],
};
