import { describe, expect, it } from 'vitest';
import type { ZodError } from 'zod';
import { changesBy, type Fact } from '../../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../../shared/table/store/item-keys.ts';
import { accountWriter } from '../../../support/rosters/account-writer.ts';
import {
  aClient,
  aMember,
  aNote,
  aPerson,
  aPortfolio,
  aRead,
  aSignal,
  aStream,
  insightsOfWeek,
} from '../../../support/store/facts.ts';
import { useMemoryTable } from '../../../support/store/table.ts';
import { writeFacts } from '../../../support/store/writer.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const x = (count: number) => 'x'.repeat(count);
const record = (keys: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, value]));
/** Why a fact is refused; undefined if it is not. */
const refusalOf = (fact: Fact) =>
  writeFacts(accountWriter(db.table), acme, [fact]).then(
    () => undefined,
    ({ issues }: ZodError) => issues.map(({ message }) => message),
  );
const ids = 'an id is 1 to 64 letters, digits, - or _, beginning with a letter or digit';
const clientIds = 'a client id is an id, and no word that the API keeps for itself';
const dates = 'a date lies between 2000-01-01 and 2099-12-31';
const times = 'a time is ISO 8601 in UTC, with a trailing Z';
const texts = 'accountOwner, currency, industry, location are texts';
const controls = 'the name holds a control character; only tabs and line ends are allowed';

/** JSON of exactly the given number of bytes. */
const metadataOf = (bytes: number) => ({ text: `é${x(bytes - JSON.stringify({ text: 'é' }).length - 1)}` });
const insights = (summary: string, count = 1, given: object = {}): Fact => {
  const all = Array.from({ length: count }, () => ({ topic: 'trust', summary, sentiment: 'mixed', ...given }));
  return { kind: 'insights', value: { clientId: 'c', streamId: 's', weekDate: '2026-11-16', insights: all } };
};

/** Makes a fact of a value of one of its fields. */
type Made = (value: never) => Fact;
const client = (field: string) => (value: unknown) => aClient('c', { [field]: value });
const metadata = (field: string) => (value: unknown) => aClient('c', { metadata: { [field]: value as string } });
const stream = (field: string) => (value: unknown) => aStream('c', 's', { [field]: value });
const portfolio = (field: string) => (value: unknown) => aPortfolio('p', { [field]: value });
const signal = (field: string) => (value: unknown) => aSignal('c', 'g', { [field]: value });
const note = (field: string) => (value: unknown) => aNote('c', 'n', { [field]: value });
const person = (field: string) => (value: unknown) => aPerson('c', 'k', { [field]: value });
const alias =
  (field: string) =>
  (value: string): Fact => {
    return { kind: 'alias', value: { name: 'One', clientId: 'c', [field]: value } };
  };
const openSignal = (id: string, given: object = {}): Fact => {
  const value = { id, feed: 'crm', since: 20_700, topic: 'trust', steps: [{ polarity: -1 }], weight: 1, seen: 20_710 };
  return { kind: 'open-signal', clientId: 'c', value: { ...value, ...given } };
};
const open = (field: string) => (value: unknown) => openSignal('o', { [field]: value });
const step = (field: string) => (value: number) => openSignal('o', { steps: [{ [field]: value }] });
const [utc, local] = ['2026-11-19T10:00:00Z', '2026-11-19T10:00:00+01:00'];
const week = (date: string) => insightsOfWeek('c', 's', date);
const column = (name: string) => aMember('p', 'c', { [name]: '' });

