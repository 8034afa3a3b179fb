import { gzipSync } from 'node:zlib';
import { workbookOf } from '../support/xlsx.ts';

// Exports of the same three clients as five systems write them, and lists about these clients: each in the columns,
// encoding and formats of its source. Columns are separated by | here.

type Rows = readonly (readonly string[])[];
type Cell = Parameters<typeof workbookOf>[0][string][number][number];

function rowsIn(text: string): string[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.split('|'));
}

const separatedBy =
  (separator: string, quotes: 'all' | 'needed' = 'needed') =>
  (rows: Rows): string => {
    const needed = (cell: string) => quotes === 'all' || /[",;\n]/.test(cell);
    const cellText = (cell: string) => (needed(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
    return rows.map((row) => `${row.map(cellText).join(separator)}\r\n`).join('');
  };
const comma = separatedBy(',');
/** CSV of rows whose cells are separated by | here. */
export const csvOf = (text: string): string => comma(rowsIn(text));
const quoted = separatedBy(',', 'all');
const semicolon = separatedBy(';');
const tab = separatedBy('\t');

/** In Windows-1252, where the euro sign is 0x80. */
const windows1252 = (text: string) => Buffer.from(text.replaceAll('€', '\x80'), 'latin1');

/** Numbers and dates become numbers and dates of the workbook. */
const sheetOf = (rows: Rows): Cell[][] =>
  rows.map((row) =>
    row.map((cell) => {
      if (/^\d{4}-\d\d-\d\d$/.test(cell)) return new Date(`${cell}T00:00:00Z`);
      return /^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell;
    }),
  );

export const hubspot = {
  'hubspot-crm-exports-all-companies-2026-11-19.csv': quoted(
    rowsIn(`
Record ID|Company name|Company owner|Create Date (GMT+1)|Phone Number|Last Activity Date (GMT+1)|City|State/Region|Postal Code|Country/Region|Industry|Annual Revenue|Total Revenue|Number of Employees|Company Domain Name|Website URL|Lifecycle Stage|Lead Status|Type|Description|LinkedIn Company Page|Time Zone|Number of Associated Deals|Number of Associated Contacts
9001|Harbor Light Foods|Ada Okafor|2024-02-11 09:30|+351 21 000 0000|2026-11-18 14:05|Lisbon|Lisboa|1100-148|Portugal|FOOD_PRODUCTION|90000000|1250000.0|250|harborlight.example|https://harborlight.example|Customer|Connected|Prospect|Canned fish, olives|||3|2
9002|Müller & Söhne GmbH||2024-03-01 10:00|||Köln|Nordrhein-Westfalen|50667|Germany||||1200|mueller.example||Opportunity|||||Europe/Berlin|0|0
9003|Café Société|Ben Larsson|2025-06-17 16:45||2026-11-03 08:00|Genève|GE|1204|Switzerland|RESTAURANTS||480000.5|25|cafe.example|https://cafe.example|Customer|Open|Partner|"The" café|||1|1`),
  ),
  'hubspot-crm-exports-all-contacts-2026-11-19.csv': quoted(
    rowsIn(`
Record ID|First Name|Last Name|Email|Phone Number|Contact owner|Lead Status|Marketing contact status|Create Date|Last Activity Date|Lifecycle Stage|Job Title|Buying Role|City|Country/Region|Associated Company IDs (Primary)|Associated Company (Primary)|Associated Company IDs|Associated Company|Original Traffic Source|Number of Form Submissions|Became a Lead Date
501|Grace|Nunes|grace@harborlight.example|+351 21 000 0000|Ada Okafor|Connected|Marketing contact|2024-02-11 09:31|2026-11-18 14:05|Customer|CMO|Decision Maker|Lisbon|Portugal|9001|Harbor Light Foods|9001;9003|Harbor Light Foods;Café Société|Direct Traffic|2|2024-02-11 09:31
502|No|Company|no@nowhere.example|||New|Non-marketing contact|2026-01-05 11:00||Lead||||||||||0|`),
  ),
};

const salesforceReport = (rows: Rows) =>
  `"Clients for health"\r\n\r\n${quoted(rows)}\r\n\r\n"Confidential Information - Do Not Distribute"\r\n"Copyright (c) 2000-2026 salesforce.com, inc. All rights reserved."\r\n`;
export const salesforce = {
  'report1763480000.csv': windows1252(
    salesforceReport(
      rowsIn(`
Account Owner|Account ID|Account Name|Type|Rating|Billing Street|Billing City|Billing State/Province|Billing Zip/Postal Code|Billing Country|Phone|Fax|Website|Industry|Employees|Annual Revenue|Ownership|Account Source|SIC Code|Last Activity|Last Modified Date|Created Date
Ada Okafor|0015g00000AbCdE|Harbor Light Foods|Customer|Hot|Rua da Prata 8|Lisbon||1100-148|Portugal|+351 21 000 0000||harborlight.example|Food & Beverage|250|EUR 1,250,000.50|Private|Web|2091|18/11/2026|18/11/2026|11/02/2024
|0015g00000FgHiJ|Müller & Söhne GmbH|Prospect|||Köln||50667|Germany||||-|1200||||||01/10/2026|01/03/2024
Ben Larsson|0015g00000KlMnO|Café Société|Customer|Warm|Rue du Rhône 5|Genève|GE|1204|Switzerland||||Hospitality|25|EUR 480,000.00|Private|Partner||03/11/2026|03/11/2026|17/06/2025`),
    ),
  ),
  'report1763480001.csv': windows1252(
    salesforceReport(
      rowsIn(`
Salutation|First Name|Last Name|Title|Account ID|Account Name|Account Owner|Contact ID|Contact Owner|Department|Role|Mailing Street|Mailing City|Mailing State/Province|Mailing Zip/Postal Code|Mailing Country|Phone|Mobile|Fax|Email|Lead Source|Last Activity|Created Date
Ms.|Grace|Nunes|CMO|0015g00000AbCdE|Harbor Light Foods|Ada Okafor|0035g00000PqRsT|Ada Okafor|Marketing|Decision Maker|Rua da Prata 8|Lisbon||1100-148|Portugal|+351 21 000 0000|||grace@harborlight.example|Web|18/11/2026|11/02/2024
Mr.|René|Dubois|Owner|0015g00000KlMnO|Café Société|Ben Larsson|0035g00000UvWxY|Ben Larsson|||Rue du Rhône 5|Genève|GE|1204|Switzerland||||rene@cafe.example|Partner|03/11/2026|17/06/2025
Mr.|Luc|Dubois|Chef|0015g00000KlMnO|Café Société|Ben Larsson|0035g00000ZaBcD|Ben Larsson|||Rue du Rhône 5|Genève|GE|1204|Switzerland|||||Partner||17/06/2025`),
    ),
  ),
};
export const pipedrive = {
  'organizations-1234567-42.xlsx': workbookOf({
    Sheet1: sheetOf(
      rowsIn(`
Organization - ID|Organization - Name|Organization - Owner|Organization - Label|Organization - Address|Organization - Street/road name of Address|Organization - House number of Address|Organization - City/town/village/locality of Address|Organization - ZIP/Postal code of Address|Organization - Country of Address|Organization - People|Organization - Open deals|Organization - Won deals|Organization - Lost deals|Organization - Closed deals|Organization - Next activity date|Organization - Last activity date|Organization - Done activities|Organization - Email messages count|Organization - Organization created|Organization - Update time|Organization - Annual revenue|Organization - Industry|Organization - Employee count
7|Harbor Light Foods|Ada Okafor|Gold|Rua da Prata 8, Lisbon, Portugal|Rua da Prata|8|Lisbon|1100-148|Portugal|1|2|5|1|6|2026-12-01|2026-11-17|41|112|2024-02-11|2026-11-17|1234.567|Food|250
8|Müller & Söhne GmbH|Ben Larsson||||||||0|0|0|0|0|||0|0|2024-03-01|2026-10-01|||
9|Café Société|Ben Larsson|Silver|Rue du Rhône 5, Genève|Rue du Rhône|5|Genève|1204|Switzerland|0|1|1|0|1||2026-11-03|12|30|2025-06-17|2026-11-03|480000|Hospitality|25`),
    ),
  }),
  'people-1234567-43.xlsx': workbookOf({
    Sheet1: sheetOf(
      rowsIn(`
Person - ID|Person - Name|Person - First name|Person - Last name|Person - Label|Person - Organization|Person - Job title|Person - Department|Person - Phone - Work|Person - Phone - Home|Person - Phone - Mobile|Person - Email - Work|Person - Email - Home|Person - Owner|Person - Open deals|Person - Won deals|Person - Lost deals|Person - Closed deals|Person - Next activity date|Person - Last activity date|Person - Person created|Person - Marketing status
31|Grace Nunes|Grace|Nunes|Hot|Harbor Light Foods|CMO|Marketing|+351 21 000 0000|||grace@harborlight.example||Ada Okafor|1|2|0|2||2026-11-17|2024-02-11|Subscribed`),
    ),
  }),
};

export const zendesk = {
  'export-2026-11-19-1030-tickets.csv': `\ufeff${quoted(
    rowsIn(`
Summation column|Id|Requester|Requester id|Requester external id|Requester email|Requester domain|Submitter|Assignee|Group|Subject|Tags|Status|Priority|Via|Ticket type|Created at|Updated at|Assigned at|Organization|Due date|Initially assigned at|Solved at|Resolution time|Satisfaction Score|Group stations|Assignee stations|Reopens|Replies|First reply time in minutes|First resolution time in minutes
1|101|Grace Nunes|3801||grace@harborlight.example|harborlight.example|Grace Nunes|Sam Roy|Support|Label is wrong|label print|Solved|Normal|Mail|Problem|2026-11-09 17:10:00 +0100|2026-11-10 09:00:00 +0100|2026-11-09 17:30:00 +0100|Harbor Light Foods||2026-11-09 17:30:00 +0100|2026-11-10 09:00:00 +0100|16|Good|1|1|0|2|45|950
1|102|Jörg Maier|3802||joerg@mueller.example|mueller.example|Jörg Maier|Sam Roy|Support|Machine stops|machine|Solved|High|Web form|Incident|2026-11-10 08:00:00 +0100|2026-11-12 17:30:00 +0100|2026-11-11 09:00:00 +0100|MÜLLER & SÖHNE GMBH||2026-11-11 09:00:00 +0100|2026-11-12 17:30:00 +0100|58|Unoffered|1|2|2|5|2000|3450
1|103|Somebody|3803||somebody@nowhere.example|nowhere.example|Somebody|Sam Roy|Support|Hello||Solved|-|Mail|-|2026-11-12 17:00:00 +0100|2026-11-12 17:30:00 +0100|2026-11-12 17:05:00 +0100|||2026-11-12 17:05:00 +0100|2026-11-12 17:30:00 +0100|1|Bad|1|1|0|1|5|30`),
  )}`,
};

/** As Excel saves CSV in Germany. */
export const excel = {
  'Kundenliste.csv': windows1252(
    `Kundenliste, Stand November 2026\r\n${semicolon(
      rowsIn(`
Kunden-Nr.|Firma|Straße|PLZ|Ort|Land|Branche|Betreuer|Ansprechpartner|Telefon|Fax|E-Mail|Webseite|Letzter Kontakt|Jahresumsatz|Mitarbeiter|Zahlungsziel|Rabatt|Kunde seit|Status|USt-IdNr.|Bemerkung
10001|Harbor Light Foods|Rua da Prata 8|1100-148|Lisbon|Portugal|Nahrung|Jörg|Grace Nunes|+351 21 000 0000||grace@harborlight.example|harborlight.example|18.11.2026|1.250.000,50 €|250|30 Tage|2,5 %|11.02.2024|aktiv|PT500000000|mag "schnelle" Antworten
10002|Müller & Söhne GmbH|Domstraße 1|50667|Köln|Deutschland|k.A.|Ada|Jörg Maier||||mueller.example|02.10.2026|900 €|1.200|14 Tage|-|01.03.2024|aktiv|DE100000000|
10003|Café Société|Rue du Rhône 5|1204|Genève|Schweiz|Gastronomie|Jörg|René Dubois||||cafe.example|03.11.2026|480.000 €|25|30 Tage|-|17.06.2025|aktiv||`),
    )}Summe;;;;;;;;;;;;;;1.730.900,50 €\r\n`,
  ),
};
/** As a workbook with English headers, where numbers and dates are no texts. */
export const excelWorkbook = {
  'Client list.xlsx': workbookOf({
    'As of November': sheetOf([
      ['Client list'],
      ...rowsIn(`
Client No.|Client Name|Street|Zip|City|Country|Sector|Account Manager|Contact|Phone|Fax|Email|Website|Last Contact|Turnover|Employees|Payment Terms|Discount|Client Since|Status|VAT ID|Remarks
10001|Harbor Light Foods|Rua da Prata 8|1100-148|Lisbon|Portugal|Food|Jörg|Grace Nunes|+351 21 000 0000||grace@harborlight.example|harborlight.example|2026-11-18|1250000.5|250|30 days|0.025|2024-02-11|active|PT500000000|`),
    ]),
  }),
};

export const survey = {
  'survey-november.csv.gz': gzipSync(
    comma(
      rowsIn(`
Response ID|Submitted At|Company|Respondent|Role|Email|Language|NPS|CSAT|Quality|On time|Communication|Value for money|Comment|Survey|Campaign|Started At|Duration (s)|Device|Country|Consent|Tags
s-1|2026-11-10T08:00:00Z|Harbor Light Foods|Grace Nunes|CMO|grace@harborlight.example|en|9|4|5|2|3|3|Great work, "but" late|Client survey|Q4|2026-11-10T07:56:00Z|240|Desktop|PT|yes|q4
s-2|2026-10-21T08:00:00Z|Müller & Söhne GmbH|Jörg Maier|Leiter|joerg@mueller.example|de|6||N/A||||Zu langsam|Client survey|Q4|2026-10-21T07:50:00Z|600|Mobile|DE|yes|q4
s-3|2026-11-02T08:00:00Z|Unknown Ltd|Somebody|CEO||en|10|5|5|5|5|5||Client survey|Q4|2026-11-02T07:58:00Z|120|Desktop|US|no|q4`),
    ),
  ),
};

/** As Excel saves Unicode text, with dates of the United States. */
export const tickets = {
  'tickets.tsv': Buffer.from(
    `\ufeff${tab(
      rowsIn(`
Ticket ID|Company|Subject|Requester|Agent|Team|Status|Priority|Type|Category|Channel|Product|Version|Region|Created At|First Response At|First Response Hours|Closed At|SLA Breached|CSAT|Reopened|Tags
T-1|Café Société|Invoice is wrong|René Dubois|Sam|Billing|Closed|High|Complaint|Billing|Mail|Menu|2|EU|11/09/2026 08:00|11/09/2026 11:00|3|11/10/2026 08:00|Yes|2|0|billing
T-2|Café Société|How to print|Luc Dubois|Kim|Support|Closed|Low|Question|Billing|Chat|Menu|2|EU|11/13/2026 08:00|11/13/2026 08:30||11/14/2026 08:00|No||0|`),
    )}`,
    'utf16le',
  ),
};

export const invoices = {
  'invoices.xlsx': workbookOf({
    'Q4 2026': sheetOf([
      ['Invoices of the fourth quarter'],
      ...rowsIn(`
Invoice Number|Customer|Order|Invoice Date|Due Date|Paid Date|Days Late|Status|Currency|Net|VAT %|VAT|Gross|Paid Amount|Balance|Payment Method|Terms|Sales Rep|Reference|Cost Center|Remarks
I-1|Harbor Light Foods|A-100|2026-09-20|2026-10-20|2026-11-09|20|Paid|EUR|1200.5|23|276.12|1476.62|1476.62|0|Transfer|30 days|Ada|PO 77|10|
I-2|Müller & Söhne GmbH|A-101|2026-10-01|2026-10-31|2026-10-21|-10|Paid|EUR|99|19|18.81|117.81|117.81|0|Debit|30 days|Ben||10|
I-3|Harbor Light Foods|A-102|2026-11-01|2026-12-01|||Open|EUR|500|23|115|615|0|615||30 days|Ada|PO 78|10|
I-4|Café Société|A-103|2026-10-06|2026-11-05|||Disputed|CHF|800|8.1|64.8|864.8|0|864.8||30 days|Ben||20|Wrong amount
Total|||||||||2599.5||474.73|3074.23|1594.43|1479.8||||||`),
    ]),
  }),
};

export const meetings = {
  'meetings.csv': comma(
    rowsIn(`
Meeting ID|Company|Subject|Date|Start Time|End Time|Duration (min)|Organizer|Attendees|Outcome|Executive Attended|Location|Online|Calendar|Recurring|Agenda|Minutes|Next Step|Created|Updated
M-1|Müller & Söhne GmbH|Quarterly review|2026-11-05|09:00|10:00|60|Ben Larsson|Jörg Maier; Dr. Anna Müller|Completed|Yes|Köln|no|Sales|yes|Results|Good|Offer|2026-10-01|2026-11-05
M-2|Harbor Light Foods|Status|2026-11-12|14:00|14:30|30|Ada Okafor|Grace Nunes|Cancelled|No||yes|Sales|yes||||2026-10-02|2026-11-11`),
  ),
};
