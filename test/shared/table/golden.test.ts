import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { keyIdOf } from '../../../shared/domain/access/api-key.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { apiKeyHash } from '../../../shared/table/store/item-keys.ts';
import { type Snapshot, snapshotOf } from '../../functions/worker/world.ts';
import { expectSame } from '../../support/differences.ts';
import { type Life, lifeOf, noonAfter } from '../../support/service/life.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// Every kind of item, as each layout is written. Items in customers' tables must stay readable, so files of layouts that
// a release has written never change. A new layout adds a file: GOLDEN=write npx vitest run test/table/golden.test.ts

const writtenNow = 'layout-3';
const layoutNames = [writtenNow];
const firstDay = dayOf('2026-08-01');
/** The history of c1 is copied in the second night; its stream has a tail after the third. */
const nights = [firstDay + 1, firstDay + 96, firstDay + 97];
const lastDay = firstDay + 97;

interface Golden {
  readonly apiKey: string;
  readonly items: Record<string, Record<string, unknown>>;
  /** What the service answers from these items, by path. */
  readonly answers: Readonly<Record<string, unknown>>;
}

const fileOf = (name: string) => join(import.meta.dirname, 'golden', `${name}.json`);
const golden = (name: string): Golden => JSON.parse(readFileSync(fileOf(name), 'utf8'));

const files = {
  'clients.csv':
    'Service ID,Client ID,Name,Archived,Favorite,Last Contact,Account Owner,Industry,Location,Revenue TTM,Summary,Updated At,Tier\n' +
    'c1,X-1,Brown & Söhne,false,true,2026-07-18T09:30:00Z,Ada Okafor,Retail,Lyon,1250000.5,Steady.,2026-07-20T08:00:00Z,Gold\n' +
    'c2,,Northwind,true,false,,,,,,,2026-07-20T08:00:00Z,\n',
  'aliases.csv': 'Service ID,Name\nc1,Brown and Sons\n',
  'streams.csv': 'Service ID,Stream ID,Name,State,Goals\nc1,s1,Website,active,Grow\nc1,s2,Shop,inactive,\n',
  'scores.csv': 'Service ID,Stream ID,Score\nc2,,71.5\nc1,s2,90\n',
  'portfolios.csv':
    'Portfolio ID,Name,Color,Description,User IDs,Created At\np1,Key,#336699,Key clients,u1;u2,2025-03-01\n',
  'portfolio-members.csv': 'Portfolio ID,Service ID,Tier\np1,c1,Gold\n',
  'notes.csv': 'Service ID,Note ID,Created At,Created By,Type,Content\nc1,n1,2026-07-02T10:00:00Z,Ada,call,Talked\n',
  'follow-ups.csv': 'Service ID,At,By,State,Because\nc1,2026-10-30T10:00:00Z,Ada,no-risk,They always say so\n',
  'key-people.csv': 'Service ID,Person ID,Name,Title,Email\nc1,k1,Zoë Lind,CFO,k1@example.com\n',
  'insights.csv': 'Service ID,Stream ID,Week,Topic,Summary,Sentiment\nc1,s1,2026-07-20,trust,More of it,positive\n',
  'alignment.csv':
    'Service ID,Week,Value,Updated At,Updated By\nc1,2025-11-17,red,2025-11-18T09:00:00Z,Ben\nc1,2026-07-20,green,2026-07-21T09:00:00Z,Ben\n',
  'signals.csv':
    'Service ID,Signal ID,Date,Topic,Polarity,Weight,Stream ID\nc1,g1,2026-07-28,trust,-0.3,1,s1\nc1,g2,2026-07-29,timeliness,0.5,2,\n',
  'open-signals.csv':
    'Service ID,Signal ID,Feed,Since,Topic,Steps,Weight,Stream ID,Seen\nc1,late_I-7,bills,2026-07-10,billing_payment,"0:,14:-0.3,:-1",2,s1,2026-08-01\n',
};

const paths = [
  ...['/clients?include_archived=true', '/clients/c1', '/clients/c1/history?days=365', '/clients/c1/priorities'],
  ...['/clients/c1/notes', '/clients/c1/key-people', '/clients/c1/alignment', '/clients/c1/streams/s1'],
  ...['/clients/c1/streams?include_inactive=true', '/clients/alignment?week=2026-01-05', '/clients/trending'],
  ...['/clients/statistics/overview', '/clients/export/csv?include_archived=true', '/clients/search?query=brown'],
  ...['/streams?include_inactive=true', '/portfolios', '/portfolios/p1', '/clients?portfolio_id=p1'],
];

