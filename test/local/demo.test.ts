import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { CannotStart, startFailureMessage } from '../../bin/local/cli/failure.ts';
import { readOptions, UsageError } from '../../bin/local/cli/options.ts';
import { brightwater } from '../../bin/local/demo/brightwater.ts';
import type { DemoAccount } from '../../bin/local/demo/demo-account.ts';
import { type DemoClient, demoClient } from '../../bin/local/demo/generate/demo-client.ts';
import { portfoliosOf } from '../../bin/local/demo/generate/portfolios.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { northlight } from '../../bin/local/demo/northlight.ts';
import { type ServiceOptions, startService } from '../../bin/local/service.ts';
import { dateOf, dayOf } from '../../shared/domain/dates.ts';
import { bands } from '../../shared/domain/scoring/bands.ts';
import { scoreOn } from '../../shared/domain/scoring/history.ts';
import { currentScore, score, signalsOfClient, signalsOfStream } from '../../shared/domain/scoring/scoring.ts';
import { scoredTopics } from '../../shared/domain/scoring/topic-scores.ts';
import { changesBy } from '../../shared/table/facts/facts.ts';
import { clientById } from '../../shared/table/records/clients.ts';
import type { Score } from '../../shared/table/records/scores.ts';
import { recordsOfClient, scoreClient } from '../../shared/table/scoring/score-client.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { openTable } from '../../shared/table/store/table.ts';
import { standingOf } from '../../shared/table/views/read/entries.ts';
import { readHead } from '../../shared/table/views/read/head.ts';
import { PageStore } from '../../shared/table/views/read/page-store.ts';
import { project } from '../../shared/table/views/write/project.ts';
import { refreshCounts } from '../../shared/table/views/write/refresh-counts.ts';
import { sourcesIn } from '../support/sources.ts';
import { countCapacity } from '../support/store/capacity.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const today = dayOf('2026-11-20');
const db = useTable();
const accounts = [brightwater, northlight];

function clientsOf(demo: DemoAccount, day = today): DemoClient[] {
  return demo.profiles().map((profile) => demoClient(demo, profile, day));
}

const [large, small] = [clientsOf(brightwater), clientsOf(northlight)];
const everyClient = [
  ...large.map((client) => ({ client, demo: brightwater })),
  ...small.map((client) => ({ client, demo: northlight })),
];

beforeAll(async () => {
  for (const demo of accounts) await loadDemo(db.table, demo, today);
}, 60_000);

describe('the demo in the table', () => {
  it('is what an import of its facts would have written', { timeout: 60_000 }, async () => {
    for (const demo of accounts) {
      const portfolios = portfoliosOf(demo.portfolios, today).map((value) => ({ kind: 'portfolio' as const, value }));
      const facts = [...portfolios, ...clientsOf(demo).flatMap((client) => client.facts)];

      expect(await changesBy(db.table, asAccount(demo.customerId), facts)).toEqual([]);
    }
  });

  it('shows what a projection of all clients would show: one on the next day writes nothing', {
    timeout: 60_000,
  }, async () => {
    const table = openTable(db.address, 'job');
    onTestFinished(() => table.documents.destroy());
    const spent = countCapacity(table);
    for (const { customerId, profiles } of accounts) {
      const ids = profiles().map(({ id }) => id);
      await project(table, asAccount(customerId), ids, today + 1, new PageStore(16 * 1024 * 1024));
    }

    expect(spent.readUnits).toBeGreaterThan(0);
    expect(spent.writeUnits).toBe(0);
  });

  it('has the scores that a night computes from the signals in the table', { timeout: 60_000 }, async () => {
    for (const { client, demo } of everyClient.filter(({ client }) => client.score)) {
      const account = asAccount(demo.customerId);
      const stored = await clientById(db.table, account, client.client.id);
      if (!stored) throw new Error(`${client.client.id} is not in the table`);
      const before = await recordsOfClient(db.table, account, stored);
      const after = await scoreClient(db.table, account, stored, { day: today, rescore: true });

      expect(after.score).toEqual(before.score);
      const scored = new Set(before.streams.filter((each) => each.score).map(({ stream }) => stream.id));
      expect(after.streams.filter(({ stream }) => scored.has(stream.id))).toEqual(
        before.streams.filter((each) => each.score),
      );
    }
  });

  it('has counted notes and reads as a projection would', { timeout: 60_000 }, async () => {
    for (const { client, demo } of everyClient) {
      const account = asAccount(demo.customerId);
      const { score, streams } = await recordsOfClient(db.table, account, { ...client.client, changeMark: '' });
      const unseen = {
        client: { ...client.client, changeMark: 'new' },
        streams,
        memberships: client.memberships,
        score,
      };
      const counted = await refreshCounts(db.table, account, unseen);

      expect(counted.score).toEqual({ ...score, projectedMark: 'new' });
    }
  });

  it('shows the night of its day', async () => {
    for (const { customerId, profiles } of accounts) {
      const head = await readHead(db.table, asAccount(customerId), 'clients');
      expect(head).toMatchObject({ scoredFor: today });
      expect((head?.main.tally.total ?? 0) + (head?.hidden.tally.total ?? 0)).toBe(profiles().length);
    }
  });
});

