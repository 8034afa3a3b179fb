import { describe, expect, it } from 'vitest';
import { clientIdFrom } from '../../../import/files/ids.ts';
import { Unstorable } from '../../../import/files/kinds/fact.ts';
import type { FactOptions, KindName } from '../../../import/files/kinds/kind.ts';
import {
  columnOf,
  editDistance,
  kindOf,
  kinds,
  normalizedHeader,
  recordName,
  similarColumn,
} from '../../../import/files/kinds.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { openSignalsItem } from '../../../shared/table/records/open-signals.ts';
import { mergedSignalsItem } from '../../../shared/table/records/signals.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import type { Item } from '../../../shared/table/store/read.ts';
import { entriesIn } from '../sources.ts';

// What the rows of each kind are called, where the values are stored that they leave out, and the facts they become.

const account = asAccount('acme');
const openHead = 'Client ID,Signal ID,Since,Topic,Steps';
const now = '2026-11-20T12:00:00.000Z';
const stored = (value: object): Item[] => [{ pk: '', sk: '', v: 3, ...value }];

interface Case {
  readonly rows: readonly string[];
  readonly stored?: () => Item[];
  readonly options?: Partial<FactOptions>;
}

/** The fact of the rows; what is wrong with them if they have none. */
async function factOf(kind: KindName, { rows, stored: items = () => [], options = {} }: Case): Promise<unknown> {
  const entries = await entriesIn(kind, ...rows);
  const [entry] = entries;
  if (!entry) throw new Error('no row');
  try {
    const whole = { ...entry, rows: entries.map(({ row }) => row) };
    return entry.kind.toFact(whole, items(), { now, exact: false, ...options });
  } catch (error) {
    if (!(error instanceof Unstorable)) throw error;
    return error.issues;
  }
}

/** Names of the rows, and where the first is stored. */
async function placeOf(kind: KindName, ...rows: string[]): Promise<unknown[]> {
  const entries = await entriesIn(kind, ...rows);
  const [first] = entries;
  const place = first && kindOf(kind).storedAt?.(account, first);
  return [...entries.map(recordName), place && ('sk' in place ? place.sk : place.from)];
}

describe('a row is called, and stored, by', () => {
  const note = 'Client ID,Note ID,Created At,Created By,Content';
  const signal = 'Client ID,Date,Topic,Polarity';

  it.each<[KindName, readonly string[], readonly unknown[]]>([
    ['portfolios', ['Portfolio ID,Name', 'p1,P'], ['portfolios p1', 'PORTFOLIO#p1']],
    ['clients', ['Client ID,Name', 'c1,One'], ['clients c1', 'CLIENT#c1']],
    [
      'aliases',
      ['Client ID,Name', 'c1, Öne  Ltd ', `c2,${'ÖNE  LTD'.normalize('NFD')}`],
      ['aliases öne  ltd', 'aliases öne  ltd', undefined],
    ],
    ['streams', ['Client ID,Stream ID,Name', 'c1,s,S'], ['streams c1 s', 'STREAM#s']],
    ['scores', ['Client ID,Stream ID,Score', 'c1,s,5', 'c1,,6'], ['scores c1 s', 'scores c1 ', 'STREAM#s']],
    ['scores', ['Client ID,Score', 'c1,6'], ['scores c1 ', 'CLIENT#c1']],
    ['portfolio-members', ['Portfolio ID,Client ID', 'p,c1'], ['portfolio-members p c1', 'MEMBER#c1']],
    ['key-people', ['Client ID,Person ID,Name,Title', 'c1,p1,Ann,'], ['key-people c1 p1', 'PERSON#p1']],
    [
      'key-people',
      ['Client ID,Name,Email', 'c1,Ann,a@x.example', 'c1,Bob,a@x.example'],
      [...Array(2).fill('key-people c1 p-85f0cdbfe8a6961ff80c'), 'PERSON#p-85f0cdbfe8a6961ff80c'],
    ],
    ['key-people', ['Client ID,Name,Title', 'c1,Ann,CMO'], ['key-people c1 p-3054de491267dff04e63', 'PERSON#']],
    [
      'key-people',
      ['Client ID,Person ID,Name,Title,Email,Phone,Role,Department', 'c1,p1,Ann,,,,,'],
      ['key-people c1 p1', undefined],
    ],
    ['notes', [note, 'c1,n1,2026-11-01,Ada,Hi'], ['notes c1 n1', 'NOTE#2026-11-01T00:00:00.000Z#n1']],
    ['notes', [`${note},Type`, 'c1,n1,2026-11-01,Ada,Hi,call'], ['notes c1 n1', undefined]],
    [
      'notes',
      [
        `${note},Type`,
        'c1,,2026-11-01,Ada,Hi,',
        'c1,,2026-11-01,Ada,Ho,',
        'c1,,2026-11-01,Ben,Hi,',
        'c1,,2026-11-02,Ada,Hi,',
      ],
      [
        ...['83f30087e4db204438f2', '1ab0ff39a5ad154c129a', 'e856f0cb52afca2377d4', 'a7f7fb7434f82659f23d'].map(
          (hash) => `notes c1 n-${hash}`,
        ),
        undefined,
      ],
    ],
    [
      'insights',
      ['Client ID,Stream ID,Week,Topic,Summary,Sentiment', 'c1,s,2026-11-18,t,Late,bad'],
      ['insights c1 s 2026-11-16', 'INSIGHTS#s#2026-11-16'],
    ],
    [
      'alignment',
      ['Client ID,Week,Value,Updated By', 'c1,2027-01-02,red,Ada'],
      ['alignment c1 2026-12-28', 'ALIGN#2026'],
    ],
    [
      'alignment',
      ['Client ID,Week,Value,Updated At,Updated By', 'c1,2026-11-16,red,,Ada'],
      ['alignment c1 2026-11-16', undefined],
    ],
    // the ids of rows without one never change: a second import of a file must find what the first has stored
    ['signals', [`${signal}`, 'c1,2026-11-01,trust,1'], ['signals c1 s-604a95440d489baa1410', 'S#2026-W44']],
    ['signals', [`${signal},Signal ID,Weight`, 'c1,2026-11-01,trust,1,s1,'], ['signals c1 s1', 'S#2026-W44']],
    [
      'signals',
      [
        `${signal},Weight,Stream ID`,
        'c1,2026-11-01,trust,1,,',
        'c1,2026-11-01,trust,1,2,',
        'c1,2026-11-01,trust,1,,web',
      ],
      [
        ...['604a95440d489baa1410', '508e34e8d93b85de32d8', 'aa4b8fdf331a66971340'].map(
          (hash) => `signals c1 s-${hash}`,
        ),
        undefined,
      ],
    ],
    [
      'open-signals',
      [`${openHead},Feed,Weight`, 'c1,i,2026-11-01,trust,:1, bills ,', 'c1,i,2026-11-01,trust,:1,,'],
      ['open-signals c1 bills i', 'open-signals c1 open-signals i', 'S#TODAY'],
    ],
    [
      'open-signals',
      ['Client ID,Signal ID,Since,Topic,Steps,Weight,Stream ID', 'c1,i,2026-11-01,trust,:1,,'],
      ['open-signals c1 open-signals i', undefined],
    ],
  ])('%s %j', async (kind, rows, [...expected]) => {
    expect(await placeOf(kind, ...rows)).toEqual(expected);
  });
});