/** What a text is for, how long it may be, and what the refusal calls it. */
const lengths: readonly (readonly [name: string, fact: Made, most: number])[] = [
  ['name', client('name'), 200],
  ['external id', client('externalId'), 100],
  ['summary', client('spotlightSummary'), 2000],
  ['goals', stream('goals'), 2000],
  ['spotlight', stream('spotlight'), 2000],
  ['note', note('content'), 8000],
  ['type', note('type'), 50],
  ['author', note('createdBy'), 200],
  ['author', (updatedBy: string) => aRead('c', '2026-11-16', { updatedBy }), 200],
  ['title', person('title'), 200],
  ['e-mail', person('email'), 200],
  ['phone', person('phone'), 200],
  ['role', person('role'), 200],
  ['department', person('department'), 200],
  ['name', alias('name'), 200],
  ['summary', insights, 500],
  ['topic', (topic: string) => insights('', 1, { topic }), 100],
  ['sentiment', (sentiment: string) => insights('', 1, { sentiment }), 50],
  ['description', portfolio('description'), 500],
];
const [anExtraColumn, aUserId] = [
  'an extra column has more than 100 characters',
  'a user id has more than 100 characters',
];
const system = 'ids that end with -clients are the system portfolios';
const colours = 'a colour is # and six hexadecimal digits';
const feeds = 'a feed is letters, digits and _ . / -, at most 64';
const exact = 'a number is at most 9007199254740991';
const ofInsights = (id: string) => insightsOfWeek(id, 's', '2026-11-16');
const readAt = (updatedAt: string) => aRead('c', '2026-11-16', { updatedAt });
const extra = (value: string) => aMember('p', 'c', { tier: value });

