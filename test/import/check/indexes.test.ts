import { describe, expect, it } from 'vitest';
import { createClientIndex } from '../../../import/check/client-index.ts';
import { createClientTotals } from '../../../import/check/client-totals.ts';
import { createNameIndex } from '../../../import/check/name-index.ts';
import { createNewestDates } from '../../../import/check/newest-dates.ts';
import { createPlaces } from '../../../import/check/places.ts';
import { createSignalSummary } from '../../../import/check/signal-summary.ts';
import { createUnknownNames } from '../../../import/check/unknown-names.ts';
import { countWithoutSignals } from '../../../import/check/unsignaled.ts';
import type { Row } from '../../../import/files/kinds/kind.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import * as facts from '../../support/store/facts.ts';
import { sourceOf, tableWith } from '../sources.ts';

// What a check remembers of files: clients, names, places, sums and dates.

const today = dayOf('2026-11-20');

function open(clientId: string, id: string, given: object = {}): Fact {
  const steps = [{ most: 5, polarity: -0.5 }];
  const value = { id, feed: 'bills', since: today - 3, topic: 'billing_payment', steps, weight: 1, seen: today };
  return { kind: 'open-signal', clientId, value: { ...value, ...given } };
}

describe('clients', () => {
  const index = (keepsNames = true) => {
    const clients = createClientIndex(keepsNames);
    clients.add('c1', 'X1', 'One ');
    clients.add('c2', 'X2', 'Twö');
    clients.add('c3', 'twice', 'Same');
    clients.add('c4', 'twice', ' same');
    clients.add('c5', 'twice', 'SAME');
    clients.add('c6', undefined);
    // the client of a file that is stored too
    clients.add('c1', 'X1', 'one');
    clients.addStored('s1', 'S1');
    clients.addStored('s2', 'X2');
    clients.addStored('s3', undefined);
    clients.addStored('s4', 'S4');
    clients.addStored('s5', 'S4');
    clients.addStored('s6', 'S4');
    clients.addAlias(' Uno', 'c1');
    clients.addAlias('Twö', 'c1');
    clients.addAlias('same', 'c1');
    return clients;
  };
  const none = { serviceId: null, externalId: null };

  it.each<[Row['given'], string]>([
    [{ serviceId: 'c1', externalId: 'twice' }, 'c1'],
    [{ externalId: 'X2', clientName: 'One' }, 'c2'],
    [{ ...none, clientName: 'ONE' }, 'c1'],
    [{ ...none, clientName: 'TWÖ' }, 'c2'],
    [{ ...none, clientName: 'uno' }, 'c1'],
    [{ serviceId: 'c9', externalId: 'X1' }, '! there is no client with the Service ID "c9"'],
    [{ ...none, externalId: 'X9' }, '! there is no client with the Client ID "X9"'],
    [{ externalId: 'S1' }, '! there is no client with the Client ID "S1"'],
    [{ serviceId: 's1' }, '! there is no client with the Service ID "s1"'],
    [{ ...none, externalId: 'c6' }, '! there is no client with the Client ID "c6"'],
    [{ ...none, clientName: 'Nobody' }, '! there is no client with the name "Nobody"'],
    [{ ...none, clientName: 'Same' }, '! several clients are named "Same"; give the Client ID'],
    [{ externalId: 'twice' }, '! several clients have the Client ID "twice"; give the Service ID'],
    [{ ...none, clientName: null }, '! is empty; it names the client'],
    [none, '! names no client: Client ID and Service ID are empty'],
  ])('%j refers to %s', (given, expected) => {
    const referred = () => {
      try {
        return index().referredId(given);
      } catch (error) {
        return `! ${(error as Error).message}`;
      }
    };

    expect(referred()).toBe(expected);
  });

  it.each<[Row['given'], string]>([
    [{ serviceId: 'new' }, 'new'],
    [{ serviceId: 'c1', externalId: 'X2' }, 'c1'],
    [{ externalId: 'X2' }, 'c2'],
    [{ externalId: 'new' }, 'new'],
    // one that the import may remove
    [{ externalId: 'S1' }, 's1'],
    [{ serviceId: 's9', externalId: 'S1' }, 's9'],
    [{ externalId: 'undefined' }, 'undefined'],
  ])('%j describes the client %s', (given, id) => {
    expect(index().idForRow(given)).toBe(id);
  });

  it('that may be removed are ambiguous, too', () => {
    expect(() => index().idForRow({ externalId: 'S4' })).toThrow(
      'several clients have the Client ID "S4"; give the Service ID',
    );
  });

  it('keep their names only if a file refers to clients by name', () => {
    expect([...index().names()]).toEqual([
      ['one', 'c1'],
      ['twö', 'c2'],
      ['same', null],
    ]);
    expect([...index(false).names()]).toEqual([]);
    expect([...createClientIndex().names()]).toEqual([]);
    // several clients have the second one
    expect([' ONE', 'same', 'uno'].map((name) => index().hasName(name))).toEqual([true, true, false]);
    expect(index(false).hasName('one')).toBe(false);
    expect(() => index(false).referredId({ clientName: 'uno' })).toThrow('no client with the name');
    expect([index().size(), index().ids()]).toEqual([6, ['c1', 'c2', 'c3', 'c4', 'c5', 'c6']]);
  });
});

