import { beforeEach, describe, expect, it } from 'vitest';
import type { InboxBucket } from '../../../bin/admin/service/inbox-bucket.ts';
import { presetNames } from '../../../import/mapping/load.ts';
import { endRun, readInbox } from '../../../shared/table/access/inboxes.ts';
import { readRoot } from '../../../shared/table/access/root.ts';
import { asAccount, rootKey } from '../../../shared/table/store/item-keys.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { deleteAll } from '../../../shared/table/store/write.ts';
import { memoryInbox, storedRun } from '../../import/inbox/memory-inbox.ts';
import { cliOn } from '../../support/admin/cli.ts';
import { noon } from '../../support/service/deps.ts';
import { memoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// What the commands of an inbox store, ask and print. inbox.test.ts runs a local service with them.

const acme = asAccount('acme');
let table: Table;
let inbox: Awaited<ReturnType<typeof memoryInbox>>;
let asked: unknown[];
let mayEndEarlier: boolean;

const bucket: InboxBucket = {
  ...{ name: 'box', region: 'eu-west-1', partition: 'aws', accountId: '111122223333' },
  formFor: async (key, most, now) => {
    asked.push(['form', key, most, now]);
    return {
      url: 'https://box/',
      fields: { key, x: "it's" },
      endsAt: new Date(now + 1000 * most.seconds),
      mayEndEarlier,
    };
  },
  linkTo: async (key, seconds, now) => {
    asked.push(['link', key, seconds, now]);
    return { url: `https://box/${key}?signed`, endsAt: new Date(now + 1000 * seconds), mayEndEarlier };
  },
  subscribe: async ({ account, generation }, address) => {
    asked.push(['subscribe', account, generation, address]);
    return `arn:${address}`;
  },
  unsubscribe: async (subscription) => void asked.push(['unsubscribe', subscription]),
};

beforeEach(async () => {
  table = memoryTable();
  inbox = await memoryInbox(table, 'acme');
  await memoryInbox(table, 'other');
  [asked, mayEndEarlier] = [[], false];
});

const deployed = (line: string) =>
  cliOn(() => table, { target: { inbox: inbox.deps.store, inboxBucket: bucket } })(`inbox ${line} --account acme`);
const local = (line: string) =>
  cliOn(() => table, { target: { inbox: inbox.deps.store } })(`inbox ${line} --account acme`);
const without = (line: string, target = {}) => cliOn(() => table, { target })(`inbox ${line} --account acme`);
const settings = async () => (await readInbox(table, acme)).settings;
const json = async (line: string) => {
  const { out, err } = await deployed(`${line} --json`);
  expect([err, out.length]).toEqual([[], 1]);
  return JSON.parse(out[0] ?? '');
};

describe('configure', () => {
  it('replaces what was said before; without options, files are scored and nothing is removed', async () => {
    const ours = JSON.stringify({ version: 1, files: [{ match: { name: 'a' }, kind: 'clients', columns: {} }] });
    const [preset = '', other = ''] = presetNames;
    // a file may have the name of a preset
    const folder = temporaryFolder({ 'ours.json': ours, [other]: ours });
    const all = {
      maps: [{ name: preset }, ...['ours.json', other].map((name) => ({ name, text: ours }))],
      ...{ score: false, prune: true, maxRemovals: '7', maxRejects: '2.5%', every: 3 },
    };
    const options = '--no-score --prune --max-removals 7 --max-rejects 2.5% --every 3';
    expect(
      await json(`configure --map ${preset} --map ${folder}/ours.json --map ${folder}/${other} ${options}`),
    ).toEqual(all);
    expect(await settings()).toEqual(all);
    expect(
      (await deployed(`configure --map ${preset} --prune --max-removals 0% --max-rejects 9 --every 1`)).out,
    ).toEqual([
      `Files are imported with mappings ${preset}; scores the account; removes what the files lack, at most 0%; files with more than 9 bad rows are refused; files of each feed are expected every 1 days.`,
    ]);
    expect((await deployed('configure')).out).toEqual([
      'Files are imported with no mapping; scores the account; removes nothing.',
    ]);
    expect(await settings()).toEqual({ maps: [], score: true, prune: false });
    // without addresses, a local service will do
    expect((await local('configure --no-score --prune')).out).toEqual([
      'Files are imported with no mapping; does not score; removes what the files lack, at most 5%.',
    ]);
  });

  it.each([
    ['--map none', 'there is no file none'],
    ...['x', '5%%', '101%', '100.5%', '1.5', '-1', '%', ' 5'].flatMap((limit) =>
      ['--max-removals', '--max-rejects'].map((option) => [
        `${option} "${limit}"`,
        'Expected a number, or a share like 5%.',
      ]),
    ),
    ['--every 0', 'Use a number of days'],
  ])('refuses %s, stores nothing and subscribes nobody', async (options, reason) => {
    const { err, exitCode } = await deployed(`configure --notify a@x.example ${options}`);
    expect(err[0]).toContain(reason);
    expect(exitCode).toBeGreaterThan(0);
    expect([await settings(), asked]).toEqual([{ maps: [], score: true, prune: false }, []]);
  });

  it('accepts shares up to all, and whole numbers', async () => {
    for (const limit of ['100%', '0', '0%', '12.55%', '250']) {
      expect(await json(`configure --max-removals ${limit} --max-rejects ${limit}`)).toMatchObject({
        ...{ maxRemovals: limit, maxRejects: limit },
      });
    }
  });

  it('subscribes new addresses once, keeps those of before, and ends the others', async () => {
    const { generation } = (await readRoot(table, acme, { consistent: true })) ?? {};
    const [a, b, c] = ['a@x.example', 'b@x.example', 'c@x.example'].map((address) => ({
      address,
      subscription: `arn:${address}`,
    }));
    expect((await deployed('configure --notify a@x.example --notify b@x.example --notify a@x.example')).err).toEqual(
      [],
    );
    expect((await settings()).notify).toEqual([a, b]);
    expect(asked.splice(0)).toEqual(['a', 'b'].map((each) => ['subscribe', 'acme', generation, `${each}@x.example`]));
    expect(await json('configure --notify c@x.example --notify b@x.example')).toMatchObject({ notify: [c, b] });
    expect((await settings()).notify).toEqual([c, b]);
    expect(asked.splice(0)).toEqual([
      ['unsubscribe', 'arn:a@x.example'],
      ['subscribe', 'acme', generation, 'c@x.example'],
    ]);
    // an address that gets mails stays in the settings
    const failing = { ...bucket, unsubscribe: () => Promise.reject(new Error('throttled')) };
    const target = { inbox: inbox.deps.store, inboxBucket: failing };
    expect((await without('configure', target)).err).toEqual(['error: throttled']);
    expect((await settings()).notify).toEqual([c, b]);
    await deployed('configure');
    expect(await settings()).toEqual({ maps: [], score: true, prune: false });
    expect(asked.splice(0)).toEqual(['c', 'b'].map((each) => ['unsubscribe', `arn:${each}@x.example`]));

    expect((await local('configure --notify a@x.example')).err).toEqual([
      'error: The inbox of a local service is a folder: links, policies and mails need a deployment (--stack).',
    ]);
    await deleteAll(table, [rootKey(acme)]);
    expect((await deployed('configure --notify a@x.example')).err).toEqual([
      'error: The account acme has no root. Create it again.',
    ]);
    expect(asked).toEqual([]);
  });
});

describe('status', () => {
  const report = (run: string, more: object = {}) =>
    inbox.files.set(`reports/acme/${run}.json`, {
      text: JSON.stringify({
        run,
        account: 'acme',
        startedAt: 'then',
        result: 'done',
        files: [{ name: 'a.csv' }],
        ...more,
      }),
      ...{ version: 'v', storedAt: noon },
    });

  it('shows what waits, the run under way, and the last five runs', async () => {
    expect((await deployed('status')).out.slice(1)).toEqual(['No file waits.', 'No run has ended yet.']);
    inbox.put({ 'b.csv': 'x', 'a\u001b.csv': 'x' });
    // a folder that somebody has made
    inbox.files.set('in/acme/', { text: '', version: 'v', storedAt: noon });
    inbox.files.set('in/other/c.csv', { text: 'x', version: 'v', storedAt: noon });
    await storedRun(table, acme, {
      ...{ id: 'r7', attempts: 2 },
      files: [{ key: 'in/acme/b.csv', name: 'b.csv', version: 'v', size: 1, storedAt: 0 }],
    });
    for (const at of [1, 2, 3, 4, 5]) report(`r${at}`);
    const counts = { added: 1, changed: 2, unchanged: 3 };
    report('r6', {
      result: 'failed',
      files: [{ name: 'a' }, { name: 'b', refusal: 'why' }],
      kinds: { notes: counts, clients: counts },
      rejected: { files: [], written: [], problems: [], count: 7 },
    });
    inbox.files.set('reports/acme/r6.txt', { text: 'no JSON', version: 'v', storedAt: noon });

    // every file on a page of its own
    const { list } = inbox.deps.store;
    const store: typeof inbox.deps.store = {
      ...inbox.deps.store,
      list: async (prefix, after = '') => {
        const [first, second] = (await list(prefix)).files.filter(({ key }) => key > after);
        return { files: first ? [first] : [], ...(first && second && { next: first.key }) };
      },
    };
    expect(await without('status', { inbox: store })).toEqual({
      out: [
        'Files are imported with no mapping; scores the account; removes nothing.',
        'Waiting: a\\u001b.csv, b.csv',
        'Under way: run r7 of 1 file, attempt 2.',
        'Run r6: failed, 2 files, 12 rows, 7 problems.',
        ...[5, 4, 3, 2].map((at) => `Run r${at}: done, 1 file, 0 rows.`),
      ],
      ...{ err: [], exitCode: 0 },
    });
    expect(await json('status')).toMatchObject({
      ...{ customerId: 'acme', settings: { maps: [] }, run: { id: 'r7' } },
      ...{ waiting: ['a\u001b.csv', 'b.csv'], runs: [6, 5, 4, 3, 2].map((at) => ({ run: `r${at}` })) },
    });
  });
});

describe('report', () => {
  const stored = (key: string, text: string) => inbox.files.set(key, { text, version: 'v', storedAt: noon });

  it('prints that of the last run, or of the one that is named, without what terminals obey', async () => {
    const run = await storedRun(table, acme, { id: 'r2' });
    await endRun(table, acme, run, { id: 'r2', result: 'done', endedAt: 'then', files: 1 });
    stored('reports/acme/r1.txt', 'first\u001b\n\nlines\n\n');
    stored('reports/acme/r2.txt', 'second\n');
    stored('reports/acme/r2.json', '{"run":"r2"}\n');

    expect((await deployed('report')).out).toEqual(['second']);
    expect(await json('report')).toEqual({ run: 'r2' });
    expect((await deployed('report r1')).out).toEqual(['first\\u001b', '', 'lines']);
    expect(asked).toEqual([]);
  });

  it('says that there is none, and reads nothing beside reports', async () => {
    const refusals = [
      ['report', 'The inbox of acme has had no run.'],
      ['report none-1', 'There is no report of a run none-1 of acme.'],
      ['report none-1 --link', 'There is no report of a run none-1 of acme.'],
      ['report ../x', '../x is not the id of a run.'],
      ['report x/', 'x/ is not the id of a run.'],
    ];
    for (const [line = '', reason] of refusals) expect((await deployed(line)).err).toEqual([`error: ${reason}`]);
  });

  it('is linked with the rows that were not imported', async () => {
    const keys = ['reports/acme/r1.txt', 'rejects/acme/r1/a.csv', 'rejects/acme/r1/b.csv'];
    for (const key of [...keys, 'reports/acme/r1.json', 'rejects/acme/r11/a.csv', 'rejects/other/r1/a.csv'])
      stored(key, '{}');

    expect((await deployed('report r1 --link')).out).toEqual([
      ...keys.flatMap((key) => [key, `  https://box/${key}?signed`].join('\n')),
      'It ends at 2026-11-21T00:00Z.',
    ]);
    expect(asked.splice(0)).toEqual(keys.map((key) => ['link', key, 12 * 3600, noon]));
    mayEndEarlier = true;
    expect((await deployed('report r1 --link --hours 1')).out.at(-1)).toBe(
      'It ends at 2026-11-20T13:00Z, or with your AWS session if that ends earlier.',
    );
    expect(await json('report r1 --link')).toEqual({
      links: keys.map((key) => ({
        key,
        url: `https://box/${key}?signed`,
        endsAt: '2026-11-21T00:00:30.000Z',
        mayEndEarlier,
      })),
    });
    expect((await local('report r1 --link')).err[0]).toContain('need a deployment (--stack)');
  });
});

describe('link', () => {
  it('is a form for one file of this account, of a size and for a time', async () => {
    expect((await deployed('link clients.csv')).out).toEqual([
      `curl -f --form-string 'key=in/acme/clients.csv' --form-string 'x=it'\\''s' -F 'file=@"clients.csv"' https://box/`,
      'It ends at 2026-11-21T00:00Z.',
    ]);
    expect((await deployed(`link a'\\b.csv`)).err).toEqual([
      expect.stringMatching(/^error: a'\\b\.csv cannot be imported: it is in a folder of its own/),
    ]);
    expect((await deployed(`link i't's"x"y.csv`)).out[0]).toContain(
      ` -F 'file=@"i'\\''t'\\''s\\"x\\"y.csv"' https://box/`,
    );
    expect(asked.splice(0)).toEqual(
      ['clients', `i't's"x"y`].map((name) => [
        'form',
        `in/acme/${name}.csv`,
        { bytes: 200_000_000, seconds: 43_200 },
        noon,
      ]),
    );
    expect(await json('link c.csv --max-bytes 5000000000 --hours 168')).toEqual({
      ...{ key: 'in/acme/c.csv', maxBytes: 5e9, url: 'https://box/', fields: { key: 'in/acme/c.csv', x: "it's" } },
      ...{ endsAt: '2026-11-27T12:00:30.000Z', mayEndEarlier },
    });
    await deployed('link c.csv --max-bytes 1 --hours 1');
    expect(asked.slice(1)).toEqual([['form', 'in/acme/c.csv', { bytes: 1, seconds: 3600 }, noon]]);
  });

  it.each([
    ...['0', '169', '1.5', 'x'].map((hours) => [`--hours ${hours}`, 'Expected a whole number from 1 to 168.']),
    ...['0', '5000000001', '1.5', 'x'].map((bytes) => [
      `--max-bytes ${bytes}`,
      'Expected a whole number from 1 to 5000000000.',
    ]),
  ])('is not made with %s', async (option, reason) => {
    expect((await deployed(`link c.csv ${option}`)).err[0]).toContain(reason);
    expect(asked).toEqual([]);
  });
});

describe('policy', () => {
  it('is for the files of the account, and trusts this AWS account unless another is named', async () => {
    const trusted = async (options: string) => (await json(`policy ${options}`)).trust.Statement[0];
    const root = (account: string) => `arn:aws:iam::${account}:root`;
    expect(JSON.stringify(await trusted(''))).toContain(root('111122223333'));
    const other = await trusted('--principal 444455556666 --external-id secret');
    expect(JSON.stringify(other)).toContain(root('444455556666'));
    expect(other.Condition).toEqual({ StringEquals: { 'sts:ExternalId': 'secret' } });
    // of a variable that is not set: nobody, rather than everybody, takes on the role
    expect((await trusted('--external-id=')).Condition).toEqual({ StringEquals: { 'sts:ExternalId': '' } });
    const role = 'arn:aws-cn:iam::444455556666:role/path/x+=,.@-1';
    expect(JSON.stringify(await trusted(`--principal ${role} --external-id secret`))).toContain(role);
    const others = [role, `${role}-111122223333`, '444455556666'];
    for (const other of others)
      expect((await deployed(`policy --principal ${other}`)).err[0]).toContain('needs --external-id TEXT');
    const own = role.replace('444455556666', '111122223333');
    expect(JSON.stringify(await trusted(`--principal ${own}`))).toContain(own);

    const { policy, trust } = await json('policy');
    const { out } = await deployed('policy');
    expect(out).toEqual([
      `The policy of the role (policy.json):\n${JSON.stringify(policy, null, 2)}`,
      `Who may take it on (trust.json):\n${JSON.stringify(trust, null, 2)}`,
      'aws iam create-role --role-name client-health-inbox-acme --assume-role-policy-document file://trust.json',
      'aws iam put-role-policy --role-name client-health-inbox-acme --policy-name inbox --policy-document file://policy.json',
      'Files go to s3://box/in/acme/',
    ]);
    expect(out[0]).toContain('arn:aws:s3:::box/in/acme/*');
  });

  it.each([
    '1234567890123',
    '12345678901',
    'x123456789012',
    '*',
    'arn:aws:iam::123456789012:root',
    'arn:aws:s3:::box',
    ' arn:aws:iam::123456789012:user/x',
    'arn:aws:iam::123456789012:user/',
    'arn:aws:iam::123456789012:user/x!y',
    'arn:aws:iam::12345678901:user/x',
  ])('is not made for %j', async (principal) => {
    expect((await deployed(`policy --principal "${principal}"`)).err[0]).toContain(
      'Expected the number of an AWS account, or the ARN of a role or user.',
    );
  });
});

describe('put', () => {
  it('puts each file under its own name, and none if one cannot be imported', async () => {
    const folder = temporaryFolder({ 'a.csv': 'A', 'b.csv': 'B', 'c.exe': 'C' });
    expect((await deployed(`put ${folder}/a.csv ${folder}/c.exe`)).err).toEqual([
      expect.stringMatching(/^error: c\.exe cannot be imported: it is no \.csv/),
    ]);
    expect(inbox.keys()).toEqual([]);
    expect((await local(`put ${folder}/a.csv ${folder}/b.csv`)).out).toEqual([
      'Put in/acme/a.csv, in/acme/b.csv. See: inbox status --account acme',
    ]);
    expect(['a', 'b'].map((name) => inbox.files.get(`in/acme/${name}.csv`)?.text)).toEqual(['A', 'B']);
    expect(await json(`put ${folder}/b.csv`)).toEqual({ put: ['in/acme/b.csv'] });
  });
});

it('every command refuses an account that does not exist, and a service without an inbox', async () => {
  const file = `${temporaryFolder({ 'a.csv': 'A' })}/a.csv`;
  const commands = ['status', 'link a.csv', 'policy', `put ${file}`];
  for (const command of commands) {
    expect((await without(command)).err, command).toEqual([
      'error: This service has no inbox. Start it with one: npm start -- --inbox DIR',
    ]);
    expect((await without(command, { deployment: {} })).err, command).toEqual([
      'error: This service has no inbox. Deploy it with one: -c inbox=true',
    ]);
  }
  for (const command of [...commands, 'configure']) {
    const missing = cliOn(() => table, { target: { inbox: inbox.deps.store, inboxBucket: bucket } });
    expect((await missing(`inbox ${command} --account nobody`)).err[0], command).toContain('nobody');
  }
  expect(inbox.keys()).toEqual([]);
});
