import { describe, expect, it } from 'vitest';
import { uploaderPolicy, uploaderTrust } from '../../../bin/admin/inbox/uploader-policy.ts';
import { draftRun } from '../../../import/inbox/draft-run.ts';
import { dueAccounts, waitingAccounts } from '../../../import/inbox/due.ts';
import { filesOf, namesOf } from '../../../import/inbox/end-run.ts';
import { type FileStore, type InboxFile, pagesOf } from '../../../import/inbox/file-store.ts';
import { arrivedAt, behindFilesOf, endingOf, incomingOf, plainName, prefixesOf } from '../../../import/inbox/keys.ts';
import { noticeOf } from '../../../import/inbox/notice.ts';
import { type RunReport, reportText } from '../../../import/inbox/report.ts';
import { defaultSettings, type InboxRun } from '../../../shared/table/access/inboxes.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { noon } from '../../support/service/deps.ts';

// What the inbox decides from names, times and results. runs.test.ts runs it.

const acme = asAccount('acme');
const file = (key: string, storedAt = 0, size = 1): InboxFile => ({ key, version: 'v', size, storedAt });
const many = <T>(count: number, make: (at: number) => T) => Array.from({ length: count }, (_, at) => make(at));

/** A store that lists these files, so many a page, and notes where each page began. */
function listing(files: readonly InboxFile[], pageSize = 1000) {
  const asked: (string | undefined)[] = [];
  const list: FileStore['list'] = async (prefix, after) => {
    asked.push(after);
    const rest = files.filter(({ key }) => key.startsWith(prefix) && (after === undefined || key > after));
    const page = rest.slice(0, pageSize);
    return { files: page, ...(rest.length > pageSize && { next: page.at(-1)?.key ?? '' }) };
  };
  return { asked, store: { list } as FileStore };
}

describe('a key', () => {
  it.each([
    ['in/acme/clients.csv', undefined],
    ['in/acme/CLIENTS.TSV.GZ', undefined],
    ['in/acme/a.xlsx', undefined],
    ['in/acme/a.txt', undefined],
    [`in/acme/${'x'.repeat(196)}.csv`, undefined],
    [`in/acme/${'x'.repeat(197)}.csv`, 'its name is longer than 200 characters; rename it'],
    ['in/acme/a\u202eb.csv', 'its name has control characters; rename it'],
    ['in/acme/a/b.csv', 'it is in a folder of its own; put it directly into the inbox'],
    ['in/acme/a\\b.csv', 'it is in a folder of its own; put it directly into the inbox'],
    ['in/acme/.a.csv', 'its name begins with a dot or has two dots in a row; rename it'],
    ['in/acme/a..csv', 'its name begins with a dot or has two dots in a row; rename it'],
    ['in/acme/a.csv.exe', 'it is no .csv, .tsv, .txt or .xlsx file, nor one of these with .gz'],
    ['in/acme/csv', 'it is no .csv, .tsv, .txt or .xlsx file, nor one of these with .gz'],
  ])('%s arrived for the account', (key, refusal) => {
    expect(arrivedAt(key)).toStrictEqual({
      ...{ account: 'acme', name: key.slice('in/acme/'.length) },
      ...(refusal !== undefined && { refusal }),
    });
  });

  const ofSystem = ['.DS_Store', '._clients.csv', '~$clients.xlsx', 'Thumbs.db'].map((name) => `in/acme/${name}`);
  it.each([
    ...ofSystem,
    'done/acme/a.csv',
    'in/acme/',
    'in/acme/folder/',
    'in/acme',
    'in/',
    'in/../a.csv',
    'in//a.csv',
    '',
  ])('%j stands for no file', (key) => {
    expect(arrivedAt(key)).toBeUndefined();
  });

  it('of an account begins like no other, and a name in it is plain', () => {
    expect(prefixesOf(acme)).toEqual(['in/acme/', 'done/acme/', 'failed/acme/', 'reports/acme/', 'rejects/acme/']);
    const sorted = [behindFilesOf(acme), 'in/acme-2/a', 'in/acme/\uffff', 'in/acme1/a', incomingOf(acme)].sort();
    expect(sorted).toEqual(['in/acme-2/a', 'in/acme/', 'in/acme/\uffff', 'in/acme0', 'in/acme1/a']);
    expect(['a/b\u0000*?.ü (2)_-', '', `${'a'.repeat(100)}${'b'.repeat(200)}`].map(plainName)).toEqual([
      ...['a_b___.ü (2)_-', 'file', 'b'.repeat(200)],
    ]);
    expect(['A.CSV', 'a.csv.GZ', 'a.gz', 'csv', 'a.csv\n'].map(endingOf)).toEqual(['.csv', '.csv.gz', '', '', '']);
  });
});