describe('what a row leaves out is read from the table, whatever it is', () => {
  const signal = 'Client ID,Signal ID,Date,Topic,Polarity';
  const person = 'Client ID,Person ID,Name';
  const personalia = ['Title', 'Email', 'Phone', 'Role', 'Department'];

  it.each<[KindName, string, string, readonly string[]]>([
    ['key-people', person, 'c1,p1,Ann', personalia],
    ['notes', 'Client ID,Note ID,Created At,Created By,Content', 'c1,n1,2026-11-01,Ada,Hi', ['Type']],
    ['alignment', 'Client ID,Week,Value,Updated By', 'c1,2026-11-16,red,Ada', ['Updated At']],
    ['signals', signal, 'c1,s1,2026-11-01,trust,1', ['Weight', 'Stream ID']],
    ['open-signals', openHead, 'c1,i,2026-11-01,trust,:1', ['Weight', 'Stream ID']],
  ])('%s %s', async (kind, header, row, optional) => {
    const isRead = async (columns: readonly string[]) =>
      (await placeOf(kind, [header, ...columns].join(), row + ','.repeat(columns.length))).at(-1) !== undefined;

    expect(await Promise.all(optional.map((left) => isRead(optional.filter((each) => each !== left))))).toEqual(
      optional.map(() => true),
    );
    expect(await isRead(optional)).toBe(false);
  });
});

const day = dayOf;
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
const monday = '2026-11-16T00:00:00.000Z';
const names = ['Client ID,Name', 'c1, One '];
const unknown = { id: 'c1', name: '-', archived: false, favorite: false, lastContactDate: null };
const bare = { ...unknown, name: 'One', externalId: 'c1' };
const oldTime = '2026-01-01T00:00:00.000Z';
const before = { ...bare, name: 'Old', favorite: true, updatedAt: oldTime, importedScore: 5 };
const person = {
  id: 'p1',
  clientId: 'c1',
  name: 'Ann',
  title: 'CMO',
  email: 'a@x.example',
  phone: '',
  role: '',
  department: '',
};
const signalHead = 'Client ID,Date,Topic,Polarity';
const noted = { id: 'n1', clientId: 'c1', content: 'Hi', createdAt: monday, createdBy: 'Ada' };
const readRow = ['Client ID,Week,Value,Updated By', 'c1,2026-11-18,red,Ada'];
const week = { clientId: 'c1', streamId: 's', weekDate: '2026-11-16' };
const insightRows = ['Client ID,Stream ID,Week,Topic,Summary,Sentiment', 'c1,s,2026-11-18,b,New,good'];
const insight = (topic: string, summary: string) => ({ topic, summary, sentiment: 'good' });
const s1 = { id: 's1', day: day('2026-11-16'), topic: 'trust', polarity: 0.5, weight: 3, stream: 'web' };
const weekOf =
  (...signals: Parameters<typeof mergedSignalsItem>[3][number][]) =>
  () => [mergedSignalsItem(account, 'c1', undefined, signals)];
