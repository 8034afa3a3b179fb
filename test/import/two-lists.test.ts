import { expect, it } from 'vitest';
import { useMemoryTable } from '../support/store/table.ts';
import { anAccount, type Files, mapOption } from './an-account.ts';

// A list of clients leads (HubSpot's), and that of another system follows. What people see is in
// test/scenarios/each-client-once.md.

const db = useMemoryTable();

const companies = (...rows: readonly string[]) =>
  ['Record ID,Company name,Company Domain Name,City,Plan', ...rows, ''].join('\n');
const list = (...rows: readonly string[]) => ['No,Kunde,Web,Mail,Ort,Tarif', ...rows, ''].join('\n');

const ours = mapOption(
  {
    match: { headers: ['No', 'Kunde'] },
    kind: 'clients',
    columns: { 'Client ID': 'No', Name: 'Kunde', Website: 'Web', Email: 'Mail', Location: 'Ort', Plan: 'Tarif' },
  },
  {
    match: { headers: ['Kd.', 'Note'] },
    kind: 'notes',
    columns: {
      'Client ID': 'Kd.',
      'Created At': { value: '2026-11-02' },
      'Created By': { value: 'Ada' },
      Content: 'Note',
    },
  },
);

async function anAgency(crm: string) {
  const account = await anAccount(db);
  await account.resultOf({ 'companies.csv': crm }, '--map hubspot');
  const follow = (files: Files, options = '') => account.resultOf(files, `${ours} ${options}`);
  const clients = async (): Promise<Record<string, Record<string, unknown>>> =>
    Object.fromEntries(
      (await account.clients()).map(({ id, name, metadata, leftAt }) => [
        id,
        { name, ...(metadata as object), ...(leftAt !== undefined && { leftAt }) },
      ]),
    );
  return { ...account, follow, clients };
}

it.each([
  { row: '7,acme,,,,', is: '101' },
  // numbers of two systems meet
  { row: '101,Blue,,,,', is: '102' },
  { row: '7,Somebody,https://www.blue.example/de,,,', is: '102' },
  { row: '7,Somebody,,ap@mail.blue.example,,', is: '102' },
  { row: '7,Acme GmbH,,,,', asked: 'Acme GmbH' },
  // its name says one client, and its domain another
  { row: '7,Acme,blue.example,,,', asked: 'ours 7' },
  { row: '7,Twins,,,,', asked: 'ours 7' },
])('the row $row is the client $is', async ({ row, is, asked }) => {
  const crm = companies('101,Acme,,,', '102,Blue,blue.example,,', '103,Twins,,,', '104,Twins,,,');
  const { follow, clients } = await anAgency(crm);
  const { unknownNames } = await follow({ 'kunden.csv': list(`${row}Gold`) });
  const found = Object.entries(await clients()).flatMap(([id, { Plan }]) => (Plan === 'Gold' ? [id] : []));
  expect({ found, asked: unknownNames.map(({ name }: { name: string }) => name) }).toEqual({
    found: is === undefined ? [] : [is],
    asked: asked === undefined ? [] : [asked],
  });
});

it('an answer about a name that two clients have is for the id alone', async () => {
  const { follow, clients, resultOf } = await anAgency(companies('103,Twins,,,', '104,Twins,,,'));
  await resultOf({ 'aliases.csv': 'Client ID,Name\n104,ours 7\n' });
  const { unknownNames } = await follow({ 'kunden.csv': list('7,Twins,,,,Gold', '8,Twins,,,,Silver') });

  expect(unknownNames.map(({ name }: { name: string }) => name)).toEqual(['ours 8']);
  expect(await clients()).toEqual({ 103: { name: 'Twins' }, 104: { name: 'Twins', Plan: 'Gold' } });
});

it('what else the other system sends finds its clients by its ids, also when a number is that of another client', async () => {
  const { follow, exported } = await anAgency(companies('101,Acme,,,', '102,Blue,,,'));
  await follow({ 'kunden.csv': list('101,Blue,,,,', '102,Acme,,,,') });
  await follow({ 'notes.csv': 'Kd.,Note\n101,for Blue\n' });
  const { 'notes.csv': notes = [] } = await exported();

  expect(notes.map((row) => row.split(',')[0])).toEqual(['102']);
});

it('the leading list wins where it says something, and the other changes and empties what it has filled', async () => {
  const { follow, clients, resultOf } = await anAgency(companies('101,Acme,,Lisbon,', '102,Blue,,,'));
  await follow({ 'kunden.csv': list('1,Acme,,,Porto,Gold', '2,Blue,,,Porto,Gold') });
  const [acme, blue] = [
    { name: 'Acme', location: 'Lisbon', Plan: 'Gold' },
    { name: 'Blue', location: 'Porto' },
  ];
  expect(await clients()).toMatchObject({ 101: acme, 102: { ...blue, Plan: 'Gold' } });
  await resultOf({ 'companies.csv': companies('101,Acme,,Lisbon,', '102,Blue,,,') }, '--map hubspot');
  await follow({ 'kunden.csv': list('1,Acme,,,Porto,', '2,Azul,,,Faro,Iron') });
  expect(await clients()).toEqual({
    101: { name: 'Acme', location: 'Lisbon' },
    102: { name: 'Blue', location: 'Faro', Plan: 'Iron' },
  });
  await resultOf({ 'companies.csv': companies('101,Acme,,Lisbon,', '102,Blue,,Braga,') }, '--map hubspot');
  await follow({ 'kunden.csv': list('2,Blue,,,Faro,Iron') });
  expect(await clients()).toMatchObject({ 102: { location: 'Braga', Plan: 'Iron' } });
});

it('only the leading list lets clients leave or removes them', async () => {
  const crm = companies('101,Acme,,,', '102,Blue,,,', '103,Fern,,,');
  const { follow, clients, resultOf } = await anAgency(crm);
  await follow({ 'kunden.csv': list('1,Acme,,,,') }, '--gone leave');
  await follow({ 'kunden.csv': list('1,Acme,,,,') }, '--prune --yes');
  expect(Object.keys(await clients())).toEqual(['101', '102', '103']);
  const both = { 'companies.csv': companies('101,Acme,,,', '102,Blue,,,'), 'kunden.csv': list('3,Fern,,,,Gold') };
  await resultOf(both, `--map hubspot ${ours} --gone leave`);
  expect(await clients()).toMatchObject({ 103: { leftAt: '2026-11-20', Plan: 'Gold' } });
  await resultOf(both, `--map hubspot ${ours} --prune --yes`);
  expect(Object.keys(await clients())).toEqual(['101', '102']);
});

it.each([
  { rows: ['101,Acme,,Lisbon,', '102,Akme,,Porto,'], is: { name: 'Acme', location: 'Lisbon' }, leftOut: 1 },
  { rows: ['102,Akme,,Porto,', '101,Acme,,Lisbon,'], is: { name: 'Acme', location: 'Lisbon' }, leftOut: 1 },
  // the system has kept the other one
  { rows: ['102,Akme,,Porto,'], is: { name: 'Acme', location: 'Porto' }, leftOut: 0 },
])('a list with $rows after a merge', async ({ rows, is, leftOut }) => {
  const { clients, resultOf } = await anAgency(companies('101,Acme,,,'));
  await resultOf({ 'aliases.csv': 'Client ID,Name\n101,102\n101,Akme\n' });
  const { warnings } = await resultOf({ 'companies.csv': companies(...rows) }, '--map hubspot --prune --yes');
  expect(await clients()).toEqual({ 101: is });
  expect(warnings).toHaveLength(leftOut);
});