it('names keep their first place, however many there are', () => {
  const names = createNameIndex();
  for (let at = 1; at <= 4000; at += 1) {
    expect(names.add(`name ${at}`, at)).toBe(undefined);
    if (at % 500 !== 0) continue;
    expect(names.size()).toBe(at);
    expect(Array.from({ length: at }, (_, index) => names.placeOf(`name ${index + 1}`))).toEqual(
      Array.from({ length: at }, (_, index) => index + 1),
    );
  }
  expect(names.add('name 7', 99)).toBe(7);
  expect(['name 4000', 'Name 4000', 'name 4000 ', 'name 4001', ''].map(names.has)).toEqual([
    true,
    ...Array(4).fill(false),
  ]);
  expect(names.placeOf('')).toBe(undefined);
  expect(names.size()).toBe(4000);
});

it.each([
  ['the first', 375_588, 419_383],
  ['the second', 601_749, 652_634],
])('names are different if %s half of their hashes is the same', (_, one, other) => {
  const names = createNameIndex();
  names.add(`name ${one}`, 1);

  expect(names.has(`name ${other}`)).toBe(false);
});

it('places are lines of files, or of the sheets of a workbook', () => {
  const places = createPlaces();
  const [first, second] = [sourceOf('clients', ''), sourceOf('notes', '', { origin: 'all.xlsx' })];
  expect(places.numberOf(1)).toBe(1);
  places.begin(first);
  const numbers = [places.numberOf(5), places.numberOf(2)];
  places.begin(second);
  numbers.push(places.numberOf(1), places.numberOf(3));

  expect(numbers.map((number) => places.placeOf(number))).toEqual([
    { file: 'clients.csv', line: 5, source: first },
    { file: 'clients.csv', line: 2, source: first },
    { file: 'notes.csv', line: 1, source: second },
    { file: 'notes.csv', line: 3, source: second },
  ]);
  expect(createPlaces().placeOf(3)).toEqual({ file: '', line: 3, source: undefined });
});