const o1 = {
  ...{ id: 'i', feed: 'bills', since: day('2026-11-01'), topic: 'trust', steps: [{ most: 5 }, { polarity: -1 }] },
  ...{ weight: 2, stream: 'web', seen: day('2026-11-02') },
};
const openOf = () => [
  openSignalsItem(account, 'c1', [{ ...o1, feed: 'a', weight: 9 }, { ...o1, id: 'h', weight: 8 }, o1]) as Item,
];

describe('a row becomes', () => {
  it.each<[string, KindName, Case, unknown]>([
    [
      'a client with default values',
      'clients',
      { rows: names },
      { kind: 'client', value: { ...bare, metadata: {}, updatedAt: now } },
    ],
    [
      'a client that keeps the values that the file leaves out, and changes now',
      'clients',
      { rows: names, stored: () => stored({ ...before, metadata: { industry: 'Food', tier: 1 } }) },
      { kind: 'client', value: { ...before, name: 'One', metadata: { industry: 'Food', tier: 1 }, updatedAt: now } },
    ],
    [
      'a client that has not changed since',
      'clients',
      { rows: ['Client ID,Name', 'c1,Old'], stored: () => stored({ ...before, metadata: {} }) },
      { kind: 'client', value: { ...before, metadata: {} } },
    ],
    [
      'a client that changed when the file says',
      'clients',
      { rows: ['Client ID,Name,Updated At', 'c1,One,2026-11-16'], stored: () => stored({ ...before, metadata: {} }) },
      { kind: 'client', value: { ...before, name: 'One', metadata: {}, updatedAt: monday } },
    ],
    [
      'a client whose empty cells remove, with what the service itself shows',
      'clients',
      {
        rows: ['Client ID,Name,Industry,Favorite,Summary,Tier (number)', 'c1,One,,,,'],
        stored: () =>
          stored({ ...before, spotlightSummary: 'x', metadata: { industry: 'a', location: 'b', tier: 1, Tier: 2 } }),
      },
      {
        kind: 'client',
        value: { ...before, name: 'One', favorite: false, metadata: { location: 'b', tier: 1 }, updatedAt: now },
      },
    ],
    [
      'a client without the metadata of the customer that an exact file does not have',
      'clients',
      {
        rows: ['Client ID,Name,Account Owner,Tier (number)', 'c1,One,Ada,3'],
        stored: () => stored({ ...before, metadata: { location: 'b', old: 1 } }),
        options: { exact: true },
      },
      {
        kind: 'client',
        value: { ...before, name: 'One', metadata: { location: 'b', accountOwner: 'Ada', Tier: 3 }, updatedAt: now },
      },
    ],
    [
      'nothing if two columns give a value',
      'clients',
      { rows: ['Client ID,Name,Industry,industry (text),location (text),Location', 'c1,One,Food,Drinks,a,b'] },
      ['industry', 'location'].map((column) => ({ column, message: 'is given in two columns' })),
    ],
    [
      'nothing if two columns give a value, of which one is 0',
      'clients',
      { rows: ['Client ID,Name,Revenue TTM,revenueTTM (number)', 'c1,One,0,5'] },
      [{ column: 'revenueTTM', message: 'is given in two columns' }],
    ],
    [
      'a client with the value 0 of the column that has one',
      'clients',
      { rows: ['Client ID,Name,Revenue TTM,revenueTTM (number)', 'c1,One,0,'] },
      { kind: 'client', value: { ...bare, metadata: { revenueTTM: 0 }, updatedAt: now } },
    ],
    [
      'a client with a value of every column',
      'clients',
      {
        rows: [
          'Service ID,Client ID,Name,Archived,Favorite,Last Contact,Account Owner,Industry,Location,Revenue TTM,Summary,Updated At',
          'c1,e1,One,yes,no,2026-11-16,Ada,Food,Lisbon,"1,250.5",Well,2026-01-01',
        ],
        stored: () => stored({ ...before, metadata: {} }),
      },
      {
        kind: 'client',
        value: {
          ...{ ...before, name: 'One', externalId: 'e1', archived: true, favorite: false, lastContactDate: monday },
          metadata: { accountOwner: 'Ada', industry: 'Food', location: 'Lisbon', revenueTTM: 1250.5 },
          spotlightSummary: 'Well',
        },
      },
    ],
    [
      'a client with the value of the column that has one',
      'clients',
      { rows: ['Client ID,Name,Industry,industry (text)', 'c1,One,Food,'] },
      { kind: 'client', value: { ...bare, metadata: { industry: 'Food' }, updatedAt: now } },
    ],
    [
      'a client with the value of the column that has one, of the customer',
      'clients',
      { rows: ['Client ID,Name,Industry,industry (text)', 'c1,One,,Drinks'] },
      { kind: 'client', value: { ...bare, metadata: { industry: 'Drinks' }, updatedAt: now } },
    ],
    ...[28, 29, 30, 31].map((count): [string, KindName, Case, unknown] => [
      `a client with the 30 first of ${count + 1} values`,
      'clients',
      {
        rows: [
          `Client ID,Name,Industry,${many(33, (at) => `m${at} (number)`).join(',')}`,
          `c1,One,Food,,${many(32, (at) => (at < count ? at + 1 : '')).join(',')}`,
        ],
      },
      {
        kind: 'client',
        value: {
          ...{ ...bare, updatedAt: now },
          metadata: {
            industry: 'Food',
            ...Object.fromEntries(many(Math.min(29, count), (at) => [`m${at + 1}`, at + 1])),
          },
        },
      },
    ]),
    [
      'nothing if a user of a portfolio is too long',
      'portfolios',
      { rows: ['Portfolio ID,Name,User IDs', `p1,P,${'x'.repeat(101)}`] },
      [{ column: 'User IDs', message: 'a user id has more than 100 characters' }],
    ],
    [
      'nothing if the name is too long',
      'clients',
      { rows: ['Client ID,Name', `c1,${'x'.repeat(201)}`] },
      [{ column: 'Name', message: 'the name has more than 200 characters' }],
    ],
    [
      'nothing if a value of the customer is too long',
      'clients',
      { rows: ['Client ID,Name,Own (text)', `c1,One,${'x'.repeat(2049)}`] },
      [
        { column: 'Own', message: 'a metadata text has more than 2048 characters' },
        { message: 'metadata takes more than 2048 bytes' },
      ],
    ],
    [
      'an alias',
      'aliases',
      { rows: ['Client ID,Name', 'c1, Uno '] },
      { kind: 'alias', value: { name: 'Uno', clientId: 'c1' } },
    ],
    [
      'a portfolio with a default colour',
      'portfolios',
      { rows: ['Portfolio ID,Name,Color', 'p1, P ,'], stored: () => stored({ color: '#111111', description: 'D' }) },
      { kind: 'portfolio', value: { id: 'p1', name: 'P', color: '#6B7280', description: 'D' } },
    ],
    [
      'a portfolio of some users',
      'portfolios',
      { rows: ['Portfolio ID,Name,User IDs', 'p1,P,u1; u2;'], stored: () => stored({ color: '#111111' }) },
      { kind: 'portfolio', value: { id: 'p1', name: 'P', color: '#111111', userIds: ['u1', 'u2'] } },
    ],
    [
      'a stream, active and without goals unless told',
      'streams',
      { rows: ['Client ID,Stream ID,Name', 'c1,s, S '] },
      { kind: 'stream', value: { id: 's', clientId: 'c1', name: 'S', state: 'active', goals: null } },
    ],
    [
      'a stream that keeps its score',
      'streams',
      {
        rows: ['Client ID,Stream ID,Name,Goals', 'c1,s,S,'],
        stored: () => stored({ state: 'pending', goals: 'G', importedScore: 4, spotlight: 'x' }),
      },
      {
        kind: 'stream',
        value: { id: 's', clientId: 'c1', name: 'S', state: 'pending', goals: null, importedScore: 4, spotlight: 'x' },
      },
    ],
    [
      'a client whose empty cells reset all that it was',
      'clients',
      {
        rows: [
          'Client ID,Name,Archived,Favorite,Last Contact,Account Owner,Industry,Location,Revenue TTM,Summary,Updated At',
          'c1,One,,,,,,,,,',
        ],
        stored: () =>
          stored({
            ...{ ...before, archived: true, lastContactDate: monday, spotlightSummary: 'x' },
            metadata: { accountOwner: 'Ada', industry: 'Food', location: 'Lisbon', revenueTTM: 0, tier: 0 },
          }),
      },
      { kind: 'client', value: { ...bare, importedScore: 5, metadata: { tier: 0 }, updatedAt: now } },
    ],
    [
      'a portfolio whose empty cells reset all that it was',
      'portfolios',
      {
        rows: ['Portfolio ID,Name,Color,Description,User IDs,Created At', 'p1,P,,,,'],
        stored: () => stored({ color: '#111111', description: 'D', userIds: ['u1'], createdAt: monday }),
      },
      { kind: 'portfolio', value: { id: 'p1', name: 'P', color: '#6B7280' } },
    ],
    [
      'a stream whose empty cells reset all that it was',
      'streams',
      {
        rows: ['Client ID,Stream ID,Name,State,Goals,Spotlight', 'c1,s,S,,,'],
        stored: () => stored({ state: 'pending', goals: 'G', importedScore: 0, spotlight: 'x' }),
      },
      {
        kind: 'stream',
        value: { id: 's', clientId: 'c1', name: 'S', state: 'active', goals: null, importedScore: 0 },
      },
    ],
    [
      'a person whose empty cells reset all that they were',
      'key-people',
      {
        rows: ['Client ID,Person ID,Name,Title,Email,Phone,Role,Department', 'c1,p1,Ann,,,,,'],
        stored: () => stored({ ...person, phone: '1', role: 'Boss', department: 'D' }),
      },
      { kind: 'person', value: { ...person, title: '', email: '' } },
    ],
    [
      'a client with a score, without a change of the client',
      'scores',
      { rows: ['Client ID,Score', 'c1,118.5'], stored: () => stored({ ...before, metadata: {} }) },
      { kind: 'client', value: { ...before, metadata: {}, importedScore: 118.5 } },
    ],
    [
      'a score of a client that is in the files',
      'scores',
      { rows: ['Client ID,Score', 'c1,118.5'] },
      { kind: 'client', value: { ...unknown, metadata: {}, importedScore: 118.5, updatedAt: now } },
    ],
    [
      'a score of a stream that is in the files',
      'scores',
      { rows: ['Client ID,Stream ID,Score', 'c1,s,200'] },
      {
        kind: 'stream',
        value: { id: 's', clientId: 'c1', name: '-', state: 'active', goals: null, importedScore: 200 },
      },
    ],
    [
      'a stream with a score',
      'scores',
      {
        rows: ['Client ID,Stream ID,Score', 'c1,s,0'],
        stored: () => stored({ id: 's', clientId: 'c1', name: 'S', state: 'pending', goals: 'G', importedScore: 9 }),
      },
      { kind: 'stream', value: { id: 's', clientId: 'c1', name: 'S', state: 'pending', goals: 'G', importedScore: 0 } },
    ],
    [
      'nothing if the score is too high',
      'scores',
      { rows: ['Client ID,Score', 'c1,201'] },
      [{ column: 'Score', message: 'expected 0 to 200' }],
    ],
    [
      'a member that keeps the columns that the file leaves out',
      'portfolio-members',
      {
        rows: ['Portfolio ID,Client ID,tier,zone', 'p,c1,A,'],
        stored: () => stored({ extraColumns: { tier: 'B', zone: 'x', kept: 'y' } }),
      },
      { kind: 'member', portfolioId: 'p', value: { clientId: 'c1', extraColumns: { kept: 'y', tier: 'A' } } },
    ],
    [
      'a member with the columns of an exact file',
      'portfolio-members',
      {
        rows: ['Portfolio ID,Client ID,tier', 'p,c1,A'],
        stored: () => stored({ extraColumns: { kept: 'y' } }),
        options: { exact: true },
      },
      { kind: 'member', portfolioId: 'p', value: { clientId: 'c1', extraColumns: { tier: 'A' } } },
    ],
    [
      'a person that keeps the values that the file leaves out',
      'key-people',
      { rows: ['Client ID,Person ID,Name,Email', 'c1,p1,Eve,'], stored: () => stored(person) },
      { kind: 'person', value: { ...person, name: 'Eve', email: '' } },
    ],
    [
      'the stored person of that name',
      'key-people',
      {
        rows: ['Client ID,Name,Role', 'c1, Ann ,Boss'],
        stored: () => [...stored({ ...person, id: 'p0', name: 'Bob' }), ...stored({ ...person, name: 'Ann ' })],
      },
      { kind: 'person', value: { ...person, role: 'Boss' } },
    ],
    [
      'the person that an earlier import of the same row has made',
      'key-people',
      {
        rows: ['Client ID,Name', 'c1,Ann'],
        stored: () => [...stored(person), ...stored({ ...person, id: 'p-3054de491267dff04e63', role: 'own' })],
      },
      { kind: 'person', value: { ...person, id: 'p-3054de491267dff04e63', role: 'own' } },
    ],
    [
      'a new person',
      'key-people',
      { rows: ['Client ID,Name', 'c1,Ann'], stored: () => stored({ ...person, name: 'Bob' }) },
      { kind: 'person', value: { ...person, id: 'p-3054de491267dff04e63', title: '', email: '' } },
    ],
    [
      'nothing if several people have that name',
      'key-people',
      { rows: ['Client ID,Name', 'c1,Ann'], stored: () => [...stored(person), ...stored({ ...person, id: 'p2' })] },
      [{ column: 'Name', message: 'the client has several people named "Ann"; add Email or Person ID' }],
    ],
    [
      'a general note',
      'notes',
      { rows: ['Client ID,Note ID,Created At,Created By,Content', 'c1,n1,2026-11-16,Ada,Hi'] },
      { kind: 'note', value: { ...noted, type: 'general' } },
    ],
    [
      'a note that keeps its type',
      'notes',
      {
        rows: ['Client ID,Note ID,Created At,Created By,Content', 'c1,n1,2026-11-16,Ada,Hi'],
        stored: () => stored({ type: 'call' }),
      },
      { kind: 'note', value: { ...noted, type: 'call' } },
    ],
    [
      'an alignment read of the Monday',
      'alignment',
      { rows: readRow },
      {
        kind: 'alignment',
        clientId: 'c1',
        value: { value: 'red', week: '2026-11-16', updatedAt: monday, updatedBy: 'Ada' },
      },
    ],
    [
      'an alignment read with the time of the file',
      'alignment',
      { rows: [`${readRow[0]},Updated At`, `${readRow[1]},2026-11-20T12:00:00Z`] },
      {
        kind: 'alignment',
        clientId: 'c1',
        value: { value: 'red', week: '2026-11-16', updatedAt: now, updatedBy: 'Ada' },
      },
    ],
    [
      'an alignment read with the stored time',
      'alignment',
      {
        rows: readRow,
        stored: () =>
          stored({
            year: '2026',
            reads: [`2026-11-09 red ${oldTime} A`, `2026-11-16 red ${now} B`, `2026-11-23 red ${oldTime} A`],
          }),
      },
      {
        kind: 'alignment',
        clientId: 'c1',
        value: { value: 'red', week: '2026-11-16', updatedAt: now, updatedBy: 'Ada' },
      },
    ],
    [
      'insights in place of those of the same topic',
      'insights',
      {
        rows: insightRows,
        stored: () =>
          stored({ insights: [insight('a', '1'), insight('b', '2'), insight('b', '3'), insight('c', '4')] }),
      },
      {
        kind: 'insights',
        value: { ...week, insights: [insight('a', '1'), insight('b', 'New'), insight('c', '4')] },
      },
    ],
    [
      'insights after those of other topics',
      'insights',
      {
        rows: [...insightRows, 'c1,s,2026-11-18,c,5,good', 'c1,s,2026-11-18,b,6,good'],
        stored: () => stored({ insights: [insight('a', '1')] }),
      },
      {
        kind: 'insights',
        value: { ...week, insights: [insight('a', '1'), insight('b', 'New'), insight('c', '5'), insight('b', '6')] },
      },
    ],
    [
      'the only insights of an exact file',
      'insights',
      { rows: insightRows, stored: () => stored({ insights: [insight('a', '1')] }), options: { exact: true } },
      { kind: 'insights', value: { ...week, insights: [insight('b', 'New')] } },
    ],
    [
      'the first insights of a week',
      'insights',
      { rows: insightRows },
      { kind: 'insights', value: { ...week, insights: [insight('b', 'New')] } },
    ],
    [
      'a signal that keeps its weight and stream, found by its id',
      'signals',
      {
        rows: [`${signalHead},Signal ID`, 'c1,2026-11-17,timeliness,-1,s1'],
        stored: weekOf({ ...s1, id: 's0', weight: 9 }, s1),
      },
      { kind: 'signal', clientId: 'c1', value: { ...s1, day: day('2026-11-17'), topic: 'timeliness', polarity: -1 } },
    ],
    [
      'a signal whose empty cells reset weight and stream',
      'signals',
      { rows: [`${signalHead},Signal ID,Weight,Stream ID`, 'c1,2026-11-16,trust,0.5,s1,,'], stored: weekOf(s1) },
      { kind: 'signal', clientId: 'c1', value: { id: 's1', day: s1.day, topic: 'trust', polarity: 0.5, weight: 1 } },
    ],
    [
      'a signal with its own weight and stream',
      'signals',
      {
        rows: [`${signalHead},Signal ID,Weight,Stream ID`, 'c1,2026-11-16,trust,-1.000,s1,500.125,app'],
        stored: weekOf(s1),
      },
      { kind: 'signal', clientId: 'c1', value: { ...s1, polarity: -1, weight: 500.125, stream: 'app' } },
    ],
    [
      'the stored signal with the same cells',
      'signals',
      {
        rows: [signalHead, 'c1,2026-11-16,trust,0.5'],
        stored: weekOf(
          ...[
            { id: 'x1', day: day('2026-11-17') },
            { id: 'x2', topic: 'timeliness' },
            { id: 'x3', polarity: 0.4 },
          ].map((each) => ({ ...s1, ...each })),
          s1,
        ),
      },
      { kind: 'signal', clientId: 'c1', value: s1 },
    ],
    [
      'the stored signal with the same weight',
      'signals',
      {
        rows: [`${signalHead},Weight`, 'c1,2026-11-16,trust,0.5,'],
        stored: weekOf(s1, { ...s1, id: 's2', weight: 1 }),
      },
      { kind: 'signal', clientId: 'c1', value: { ...s1, id: 's2', weight: 1 } },
    ],
    [
      'the stored signal with the same stream',
      'signals',
      {
        rows: [`${signalHead},Stream ID`, 'c1,2026-11-16,trust,0.5,app'],
        stored: weekOf(s1, { ...s1, id: 's2', stream: 'app' }),
      },
      { kind: 'signal', clientId: 'c1', value: { ...s1, id: 's2', stream: 'app' } },
    ],
    [
      'the stored signal without a stream',
      'signals',
      {
        rows: [`${signalHead},Stream ID`, 'c1,2026-11-16,trust,0.5,'],
        stored: weekOf(s1, { id: 's2', day: s1.day, topic: 'trust', polarity: 0.5, weight: 3 }),
      },
      { kind: 'signal', clientId: 'c1', value: { id: 's2', day: s1.day, topic: 'trust', polarity: 0.5, weight: 3 } },
    ],
    [
      'nothing if several stored signals have these cells',
      'signals',
      { rows: [signalHead, 'c1,2026-11-16,trust,0.5'], stored: weekOf(s1, { ...s1, id: 's2' }) },
      [{ message: 'matches several stored signals; add the columns Weight and Stream ID, or Signal ID' }],
    ],
    [
      'a new signal if the file has all cells that tell signals apart',
      'signals',
      { rows: [`${signalHead},Weight,Stream ID`, 'c1,2026-11-16,trust,0.5,3,web'], stored: weekOf(s1) },
      { kind: 'signal', clientId: 'c1', value: { ...s1, id: expect.stringMatching(/^s-[0-9a-f]{20}$/) } },
    ],
    [
      'a new signal if the id is new',
      'signals',
      { rows: [`${signalHead},Signal ID`, 'c1,2026-11-16,trust,0.5,s2'], stored: weekOf(s1) },
      { kind: 'signal', clientId: 'c1', value: { id: 's2', day: s1.day, topic: 'trust', polarity: 0.5, weight: 1 } },
    ],
    [
      'nothing if the day is too early',
      'signals',
      { rows: [signalHead, 'c1,1999-12-31,trust,0.5'] },
      [{ column: 'Date', message: 'the day is too early' }],
    ],
    [
      'an open signal seen today',
      'open-signals',
      { rows: [openHead, 'c1,i,2026-11-01,trust,"5:,:-1"'] },
      {
        kind: 'open-signal',
        clientId: 'c1',
        value: {
          id: 'i',
          feed: 'open-signals',
          since: o1.since,
          topic: 'trust',
          steps: o1.steps,
          weight: 1,
          seen: day('2026-11-20'),
        },
      },
    ],
    [
      'an open signal that keeps its weight and stream',
      'open-signals',
      { rows: [`${openHead},Feed,Seen`, 'c1,i,2026-11-01,trust,"5:,:-1",bills,2026-11-19'], stored: openOf },
      { kind: 'open-signal', clientId: 'c1', value: { ...o1, seen: day('2026-11-19') } },
    ],
    [
      'an open signal whose empty cells reset weight and stream',
      'open-signals',
      { rows: [`${openHead},Feed,Weight,Stream ID,Seen`, 'c1,i,2026-11-01,trust,"5:,:-1",bills,,,'], stored: openOf },
      {
        kind: 'open-signal',
        clientId: 'c1',
        value: {
          id: 'i',
          feed: 'bills',
          since: o1.since,
          topic: 'trust',
          steps: o1.steps,
          weight: 1,
          seen: day('2026-11-20'),
        },
      },
    ],
    [
      'an open signal with its own weight and stream',
      'open-signals',
      {
        rows: [`${openHead},Weight,Stream ID`, `c1,i,2026-11-01,trust,"'-5:,:-1",500.125,app`],
        stored: openOf,
      },
      {
        kind: 'open-signal',
        clientId: 'c1',
        value: {
          ...{ ...o1, feed: 'open-signals', weight: 500.125, stream: 'app', seen: day('2026-11-20') },
          steps: [{ most: -5 }, { polarity: -1 }],
        },
      },
    ],
    [
      'nothing if the weight of an open signal is 0',
      'open-signals',
      { rows: [`${openHead},Weight`, 'c1,i,2026-11-01,trust,:1,0'] },
      [{ column: 'Weight', message: 'expected above 0, up to 1,000; default 1' }],
    ],
    [
      'nothing if a step has too many days',
      'open-signals',
      { rows: [openHead, 'c1,i,2026-11-01,trust,9999999:-1'] },
      [
        {
          column: 'Steps',
          message: 'expected days and polarities; 0:,14:-0.3,:-1 is nothing up to 0 days, -0.3 up to 14, -1 above',
        },
      ],
    ],
    [
      'nothing if there are too many steps',
      'open-signals',
      { rows: [openHead, `c1,i,2026-11-01,trust,"${Array.from({ length: 21 }, (_, at) => `${at}:`).join()}"`] },
      [
        {
          column: 'Steps',
          message: 'expected days and polarities; 0:,14:-0.3,:-1 is nothing up to 0 days, -0.3 up to 14, -1 above',
        },
      ],
    ],
  ])('%s', async (_, kind, given, fact) => {
    expect(await factOf(kind, given)).toStrictEqual(fact);
  });

  it('a score and a client that name what is wrong with them, in the columns of their file', async () => {
    const [entry] = await entriesIn('signals', signalHead, 'c1,2026-11-16,trust,0.5');
    const broken = entry && {
      ...entry,
      row: { ...entry.row, given: { ...entry.row.given, weight: 0, streamId: '-', id: '-' } },
    };

    const id = 'an id is 1 to 64 letters, digits, - or _, beginning with a letter or digit';
    const weight = 'expected above 0, up to 1,000; default 1';
    expect(() => broken?.kind.toFact(broken, [], { now, exact: false })).toThrow(
      expect.objectContaining({
        message: `${id}; ${weight}; ${id}`,
        issues: [
          { column: 'Signal ID', message: id },
          { column: 'Weight', message: weight },
          { column: 'Stream ID', message: id },
        ],
      }),
    );
  });
});

