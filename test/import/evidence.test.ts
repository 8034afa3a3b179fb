import { expect, it } from 'vitest';
import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { lifeOf } from '../support/service/life.ts';
import { numbered } from './numbered.ts';

// What exports say about clients beside ratings: whom nobody talks to, deals, fewer hours than usual, what is paid.

interface Listed {
  readonly name: string;
  readonly score: number;
  readonly metadata: object;
  readonly lastContactDate: string | null;
}

async function anAgency(now: string) {
  const life = lifeOf(new Map(), Date.parse(now));
  await life.run('accounts create --account acme --name Acme');
  const importing = (files: Readonly<Record<string, string>>, options?: string) =>
    life.importFiles('acme', files, options);
  const ask = await life.asker((await life.newKey('acme')).apiKey);
  const get = async (url: string) => JSON.parse((await ask(url)).body);
  /** A field of each client, by their names. */
  const listed = async <Field extends keyof Listed>(field: Field): Promise<Record<string, Listed[Field]>> => {
    const { clients }: { clients: Listed[] } = await get('/clients');
    return Object.fromEntries(clients.map((each) => [each.name, each[field]]));
  };
  return { ...life, importing, get, listed };
}

it('HubSpot alone scores clients by activity and deals', async () => {
  const { importing, listed, night } = await anAgency('2026-11-20T09:00:00Z');
  const files = {
    'companies.csv':
      'Record ID,Company name,Last Activity Date (GMT+1),Number of Associated Contacts\n1,Acorn,2026-11-18 10:00,6\n2,Birch,2026-09-30 10:00,1\n3,Cedar,,\n',
    'deals.csv':
      'Record ID,Deal Name,Deal Stage,Close Date,Associated Company IDs\n71,Website,Closed Won,2026-11-10,1\n72,Retainer,Closed Lost,2026-11-12,2\n73,Campaign,Qualified To Buy,2026-12-31,2\n',
  };
  await importing(files, '--map hubspot --score');
  expect(await listed('score')).toEqual({ Acorn: 160, Birch: 70, Cedar: 100 });

  // whether the silence goes on, only the next file says
  const { Birch } = await listed('score');
  await night(dayOf('2026-12-20'));
  expect((await listed('score')).Birch).toBeGreaterThanOrEqual(Birch ?? 0);
  await importing({ 'companies_2026-12-20.csv': files['companies.csv'] }, '--map hubspot --score');
  expect((await listed('score')).Birch).toBeLessThan(Birch ?? 0);
});

it('the last contact is the latest that the CRM, held meetings and answered tickets show, and inactivity follows it', async () => {
  const { importing, get, listed } = await anAgency('2026-11-20T09:00:00Z');
  const companies =
    'Record ID,Company name,Last Activity Date\n1,Acorn,2026-08-30 10:00\n2,Birch,2026-08-30 10:00\n3,Cedar,2026-08-30 10:00\n4,Dogwood,\n';
  await importing({ 'companies.csv': companies }, '--map hubspot');
  const meetings = [
    'Acorn,2026-11-10,Completed',
    'Acorn,2026-11-17,Cancelled',
    'Birch,2026-08-10,Completed',
    'Dogwood,2026-11-25,Scheduled',
  ];
  const tickets = 'Ticket ID,Company,Created At,First Response At\nT1,Cedar,2026-11-11 08:00,2026-11-12 08:00\n';
  await importing(
    {
      'meetings.csv': `Meeting ID,Company,Date,Outcome\n${meetings.map((each, at) => `M${at},${each}`).join('\n')}\n`,
      'tickets.csv': tickets,
    },
    '--map meetings --map tickets --score',
  );

  expect(await listed('lastContactDate')).toEqual({
    Acorn: '2026-11-10T00:00:00.000Z',
    Birch: '2026-08-30T10:00:00.000Z',
    Cedar: expect.stringMatching(/^2026-11-1[12]/),
    Dogwood: null,
  });
  expect((await get('/clients/1')).lastContactDate).toBe('2026-11-10T00:00:00.000Z');
  const evidence = JSON.stringify(await get('/clients/1')) + JSON.stringify(await get('/clients/3'));
  expect(evidence).not.toContain('last-activity');
});

const weeks = numbered(26, (at) => dayOf('2026-05-25') + 7 * at);
const hoursOf = (row: (client: string, date: string, hours: number) => string) =>
  weeks
    .flatMap((monday, at) => [
      row('Acorn', dateOf(monday), 2),
      row('Acorn', dateOf(monday + 2), 1.5),
      row('Birch', dateOf(monday + 1), at < 22 ? 60 : 12),
      ...(at < 20 ? [row('Cedar', dateOf(monday + 1), 10)] : []),
    ])
    .join('');
const hhmm = (hours: number) => `${String(Math.floor(hours)).padStart(2, '0')}:${hours % 1 === 0 ? '00' : '30'}:00`;