describe('sums', () => {
  const excess = (...all: Fact[]) => {
    const totals = createClientTotals();
    return all.flatMap((fact, at) => {
      const found = totals.add(fact);
      return found === undefined ? [] : [`${at + 1}: ${found}`];
    });
  };
  const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

  it('of streams and people of a client have a limit', () => {
    const streams = many(201, (at) => facts.aStream('c1', `s${at}`));
    expect(excess(...streams.slice(0, 200), facts.aStream('c2', 's'))).toEqual([]);
    expect(excess(...streams)).toEqual(['201: the client has more than 200 streams']);
    const people = many(1001, (at) => facts.aPerson('c1', `p${at}`));
    expect(excess(...people.slice(0, 1000), facts.aPerson('c2', 'p'), ...streams.slice(0, 200))).toEqual([]);
    expect(excess(...people)).toEqual(['1001: the client has more than 1000 key people']);
    expect(excess(...many(2000, () => facts.aNote('c1', 'n')))).toEqual([]);
  });

  it('of extra columns of a client count only large ones', () => {
    // two bytes each
    const columns = (size: number) => ({ a: 'é'.repeat(size / 2) });
    expect(excess(...many(1000, (at) => facts.aMember(`p${at}`, 'c1', columns(100))))).toEqual([]);
    // 32 columns of 1,024 bytes are as much as a client may have
    const large = columns(1024 - '{"a":""}'.length);
    expect(excess(...many(32, (at) => facts.aMember(`p${at}`, 'c1', large)), facts.aMember('p', 'c2', large))).toEqual(
      [],
    );
    expect(excess(...many(33, (at) => facts.aMember(`p${at}`, 'c1', large)))).toEqual([
      '33: the extra columns of the client take more than 32768 bytes',
    ]);
  });

  it('of signals of a client have a limit in each week', () => {
    // 90 bytes each, with what stands between the values
    const id = (at: number) => `${at}`.padStart(60, '0');
    const signal = (clientId: string, at: number, day: number) =>
      facts.aSignal(clientId, id(at), { day, topic: 'trust', polarity: 0.5, weight: 10, stream: 'stream12' });
    const monday = dayOf('2026-11-16');
    const full = many(1024, (at) => signal('c1', at, monday + (at % 7)));

    expect(excess(...full)).toEqual([]);
    expect(excess(...full, signal('c1', 0, monday - 1), signal('c1', 0, monday + 7), signal('c2', 0, monday))).toEqual(
      [],
    );
    const [, ...rest] = full;
    expect(excess(...rest, signal('c1', 0, monday + 6), facts.aSignal('c1', 's', { day: monday }))).toEqual([
      '1025: the client has more than 92160 bytes of signals in this week',
    ]);
    expect(excess(...rest, facts.aSignal('c1', id(1), { day: monday, weight: 100, stream: 'stream12' }))).toEqual([
      '1024: the client has more than 92160 bytes of signals in this week',
    ]);
  });
});

it('the newest date of a feed is that of its newest row until today', () => {
  const dates = createNewestDates(today);
  const day = (date: string) => ({ day: dayOf(date) });
  const add = (feed: string, ...all: Fact[]) => {
    for (const fact of all) dates.add(feed, fact);
  };
  add(
    'signals',
    ...['2026-11-01', '2026-11-20', '2026-11-03', '2026-11-21'].map((date) => facts.aSignal('c', 's', day(date))),
  );
  add('old', facts.aSignal('c', 's', day('2000-01-01')));
  add('future', facts.aSignal('c', 's', day('2026-11-21')));
  add('open', open('c', 'o', { since: today - 1 }));
  add('notes', facts.aNote('c', 'n', { createdAt: '2026-11-19T23:00:00.000Z' }));
  add(
    'clients',
    facts.aClient('c'),
    facts.aClient('d', { lastContactDate: '2026-11-18T23:00:00.000Z' }),
    facts.aClient('e'),
  );
  add('never', facts.aClient('c'));
  add('alignment', facts.aRead('c', '2026-11-16'));
  add('insights', facts.insightsOfWeek('c', 's', '2026-11-09'));
  add('people', facts.aPerson('c', 'p'));

  expect(Object.fromEntries(dates.found())).toEqual({
    ...{ signals: '2026-11-20', old: '2000-01-01', open: '2026-11-19', notes: '2026-11-19', clients: '2026-11-18' },
    ...{ alignment: '2026-11-16', insights: '2026-11-09' },
  });
});

it('signals are counted by topic, in the order of topics, with three samples', () => {
  const summary = createSignalSummary(today);
  const signals = [0, 1, 2, 3].map((at) => facts.aSignal('c1', `s${at}`, { day: today - at, topic: 'trust' }));
  const others = [
    facts.aSignal('c2', 's', { day: today - 90, topic: 'timeliness', polarity: -1 }),
    facts.aSignal('c3', 's', { day: today - 91, topic: 'timeliness', polarity: 1 }),
  ];
  for (const fact of [
    ...signals,
    ...others,
    open('c4', 'o'),
    open('c5', 'o', { since: today - 30 }),
    facts.aNote('c6', 'n'),
    facts.aSignal('c7', 's', { day: today, topic: 'executive_sponsorship' }),
    facts.aSignal('c8', 's', { day: today + 1, topic: 'team_expertise' }),
  ]) {
    summary.add(fact);
  }

  expect(summary.topics().toSorted((a, b) => (a.topic < b.topic ? -1 : 1))).toEqual([
    { topic: 'billing_payment', count: 1, samples: ['c4 2026-11-19 -0.5'] },
    { topic: 'executive_sponsorship', count: 1, samples: ['c7 2026-11-20 0.5'] },
    { topic: 'team_expertise', count: 1, samples: ['c8 2026-11-21 0.5'] },
    { topic: 'timeliness', count: 2, samples: ['c2 2026-08-22 -1', 'c3 2026-08-21 1'] },
    { topic: 'trust', count: 4, samples: ['c1 2026-11-20 0.5', 'c1 2026-11-19 0.5', 'c1 2026-11-18 0.5'] },
  ]);
  // one of today counts from the next night, one of a later day from that day on
  const recent = [1, 2, 3, 4, 5, 6, 7, 8].filter((at) => summary.hasRecent(`c${at}`));
  expect(recent).toEqual([1, 2, 4, 7, 8]);
});

