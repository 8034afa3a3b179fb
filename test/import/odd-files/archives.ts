import { gzipSync } from 'node:zlib';
import { type OddFiles, one, workbookOf, zipOf } from './case.ts';

/** The directory of the archive claims that its first file takes 4 GB. */
function claimingMore(archive: Buffer): Buffer {
  archive.writeUInt32LE(0xffffffff, archive.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24);
  return archive;
}

export const archives: OddFiles = {
  accepted: [
    ['a .tsv file', { files: { 'clients.tsv': 'Client ID\tName\nC1\tOne\n' }, says: 'clients  1' }],
    ['a .csv.gz file', { files: { 'clients.csv.gz': gzipSync(one) }, says: 'clients  1' }],
    [
      'a workbook with a sheet for each kind',
      {
        files: {
          'book.xlsx': workbookOf({
            Clients: [
              ['Client ID', 'Name'],
              [7, 'One'],
            ],
            Notes: [
              ['Client ID', 'Created At', 'Created By', 'Content'],
              [7, new Date('2026-11-18'), 'Ada', 'Hi'],
            ],
          }),
        },
        says: 'notes    1',
      },
    ],
    [
      'a workbook whose only sheet has any name',
      {
        files: {
          'clients.xlsx': workbookOf({
            Tabelle1: [
              ['Client ID', 'Name'],
              ['C1', 'One'],
            ],
          }),
        },
        says: 'clients  1',
      },
    ],
  ],
  rejected: [
    [
      'a damaged archive',
      { files: { 'clients.csv.gz': Buffer.from('no gzip') }, says: 'clients.csv.gz:1: is not a complete gzip archive' },
    ],
    [
      'half an archive',
      {
        files: { 'clients.csv.gz': gzipSync('x'.repeat(9999)).subarray(0, 20) },
        says: 'clients.csv.gz:1: is not a complete gzip archive',
      },
    ],
    [
      'an .xlsx file that is not a workbook',
      { files: { 'clients.xlsx': 'Client ID,Name\n' }, says: 'clients.xlsx:1: is not an .xlsx workbook' },
    ],
    [
      'an archive that is not a workbook',
      { files: { 'clients.xlsx': zipOf({ 'a.txt': 'x' }) }, says: 'clients.xlsx:1: is not a readable .xlsx workbook' },
    ],
    ['an empty workbook', { files: { 'clients.xlsx': workbookOf({ S: [] }) }, says: 'There is nothing to import' }],
    [
      'a workbook with sheets of other names',
      {
        files: { 'book.xlsx': workbookOf({ A: [['x']], B: [['y']] }) },
        says: 'book.xlsx [A] is not named after a kind',
      },
    ],
    [
      'a number as text in a sheet',
      {
        files: {
          'clients.xlsx': workbookOf({
            S: [
              ['Client ID', 'Name', 'Revenue TTM'],
              ['C1', 'One', 'much'],
            ],
          }),
        },
        says: 'clients.xlsx [S]:2, column "Revenue TTM": "much" is not a number',
      },
    ],
    [
      'a sheet without the required column',
      {
        files: {
          'clients.xlsx': workbookOf({
            S: [
              ['Client ID', 'City'],
              ['C1', 'Bonn'],
            ],
          }),
        },
        says: 'clients.xlsx [S]:1, column "Name": this column is missing; the headers are Client ID, City',
      },
    ],
    [
      'a workbook that is too large when decompressed',
      {
        files: { 'clients.xlsx': claimingMore(workbookOf({ S: [['Client ID', 'Name']] })) },
        says: 'clients.xlsx:1: is larger than 536870912 bytes when decompressed; use CSV',
      },
    ],
  ],
};