/** An account of this version after some nights. */
async function lived(): Promise<Golden> {
  const life = lifeOf(new Map(), firstDay * 86_400_000);
  await life.run('accounts create --account acme --name Acme');
  await life.importFiles('acme', files, '--metadata all');
  for (const day of nights) await life.night(day);
  life.world.now = noonAfter(lastDay);
  const { apiKey } = await life.newKey('acme');
  // lines of the log have ids and names of folders of their own
  const kept = [...snapshotOf(life.world)].filter(([address]) => !address.startsWith('LOG#'));
  const items = Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)));
  return { apiKey, items, answers: await answersOf(life, apiKey) };
}

async function answersOf(life: Life, apiKey: string): Promise<Golden['answers']> {
  const ask = await life.asker(apiKey);
  const answers = await Promise.all(paths.map(async (path) => [path, await ask(path)] as const));
  return Object.fromEntries(answers.map(([path, { body }]) => [path, path.includes('csv') ? body : JSON.parse(body)]));
}

const random = new Set(['generation', 'value', 'facts']);

/** Lists and pages as text, without keys and marks, which depend on how many random bytes a command takes. */
function comparable({ items, apiKey }: Golden): unknown {
  const text = [apiKeyHash(apiKey), keyIdOf(apiKey), apiKey.slice(-4)].reduce(
    (all, secret) => all.replaceAll(secret, 'random'),
    JSON.stringify(items),
  );
  const linesOf = ({ B }: { B: string }) => brotliDecompressSync(Buffer.from(B, 'base64')).toString().split('\n');
  return JSON.parse(text, (name, value) => (name === 'z' ? linesOf(value) : random.has(name) ? 'random' : value));
}

it.skipIf(process.env.GOLDEN !== 'write')('writes the file', async () => {
  writeFileSync(fileOf(writtenNow), `${JSON.stringify(await lived(), null, 2)}\n`);
});

it(`this version writes the items of ${writtenNow}, attribute by attribute`, async () => {
  const [now, then] = [await lived(), golden(writtenNow)];
  expectSame(comparable(now), comparable(then));
});

it('the file holds every kind of item', () => {
  const items = Object.keys(golden(writtenNow).items).map((address) => address.split(' '));
  const kinds = items.map(([pk = '', sk = '']) => (pk.startsWith('CUST#') ? sk : pk).split('#')[0]);

  expect([...new Set(kinds)].sort().join(' ')).toBe(
    'ACCOUNTS ALIAS ALIGN CLIENT FACTS FEEDS FOLLOWUP HEALTH INSIGHTS KEY KEYS LIST MEMBER NOTE PAGE PERSON PORTFOLIO ROOT S SCORE SIDE STREAM VIEW',
  );
  expect(items.map(([, sk]) => sk)).toContain('S#TODAY');
});

it.each(layoutNames)(
  'items of %s are served as when they were written, whatever attributes they have besides',
  async (name) => {
    const { items, apiKey, answers } = golden(name);
    const addedLater = { M: { by: { S: 'a later version' } } };
    const stored = Object.entries(items).map(([address, item]) => [address, { ...item, addedLater }] as const);
    const life = lifeOf(new Map(stored) as Snapshot, noonAfter(lastDay));

    expect(await answersOf(life, apiKey)).toEqual(answers);
  },
);

it.each([
  ['CLIENT', '/clients/c1', 'export OUT --account acme'],
  ['STREAM', '/clients/c1/streams', 'export OUT --account acme'],
  ['SCORE', '/clients/c1', 'inspect c1 --account acme'],
  ['NOTE', '/clients/c1/notes', 'export OUT --account acme'],
  ['FOLLOWUP', 'export OUT --account acme'],
  ['PERSON', '/clients/c1/key-people', 'export OUT --account acme'],
  ['INSIGHTS', '/clients/c1/streams/s1', 'export OUT --account acme'],
  ['ALIGN', '/clients/c1/alignment', 'export OUT --account acme'],
  ['S', 'inspect c1 --account acme', 'export OUT --account acme'],
  ['PORTFOLIO', 'export OUT --account acme'],
  ['MEMBER', 'export OUT --account acme'],
  ['KEY', '/topics'],
])('a %s item of a later version is refused, with advice: %s, %s', async (kind, ...readers) => {
  const { items, apiKey } = golden(writtenNow);
  const stored = Object.entries(items).map(([address, item]) => {
    const [, sk = ''] = address.split(' ');
    return [address, sk.split('#')[0] === kind ? { ...item, v: { N: '4' } } : item] as const;
  });
  const life = lifeOf(new Map(stored) as Snapshot, noonAfter(lastDay));
  const ask = await life.asker(apiKey);

  for (const reader of readers)
    await expect(
      reader.startsWith('/') ? ask(reader) : life.run(reader.replace('OUT', temporaryFolder())),
    ).rejects.toThrow(
      `A ${kind} item has layout 4, but this version reads layout 3. A newer version wrote it: deploy that version again`,
    );
});
