import { describe, expect, it } from 'vitest';
import { changesBy, type Fact, writeFacts } from '../../../shared/table/facts/facts.ts';
import { asAccount, streamScoreKey } from '../../../shared/table/store/item-keys.ts';
import { putAll } from '../../../shared/table/store/write.ts';
import { accountWriter } from '../../support/rosters/account-writer.ts';
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
} from '../../support/store/facts.ts';
import { useMemoryTable } from '../../support/store/table.ts';

const db = useMemoryTable();
const acme = asAccount('acme');
const x = (count: number) => 'x'.repeat(count);
const record = (keys: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: keys }, (_, at) => [`k${at}`, value]));
const isAccepted = async (fact: Fact) =>
  changesBy(db.table, acme, [fact]).then(
    () => true,
    () => false,
  );

/** JSON of exactly the given number of bytes. */
const metadataOf = (bytes: number) => ({ text: x(bytes - JSON.stringify({ text: '' }).length) });
const insightOf = (summary: string, count = 1): Fact => {
  const insights = Array.from({ length: count }, () => ({ topic: 'trust', summary, sentiment: 'mixed' }));
  return { kind: 'insights', value: { clientId: 'c', streamId: 's', weekDate: '2026-11-16', insights } };
};

describe('a fact is stored up to its limits and rejected above them', () => {
  it.each<{ what: string; most: Fact; more: Fact }>([
    { what: 'a client id of 64 characters', most: aClient(x(64)), more: aClient(x(65)) },
    { what: 'a name of 200 characters', most: aClient('c', { name: x(200) }), more: aClient('c', { name: x(201) }) },
    { what: 'a name that is not blank', most: aClient('c', { name: ' x ' }), more: aClient('c', { name: ' ' }) },
    {
      what: 'an external id of 100 characters',
      most: aClient('c', { externalId: x(100) }),
      more: aClient('c', { externalId: x(101) }),
    },
    {
      what: 'a summary of 2,000 characters',
      most: aClient('c', { spotlightSummary: x(2000) }),
      more: aClient('c', { spotlightSummary: x(2001) }),
    },
    {
      what: 'metadata of 30 keys',
      most: aClient('c', { metadata: record(30) }),
      more: aClient('c', { metadata: record(31) }),
    },
    {
      what: 'a metadata key that only resembles constructor',
      most: aClient('c', { metadata: { constructors: 'x' } }),
      more: aClient('c', { metadata: { constructor: 'x' } as unknown as Record<string, string> }),
    },
    {
      what: 'a week from 2000 on',
      most: insightsOfWeek('c', 's', '2000-01-01'),
      more: insightsOfWeek('c', 's', '1999-12-31'),
    },
    {
      what: 'a week until 2099',
      most: insightsOfWeek('c', 's', '2099-12-31'),
      more: insightsOfWeek('c', 's', '2100-01-01'),
    },
    {
      what: 'metadata of 2 KB',
      most: aClient('c', { metadata: metadataOf(2048) }),
      more: aClient('c', { metadata: metadataOf(2049) }),
    },
    {
      what: 'a metadata key of 100 characters',
      most: aClient('c', { metadata: { [x(100)]: 1 } }),
      more: aClient('c', { metadata: { [x(101)]: 1 } }),
    },
    {
      what: 'a number that DynamoDB stores exactly',
      most: aClient('c', { metadata: { n: Number.MAX_SAFE_INTEGER } }),
      more: aClient('c', { metadata: { n: 2 ** 53 } }),
    },
    {
      what: 'a number that is not too close to 0',
      most: aClient('c', { metadata: { n: -1e-100 } }),
      more: aClient('c', { metadata: { n: 1e-101 } }),
    },
    {
      what: 'a revenue that is a number',
      most: aClient('c', { metadata: { revenueTTM: 0 } }),
      more: aClient('c', { metadata: { revenueTTM: '0' } }),
    },
    {
      what: 'an owner that is a text',
      most: aClient('c', { metadata: { accountOwner: '5' } }),
      more: aClient('c', { metadata: { accountOwner: 5 } }),
    },
    {
      what: 'a location that is a text',
      most: aClient('c', { metadata: { location: 'Graz' } }),
      more: aClient('c', { metadata: { location: true } }),
    },
    {
      what: 'an imported score of 200',
      most: aClient('c', { importedScore: 200 }),
      more: aClient('c', { importedScore: 200.1 }),
    },
    {
      what: 'an imported score of 0',
      most: aStream('c', 's', { importedScore: 0 }),
      more: aStream('c', 's', { importedScore: -0.1 }),
    },
    { what: 'well-formed Unicode', most: aClient('c', { name: '😀' }), more: aClient('c', { name: '\ud83d' }) },
    ...[...'\u0000\u0007\u001b\u007f\u0085'].map((control) => ({
      what: `no control character but tab and line end: ${JSON.stringify(control)}`,
      most: aClient('c', { name: 'a\tb\r\nc' }),
      more: aClient('c', { name: `a${control}b` }),
    })),
    {
      what: 'goals of 2,000 characters',
      most: aStream('c', 's', { goals: x(2000) }),
      more: aStream('c', 's', { goals: x(2001) }),
    },
    {
      what: 'a note of 8,000 characters',
      most: aNote('c', 'n', { content: x(8000) }),
      more: aNote('c', 'n', { content: x(8001) }),
    },
    {
      what: 'a note type of 50 characters',
      most: aNote('c', 'n', { type: x(50) }),
      more: aNote('c', 'n', { type: x(51) }),
    },
    {
      what: 'an author of 200 characters',
      most: aRead('c', '2026-11-16', { updatedBy: x(200) }),
      more: aRead('c', '2026-11-16', { updatedBy: x(201) }),
    },
    {
      what: 'a title of 200 characters',
      most: aPerson('c', 'k', { title: x(200) }),
      more: aPerson('c', 'k', { title: x(201) }),
    },
    { what: 'a summary of 500 characters', most: insightOf(x(500)), more: insightOf(x(501)) },
    { what: '40 insights a week', most: insightOf('', 40), more: insightOf('', 41) },
    { what: '10 extra columns', most: aMember('p', 'c', record(10)), more: aMember('p', 'c', record(11)) },
    {
      what: 'an extra column of 100 characters',
      most: aMember('p', 'c', { tier: x(100) }),
      more: aMember('p', 'c', { tier: x(101) }),
    },
    {
      what: 'a column name of 100 characters',
      most: aMember('p', 'c', { [x(100)]: '' }),
      more: aMember('p', 'c', { [x(101)]: '' }),
    },
    { what: 'a column with a name', most: aMember('p', 'c', { ' ': '' }), more: aMember('p', 'c', { '': '' }) },
    {
      what: '100 users',
      most: aPortfolio('p', { userIds: Array(100).fill('u') }),
      more: aPortfolio('p', { userIds: Array(101).fill('u') }),
    },
    {
      what: 'a description of 500 characters',
      most: aPortfolio('p', { description: x(500) }),
      more: aPortfolio('p', { description: x(501) }),
    },
    {
      what: 'six hexadecimal digits',
      most: aPortfolio('p', { color: '#0aF9B3' }),
      more: aPortfolio('p', { color: '#0aF' }),
    },
    {
      what: 'a portfolio id that is not a system portfolio',
      most: aPortfolio('my-client'),
      more: aPortfolio('all-clients'),
    },
    { what: 'an id that is not a path segment of the API', most: aClient('search-1'), more: aClient('search') },
    {
      what: 'a polarity of -1',
      most: aSignal('c', 'g', { polarity: -1 }),
      more: aSignal('c', 'g', { polarity: -1.01 }),
    },
    { what: 'a weight of 1,000', most: aSignal('c', 'g', { weight: 1000 }), more: aSignal('c', 'g', { weight: 1001 }) },
    { what: 'a weight above 0', most: aSignal('c', 'g', { weight: 1e-9 }), more: aSignal('c', 'g', { weight: 0 }) },
    {
      what: 'one of the 15 topics',
      most: aSignal('c', 'g', { topic: 'advocacy' }),
      more: aSignal('c', 'g', { topic: 'mood' }),
    },
    { what: 'a whole day', most: aSignal('c', 'g', { day: 20_777 }), more: aSignal('c', 'g', { day: 20_777.5 }) },
    { what: 'a day from 2000 on', most: aSignal('c', 'g', { day: 10_957 }), more: aSignal('c', 'g', { day: 10_956 }) },
    { what: 'a day up to 2099', most: aSignal('c', 'g', { day: 47_481 }), more: aSignal('c', 'g', { day: 47_482 }) },
    { what: 'a week from 2000 on', most: aRead('c', '2000-01-03'), more: aRead('c', '1999-12-31') },
    { what: 'a date that exists', most: aRead('c', '2028-02-29'), more: aRead('c', '2026-02-29') },
    {
      what: 'a time in UTC',
      most: aNote('c', 'n', { createdAt: '2026-11-19T10:00:00Z' }),
      more: aNote('c', 'n', { createdAt: '2026-11-19T10:00:00+01:00' }),
    },
  ])('$what', async ({ most, more }) => {
    expect(await isAccepted(most)).toBe(true);
    expect(await isAccepted(more)).toBe(false);
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
    writeFacts({ ...accountWriter(db.table), project: async () => undefined }, asAccount(customerId), facts);

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

    await expect(write('large', [large(5)])).rejects.toThrow(
      'the portfolios of the account take more than 65536 bytes',
    );
    await write('large', [aPortfolio('small')]);
  });

  it('200 streams per client; an existing one can still be changed', async () => {
    await write('busy', [aClient('c'), ...many(199, (at) => aStream('c', `s${at}`))]);
    await write('busy', [
      aClient('c2'),
      aStream('c2', 's0'),
      aStream('c', 's199'),
      aStream('c', 's0', { name: 'Renamed' }),
    ]);

    await expect(write('busy', [aStream('c', 's200')])).rejects.toThrow('client c has more than 200 streams');
  });

  it('1,000 key people per client; an existing one can still be changed', async () => {
    await write('known', [aClient('c'), ...many(999, (at) => aPerson('c', `k${at}`))]);
    await write('known', [aPerson('c', 'k999'), aPerson('c', 'k0', { name: 'Renamed' })]);

    await expect(write('known', [aPerson('c', 'k1000')])).rejects.toThrow('client c has more than 1000 key people');
  });

  it('scores of streams are no streams', async () => {
    const scores = many(200, (at) => ({ ...streamScoreKey(asAccount('scored'), 'c', `s${at}`), v: 2 }));
    await write('scored', [aClient('c'), aStream('c', 's0')]);
    await putAll(db.table, scores);

    await write('scored', [aStream('c', 's1')]);
  });

  it('32 KB of extra columns per client, small ones always', async () => {
    const large = Object.fromEntries(many(10, (at) => [`${at}${x(99)}`, x(100)]));
    await write('wide', [aClient('c'), aClient('c2'), ...many(20, (at) => aPortfolio(`p${at}`))]);
    await write(
      'wide',
      many(15, (at) => aMember(`p${at}`, 'c', large)),
    );

    const tooMuch = 'the extra columns of client c take more than 32768 bytes';
    await expect(write('wide', [aMember('p15', 'c', large)])).rejects.toThrow(tooMuch);
    await expect(write('wide', [aMember('p15', 'c', large), aMember('p16', 'c', {})])).rejects.toThrow(tooMuch);
    await write('wide', [
      aMember('p15', 'c', { tier: x(100) }),
      aMember('p15', 'c2', large),
      aMember('p3', 'c', { a: 'b' }),
    ]);
    await write('wide', [aMember('p15', 'c', large)]);
  });

  it('90 KB of signals per client and week', async () => {
    const signals = (count: number, day = 20_770) =>
      many(count, (at) => aSignal('c', `${at}`.padStart(64, '0'), { day, stream: x(64), polarity: 0.123456789 }));
    await write('loud', signals(450));

    await expect(write('loud', signals(600))).rejects.toThrow(
      'client c has more than 92160 bytes of signals in this week',
    );
    await write('loud', signals(450, 20_777));
  });
});

it('insights of a week have a client and a stream', async () => {
  expect(await isAccepted(insightsOfWeek('c', 's', '2026-11-16'))).toBe(true);
  expect(await isAccepted(insightsOfWeek('search', 's', '2026-11-16'))).toBe(false);
});