describe('kinds', () => {
  it('are found by their names', () => {
    expect(kinds.map(({ name }) => kindOf(name))).toEqual([...kinds]);
    // those that others refer to come first
    expect(kinds.map(({ name }) => name)).toEqual([
      ...['portfolios', 'clients', 'aliases', 'streams', 'scores', 'portfolio-members'],
      ...['key-people', 'notes', 'insights', 'alignment', 'signals', 'open-signals'],
    ]);
    expect(() => kindOf('x' as KindName)).toThrow('x is not a kind of file');
  });

  it.each([
    ['client  id', 'Client ID'],
    ['CLIENT_ID', 'Client ID'],
    ['favourite', 'Favorite'],
    ['Updated At (America/Argentina/Buenos_Aires)', 'Updated At'],
    ['Updated At (XYZ)', undefined],
    ['Account ID', undefined],
    ['#', undefined],
  ])('the header %j is %s of clients', (header, column) => {
    expect(columnOf(kindOf('clients'), header)?.header).toBe(column);
  });

  it.each([
    ['Account-ID', 'Client ID'],
    ['Sector', 'Industry'],
    ['Indsutry', 'Industry'],
    ['Indstry', 'Industry'],
    ['Inustr', 'Industry'],
    ['Inust', undefined],
    ['Nxme', 'Name'],
    ['Nxmes', undefined],
    ['Nam', undefined],
    ['Arhcivd', 'Archived'],
    ['Locations123', undefined],
  ])('the header %j probably means %s of clients', (header, column) => {
    expect(similarColumn(kindOf('clients'), header)?.header).toBe(column);
  });

  it.each<[KindName, string, string]>([
    [
      'clients',
      'Client ID',
      'Record ID,Account ID,Company ID,Customer ID,Organization ID,Organisation ID,Client Number',
    ],
    ['clients', 'Name', 'Company name,Account Name,Client Name,Customer Name,Organization name,Company'],
    ['clients', 'Last Contact', 'Last Activity,Last Activity Date,Last Contacted,Last Contact Date,Last activity on'],
    ['clients', 'Account Owner', 'Company owner,Owner,Owner Name,Account Manager,Organization - Owner'],
    ['clients', 'Industry', 'Sector,Branche'],
    ['clients', 'Revenue TTM', 'Annual Revenue,Revenue,Yearly Revenue,Turnover'],
    ['notes', 'Client Name', 'Customer Name,Company Name,Account Name,Organization Name,Company,Customer,Organization'],
  ])('in files of %s, %s is called by other systems: %s', (kind, column, headers) => {
    const all = headers.split(',');
    expect(all.map((header) => similarColumn(kindOf(kind), header)?.header)).toEqual(all.map(() => column));
  });

  it('of six letters, two may be wrong', () => {
    expect(similarColumn(kindOf('signals'), 'Wxxght')?.header).toBe('Weight');
  });

  it.each([
    ['Größe  (m)-B ', 'größemb'],
    ['At (Europe/Berlin) ', 'at'],
    ['Last Activity Date (GMT+1)', 'lastactivitydate'],
    ['Date (UTC)', 'date'],
    ['Team (GMT)x', 'teamgmtx'],
    ['At (Europe/Berlin) x', 'ateuropeberlinx'],
    [' #- ', '#-'],
  ])('the header %j is compared as %j', (header, compared) => {
    expect(normalizedHeader(header)).toBe(compared);
  });

  it.each([
    ['CRM-1001', 'CRM-1001'],
    ['-A  B/C--', 'A-B-C-1548a859b3'],
    ['--A', 'A-8e2f00e0c3'],
    [`${'x'.repeat(41)} y`, `${'x'.repeat(40)}-490c1726cf`],
    ['search', 'search-f0d9e5f71a'],
  ])('the Client ID %j makes the id %s', (externalId, id) => {
    expect(clientIdFrom(externalId)).toBe(id);
  });

  it.each([
    ['', '', 0],
    ['', 'abc', 3],
    ['abc', '', 3],
    ['abc', 'abc', 0],
    ['abc', 'abd', 1],
    ['abc', 'ab', 1],
    ['abc', 'xabc', 1],
    ['abc', 'acb', 1],
    ['abc', 'bac', 1],
    ['abcd', 'badc', 2],
    ['abc', 'cba', 2],
    ['abcd', 'acbx', 2],
    ['kitten', 'sitting', 3],
    ['ab', 'xbay', 3],
    ['ab', 'ba', 1],
    ['aab', 'aba', 1],
    ['ab', 'bc', 2],
    ['ab', 'ca', 2],
  ])('%j and %j differ in %d edits', (a, b, edits) => {
    expect([editDistance(a, b), editDistance(b, a)]).toEqual([edits, edits]);
  });
});