describe('files wait', () => {
  const patience = { quiet: 5, longest: 30 };
  it.each([
    [{ newest: 95, oldest: 95 }, true],
    [{ newest: 96, oldest: 71 }, false],
    [{ newest: 96, oldest: 70 }, true],
  ])('until nothing new came for a while or the oldest waited long: %j', (times, isDue) => {
    expect(dueAccounts(new Map([[acme, times]]), 100, patience)).toEqual(isDue ? [acme] : []);
  });

  it('and of each account the first and the last one count, over all pages', async () => {
    const files = [file('in/a/1.csv', 5), file('in/a/2.csv', 9), file('in/a/3.csv', 3), file('in/b/1.exe', 4)];
    const { store, asked } = listing([file('done/a/x.csv', 1), file('in/', 1), ...files], 2);

    expect(await waitingAccounts(store)).toEqual(
      new Map([
        ['a', { newest: 9, oldest: 3, count: 3 }],
        ['b', { newest: 4, oldest: 4, count: 1 }],
      ]),
    );
    expect(asked).toEqual([undefined, 'in/a/1.csv', 'in/a/3.csv']);
  });

  it('and the rest of more than a thousand is passed over, unless it is the end', async () => {
    const flood = (count: number) => many(count, (at) => file(`in/a/${10_000 + at}.csv`, at));
    const { store, asked } = listing([...flood(1500), file('in/b/1.csv')], 1001);
    expect([...(await waitingAccounts(store)).keys()]).toEqual(['a', 'b']);
    expect(asked).toEqual([undefined, 'in/a0']);

    const exact = listing([...flood(1500), file('in/b/1.csv')], 1000);
    await waitingAccounts(exact.store);
    expect(exact.asked).toEqual([undefined, 'in/a/10999.csv']);
    const last = listing(flood(1001), 1001);
    await waitingAccounts(last.store);
    expect(last.asked).toEqual([undefined]);
  });
});

it('pages of files follow each other until the last', async () => {
  const files = many(5, (at) => file(`in/a/${at}.csv`));
  const pages = [];
  for await (const page of pagesOf(listing([...files, file('in/b/1.csv')], 2).store, 'in/a/')) pages.push(page);

  expect(pages).toEqual([files.slice(0, 2), files.slice(2, 4), files.slice(4)]);
});

it('pages without files, of old versions alone, end nothing', async () => {
  const files = many(2, (at) => file(`in/a/${at}.csv`));
  const store = {
    list: async (_: string, after = '') =>
      ({ '': { files: [], next: 'a' }, a: { files, next: 'b' }, b: { files: [], next: 'c' } })[after] ?? { files },
  } as unknown as FileStore;
  const pages = [];
  for await (const page of pagesOf(store, 'in/a/')) pages.push(...page);

  expect(pages).toEqual([...files, ...files]);
  expect(await waitingAccounts(store)).toEqual(new Map([['a', { newest: 0, oldest: 0, count: 4 }]]));
});

