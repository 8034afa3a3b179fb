import { clientsOf, type OddFiles, one, signals, with1 } from './case.ts';

const detecting = clientsOf({ 'Client ID': 'No', Name: 'Company', 'Revenue TTM': 'Turnover' }, { decimal: 'detect' });

export const numbers: OddFiles = {
  accepted: [
    [
      'three decimals that the range makes unambiguous',
      { files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,85.125\n' }, says: 'scores   1' },
    ],
    [
      'currency with a declared decimal sign',
      { files: { 'clients.csv': with1('Revenue TTM', '"$1,250"') }, options: '--decimal .', says: 'clients  1' },
    ],
    ['thousands with apostrophes', { files: { 'clients.csv': with1('Revenue TTM', "1'250'000") }, says: 'clients  1' }],
    [
      'a decimal sign that another number proves',
      {
        files: { 'list.csv': 'No;Company;Turnover\n1;One;12.500 €\n2;Two;1.250.000,50 €\n', 'm.json': detecting },
        options: '--map FOLDER/m.json',
        says: 'list.csv: numbers are read with , before the decimals, because of "1.250.000,50 €"',
      },
    ],
  ],
  rejected: [
    [
      'an ambiguous number',
      { files: { 'clients.csv': with1('Revenue TTM', '"1,250"') }, says: '"1,250" is ambiguous (1250 or 1.250)' },
    ],
    [
      'a number with the wrong decimal sign',
      {
        files: { 'clients.csv': with1('Revenue TTM', '1250.5') },
        options: '--decimal ,',
        says: '"1250.5" is not a number with , before the decimals',
      },
    ],
    [
      'currency without a decimal sign',
      {
        files: { 'clients.csv': with1('Revenue TTM', '5000 EUR') },
        says: 'declare the decimal sign with --decimal to accept currencies',
      },
    ],
    [
      'a percentage',
      {
        files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,85%\n' },
        says: '"85%" has more than a number',
      },
    ],
    [
      'an ambiguous polarity, out of range either way',
      { files: signals('C1,2026-11-01,trust,1.500'), says: '"1.500" is ambiguous (1500 or 1.500)' },
    ],
    [
      'a score whose decimal reading is out of range',
      { files: { 'clients.csv': one, 'scores.csv': 'Client ID,Score\nC1,850.125\n' }, says: '"850.125" is ambiguous' },
    ],
    [
      'an ambiguous number among numbers that prove both decimal signs',
      {
        files: { 'list.csv': 'No;Company;Turnover\n1;One;12.500 €\n2;Two;7,5\n3;Three;7.5\n', 'm.json': detecting },
        options: '--map FOLDER/m.json',
        says: 'list.csv:2, column "Turnover": "12.500 €" is ambiguous (12500 or 12.500)',
      },
    ],
  ],
};