it.each([
  [
    'harvest',
    `Date,Client,Project,Project Code,Task,Notes,Hours,Billable?,First Name,Last Name\n${hoursOf((client, date, hours) => `${date},${client},Site,S,Design,,${hours},Yes,Ada,O\n`)}`,
  ],
  [
    'toggl',
    `User,Email,Client,Project,Task,Description,Billable,Start date,Start time,End date,End time,Duration,Tags,Amount ()\n${hoursOf((client, date, hours) => `Ada,a@x.example,${client},Site,,Draft,Yes,${date},09:00:00,${date},12:00:00,${hhmm(hours)},,\n`)}`,
  ],
])('%s: fewer hours than the client usually has, and none, lower the score', async (preset, sheet) => {
  const { importing, get, listed, run } = await anAgency('2026-11-23T09:00:00Z');
  const clients = 'Client ID,Name\nC1,Acorn\nC2,Birch\nC3,Cedar\n';
  await importing({ 'clients.csv': clients, 'time_from_2026-05-25_to_2026-11-22.csv': sheet }, `--map ${preset}`);
  await run('score --account acme --history 40');
  expect(await run('inspect C1 --account acme')).toContain('3.5');

  const { Acorn, Birch, Cedar } = await listed('score');
  expect(Acorn).toBeGreaterThan(110);
  expect(Birch).toBeLessThan(90);
  expect(Cedar).toBeLessThan(100);
  expect(JSON.stringify(await get('/clients/C3'))).toContain('no ticket, meeting or work for');
});

it.each([
  ['time-2026-11-24.csv', ['2026-11-16', '2026-11-23', '2026-11-24'], [1], 'it lacks 2026-11-25 to 2026-11-29'],
  // a file that ends on a Tuesday was made then
  ['time.csv', ['2026-11-16', '2026-11-23', '2026-11-24'], [1], 'it lacks 2026-11-25 to 2026-11-29'],
  ['time.csv', ['2026-11-18', '2026-11-20'], [2], undefined],
  ['time_from2026-11-18to2026-11-29.csv', ['2026-11-18', '2026-11-24'], [], 'it lacks 2026-11-28 to 2026-11-29'],
  ['time_from2026-11-11to2026-11-24.csv', ['2026-11-11', '2026-11-18', '2026-11-24'], [1], 'it lacks'],
  // the first week lacks its beginning
  ['time.csv', ['2026-11-12', '2026-11-16', '2026-11-20'], [2], undefined],
])('of a time sheet %s with days %j, whole weeks count', async (name, days, hours, lacks) => {
  const { importing, run } = await anAgency('2026-11-27T09:00:00Z');
  const rows = days.map((day) => `${day},Acorn,Site,0.5\n${day},Acorn,Site,0.5\n`).join('');
  await importing({ 'clients.csv': 'Client ID,Name\nC1,Acorn\n' });
  const said = await importing({ [name]: `Date,Client,Project,Hours\n${rows}` }, '--map harvest');
  const stored = (await run('inspect C1 --account acme')).match(/hours=\d+/g) ?? [];
  expect(stored).toEqual(hours.map((count) => `hours=${count}`));
  if (lacks === undefined) expect(said).not.toContain('it lacks');
  else expect(said).toContain(lacks);
});

it('revenue is what was paid in the twelve whole months before, if invoices cover them', async () => {
  const { importing, get, listed, night } = await anAgency('2026-11-20T09:00:00Z');
  const clients = 'Client ID,Name,Revenue TTM,Currency\nC1,Acorn,5000,USD\nC2,Birch,7000,USD\nC3,Cedar,,\n';
  await importing({ 'clients.csv': clients });
  const header = 'ContactName,InvoiceNumber,InvoiceDate,DueDate,Total,Currency,Status\n';
  const year = numbered(13, (at) => new Date(Date.UTC(2025, 9 + at, 1)).toISOString().slice(0, 7));
  const monthly = (name: string, months: readonly string[], total: string) =>
    months.map((month) => `${name},INV-${name}-${month},${month}-01,${month}-10,${total},EUR,Paid\n`).join('');
  const voided = 'Acorn,INV-9,2026-10-01,2026-10-10,77,EUR,Voided\n';
  const all = [monthly('Acorn', year, '100.50'), monthly('Birch', year.slice(-3), '900')];
  const sales = [header, ...all, monthly('Cedar', year.slice(-2), '40'), voided, voided].join('');
  await importing({ 'sales.csv': sales }, '--map xero --score');
  // an invoice in another currency, and a file of one week that names an old one again
  const week = `${header}Acorn,INV-8,2026-11-01,2026-11-10,9999,GBP,Paid\n${monthly('Cedar', year.slice(-1), '40')}`;
  await importing({ 'sales.csv': week }, '--map xero --score');

  expect(await listed('metadata')).toEqual({
    // since October 2025; November 2026 is not over
    Acorn: { revenueTTM: 1206, currency: 'EUR' },
    // three months are no year: the figure of the CRM
    Birch: { revenueTTM: 7000, currency: 'USD' },
    Cedar: { revenueTTM: 80, currency: 'EUR' },
  });
  await night(dayOf('2026-12-01'));
  expect((await listed('metadata')).Acorn).toEqual({ revenueTTM: 1105.5, currency: 'EUR' });
  expect(await get('/clients/C1')).toMatchObject({ metadata: { revenueTTM: 1105.5 } });
});