describe('a run', () => {
  const drafted = (files: readonly InboxFile[], pageSize?: number) => {
    const randomBytes = (count: number) => new Uint8Array(count).fill(255);
    return draftRun({ store: listing(files, pageSize).store, clock: () => noon, randomBytes }, acme, defaultSettings);
  };
  const keysOf = async (...given: Parameters<typeof drafted>) => (await drafted(...given))?.files.map(({ key }) => key);

  it('has the files of the account, the oldest first, and a name of its time', async () => {
    const files = [file('in/acme/', 0), file('in/acme/b.csv', 2, 7), file('in/acme/x/a.csv', 1), file('in/b/c.csv')];

    expect(await drafted(files, 1)).toStrictEqual({
      ...{ id: '20261120T120030-ffffff', startedAt: '2026-11-20T12:00:30.000Z', settings: defaultSettings },
      files: [
        { key: 'in/acme/x/a.csv', name: 'x/a.csv', version: 'v', size: 1, storedAt: 1 },
        { key: 'in/acme/b.csv', name: 'b.csv', version: 'v', size: 7, storedAt: 2 },
      ],
      ...{ owner: '_____________________w', attempts: 0, step: 0, until: 0, state: 'importing' },
    });
    expect(await drafted([file('in/acme/'), file('in/b/a.csv')])).toBeUndefined();
  });

  it('takes the 500 oldest of ten pages, as far as their keys have room', async () => {
    const newestFirst = many(600, (at) => file(`in/acme/${1000 + at}.csv`, -at));
    expect(await keysOf(newestFirst)).toEqual(many(500, (at) => `in/acme/${1599 - at}.csv`));
    const pages = many(30, (at) => file(`in/acme/${100 + at}.csv`, at));
    expect(await keysOf(pages, 2)).toEqual(many(20, (at) => `in/acme/${100 + at}.csv`));
    // keys of 200 bytes: 250 take 100,000
    const long = (length: number) => many(300, (at) => file(`in/acme/${100 + at}${'x'.repeat(length - 15)}.csv`, at));
    expect((await keysOf(long(200)))?.length).toBe(250);
    expect((await keysOf(long(201)))?.length).toBe(248);
    expect((await keysOf(many(300, (at) => file(`in/acme/${100 + at}${'ü'.repeat(92)}x.csv`, at))))?.length).toBe(250);
  });

  it('gives each file a name of its own', () => {
    const names = ['a*.csv', 'A?.CSV', 'a_.csv', 'a_.tsv', '.csv', 'b'];
    const run = { files: names.map((name, at) => ({ ...file(`in/acme/${at}`), name })) } as unknown as InboxRun;
    const own = ['a_.csv', 'A_ (2).csv', 'a_ (3).csv', 'a_.tsv', 'file.csv', 'b'];

    expect([...namesOf(run)]).toEqual(own.map((name, at) => [`in/acme/${at}`, name]));
    expect(filesOf(run)).toEqual(own.map((name) => ({ name })));
  });
});

describe('a report', () => {
  const base: RunReport = {
    run: 'r1',
    account: 'acme',
    startedAt: '2026-11-20T12:00:30.000Z',
    result: 'done',
    files: [],
  };
  const counts = (added: number, changed = 0, unchanged = 0) => ({ added, changed, unchanged });
  const problem = (more: object) => ({ file: 'c.csv', line: 3, lines: [3], count: 1, message: 'bad', ...more });
  const rejectedWith = (problems: ReturnType<typeof problem>[]) => ({ files: [], written: [], problems, count: 6 });
  const full: RunReport = {
    ...base,
    files: [{ name: 'c.csv' }, { name: 'x.exe', refusal: 'no file' }, { name: 'd.csv' }],
    ...{ kinds: { clients: counts(1, 2, 3), notes: counts(4) }, removed: { clients: 5 } },
    rejected: rejectedWith([
      problem({ column: 'Day', message: 'signal of "C99" is 31.12.2026', count: 2 }),
      problem({ column: 'C99', unknown: true, count: 3 }),
      problem({ message: 'whose headers are a, b' }),
    ]),
    rejects: ['rejects/acme/r1/c.csv', 'rejects/acme/r1/d.csv'],
  };
  const end =
    'The whole report: reports/acme/r1.txt. Whoever runs the service prints it with: client-health inbox report r1 --account acme\n';

  it('says as text what became of the files and rows', () => {
    expect(reportText(full)).toBe(
      [
        'Run r1 of acme, 2026-11-20T12:00:30.000Z: imported, except 1 of 3 files',
        'rejected: c.csv:3, column "Day": signal of "C99" is 31.12.2026 (and 1 more like this: line )',
        'rejected: c.csv:3, column "C99": bad (and 2 more like this: lines )\nrejected: c.csv:3: whose headers are a, b',
        'file: c.csv\nfile: d.csv\nnot imported: x.exe: no file\nclients: 1 added, 2 changed, 3 unchanged\nnotes: 4 added, 0 changed, 0 unchanged',
        'clients: 5 removed',
        'Rows that were not imported, to mend and put into the inbox again: rejects/acme/r1/c.csv, rejects/acme/r1/d.csv\n',
      ].join('\n'),
    );
    expect(reportText({ ...base, result: 'failed', reason: 'Why.' })).toBe(
      'Run r1 of acme, 2026-11-20T12:00:30.000Z: nothing was imported\nWhy.\n',
    );
  });

  it('becomes a notice of what to do, without values of cells', () => {
    expect(noticeOf(full)).toEqual({
      subject: 'Client health: some rows were not imported (acme)',
      text: [
        'Files of the account acme, 2026-11-20 12:00 UTC\n\n10 rows imported.\n\n6 problems:',
        '- c.csv, column Day: signal of "…" is … (2 rows)\n- c.csv, a column of its own: bad (3 rows)',
        '- c.csv: the report lists its headers (1 row)\n\nNot imported:\n- x.exe: no file\n\nWhat to do:',
        'The rows that were not imported are in these files. Mend them and put the files into the inbox again:',
        `- rejects/acme/r1/c.csv\n- rejects/acme/r1/d.csv\n${end}`,
      ].join('\n'),
    });
    expect(noticeOf({ ...base, result: 'failed', reason: 'It said "secret" 12 times.' })).toEqual({
      subject: 'Client health: nothing was imported (acme)',
      text: `Files of the account acme, 2026-11-20 12:00 UTC\n\nNothing was imported.\nIt said "…" … times.\n\nWhat to do:\nPut right what is named above, then put the files into the inbox again.\n${end}`,
    });
  });

  it('is told to people only if there is something to do, and at most 20 lines of each sort', () => {
    const files = [{ name: 'a.csv' }];
    expect(noticeOf({ ...base, files })).toBeUndefined();
    expect(noticeOf({ ...base, files, result: 'failed' })).toBeDefined();
    expect(noticeOf({ ...base, files: [...files, { name: 'b', refusal: 'r' }] })?.text).toContain(
      '\n0 rows imported.\n\nNot imported:\n- b: r\n\n',
    );
    expect(
      noticeOf({ ...base, files, rejected: rejectedWith([problem({})]), kinds: { clients: counts(1) } })?.text,
    ).toContain('\n1 row imported.\n\n1 problem:\n- c.csv: bad (1 row)\n\n');
    const text = (count: number) =>
      noticeOf({
        ...{ ...base, account: 'a'.repeat(90) },
        files: [
          ...many(20, (at) => ({ name: `read${at}` })),
          ...many(count, (at) => ({ name: `f${at}.`, refusal: 'r' })),
        ],
        rejected: rejectedWith(many(count, (at) => problem({ message: `m${at}.` }))),
      });
    expect(text(20)?.text).toMatch(/- f19\..*/);
    expect(text(20)?.text).not.toContain('more kinds');
    expect(text(22)?.text).toContain('m19. (1 row)\n- and 2 more kinds of problems\n');
    expect(text(22)?.text).not.toMatch(/[mf]20\./);
    expect(text(1)?.subject).toHaveLength(100);
  });
});