describe('a fact is stored up to its limits and rejected above them, with the reason', () => {
  it.each<[what: string, fact: Made, most: unknown, more: unknown, why?: string]>([
    ...lengths.map(([name, fact, most]): [string, Made, string, string, string] => [
      `${name} of ${most} characters`,
      fact,
      x(most),
      x(most + 1),
      `the ${name} has more than ${most} characters`,
    ]),
    ...[...'\u0000\u0007\u001b\u007f\u0085'].map((control): [string, Made, unknown, unknown, string] => {
      const what = `no control character but tab and line end: ${JSON.stringify(control)}`;
      return [what, client('name'), 'a\tb\r\nc', `a${control}b`, controls];
    }),
    ['a client id of 64 characters', (id: string) => aClient(id), x(64), x(65), clientIds],
    ['a name that is not blank', client('name'), ' x ', ' ', 'the name is empty'],
    ['metadata of 30 keys', client('metadata'), record(30), record(31), 'metadata has more than 30 keys'],
    ['a metadata key that only resembles constructor', client('metadata'), { constructors: 'x' }, { constructor: 'x' }],
    ['a week of insights from 2000 on', week, '2000-01-01', '1999-12-31', dates],
    ['a week of insights until 2099', week, '2099-12-31', '2100-01-01', dates],
    ['metadata of 2 KB', client('metadata'), metadataOf(2048), metadataOf(2049), 'metadata takes more than 2048 bytes'],
    ['a metadata key of 100 characters', client('metadata'), { [x(100)]: 1 }, { [x(101)]: 1 }],
    ['a number that DynamoDB stores exactly', metadata('n'), Number.MAX_SAFE_INTEGER, 2 ** 53, exact],
    ['a negative number that it stores exactly', metadata('n'), -(2 ** 53 - 1), -(2 ** 53)],
    ['a number that is not too close to 0', metadata('n'), -1e-100, 1e-101, 'a number is 0 or at least 1e-100'],
    ['a revenue that is a number', metadata('revenueTTM'), 0, '0', 'revenueTTM is a number'],
    ['an owner that is a text', metadata('accountOwner'), '5', 5, texts],
    ['a location that is a text', metadata('location'), 'Graz', true, texts],
    ['an imported score of 200', client('importedScore'), 200, 200.1],
    ['an imported score of 0', stream('importedScore'), 0, -0.1],
    ['well-formed Unicode', client('name'), '😀', '\ud83d', 'the name holds half a character'],
    ['another name of a client', alias('clientId'), 'search-1', 'search', clientIds],
    ['40 insights a week', (count: number) => insights('', count), 40, 41, 'a week has more than 40 insights'],
    ['10 extra columns', (count: number) => aMember('p', 'c', record(count)), 10, 11, 'more than 10 extra columns'],
    ['an extra column of 100 characters', extra, x(100), x(101), anExtraColumn],
    ['a column name of 100 characters', column, x(100), x(101)],
    ['a column with a name', column, ' ', ''],
    ['100 users', portfolio('userIds'), Array(100).fill('u'), Array(101).fill('u')],
    ['a user id of 100 characters', portfolio('userIds'), ['u', x(100)], ['u', x(101)], aUserId],
    ['six hexadecimal digits', portfolio('color'), '#0aF9B3', '#0aF', colours],
    ['no id of a system portfolio', (id: string) => aPortfolio(id), 'my-client', 'my-clients', system],
    ['an id that is not a path segment of the API', (id: string) => aClient(id), 'search-1', 'search', clientIds],
    ['an id of a client with insights', ofInsights, 'c', 'search', clientIds],
    ['a polarity of -1', signal('polarity'), -1, -1.01],
    ['a weight of 1,000', signal('weight'), 1000, 1001],
    ['a weight of 0', signal('weight'), 0, -0.001],
    ['one of the 15 topics', signal('topic'), 'advocacy', 'mood', 'the topic is none of the 15'],
    ['a whole day', signal('day'), 20_777, 20_777.5],
    ['a day from 2000 on', signal('day'), 10_957, 10_956, 'the day is too early'],
    ['a day up to 2099', signal('day'), 47_481, 47_482, 'the day is too late'],
    ['a week of a read from 2000 on', (date: string) => aRead('c', date), '2000-01-03', '1999-12-31', dates],
    ['a date that exists', (date: string) => aRead('c', date), '2028-02-29', '2026-02-29', 'a date is YYYY-MM-DD'],
    ['a time of a note in UTC', note('createdAt'), utc, local, times],
    ['a last contact in UTC', client('lastContactDate'), utc, local, times],
    ['a change of a client in UTC', client('updatedAt'), utc, local, times],
    ['a time of a portfolio in UTC', portfolio('createdAt'), utc, local, times],
    ['a time of a read in UTC', readAt, utc, local, times],
    ['a feed of 64 characters', open('feed'), `a${x(59)}_./-`, x(65), feeds],
    ['20 steps', open('steps'), Array(20).fill({ most: 1 }), Array(21).fill({ most: 1 })],
    ['a step', open('steps'), [{}], []],
    ['a step of a million days', step('most'), 1e6, 1e6 + 1],
    ['a step of a million days ahead', step('most'), -1e6, -1e6 - 1],
    ['a polarity of a step of -1', step('polarity'), -1, -1.01],
    ['a weight of an open signal of 1,000', open('weight'), 1000, 1001],
    ['a stream of an open signal', open('stream'), 's', 's 1', ids],
  ])('%s', async (_, fact, most, more, why) => {
    expect(await refusalOf(fact(most as never))).toBeUndefined();
    expect(await refusalOf(fact(more as never))).toEqual([why ?? expect.any(String)]);
  });

  it('a batch with one rejected fact stores nothing', async () => {
    const writing = writeFacts(accountWriter(db.table), acme, [aClient('well'), aClient('ill', { name: '' })]);

    await expect(writing).rejects.toThrow('the name is empty');
    expect(await changesBy(db.table, acme, [aClient('well')])).toHaveLength(1);
  });
});

