import { expect, it } from 'vitest';
import { arrivedAt } from '../../import/inbox/keys.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { anAccount } from './an-account.ts';

// What people have at hand, and what is said of it: what it is, and what would help.

const db = useMemoryTable();
const latin = (text: string) => Buffer.from(text, 'latin1');
const list = 'export the list that it was made from as CSV or Excel';

it.each<[name: string, content: string | Buffer, text: string]>([
  ['report.pdf', '%PDF-1.7', `it is a PDF, which is made to be read by people; ${list}`],
  ['survey.csv', '%PDF-1.7', `it is a PDF, which is made to be read by people; ${list}`],
  ['offer.docx', latin('PK\x03\x04'), `it is a text document; ${list}, or copy its table into a sheet`],
  ['board.png', latin('\x89PNG\r\n\x1a\n'), `it is a picture; ${list}`],
  ['all.zip', latin('PK\x03\x04'), 'it is an archive; unpack it, and hand in the files in it'],
  [
    'old.xls',
    latin('\xd0\xcf\x11\xe0\xa1\xb1'),
    'it is a workbook of another format; open it, and save it as .xlsx or CSV',
  ],
  ['mail.eml', 'From: a', 'it is a mail; hand in the file that is attached to it'],
  ['rows.json', '[{"a":1}]', 'it is JSON; JSON lines are read (.jsonl, an object in each line), or CSV'],
  [
    'team.csv',
    'Employee ID,First Name,Last Name,Email,Salary\n1,Ada,O,ada@x.example,5\n',
    'it looks like a list of your own employees, which says nothing about clients; who looks after a client is in the column Account Owner of the list of clients',
  ],
  [
    'telefon.csv',
    latin('Vorname;Nachname;Abteilung;Büro\nAda;O;Design;1\n'),
    'it looks like a list of your own employees, which says nothing about clients; who looks after a client is in the column Account Owner of the list of clients',
  ],
  [
    'prices.csv',
    'Article,Unit,Price\nHour,h,120\n',
    'it looks like a list of prices, which says nothing about clients; what clients pay is in the invoices',
  ],
  // a list of clients has such columns too
  ['firms.csv', 'Company,Department\nHarbor,Food\n', 'it is not named after a kind, such as clients.csv'],
])('%s', async (name, content, text) => {
  const { imported } = await anAccount(db);

  const { err } = await imported(`${temporaryFolder({ [name]: content })}/${name}`);

  expect(err[0]).toContain(`${name}:1: ${text}`);
  const isByName = !/\.csv$/.test(name);
  expect(arrivedAt(`in/acme/${name}`)?.refusal).toBe(isByName ? text : undefined);
});
