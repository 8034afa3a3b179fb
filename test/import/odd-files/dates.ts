import { head, type OddFiles, signals, with1, workbookOf } from './case.ts';

export const dates: OddFiles = {
  accepted: [
    [
      'dates whose order one of them determines',
      {
        files: { 'clients.csv': `${head},Last Contact\nC1,One,03/11/2026\nC2,Two,18/11/2026\n` },
        says: 'dates are read as day/month/year, because of "18/11/2026"',
      },
    ],
    [
      'dates with a declared order',
      { files: { 'clients.csv': with1('Last Contact', '03/04/2026') }, options: '--dates mdy', says: 'clients  1' },
    ],
    [
      'a date with slashes, year first',
      { files: { 'clients.csv': with1('Last Contact', '2026/11/18') }, says: 'clients  1' },
    ],
    [
      'a time with an offset after a space',
      { files: { 'clients.csv': with1('Last Contact', '2026-11-18 14:05:00 +0100') }, says: 'clients  1' },
    ],
    [
      'a serial number of a spreadsheet',
      { files: { 'clients.csv': with1('Last Contact', '46344') }, says: 'clients  1' },
    ],
    [
      'a time in a declared zone',
      {
        files: { 'clients.csv': with1('Last Contact', '2026-11-18 14:05') },
        options: '--zone Europe/Berlin',
        says: 'clients  1',
      },
    ],
    [
      'a time of a workbook in a declared zone',
      {
        files: {
          'clients.xlsx': workbookOf({
            clients: [
              [...head.split(','), 'Last Contact'],
              ['C1', 'One', new Date('2027-01-01T00:30:00Z')],
            ],
          }),
        },
        options: '--zone Europe/Berlin',
        says: 'the last contact is in the future, on 2026-12-31',
      },
    ],
    [
      'a last contact in 1899, with a warning',
      { files: { 'clients.csv': with1('Last Contact', '1899-12-30') }, says: 'the last contact was in 1899' },
    ],
    [
      'a last contact in the future, with a warning',
      {
        files: { 'clients.csv': with1('Last Contact', '2027-01-01') },
        says: 'the last contact is in the future, on 2027-01-01',
      },
    ],
    [
      'a signal in the future, with a warning',
      { files: signals('C1,2027-01-01,trust,1'), says: 'the signal is in the future, on 2027-01-01' },
    ],
  ],
  rejected: [
    [
      'an ambiguous date',
      {
        files: { 'clients.csv': with1('Last Contact', '03/04/2026') },
        says: '"03/04/2026" can be read as day/month or month/day; say which with --dates dmy or --dates mdy',
      },
    ],
    [
      'a date that the declared order cannot read',
      {
        files: { 'clients.csv': with1('Last Contact', '18/11/2026') },
        options: '--dates mdy',
        says: '"18/11/2026" is not a time like',
      },
    ],
    [
      'a day that does not exist',
      { files: { 'clients.csv': with1('Last Contact', '31.02.2026') }, says: '"31.02.2026" is not a time like' },
    ],
    [
      'a serial number before 2000',
      { files: { 'clients.csv': with1('Last Contact', '12345') }, says: '"12345" is not a time like' },
    ],
    [
      'a time without a zone',
      {
        files: { 'clients.csv': with1('Last Contact', '2026-11-18 14:05') },
        says: 'has no time zone; declare it with --zone',
      },
    ],
    [
      '13:05 PM',
      {
        files: { 'clients.csv': with1('Last Contact', '2026-11-18 13:05 PM') },
        options: '--zone UTC',
        says: 'is not a time like',
      },
    ],
  ],
};