describe('limits on the total of several facts', () => {
  const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));
  const write = (customerId: string, facts: readonly Fact[]) =>
    writeFacts({ ...accountWriter(db.table), changed: async () => undefined }, asAccount(customerId), facts);

  it('200 portfolios per account; an existing one can still be changed', async () => {
    await write(
      'full',
      many(199, (at) => aPortfolio(`p${at}`)),
    );
    await write('fuller', [aPortfolio('p0')]);

    await write('full', [aPortfolio('p199'), aPortfolio('p0', { name: 'Renamed' })]);

    await expect(write('full', [aPortfolio('p200')])).rejects.toThrow('an account has at most 200 portfolios');
  });

  it('64 KB of portfolios', async () => {
    const large = (at: number, description = x(500)) =>
      aPortfolio(`p${at}`, { userIds: Array(100).fill(x(100)), description });
    await write(
      'large',
      many(5, (at) => large(at)),
    );

    await write('large', [aPortfolio('small')]);

    for (const fact of [large(5), aPortfolio('small', { ...large(0).value, id: 'small' })])
      await expect(write('large', [fact])).rejects.toThrow('the portfolios of the account take more than 65536 bytes');
  });

  it('200 streams per client; an existing one can still be changed', async () => {
    await write('busy', [aClient('c'), ...many(199, (at) => aStream('c', `s${at}`))]);
    await write('busy', [
      aClient('c2'),
      aStream('c2', 's0'),
      aStream('c', 's199'),
      aStream('c', 's0', { name: 'Renamed' }),
    ]);

    await expect(write('busy', [aStream('c', 's200')])).rejects.toThrow('client "c" has more than 200 streams');
  });

  it('1,000 key people per client; an existing one can still be changed', async () => {
    await write('known', [aClient('c'), ...many(999, (at) => aPerson('c', `k${at}`))]);
    await write('known', [aPerson('c', 'k999'), aPerson('c', 'k0', { name: 'Renamed' })]);

    await expect(write('known', [aPerson('c', 'k1000')])).rejects.toThrow('client "c" has more than 1000 key people');
  });

  it('streams and key people of the last of many clients', async () => {
    const ids = many(20, (at) => `c${at}`);
    await write(
      'wide',
      many(200, (at) => aStream('c19', `s${at}`)),
    );
    await write(
      'wide',
      many(1000, (at) => aPerson('c19', `k${at}`)),
    );
    const more = (make: (clientId: string, id: string) => Fact) =>
      write(
        'wide',
        ids.map((id) => make(id, 'more')),
      );

    await expect(more(aStream)).rejects.toThrow('client "c19" has more than 200 streams');
    await expect(more(aPerson)).rejects.toThrow('client "c19" has more than 1000 key people');
  });

  it('32 KB of extra columns per client, small ones always', async () => {
    const large = Object.fromEntries(many(10, (at) => [`${at}${x(99)}`, x(100)]));
    await write('wide', [aClient('c'), aClient('c2'), ...many(20, (at) => aPortfolio(`p${at}`))]);
    await write(
      'wide',
      many(15, (at) => aMember(`p${at}`, 'c', large)),
    );

    const tooMuch = 'the extra columns of client "c" take more than 32768 bytes';
    await expect(write('wide', [aMember('p15', 'c', large)])).rejects.toThrow(tooMuch);
    await expect(write('wide', [aMember('p15', 'c', large), aMember('p16', 'c', {})])).rejects.toThrow(tooMuch);
    await write('wide', [aMember('p15', 'c', { tier: x(100) }), aMember('p15', 'c2', large)]);
    // what the same facts replace is not counted
    await write('wide', [aMember('p16', 'c', large), aMember('p3', 'c', { a: 'b' })]);
    await expect(write('wide', [aMember('p3', 'c', large)])).rejects.toThrow(tooMuch);
  });

  it('90 KB of signals per client and week', async () => {
    const signals = (count: number, day = 20_770) =>
      many(count, (at) => aSignal('c', `${at}`.padStart(64, '0'), { day, stream: x(64), polarity: 0.123456789 }));
    await write('loud', signals(450));

    await expect(write('loud', signals(600))).rejects.toThrow(
      'client "c" has more than 92160 bytes of signals in this week',
    );
    await write('loud', signals(450, 20_777));
  });

  it('100 KB of open signals per client', async () => {
    // each takes 656 bytes with the end of its line
    const steps = Array(20).fill({ most: 123_456, polarity: -0.12345678901 });
    const all = (count: number) =>
      many(count, (at) => openSignal(`${at}`.padStart(64, '0'), { feed: x(64), stream: x(64), steps }));
    await write('open', all(156));

    await expect(write('open', all(157))).rejects.toThrow('client "c" has more than 102400 bytes of open signals');
  });
});
