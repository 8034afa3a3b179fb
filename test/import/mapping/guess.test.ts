import { expect, it } from 'vitest';
import { guess, type KnownClients } from '../../../import/mapping/guess.ts';

const known: KnownClients = {
  names: new Set(['harbor light foods', 'müller & söhne gmbh', 'juniper row solar']),
  ids: new Set(['10021', '10022']),
  domains: new Set(['harborlight.example']),
};

/** A table as a person would read it, with `|` between the cells. */
const sampleOf = (name: string, ...lines: readonly string[]) => {
  const [headers = [], ...rows] = lines.map((line) => line.split('|').map((cell) => cell.trim()));
  return { name, headers, rows };
};

const asana = sampleOf(
  'Website relaunch tasks.csv',
  'Task ID|Created At|Completed At|Last Modified|Name|Section/Column|Assignee|Assignee Email|Start Date|Due Date|Tags|Notes|Projects|Client',
  '1201|2026-10-01|2026-10-20|2026-10-20|Wireframes|Done|Ada Okafor|ada@finch.example||2026-10-15|||Website|Harbor Light Foods',
  '1202|2026-10-02||2026-10-22|Copy|Doing|Ben Larsson|ben@finch.example||2026-10-30|||Website|Müller & Söhne GmbH',
  '1203|2026-10-03|2026-10-21|2026-10-22|Hosting|Done|Ada Okafor|ada@finch.example||2026-10-28|||Website|Internal',
);
const front = sampleOf(
  'front_conversations.csv',
  'Conversation ID|Subject|Status|Assignee|Contact name|Contact handle|Created at|First reply at|Archived at|Tags',
  'cnv_1|Invoice|archived|Ada|Jo|jo@harborlight.example|2026-11-01 08:00:00|2026-11-01 09:30:00|2026-11-02 10:00:00|',
  'cnv_2|Launch|open|Ben|Kim|kim@harborlight.example|2026-11-03 08:00:00||| vip',
);
const datev = sampleOf(
  'OPOS-Liste.csv',
  'Konto|Name Geschäftspartner|Rechnungsnummer|Belegdatum|Fälligkeit|Betrag Soll|Saldo|Mahnstufe|Währung',
  '10021|Harbor Light Foods|RE-2026-101|01.10.2026|31.10.2026|1.190,00|1.190,00|1|EUR',
  '10022|Müller & Söhne GmbH|RE-2026-102|15.10.2026|14.11.2026|2.380,50|2.380,50|0|EUR',
);

it.each([
  [
    'tasks of Asana',
    asana,
    'tasks',
    { record: 'Task ID', due: 'Due Date', finished: 'Completed At', 'client-name': 'Client' },
  ],
  [
    'conversations of Front',
    front,
    'tickets',
    {
      record: 'Conversation ID',
      created: 'Created at',
      replied: 'First reply at',
      finished: 'Archived at',
      'client-mail': 'Contact handle',
      status: 'Status',
    },
  ],
  [
    'open items of DATEV',
    datev,
    'invoices',
    {
      record: 'Rechnungsnummer',
      due: 'Fälligkeit',
      'client-name': 'Name Geschäftspartner',
      amount: 'Betrag Soll',
      currency: 'Währung',
    },
  ],
  [
    'answers of a form',
    sampleOf(
      'Kundenumfrage.csv',
      'Zeitstempel|Firma|Wie wahrscheinlich ist eine Weiterempfehlung?|Zufriedenheit|Anmerkungen',
      '2026-11-01 10:00|Harbor Light Foods|9|4|gut',
      '2026-11-02 11:00|Juniper Row Solar|6|2|zu langsam',
    ),
    'answers',
    {
      date: 'Zeitstempel',
      'client-name': 'Firma',
      recommend: 'Wie wahrscheinlich ist eine Weiterempfehlung?',
      rating: 'Zufriedenheit',
    },
  ],
  [
    'a calendar',
    sampleOf(
      'team calendar.csv',
      'Title|Start|End|Invited|Result',
      'Weekly|2026-11-02 10:00|2026-11-02 11:00|jo@harborlight.example|held',
    ),
    'meetings',
    { date: 'Start', 'client-mail': 'Invited', status: 'Result' },
  ],
  [
    'a time sheet',
    sampleOf(
      'timesheet november.csv',
      'Day|Person|Account|Hours spent',
      '2026-11-02|Ada|Harbor Light Foods|3.5',
      '2026-11-02|Ben|Juniper Row Solar|2:30',
    ),
    'hours',
    { date: 'Day', 'client-name': 'Account', hours: 'Hours spent' },
  ],
  [
    'a list of clients',
    sampleOf(
      'our clients.csv',
      'Nr|Firma|Betreuer|Branche|Honorar',
      '1|Harbor Light Foods|Ada|Food|12000',
      '2|Fern Studio|Ben|Media|8000',
    ),
    'clients',
    { 'client-id': 'Nr', 'client-name': 'Firma', owner: 'Betreuer', industry: 'Branche', revenue: 'Honorar' },
  ],
] as const)('finds what %s are', (_, sample, kind, columns) => {
  const { choice, missing } = guess(sample, known);

  expect({ kind: choice.kind, columns: choice.columns, missing }).toEqual({ kind, columns, missing: [] });
});
