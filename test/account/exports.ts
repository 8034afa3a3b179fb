// Exports of systems that no preset knows, as their documentation names the columns.

const names = ['Harbor Light Foods', 'Müller & Söhne GmbH', 'Juniper Row Solar', 'Fern & Field', 'North Pier Books'];
const domains = [
  'harborlight.example',
  'mueller-soehne.example',
  'juniper.example',
  'fernfield.example',
  'northpier.example',
];
const row = (cells: readonly unknown[], sign = ',') => `${cells.join(sign)}\r\n`;
const day = (from: string, days: number) => new Date(Date.parse(from) + days * 86_400_000).toISOString().slice(0, 10);
const german = (iso: string) => iso.split('-').reverse().join('.');

export const clients = [
  ['Client ID', 'Name', 'Account Owner', 'Website (text)'],
  ...names.map((name, at) => [10_021 + at, name, at % 2 ? 'Ben Larsson' : 'Ada Okafor', `https://${domains[at]}`]),
]
  .map((cells) => row(cells))
  .join('');

/** Tasks of Asana: project, menu, Export, CSV; the client is a custom field. */
export const tasks = [
  'Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Assignee Email,Start Date,Due Date,Tags,Notes,Projects,Parent task,Client'.split(
    ',',
  ),
  ...Array.from({ length: 24 }, (_, at) => {
    const due = day('2026-10-05', at * 2);
    const done = at % 4 === 3 ? '' : day(due, (at % 5) - 2);
    const client = at % 12 === 11 ? 'Internal' : names[at % 5];
    return [
      1_201_000 + at,
      day(due, -20),
      done,
      day(due, 1),
      `Task ${at}`,
      done ? 'Done' : 'Doing',
      'Ada',
      'ada@finch.example',
      '',
      due,
      '',
      '',
      'Website',
      '',
      client,
    ];
  }),
]
  .map((cells) => row(cells))
  .join('');

/** Conversations of Front: Analytics, Export, Conversations. */
export const front = [
  'Conversation ID,Subject,Status,Inbox,Assignee,Contact name,Contact handle,Created at,First reply at,Archived at,Tags'.split(
    ',',
  ),
  ...Array.from({ length: 20 }, (_, at) => {
    const created = day('2026-10-06', at * 2);
    const reply = at % 6 === 5 ? '' : `${created} ${String(9 + (at % 7)).padStart(2, '0')}:30:00`;
    const contact = at % 10 === 9 ? 'info@newsletter.example' : `jo@${domains[at % 5]}`;
    return [
      `cnv_${at}`,
      `Question ${at}`,
      reply ? 'archived' : 'open',
      'Support',
      'Ben',
      'Jo',
      contact,
      `${created} 08:00:00`,
      reply,
      reply,
      '',
    ];
  }),
]
  .map((cells) => row(cells))
  .join('');

/** Open items of DATEV, in German: a semicolon, dates with points, sums with a comma. */
export const datev = [
  'Konto;Name Geschäftspartner;Rechnungsnummer;Belegdatum;Fälligkeit;Betrag Soll;Saldo;Mahnstufe;Währung'.split(';'),
  ...Array.from({ length: 10 }, (_, at) => {
    const issued = day('2026-09-20', at * 4);
    const due = day(issued, 30);
    return [
      10_021 + (at % 5),
      names[at % 5],
      `RE-2026-${101 + at}`,
      german(issued),
      german(due),
      `1.${190 + at},50`,
      `1.${190 + at},50`,
      at % 3,
      'EUR',
    ];
  }),
]
  .map((cells) => row(cells, ';'))
  .join('');