it('clients without a stored signal that a score of today uses are counted', async () => {
  const account = asAccount('acme');
  const clients = ['signal', 'old', 'edge', 'open', 'over', 'none'];
  const table = await tableWith(account, [
    ...clients.map((id) => facts.aClient(id)),
    facts.aSignal('signal', 's', { day: today }),
    facts.aSignal('old', 's', { day: today - 91 }),
    facts.aSignal('edge', 's', { day: today - 90 }),
    open('open', 'o'),
    open('over', 'o', { since: today - 30 }),
  ]);
  let seen = 0;

  const count = await countWithoutSignals(table, account, clients, today, () => {
    seen += 1;
  });

  expect({ count, seen }).toEqual({ count: 3, seen: 6 });
});

describe('names that no client has', () => {
  const known = new Map<string, string | null>([
    ...(
      [
        'harbor light foods',
        'müller & söhne gmbh',
        'café société',
        'blue harbor',
        'northwind traders ltd.',
        'a.b.c. inc',
        'abc',
        'the company',
      ] as const
    ).map((name, at) => [name, `c${at}`] as const),
    ['same', null],
  ]);
  const proposed = (...names: string[]) => {
    const unknown = createUnknownNames();
    for (const clientName of names)
      unknown.add({ file: '', line: 1, message: '', reference: true, given: { clientName } });
    return unknown.named({ names: () => known });
  };

  it.each<[string, string[]]>([
    ['MUELLER UND SOHNE', ['c1']],
    ['Mueller, Soehne', ['c1']],
    ['Cafe Societe S.A.', ['c2']],
    ['Harbour Light Foods', ['c0']],
    ['Harbor Light', ['c0']],
    ['Foods, Harbor  Light Ltd', ['c0']],
    ['Harbor', ['c3', 'c0']],
    ['The Blue Harbor Light Foods Corporation', ['c0', 'c3']],
    ['Traders’ Northwind', ['c4']],
    ['ABC', ['c5', 'c6']],
    ['ABD', ['c5', 'c6']],
    ['ACD', []],
    ['AB', ['c5', 'c6']],
    ['company', ['c7']],
    ['The Company', ['c7']],
    ['Same', []],
    ['!', []],
  ])('%s is probably %j', (name, ids) => {
    expect(proposed(name).flatMap(({ proposals }) => proposals.map(({ id }) => id))).toEqual(ids);
  });

  const proposedOf = (name: string, ...clients: readonly string[]) => {
    const unknown = createUnknownNames();
    unknown.add({ file: '', line: 1, message: '', reference: true, given: { clientName: name } });
    return unknown
      .named({ names: () => clients.map((each) => [each, each] as const) })
      .flatMap(({ proposals }) => proposals.map(({ id }) => id));
  };

  it.each<[what: string, name: string, client: string, isProposed: boolean]>([
    ['one edit of four letters', 'abcd', 'abce', true],
    ['two edits of four letters', 'abcd', 'abef', false],
    ['one letter more than four', 'abcd', 'abcdx', true],
    ['two letters more than four', 'abcd', 'abcdxy', false],
    ['two edits of five letters', 'abcde', 'abxye', true],
    ['three edits of five letters', 'abcde', 'axyze', false],
    ['three edits of seventeen letters', 'abcdefghijklmnopq', 'xyzdefghijklmnopq', false],
    ['three edits of eighteen letters', 'abcdefghijklmnopqr', 'xyzdefghijklmnopqr', true],
    ['four edits of eighteen letters', 'abcdefghijklmnopqr', 'wxyzefghijklmnopqr', false],
    ['four more words', 'abcd', 'abcd efgh ijkl mnop qrst', true],
    ['four words less', 'abcd efgh ijkl mnop qrst', 'abcd', true],
    ['a word of three letters, and others', 'abc', 'abc defgh', false],
    ['two words of four letters, and another', 'xy cd', 'xy cd efghi', true],
    ['one word in common', 'abcd xyz', 'abcd efghij', false],
    ['letters between points', 'a.b.c', 'abc', true],
    ['points after letters', 'x. abcdef', 'x abcdef', true],
    ['points within words', 'ab.cd efghijklm', 'abcd efghijklm', true],
    ['other spaces', 'abcd efg', 'abcdefg', true],
    ['spaces between all letters', 'p q r s t', 'pqrst', true],
    ['two words of three letters, and another', 'xy z', 'xy z efghi', false],
    ['a sharp s', 'Weiß', 'weiss', true],
    ['an apostrophe', "L'Ab", 'lab', true],
    ['a printed apostrophe', 'L’Ab', 'lab', true],
    ['an accent for an apostrophe', 'L`Ab', 'lab', true],
    ['accents, case and signs', '¡Áb-ÇD! ', 'ab cd', true],
    ['a legal form', 'abcd gmbh', 'abcd', true],
    ['a legal form that is a part of a word', 'agcd', 'cd', false],
    ['nothing', '!', 'abcd', false],
  ])('%s: %s and %s', (_, name, client, isProposed) => {
    expect(proposedOf(name, client)).toEqual(isProposed ? [client] : []);
  });

  it.each([
    'gmbh mbh ag kg kgaa ohg gbr ug se eg ev co inc incorporated llc llp ltd limited plc corp corporation company',
    'sa sas sarl srl spa bv nv ab as oy oyj aps sro sl pty pte lda kft zrt doo',
    'the und and et y',
  ])('are compared without the words %s', (words) => {
    expect(words.split(' ').filter((word) => proposedOf(`Xq ${word.toUpperCase()}`, 'xq').length === 0)).toEqual([]);
    expect(proposedOf('Xq word', 'xq')).toEqual([]);
  });

  it('are proposed by how alike they are, then by name', () => {
    const clients = ['abcd xyz uvw', 'abcf', 'abcd xyz', 'abce', 'abcd gmbh'];

    expect(proposedOf('abcd', ...clients)).toEqual(['abcd gmbh', 'abce', 'abcf']);
    expect(proposedOf('abcd', 'abcd xyz uvw', 'abcd xyz', 'abcd uvw')).toEqual([
      'abcd uvw',
      'abcd xyz',
      'abcd xyz uvw',
    ]);
    expect(proposedOf('efgh abcd', 'abcd', 'abcd efgh', 'efgh abce')).toEqual(['abcd efgh', 'efgh abce', 'abcd']);
  });

  it('are listed once, with their rows and at most three proposals, as the clients are called', () => {
    expect(proposed('Harbor Light', 'x', 'Harbor Light')).toEqual([
      { name: 'Harbor Light', rows: 2, proposals: [{ id: 'c0', name: 'harbor light foods' }] },
      { name: 'x', rows: 1, proposals: [] },
    ]);
    const many = new Map(['acme d', 'acme b', 'acme c', 'acme a b'].map((name) => [name, name]));
    const unknown = createUnknownNames();
    unknown.add({ file: '', line: 1, message: '', reference: true, given: { clientName: 'acme', serviceId: null } });
    expect(unknown.named({ names: () => many })[0]?.proposals.map(({ id }) => id)).toEqual([
      'acme b',
      'acme c',
      'acme d',
    ]);
    expect(createUnknownNames().named({ names: () => expect.fail('nothing to compare') })).toEqual([]);
  });

  it('are those of rows without an id that refer to a client, and at most 1,000', () => {
    const unknown = createUnknownNames();
    const add = (given: Row['given'], more = {}) =>
      unknown.add({ file: '', line: 1, message: '', reference: true, given, ...more });
    add({ clientName: 'a' }, { reference: undefined });
    add({ clientName: 'b', externalId: 'x' });
    add({ clientName: 'c', serviceId: 'x' });
    add({ clientName: null });
    unknown.add({ file: '', line: 1, message: '', reference: true });
    for (let at = 0; at < 1001; at += 1) add({ clientName: `n${at}`, externalId: null, serviceId: null });
    add({ clientName: 'n0' });
    const named = unknown.named({ names: () => [] });

    expect([named.length, named[0]?.rows, named.at(-1)?.name]).toEqual([1000, 2, 'n999']);
  });
});
