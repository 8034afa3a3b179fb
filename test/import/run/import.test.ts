import { readdirSync } from 'node:fs';
import { Readable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import type { Effects } from '../../../import/effects.ts';
import { kindOf } from '../../../import/files/kinds.ts';
import { InvalidFiles, problemLines } from '../../../import/files/problems.ts';
import { type ImportOptions, importFiles, unknownNames } from '../../../import/import.ts';
import { type LoadedMapping, parseMapping } from '../../../import/mapping/load.ts';
import type { Removals } from '../../../import/prune/prune.ts';
import type { Message } from '../../../shared/jobs/message.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { readFeeds } from '../../../shared/table/access/feeds.ts';
import { withWriterLock } from '../../../shared/table/access/writer-lock.ts';
import type { Fact } from '../../../shared/table/facts/facts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { aroundCalls } from '../../support/store/clients.ts';
import { dump } from '../../support/store/dump.ts';
import * as facts from '../../support/store/facts.ts';
import { factsIn } from '../../support/store/facts-in.ts';
import { lateOn, slowWrites } from '../../support/store/late.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { tableWith } from '../sources.ts';

// One import: its steps, what it asks and tells its caller, what it writes, and what the worker has to do then.

const account = asAccount('acme');
const head = 'Client ID,Name\n';
const two = { 'clients.csv': `${head}c1,One\nc2,Two\n` };
const signalHead = 'Client ID,Signal ID,Date,Topic,Polarity\n';
const noteHead = 'Client ID,Note ID,Created At,Created By,Content\n';
/** A stored client. */
const client = (id: string, name = 'N', metadata = {}) => facts.aClient(id, { name, externalId: id, metadata });

const messageText = ({ kind, ...message }: Message): string => {
  const { customerId: _, ...more } = message;
  return [kind, ...Object.values(more)].join(' ');
};

async function anAccount(stored: readonly Fact[] = []) {
  const table = await tableWith(account, stored);
  await createAccount(table, account, 'X');
  const clock = { now: noon };
  const given = async (
    files: Readonly<Record<string, string>> | string,
    more: Partial<ImportOptions> = {},
    changed: Partial<Effects> = {},
  ) => {
    const [steps, asked, told, changes]: [Map<string, string>, string[], string[], string[]] = [new Map(), [], [], []];
    const shown = ({ clients, portfolios, reduced }: Removals) =>
      [...clients, ...portfolios]
        .map(({ id }) => id)
        .concat(reduced)
        .join(' ');
    const effects: Effects = {
      ...{ table, importer: { place: 'a test' }, clock: () => clock.now },
      randomBytes: (count) => new Uint8Array(count),
      begin: (step, total) => {
        let done = 0;
        return {
          add: (count) => {
            done += count;
          },
          end: () => steps.set(step, `${done} of ${total}`),
        };
      },
      confirm: async (removals) => void asked.push(shown(removals)),
      onPlan: async (plan, removals) => void told.push(`plan ${[...plan.keys()].join(' ')}; ${shown(removals)}`),
      onBatch: async (rows, of) => void told.push(`${rows} of ${of}`),
      onChange: (line) => changes.push(line),
      ...changed,
    };
    const folder = typeof files === 'string' ? files : temporaryFolder(files);
    const imported = await importFiles(effects, folder, { account, ...more });
    return {
      ...{ ...imported, steps: Object.fromEntries(steps), asked, told, changes },
      plan: Object.fromEntries(
        [...imported.plan].map(([kind, { added, changed: new_, unchanged }]) => [
          kind,
          `${added} ${new_} ${unchanged}`,
        ]),
      ),
      removed: Object.fromEntries(imported.removed.counts),
      requests: imported.update.requests.map(({ message }) => messageText(message)),
    };
  };
  const names = async () =>
    (await factsIn(table, account)).map(({ pk, sk }) => `${pk.replace('CUST', '')} ${sk}`.trim());
  return { table, clock, given, names };
}

const failed = async (promise: Promise<unknown>): Promise<Error> => {
  const error = await promise.then(
    () => new Error('nothing failed'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Error)) throw new Error(String(error));
  return error;
};
const problemsOf = (error: Error) => (error instanceof InvalidFiles ? problemLines(error.problems) : [error.message]);

describe('an import', () => {
  it('reads, checks, compares and writes, and says what the worker has to do', async () => {
    const { given, table, names } = await anAccount();
    const files = { ...two, 'signals.csv': `${signalHead}c1,s,2026-11-18,trust,1\n` };
    const bytes = Object.values(files).join('').length;
    const first = await given(files);

    expect(first).toMatchObject({
      steps: {
        ...{ reading: `${bytes} of ${bytes}`, checking: `${bytes} of ${bytes}`, comparing: `${bytes} of ${bytes}` },
        writing: '3 of 3',
      },
      plan: { clients: '2 0 0', signals: '1 0 0' },
      ...{ removed: {}, movedReads: 0, closed: { count: 0, unseen: [] }, dryRun: false, asked: [] },
      told: ['plan clients signals; ', '2 of 3', '3 of 3'],
      requests: ['rebuild'],
      update: { clients: 2 },
    });
    expect(Object.keys(first.steps)).toHaveLength(4);
    expect(first.changes).toHaveLength(3);
    expect({ ...first.report, files: first.report.files.map(({ file, rows }) => [file, rows]) }).toMatchObject({
      files: [
        ['clients.csv', 2],
        ['signals.csv', 1],
      ],
      ...{ skipped: [], superseded: [], supersededRows: 0, unknown: [], clients: 2, clientsWithoutSignals: 1 },
      signals: [{ topic: 'trust', count: 1 }],
    });
    expect('rejected' in first).toBe(false);
    expect(first.feeds.map(({ feed, at, rows }) => [feed, at, rows])).toEqual([
      ['clients', '2026-11-20T12:00:30.000Z', 2],
      ['signals', '2026-11-20T12:00:30.000Z', 1],
    ]);
    expect((await readFeeds(table, account)).map(({ feed }) => feed)).toEqual(['clients', 'signals']);
    expect(await names()).toContain('#CLIENT#c1 S#2026-W47');

    const again = await given({ 'signals.csv': files['signals.csv'] });
    expect(again).toMatchObject({ plan: { signals: '0 0 1' }, changes: [] });
    // no worker has answered the first request yet
    expect(again.requests).toEqual(['rebuild']);
    expect('clientsWithoutSignals' in again.report).toBe(false);
  });

  it('without anybody who listens imports the same', async () => {
    const { given, names } = await anAccount();
    await given(two, {}, { onPlan: undefined, onBatch: undefined, onChange: undefined } as object);

    expect(await names()).toEqual(expect.arrayContaining(['CLIENT#c1', 'CLIENT#c2']));
  });

  it('is of the time at which it began', async () => {
    const { given, table } = await anAccount();
    await given({ 'clients.csv': `${head}c1,One\n` }, { now: '2026-11-19T23:00:00.000Z', score: true });

    expect((await factsIn(table, account)).find(({ sk }) => sk === 'CLIENT#c1')).toMatchObject({
      updatedAt: '2026-11-19T23:00:00.000Z',
    });
    expect((await readFeeds(table, account))[0]?.at).toBe('2026-11-19T23:00:00.000Z');
  });

  it('of a file with a problem writes nothing', async () => {
    const { given, table } = await anAccount();
    const before = await dump(table);
    const error = await failed(
      given({ ...two, 'notes.csv': 'Client Name,Created At,Created By,Content\nUno,2026-11-01,A,x\n' }),
    );

    expect(problemsOf(error)).toEqual(['notes.csv:2, column "Client Name": there is no client with the name "Uno"']);
    expect(error).toMatchObject({ unknown: [{ name: 'Uno', rows: 1 }] });
    expect((await dump(table)).filter(({ sk }) => sk !== 'LOCK').length).toBe(before.length);
    // which only a comparison with what is stored finds
    const many = `Portfolio ID,Name\n${Array.from({ length: 201 }, (_, at) => `p${at},P\n`).join('')}`;
    expect(problemsOf(await failed(given({ 'portfolios.csv': many })))).toEqual([
      'portfolios.csv:2: from here on: an account has at most 200 portfolios',
    ]);
  });

  it('of a missing account reads nothing', async () => {
    const { given } = await anAccount();

    expect((await failed(given('/nowhere', { account: asAccount('nobody') }))).message).toBe(
      'There is no account nobody.',
    );
  });
});

describe('the writer lock', () => {
  const taker = { clock: () => noon, randomBytes: (count: number) => new Uint8Array(count).fill(1) };

  it('is taken, except by dry runs', async () => {
    const { given, table } = await anAccount();

    await withWriterLock(table, account, { work: 'import', place: 'elsewhere', ...taker }, async () => {
      expect((await failed(given(two))).message).toContain('an import of acme is running (elsewhere)');
      expect((await given(two, { dryRun: true })).plan).toEqual({ clients: '2 0 0' });
    });
    await given(two);
    await withWriterLock(table, account, { work: 'deletion', place: 'elsewhere', ...taker }, async () => undefined);
  });

  it('names the import', async () => {
    const { given, table } = await anAccount();
    const onPlan = async () => {
      const other = failed(
        withWriterLock(table, account, { work: 'deletion', place: 'b', ...taker }, async () => undefined),
      );
      expect((await other).message).toContain('an import of acme is running (a test)');
    };
    expect((await given(two, {}, { onPlan })).plan).toEqual({ clients: '2 0 0' });
  });

  it('is kept, or nothing more is written', async () => {
    const { given, table, clock, names } = await anAccount();
    const before = (await names()).length;
    const onPlan = async () => {
      clock.now += 61_000;
    };

    expect((await failed(given(two, {}, { onPlan }))).name).toBe('LockLost');
    expect((await names()).length).toBe(before);
    expect(await readFeeds(table, account)).toEqual([]);
  });

  it('is taken before the account is looked for again', async () => {
    const { given, table, names } = await anAccount();
    let reads = 0;
    aroundCalls(table, async (send, command, input) => {
      const isAccount = command === 'GetItemCommand' && JSON.stringify(input).includes('"ACCOUNTS"');
      if (isAccount) reads += 1;
      return isAccount && reads > 1 ? { output: {} } : send();
    });

    expect((await failed(given(two))).message).toBe('There is no account acme.');
    expect(reads).toBe(2);
    expect((await names()).filter((name) => name.includes('CLIENT'))).toEqual([]);
  });
});

describe('a dry run', () => {
  it('says the same as an import, and changes nothing', async () => {
    const { given, table } = await anAccount([client('c1', 'Uno'), client('c3')]);
    const before = await dump(table);
    const run = await given(two, { dryRun: true, prune: true, score: true, every: 7 });

    expect(run).toMatchObject({
      ...{ dryRun: true, plan: { clients: '1 1 0' }, removed: { clients: 1 }, asked: [], told: [] },
      ...{ requests: [], update: { clients: 0 } },
      steps: { searching: '2 of 0', signals: '2 of 2' },
      feeds: [{ feed: 'clients', every: 7 }],
    });
    expect(Object.keys(run.steps)).toEqual(['reading', 'checking', 'comparing', 'searching', 'signals']);
    expect(run.changes).toContain('client c3: removed');
    expect(await dump(table)).toEqual(before);
  });

  it('writes no rejected rows, and a real run does before the others', async () => {
    const { given } = await anAccount();
    const rejects = temporaryFolder();
    const files = { 'clients.csv': `${head}c1,One\nc2,\n` };

    expect((await given(files, { rejects, dryRun: true })).rejected).toMatchObject({
      ...{ files: [{ file: 'clients.csv', rows: 1, references: 0 }], written: [] },
    });
    expect(readdirSync(rejects)).toEqual([]);
    const onPlan = async () => {
      throw new Error('killed');
    };
    expect((await failed(given(files, { rejects }, { onPlan }))).message).toBe('killed');
    expect(readdirSync(rejects)).toEqual(['clients.csv']);
  });
});

describe('clients without signals are', () => {
  const three = { 'clients.csv': `${head}c1,One\nc2,Two\nc3,Three\n` };
  const signals = { 'signals.csv': `${signalHead}c1,s,2026-11-18,trust,1\n` };
  const stored = [
    ...['c1', 'c2', 'c3'].map((id) => client(id)),
    facts.aSignal('c2', 'x', { day: 20_770 }),
    facts.aSignal('c3', 'x', { day: 20_000 }),
  ];

  it.each<[string, readonly Fact[], Record<string, string>, Partial<ImportOptions>, (number | undefined)?, string?]>([
    ['counted in the first files', [], { ...three, ...signals }, {}, 2],
    ['not counted in an account with data', stored, { ...three, ...signals }, {}, undefined],
    ['read by a dry run', stored, { ...three, ...signals }, { dryRun: true }, 1, '2 of 2'],
    ['those that the files leave, with signals', stored, { ...three, ...signals }, { prune: true }, 2],
    ['read if the signals stay', stored, three, { prune: true, dryRun: true }, 2, '3 of 3'],
    ['not counted if the signals stay', stored, three, { prune: true }, undefined],
  ])('%s', async (_, before, files, options, count, step) => {
    const { given } = await anAccount(before);
    const { report, steps } = await given(files, options);

    expect([report.clientsWithoutSignals, steps.signals]).toEqual([count, step]);
    expect('clientsWithoutSignals' in report).toBe(count !== undefined);
  });
});

describe('rejects', () => {
  it('are left out, and the other rows are imported', async () => {
    const { given, names, table } = await anAccount();
    const rejects = temporaryFolder();
    const run = await given(
      {
        'clients.csv': `${head}c1,One\nc2,\nc3,Three\n`,
        'notes.csv': `${noteHead}c1,n1,2026-11-01,A,x\nc2,n2,2026-11-01,A,x\nc9,n3,2026-11-01,A,x\n`,
        'scores.csv': 'Client Name,Score\nUno,5\nThree,7\n',
      },
      { rejects },
    );

    expect(run).toMatchObject({
      plan: { clients: '2 0 0', scores: '1 0 0', notes: '1 0 0' },
      rejected: {
        files: [
          { file: 'clients.csv', rows: 1, references: 0 },
          { file: 'scores.csv', rows: 0, references: 1 },
          { file: 'notes.csv', rows: 0, references: 2 },
        ],
        written: ['clients.csv', 'scores.csv', 'notes.csv'],
      },
    });
    // of the last check that found any
    expect(run.report.unknown.map(({ name }) => name)).toEqual(['Uno']);
    expect(run.changes).toEqual(['client c1: added', 'client c3: added', 'client c3: added', 'note n1 of c1: added']);
    expect(problemLines(run.rejected?.problems ?? run.report.warnings)).toContain(
      'notes.csv:3, column "Client ID": there is no client with the Client ID "c2"; the client was rejected, clients.csv:3',
    );
    expect((await names()).filter((name) => name.includes('NOTE'))).toHaveLength(1);
    expect((await readFeeds(table, account)).map(({ feed, rejected }) => [feed, rejected])).toEqual([
      ['clients', 1],
      ['notes', 2],
      ['scores', 1],
    ]);
  });

  it('have a limit, beyond which nothing of the file is imported', async () => {
    const { given } = await anAccount();
    const files = { ...two, 'notes.csv': `${noteHead}c1,n1,soon,A,x\nc1,n2,soon,A,x\nc2,n3,2026-11-01,A,x\n` };
    const run = await given(files, { rejects: temporaryFolder(), maxRejects: { rows: 1 } });

    expect([run.plan, run.rejected?.files, run.rejected?.written]).toEqual([
      { clients: '2 0 0' },
      [{ file: 'notes.csv', rows: 2, references: 0, refused: '2 of 3 rows have problems, more than 1' }],
      ['notes.csv'],
    ]);
    // a share of the rows of the file
    const share = { rejects: temporaryFolder(), maxRejects: { percent: 67 } };
    expect((await given(files, share)).plan).toEqual({ clients: '0 0 2', notes: '1 0 0' });
  });

  it('are also what only a comparison finds; changes and warnings are told once', async () => {
    const { given } = await anAccount();
    const many = `Portfolio ID,Name\n${Array.from({ length: 201 }, (_, at) => `p${at},P\n`).join('')}`;
    const files = { 'clients.csv': `${head.trim()},Last Contact\nc1,One,1980-01-01\n`, 'portfolios.csv': many };
    const run = await given(files, { rejects: temporaryFolder() });

    expect(run.rejected?.files).toEqual([
      expect.objectContaining({ file: 'portfolios.csv', refused: expect.any(String) }),
    ]);
    expect([run.plan, run.changes]).toEqual([{ clients: '1 0 0' }, ['client c1: added']]);
    expect(problemLines(run.report.warnings)).toEqual([
      'clients.csv:2, column "Last Contact": the last contact was in 1980; is the cell empty in the source?',
    ]);
  });

  it('are also files that cannot be opened', async () => {
    const { given } = await anAccount();
    const folder = temporaryFolder({ ...two, 'notes.xlsx': 'no workbook' });
    const run = await given(folder, { rejects: temporaryFolder() });

    expect([run.plan, run.rejected?.files]).toEqual([
      { clients: '2 0 0' },
      [{ file: 'notes.xlsx', rows: 0, references: 0, refused: 'is not an .xlsx workbook' }],
    ]);
    expect(problemsOf(await failed(given(folder)))).toEqual(['notes.xlsx:1: is not an .xlsx workbook']);
    // nothing is read, and nothing is recorded
    const empty = await anAccount();
    const before = await dump(empty.table);
    const none = await empty.given({}, { rejects: temporaryFolder() });
    expect([none.plan, none.feeds]).toEqual([{}, []]);
    expect(await dump(empty.table)).toEqual(before);
  });
});

describe('names of clients', () => {
  const noteOf = (name: string) => ({
    'notes.csv': `Client Name,Created At,Created By,Content\n${name},2026-11-01,A,x\n`,
  });
  const stored: Fact[] = [client('c1', 'Harbor Light'), { kind: 'alias', value: { name: 'HL', clientId: 'c1' } }];

  it('are known if a file has them, and aliases too', async () => {
    const { given } = await anAccount(stored);

    expect((await given(noteOf('HL'))).plan).toEqual({ notes: '1 0 0' });
    expect((await given({ 'aliases.csv': 'Client ID,Name\nc1,Licht\n' })).plan).toEqual({ aliases: '1 0 0' });
    expect(problemsOf(await failed(given({ 'aliases.csv': 'Service ID,Name\nc1,harbor light\n' })))).toEqual([
      'aliases.csv:2, column "Name": "harbor light" is the name of a client',
    ]);
  });

  it('that are not known are found in files, also beside other problems', async () => {
    const { table } = await anAccount(stored);
    const unknown = async (files: Record<string, string | Uint8Array>) =>
      (await unknownNames(table, temporaryFolder(files), { account }, noon)).unknown;
    const proposals = [{ id: 'c1', name: 'harbor light' }];

    expect(await unknown({ ...noteOf('Harbour Light'), 'scores.csv': 'x', 'signals.xlsx': 'none' })).toEqual([
      { name: 'Harbour Light', rows: 1, proposals },
    ]);
    expect(await unknown(noteOf('HL'))).toEqual([]);
    // of stored clients, too, although a file of clients lacks them
    expect(await unknown({ ...noteOf('Harbor Light'), ...two })).toEqual([]);
    const before = await dump(table);
    await expect(unknownNames(table, '/nowhere', { account: asAccount('no') }, noon)).rejects.toThrow(
      'There is no account no.',
    );
    expect(await dump(table)).toEqual(before);
    // dates are read as the file implies
    const dates = 'Client Name,Created At,Created By,Content\nNew,18/11/2026,A,x\nNew,03/11/2026,A,x\n';
    expect(await unknown({ 'notes.csv': dates })).toEqual([{ name: 'New', rows: 2, proposals: [] }]);
  });

  it('are read from standard input, which is kept in a temporary folder, as for an import', async () => {
    const { table, given } = await anAccount(stored);
    const temporary = temporaryFolder();
    vi.stubEnv('TMPDIR', temporary);
    const input = (name: string) => ({ as: kindOf('notes'), stdin: Readable.from([noteOf(name)['notes.csv']]) });

    expect((await unknownNames(table, '-', { account, ...input('Nobody') }, noon)).unknown).toHaveLength(1);
    expect((await given('-', { ...input('HL'), dryRun: true })).plan).toEqual({ notes: '1 0 0' });
    expect((await given('-', input('HL'))).plan).toEqual({ notes: '1 0 0' });
    expect((await failed(given('-', input('Nobody')))).message).toContain('1 problem');
    expect(readdirSync(temporary)).toEqual([]);
  });
});

describe('pruning', () => {
  const stored = [
    ...[client('c1', 'N', { tier: 1 }), client('c2'), client('c3')],
    ...[facts.aNote('c1', 'n1'), facts.aNote('c2', 'n2'), facts.aPortfolio('p1')],
  ];

  it('asks, and removes what the files do not name', async () => {
    const { given, names } = await anAccount(stored);
    const files = { ...two, 'notes.csv': `${noteHead}c1,n1,2026-11-19T10:00:00Z,A,x\n` };
    const run = await given(files, { prune: true });

    expect(run).toMatchObject({
      ...{ asked: ['c3 c2'], removed: { clients: 1, notes: 1 }, requests: ['rebuild'] },
      steps: { searching: '3 of 0', removing: '2 of 2' },
      ...{ told: ['plan clients notes; c3 c2', '2 of 3', '3 of 3'], update: { clients: 2 } },
    });
    expect(run.changes).toContain('client c1: metadata.tier 1 -> (none)');
    expect(run.changes.slice(-2)).toEqual(['notes of c2: 1 removed', 'client c3: removed']);
    const left = (await names()).filter((name) => /CLIENT#c3|NOTE|PORTFOLIO/.test(name));
    expect(left.map((name) => name.split(' ')[1] ?? name)).toEqual([
      'PORTFOLIO#p1',
      'NOTE#2026-11-19T10:00:00.000Z#n1',
    ]);
    // then there is nothing to ask, and views are made anew: a killed run may have removed clients
    expect(await given(files, { prune: true })).toMatchObject({
      ...{ asked: [], removed: {}, requests: ['rebuild'], update: { clients: 2 } },
    });
  });

  it('asks also if clients only lose records', async () => {
    const { given } = await anAccount(stored);
    const notes = `${noteHead}c3,n3,2026-11-19T10:00:00Z,A,x\n`;

    expect(await given({ 'notes.csv': notes }, { prune: true })).toMatchObject({
      asked: ['c1 c2'],
      removed: { notes: 2 },
    });
    expect(await given({ 'notes.csv': notes }, { prune: true })).toMatchObject({ asked: [], removed: {} });
  });

  it('that is not confirmed writes nothing', async () => {
    const { given, table } = await anAccount(stored);
    const before = await factsIn(table, account);
    const confirm = async () => {
      throw new Error('no');
    };
    const onPlan = () => expect.fail('told too early');

    expect((await failed(given(two, { prune: true }, { confirm, onPlan }))).message).toBe('no');
    expect(await factsIn(table, account)).toEqual(before);
  });

  it('keeps records of a kind of which a rejected row, a refused file, mended rows or an awaited feed could name them', async () => {
    const notes = `${noteHead}c1,n3,2026-11-19T10:00:00Z,A,x\n`;
    const removedBy = async (files: Record<string, string>, more: Partial<ImportOptions>) => {
      const { given } = await anAccount(stored);
      return (await given(files, { prune: true, ...more })).removed;
    };

    expect(await removedBy({ 'notes.csv': notes }, {})).toEqual({ notes: 2 });
    const bad = { 'notes.csv': `${notes}c2,n4,soon,A,x\n` };
    expect(await removedBy(bad, { rejects: temporaryFolder() })).toEqual({ notes: 1 });
    const refused = { 'notes.csv': notes, 'notes-2.csv': 'no\0text' };
    expect(await removedBy(refused, { rejects: temporaryFolder() })).toEqual({});
    const mended = notes.replace('\n', ',Problem\n').replace('A,x', 'A,x,bad');
    expect(await removedBy({ 'notes.csv': mended }, {})).toEqual({});
    const maps = [awaiting('notes')];
    expect(await removedBy({ 'notes.csv': notes }, { maps })).toEqual({});
    expect(await removedBy({ 'notes.csv': notes }, { maps: [awaiting('scores')] })).toEqual({ notes: 2 });
  });

  it('keeps open signals of an awaited feed of signals', async () => {
    const open = (id: string): Fact => ({
      ...{ kind: 'open-signal', clientId: 'c1' },
      value: { id, feed: 'f', since: 20_770, topic: 'trust', steps: [{ polarity: -1 }], weight: 1, seen: 20_770 },
    });
    const file = { 'open-signals.csv': 'Client ID,Signal ID,Feed,Since,Topic,Steps\nc1,b,f,2026-11-18,trust,:-1\n' };
    const removedBy = async (...maps: LoadedMapping[]) => {
      const { given } = await anAccount([...stored, open('a')]);
      return (await given(file, { prune: true, maps })).removed;
    };

    expect(await removedBy()).toEqual({ 'open-signals': 1 });
    expect(await removedBy(awaiting('signals'))).toEqual({});
    expect(await removedBy(awaiting('notes'))).toEqual({ 'open-signals': 1 });
  });
});

/** A mapping with a feed that is expected every day, and sends nothing. */
function awaiting(kind: string): LoadedMapping {
  const file = { kind, match: { name: 'no such file' }, columns: {}, every: 1 };
  return { name: 'm', ...parseMapping(JSON.stringify({ version: 1, files: [file] }), 'm') };
}

describe('feeds', () => {
  it('are watched from now on if that is asked for', async () => {
    const { given, table } = await anAccount();
    slowWrites(table);
    const run = await given(two, { every: 3, maps: [awaiting('notes')] });

    expect(run.feeds).toMatchObject([
      { feed: 'clients', every: 3, due: '2026-11-23', faults: [], files: ['clients.csv'] },
      { feed: 'm/notes', every: 1, faults: [{ is: 'missing' }], files: [] },
    ]);
    expect(await readFeeds(table, account)).toEqual(run.feeds.map(({ files: _, ...record }) => record));
    const arrived = await given(two, { arrivals: true });
    expect(arrived.feeds.map(({ feed, every }) => [feed, every])).toEqual([['clients', 3]]);
    expect((await readFeeds(table, account)).map(({ feed }) => feed)).toEqual(['clients', 'm/notes']);
  });

  it('that have just arrived make no other one late', async () => {
    const faultsOf = async (arrivals: boolean) => {
      const { given } = await anAccount();
      return (await given(two, { maps: [awaiting('notes')], arrivals })).feeds.flatMap(({ faults }) => faults);
    };

    expect([await faultsOf(false), await faultsOf(true)]).toEqual([[{ is: 'missing' }], []]);
  });
});

describe('a mapping with open rows', () => {
  const bills: LoadedMapping = {
    name: 'm',
    ...parseMapping(
      JSON.stringify({
        version: 1,
        files: [
          {
            ...{ kind: 'signals', match: { name: 'bills*' }, feed: 'bills', contains: 'full', repeatedIds: 'once' },
            columns: { 'Client ID': 'Client', 'Signal ID': 'Bill', Date: 'Due' },
            signals: [
              {
                name: 'late',
                topic: 'billing_payment',
                polarity: {
                  days: ['Due', 'Paid'],
                  steps: [[0, 1]],
                  above: -1,
                  open: { steps: [[0, null]], above: -1 },
                },
              },
            ],
          },
        ],
      }),
      'm',
    ),
  };
  const file = (rows: string) => ({ 'bills.csv': `Client,Bill,Due,Paid\n${rows}` });

  it('reads the rows twice, and reports them once', async () => {
    const { given, names, table } = await anAccount([client('c1'), client('c2')]);
    // what closes rows is slow
    aroundCalls(table, async (send, _, input) => {
      if (JSON.stringify(input).includes('S#TODAY')) await lateOn();
      return send();
    });
    const options = { maps: [bills] };
    const first = await given(
      file('c1,1,2026-11-01,\nc1,1,2026-11-01,\nc2,2,2026-11-01,\nc2,3,2026-11-01,2026-11-09\n'),
      options,
    );

    expect(first).toMatchObject({ plan: { signals: '1 0 0', 'open-signals': '2 0 0' }, closed: { count: 0 } });
    expect(first.report.files.map(({ kind, rows }) => [kind, rows])).toEqual([['signals', 4]]);
    expect(first.report.supersededRows).toBe(1);
    expect((await names()).filter((name) => name.includes('S#TODAY')).length).toBe(2);

    const paid = await given(file('c1,1,2026-11-01,2026-11-19\nc2,3,2026-11-01,2026-11-09\n'), options);
    expect(paid).toMatchObject({ plan: { signals: '1 0 1' }, closed: { count: 2, unseen: [] } });
    expect((await names()).filter((name) => name.includes('S#TODAY'))).toEqual([]);
  });

  it('closes nothing if the awaited file has no rows', async () => {
    const watched = { maps: [{ ...bills, files: bills.files.map((each) => ({ ...each, every: 1 })) }] };
    const { given } = await anAccount([client('c1')]);
    await given(file('c1,1,2026-11-01,\n'), watched);

    expect((await given(file(''), watched)).closed).toEqual({ count: 0, unseen: [] });
    // without rows it is no full list either
    expect((await given(file(''), { maps: [bills] })).closed).toEqual({ count: 0, unseen: [] });
    // another feed is silent
    const beside = { maps: [bills, awaiting('notes')] };
    expect((await given(file('c1,2,2026-11-01,\n'), beside)).closed).toEqual({ count: 1, unseen: [] });
  });

  it('says which open signals no file has had for a while', async () => {
    const parts = { maps: [{ ...bills, files: bills.files.map((each) => ({ ...each, contains: 'parts' as const })) }] };
    const { given } = await anAccount([client('c1')]);
    await given(file('c1,1,2026-11-01,\n'), parts);
    const now = '2026-12-05T00:00:00.000Z';

    expect((await given(file('c1,2,2026-11-01,\n'), { ...parts, now })).closed).toEqual({
      ...{ count: 0, unseen: [{ feed: 'bills', signals: 1, since: '2026-11-20' }] },
    });
  });
});

describe('the worker', () => {
  it('scores the account, also days before, if that is asked for', async () => {
    const { given } = await anAccount();

    expect(await given(two, { score: true })).toMatchObject({
      ...{ requests: ['score 2026-11-20 true'], update: { clients: 2 } },
    });
    expect((await given(two, { score: true, history: 30 })).requests).toEqual(['score 2026-11-20 true 30']);
    const one = { 'clients.csv': `${head}c1,One\n` };
    expect((await given(one, { score: true, prune: true, now: '2026-11-19T01:00:00Z' })).requests).toEqual([
      ...['score 2026-11-19 true'],
    ]);
  });

  it('is asked for one rebuild, also for portfolios alone', async () => {
    const { given } = await anAccount();

    expect(await given({ 'portfolios.csv': 'Portfolio ID,Name\np1,P\n' })).toMatchObject({
      ...{ requests: ['rebuild'], update: { clients: 0 } },
    });
  });
});

describe('an import that goes on', () => {
  // batches of 500 rows
  const rows = Array.from({ length: 600 }, (_, at) => `c${at},N\n`).join('');
  const files = { 'clients.csv': head + rows };

  it('compares nothing again, skips the rows that are written, and builds the lists again', async () => {
    const { given, names } = await anAccount();
    const run = await given(files, { written: { rows: 500, of: 600 } });

    expect(run).toMatchObject({
      ...{ plan: { clients: '0 0 600' }, told: ['plan clients; ', '600 of 600'] },
      ...{ requests: ['rebuild'], update: { clients: 600 }, changes: [] },
    });
    expect(Object.keys(run.steps)).toEqual(['reading', 'checking', 'writing']);
    expect(run.steps.writing).toBe('600 of 600');
    expect((await names()).filter((name) => name.startsWith('CLIENT#')).length).toBe(100);
  });

  it('begins again if the files have other rows now', async () => {
    const { given } = await anAccount();
    const again = await given(files, { written: { rows: 500, of: 599 } });
    expect(again).toMatchObject({ plan: { clients: '600 0 0' }, told: { length: 3 }, update: { clients: 600 } });
    expect(again.requests).toEqual(['rebuild']);
  });

  it('compares again if it removes records', async () => {
    const { given } = await anAccount([client('c1'), client('c3')]);
    const { steps, removed, plan } = await given(two, { prune: true, written: { rows: 1, of: 2 } });

    expect([Object.keys(steps), removed, plan]).toEqual([
      ['reading', 'checking', 'comparing', 'searching', 'writing', 'removing'],
      ...[{ clients: 1 }, { clients: '1 1 0' }],
    ]);
  });
});