describe('the year of the demo', () => {
  /** The point that a score without window, carry or history would give. */
  function expected(
    signals: Parameters<typeof score>[0],
    { history, source }: Score,
    night: number,
    imported?: number,
  ) {
    const computed = score(signals, night).score;
    const before = history && scoreOn(history, night - 1);
    if (computed !== null) return computed;
    return source === 'chr1' || before === undefined ? currentScore({ imported }).score : before;
  }

  it.each([0, 1, 7, 30, 91, 200, 364])('the point of %i nights ago is the score of the 90 days before it', (ago) => {
    const night = today - ago;
    let compared = 0;
    for (const { client, signals, score: record, streams } of large) {
      const active = new Set(streams.filter(({ stream }) => stream.state === 'active').map(({ stream }) => stream.id));
      const point = record?.history && scoreOn(record.history, night);
      if (record && point !== undefined) {
        compared += 1;
        expect(point).toBe(expected(signalsOfClient(signals, active), record, night, client.importedScore));
      }
      for (const { stream, score: ofStream } of streams) {
        const streamPoint = ofStream?.history && scoreOn(ofStream.history, night);
        if (!ofStream || streamPoint === undefined) continue;
        compared += 1;
        expect(streamPoint).toBe(expected(signalsOfStream(signals, stream.id), ofStream, night, stream.importedScore));
      }
    }
    expect(compared).toBeGreaterThan(200);
  });

  it('ends today, goes back 365 nights for most clients, and holds no signal of today or later', () => {
    const lengths = large.flatMap(({ score }) => score?.history ?? []).map(({ last, points }) => [last, points.length]);

    expect(lengths.every(([last, length = 0]) => last === today && length <= 365)).toBe(true);
    expect(lengths.filter(([, length]) => length === 365).length).toBeGreaterThan(large.length / 2);
    expect(large.flatMap(({ signals }) => signals).filter(({ day }) => day >= today)).toEqual([]);
  });
});