describe('what an uploader may do', () => {
  const bucket = { name: 'box', region: 'eu-west-1', partition: 'aws' };
  const allowed = [
    { Effect: 'Allow', Action: 's3:PutObject', Resource: 'arn:aws:s3:::box/in/acme/*' },
    {
      ...{ Effect: 'Allow', Action: 's3:GetObject' },
      Resource: ['arn:aws:s3:::box/reports/acme/*', 'arn:aws:s3:::box/rejects/acme/*'],
    },
  ];

  it('is to put files, and to read reports and rejects, with the key of the bucket if it has one', () => {
    expect(uploaderPolicy(bucket, acme)).toStrictEqual({ Version: '2012-10-17', Statement: allowed });
    const key = (partition: string, suffix: string) => [
      {
        ...{ Effect: 'Allow', Action: ['kms:GenerateDataKey', 'kms:Decrypt'], Resource: 'arn:key' },
        Condition: {
          StringEquals: {
            'kms:ViaService': `s3.eu-west-1.${suffix}`,
            'kms:EncryptionContext:aws:s3:arn': `arn:${partition}:s3:::box`,
          },
        },
      },
    ];
    const statementsOf = (partition: string) =>
      uploaderPolicy({ ...bucket, partition, kmsKeyArn: 'arn:key' }, acme).Statement.slice(2);
    expect(statementsOf('aws')).toStrictEqual(key('aws', 'amazonaws.com'));
    expect(statementsOf('aws-cn')).toStrictEqual(key('aws-cn', 'amazonaws.com.cn'));
    expect(statementsOf('aws-us-gov')).toStrictEqual(key('aws-us-gov', 'amazonaws.com'));
  });

  it.each([
    ['123456789012', 'arn:aws-cn:iam::123456789012:root'],
    ['arn:aws:iam::1234567890123:role/x', 'arn:aws:iam::1234567890123:role/x'],
    ['1234567890123', '1234567890123'],
    ['x123456789012', 'x123456789012'],
  ])('is allowed to %s', (principal, AWS) => {
    const trust = { Effect: 'Allow', Principal: { AWS }, Action: 'sts:AssumeRole' };
    const china = { ...bucket, partition: 'aws-cn' };
    expect(uploaderTrust(china, principal, undefined)).toStrictEqual({ Version: '2012-10-17', Statement: [trust] });
    expect(uploaderTrust(china, principal, 'id').Statement).toStrictEqual([
      { ...trust, Condition: { StringEquals: { 'sts:ExternalId': 'id' } } },
    ]);
  });
});