describe('the large account of the demo', () => {
  const score = ({ client, score }: DemoClient) => standingOf(score && { ...score }, client.importedScore);
  const count = (is: (client: DemoClient) => unknown) => large.filter(is).length;
  const streams = large.flatMap((client) => client.streams.map(({ stream }) => stream));
  const factsOf = (kind: string) => large.map(({ facts }) => facts.filter((fact) => fact.kind === kind));

  it.each<[string, number, (client: DemoClient) => unknown]>([
    ['at all', 240, () => true],
    ['archived', 10, ({ client }) => client.archived],
    ['favourites', 10, ({ client }) => client.favorite],
    ['archived favourites', 1, ({ client }) => client.favorite && client.archived],
    ['never contacted', 3, ({ client }) => client.lastContactDate === null],
    ['with an external id', 50, ({ client }) => client.externalId !== undefined],
    ['without one', 50, ({ client }) => client.externalId === undefined],
    ['without any signal', 10, ({ signals }) => signals.length === 0],
    ['never scored', 3, ({ score }) => score === undefined],
    [
      'with an imported score, and none computed',
      5,
      (each) => each.score?.source === 'chr1' && each.client.importedScore,
    ],
    [
      'with a computed score that has replaced an imported one',
      5,
      (each) => each.score?.source === 'chr2' && each.client.importedScore,
    ],
    [
      'whose score is carried, as nothing was said for 90 days',
      5,
      (each) => each.score?.source === 'chr2' && scoredTopics(each.score.topics) === 0,
    ],
    [
      'with data on too few topics',
      10,
      ({ score }) => score && scoredTopics(score.topics) > 0 && scoredTopics(score.topics) < 8,
    ],
    ['with one topic', 1, ({ score }) => score && scoredTopics(score.topics) === 1],
    ['with all topics', 10, ({ score }) => score && scoredTopics(score.topics) === 15],
    ['without streams', 5, ({ streams }) => streams.length === 0],
    ['at 0', 1, (each) => score(each).score === 0],
    ['at 200', 1, (each) => score(each).score === 200],
    ['too young for a change over 30 days', 5, (each) => !score(each).scoreChanges?.['30day']],
    ['with letters beyond ASCII', 10, ({ client }) => /[^\p{ASCII}]/u.test(client.name)],
    ['with an emoji', 1, ({ client }) => /\p{Emoji_Presentation}/u.test(client.name)],
    ['in Japanese', 1, ({ client }) => /\p{Script=Han}/u.test(client.name)],
    ['in Arabic', 1, ({ client }) => /\p{Script=Arabic}/u.test(client.name)],
    ['that a spreadsheet takes for a formula', 5, ({ client }) => /^[=+\-@\t]/.test(client.name)],
    ['that a CSV has to quote', 3, ({ client }) => /[",\n]/.test(client.name)],
    ['with a name of 200 characters', 2, ({ client }) => client.name.length === 200],
    ['without notes', 5, ({ facts }) => !facts.some(({ kind }) => kind === 'note')],
    ['with more than 100 notes', 1, ({ facts }) => facts.filter(({ kind }) => kind === 'note').length > 100],
    ['without people', 5, ({ facts }) => !facts.some(({ kind }) => kind === 'person')],
    ['never assessed', 10, ({ facts }) => !facts.some(({ kind }) => kind === 'alignment')],
  ])('has clients %s: at least %i', (_, least, is) => {
    expect(count(is)).toBeGreaterThanOrEqual(least);
  });

  it('has clients of every band, names that occur twice, and scores that occur twice', () => {
    const tally = Map.groupBy(large, (each) => score(each).score);
    const names = Map.groupBy(large, ({ client }) => client.name);

    expect([...new Set(large.map((each) => bandAt(score(each).score)))].sort()).toEqual([...bands].sort());
    expect(names.get('Harbor Light Foods')).toHaveLength(2);
    expect([...tally.values()].filter(({ length }) => length > 1).length).toBeGreaterThan(5);
  });

  it('has 600 streams in all three states, of which two have the same id', () => {
    expect(streams).toHaveLength(600);
    expect(new Set(streams.map(({ id, clientId }) => `${clientId} ${id}`)).size).toBe(600);
    expect(new Set(streams.map(({ id }) => id)).size).toBe(599);
    for (const state of ['active', 'inactive', 'pending']) {
      expect(streams.filter((stream) => stream.state === state).length).toBeGreaterThan(50);
    }
  });

  it('has six portfolios: one of more than 100 clients, one empty, one with columns for all members', () => {
    const members = brightwater.portfolios.map(({ portfolio }) =>
      large.map(({ memberships }) => memberships.get(portfolio.id)).filter((columns) => columns !== undefined),
    );
    const columns = members.map((list) => list.filter((each) => Object.keys(each).length > 0).length);

    expect(members.map(({ length }) => length)).toHaveLength(6);
    expect(members.filter(({ length }) => length > 100)).toHaveLength(1);
    expect(members.filter(({ length }) => length === 0)).toHaveLength(1);
    expect(members.filter((list, at) => list.length > 10 && columns[at] === list.length)).toHaveLength(1);
    expect(
      portfoliosOf(brightwater.portfolios, today).filter((each) => each.createdAt && each.description && each.userIds),
    ).toHaveLength(2);
  });

  it('has alignment reads of 60 weeks: the current one, one carried for long, a late correction, a coming week', () => {
    const reads = factsOf('alignment').map((facts) =>
      facts.flatMap((fact) => (fact.kind === 'alignment' ? [fact.value] : [])),
    );
    const weeks = [...new Set(reads.flat().map(({ week }) => week))].sort();
    const newest = reads.flatMap(
      (list) =>
        list
          .map(({ week }) => week)
          .sort()
          .at(-1) ?? [],
    );

    expect(weeks).toHaveLength(61);
    expect(weeks.filter((week) => week > dateOf(today))).toEqual(['2026-11-23']);
    expect(newest.some((week) => week < dateOf(today - 200))).toBe(true);
    expect(reads.some((list) => new Set(list.map(({ week }) => week)).size < list.length)).toBe(true);
    expect(new Set(reads.flat().map(({ value }) => value)).size).toBe(3);
  });

  it('says nothing of the hours to come', () => {
    const times = [large, small].flatMap((clients) =>
      [...JSON.stringify(clients.map(({ facts }) => facts)).matchAll(/"(\d{4}-\d\d-\d\dT[^"]+)"/g)].map(
        ([, time = '']) => time,
      ),
    );

    expect(times.length).toBeGreaterThan(1000);
    expect(times.filter((time) => time >= dateOf(today))).toEqual([]);
  });
});

describe('the demo', () => {
  it('is the same for the same day, and moves with the day', () => {
    expect(clientsOf(northlight)).toEqual(small);
    expect(clientsOf(northlight, today + 400)[0]?.score?.history?.points).toEqual(small[0]?.score?.history?.points);
  });

  it('knows neither the clock nor chance', () => {
    const unsure = /Date\.now|new Date\(\)|Math\.random|node:crypto/;
    expect(sourcesIn('bin/local/demo').filter(({ text }) => unsure.test(text))).toEqual([]);
  });

  it('has a client and a stream in both accounts with the same id, and nothing else in common', () => {
    const [first] = small;
    const other = large.find(({ client }) => client.id === first?.client.id);

    expect(other && first && other.client.name !== first.client.name).toBe(true);
    expect(small.filter(({ client }) => large.some((each) => each.client.id === client.id))).toHaveLength(1);
  });
});

const program = join(import.meta.dirname, '..', '..', 'bin', 'local.ts');
const service = join(import.meta.dirname, '..', '..', 'bin', 'local', 'service.ts');

describe('npm start', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['an option that it does not have', ['--dbb'], {}, "Unknown option '--dbb'; see npm start -- --help"],
    ['--db without a file', ['--db'], {}, "Option '--db <value>' argument missing; see npm start -- --help"],
    ['--db with a blank', ['--db', ' '], {}, '--db needs the name of a file'],
    ['a word', ['now'], {}, "Unexpected argument 'now'; see npm start -- --help"],
    ['a port that is none', [], { PORT: '65536' }, 'PORT is a number from 0 to 65535'],
    ['a blank port', [], { PORT: '' }, 'PORT is a number from 0 to 65535'],
    [
      'two databases',
      ['--db', 'x'],
      { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' },
      '--db is for the embedded DynamoDB, and DYNAMODB_ENDPOINT names another one: leave out either',
    ],
  ])('told %s it says so', (_, args, environment, said) => {
    expect(() => readOptions(args, environment)).toThrow(new UsageError(said));
  });

  it.each([
    [[], {}, { port: 3000, empty: false }],
    [['--empty'], { PORT: '0' }, { port: 0, empty: true }],
    [['--db', 'data/x.sqlite'], { PORT: '65535' }, { port: 65_535, empty: false, file: 'data/x.sqlite' }],
    [['--help'], {}, 'help'],
    [['-h', '--empty'], {}, 'help'],
  ])('%j with %j is understood', (args, environment, options) => {
    expect(readOptions(args, environment)).toEqual(options);
  });

  const run = (args: string[], environment: Record<string, string>) => {
    const env = { ...process.env, ...environment };
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
    return { status, out: stdout, said: stderr };
  };

  it('explains itself', () => {
    expect(run(['--help'], {})).toEqual({ status: 0, out: expect.stringContaining('--db FILE'), said: '' });
  });

  it('ends with 2 when it is not asked rightly', () => {
    expect(run([], { PORT: 'x' })).toEqual({ status: 2, out: '', said: 'PORT is a number from 0 to 65535\n' });
  });

  it('says which port is taken and how to take another, in one line, and ends with 1', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void taken.close());
    await once(taken, 'listening');
    const address = taken.address();
    const port = String(address && typeof address === 'object' && address.port);
    const said = `Port ${port} is taken; choose another one: PORT=3000 npm start\n`;

    expect(run([], { PORT: port })).toEqual({ status: 1, out: '', said });
  });

  it('says that no DynamoDB answers where it was told to look for one', () => {
    const said = 'No DynamoDB answers at http://127.0.0.1:9; start it, or unset DYNAMODB_ENDPOINT\n';

    expect(run([], { PORT: '0', DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' })).toEqual({ status: 1, out: '', said });
  });
});

describe.skipIf(process.env.DYNAMODB_ENDPOINT)('a database in a file', () => {
  const folder = temporaryFolder();

  const begin = async (options: Partial<ServiceOptions>) => {
    const started = await startService({ port: 0, demos: [], ...options });
    onTestFinished(() => started.stop());
    return started;
  };

  it('is there again at the next start, and the same keys open it', { timeout: 60_000 }, async () => {
    const file = join(folder, 'kept.sqlite');
    const first = await begin({ file, demos: [northlight] });
    await first.stop();
    const shares: number[] = [];
    const second = await begin({ file, demos: [northlight], onLoading: (share) => shares.push(share) });
    const [{ apiKey, customerId } = { apiKey: '', customerId: '' }] = second.accounts;
    const answer = await fetch(`${second.baseUrl}/clients?include_archived=true`, { headers: { 'X-API-Key': apiKey } });

    expect(second.accounts).toEqual(first.accounts);
    expect(customerId).toBe('northlight');
    expect(await answer.json()).toMatchObject({ customerId, total: small.length });
    expect(shares).toEqual([]);
    expect(statSync(`${file}.keys.json`).mode & 0o777).toBe(0o600);
  });

  it('is made anew where an earlier start was killed before all data were there', async () => {
    const file = join(folder, 'killed.sqlite');
    writeFileSync(file, 'half of it');
    writeFileSync(`${file}.keys.json`, '{"version":1,"loading":true,"accounts":[]}');

    expect((await begin({ file })).accounts).toEqual([]);
    expect(JSON.parse(readFileSync(`${file}.keys.json`, 'utf8'))).toMatchObject({ loading: false });
  });

  it('is freed of the engine that a killed service left with it', { timeout: 30_000 }, async () => {
    const file = join(folder, 'orphan.sqlite');
    const options = JSON.stringify({ port: 0, demos: [], file });
    const code = `import { startService } from ${JSON.stringify(service)}; await startService(${options}); console.log('ready');`;
    const killed = spawn(process.execPath, ['--input-type=module', '-e', code], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(killed.stdout, 'data');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    const { engine } = JSON.parse(readFileSync(`${file}.engine.json`, 'utf8'));
    const before = commandOf(engine);
    await begin({ file });

    expect(before).toContain(file);
    expect(commandOf(engine)).not.toContain(file);
    expect(JSON.parse(readFileSync(`${file}.engine.json`, 'utf8')).engine).not.toBe(engine);
  });

  it('belongs to one service at a time', async () => {
    const file = join(folder, 'shared.sqlite');
    const first = await begin({ file });
    const said = `${file} is in use by another npm start (process ${process.pid}); choose another file`;

    await expect(begin({ file })).rejects.toThrow(new CannotStart(said));
    await first.stop();
    expect(existsSync(`${file}.engine.json`)).toBe(false);
    await begin({ file });
  });

  const keys = (version: number, accounts: object[] = []) => JSON.stringify({ version, loading: false, accounts });
  const somebody = { customerId: 'acme', name: 'Acme', apiKey: 'svctest' };

  it.each<[string, string, string | undefined, string]>([
    [
      'of another program',
      'FILE',
      undefined,
      'FILE is no database of npm start: it has no FILE.keys.json; choose another file',
    ],
    [
      'that is damaged',
      'FILE',
      keys(1),
      'FILE is damaged, or no database of npm start; remove it, or choose another file',
    ],
    [
      'of another version',
      'FILE',
      keys(0),
      'FILE is of another version of this program; remove it, or choose another file',
    ],
    [
      'whose keys are damaged',
      'FILE',
      '{"version":1}',
      'FILE.keys.json is damaged; remove it and FILE, or choose another file',
    ],
    ['whose keys are no JSON', 'FILE', '{', 'FILE.keys.json is damaged; remove it and FILE, or choose another file'],
  ])('%s is left alone, and the reason told', async (_, content, keysContent, said) => {
    const file = join(folder, 'strange.sqlite');
    writeFileSync(file, content);
    if (keysContent === undefined) rmSync(`${file}.keys.json`, { force: true });
    else writeFileSync(`${file}.keys.json`, keysContent);

    expect(await failureOf({ file })).toBe(said.replaceAll('FILE', file));
    expect(readFileSync(file, 'utf8')).toBe(content);
  });

  it('with the keys of another one is left alone', async () => {
    const file = join(folder, 'mixed.sqlite');
    await (await begin({ file })).stop();
    writeFileSync(`${file}.keys.json`, keys(1, [somebody]));

    expect(await failureOf({ file })).toBe(
      `${file}.keys.json holds keys that ${file} does not know; remove both, or choose another file`,
    );
  });

  it('cannot be a folder, nor lie in a file', async () => {
    const file = join(folder, 'no-folder');
    writeFileSync(file, '');

    expect(await failureOf({ file: folder })).toBe(`${folder} is no file; choose another name`);
    expect(await failureOf({ file: join(file, 'x.sqlite') })).toMatch(
      / cannot be written \(\w+\); choose another place$/,
    );
  });

  /** What the person at the terminal is told. */
  async function failureOf(options: Partial<ServiceOptions>): Promise<string> {
    try {
      await begin(options);
    } catch (error) {
      return startFailureMessage(error, { port: 0 });
    }
    throw new Error('it has started');
  }
});

function commandOf(pid: number): string {
  return spawnSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
}

function bandAt(value: number) {
  return bands[[70, 100, 140].filter((bound) => value >= bound).length];
}
