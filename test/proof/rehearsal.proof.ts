import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerRequests, errorRequests } from '../../bin/build/openapi/example-requests.ts';
import { northlight } from '../../bin/local/demo/accounts.ts';
import { loadDemo } from '../../bin/local/demo/load.ts';
import { loadFunctions } from '../../bin/local/gateway/functions.ts';
import { createGateway } from '../../bin/local/gateway/gateway.ts';
import { routesOf } from '../../bin/local/gateway/routing.ts';
import { createTable, localAddress } from '../../bin/local/store/table.ts';
import { groups } from '../../shared/contract/groups.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { PageCache } from '../../shared/table/store/page-cache.ts';
import { JobHttpHandler, openTable } from '../../shared/table/store/sdk.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { useBuild } from '../bin/build/use-build.ts';
import { functionEnvironment } from '../support/infra/function-environment.ts';
import { synthesise } from '../support/infra/template.ts';
import { putKey } from '../support/service/api-keys.ts';
import { eventFor } from '../support/service/events.ts';
import { type Reply, send, serve } from '../support/service/http.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { rehearseAccountPage } from './rehearsal/account-page.ts';
import { type RunningDynamoDb, startDynamoDbLocal } from './rehearsal/dynamodb.ts';
import { answersOf, earlierRelease, noEarlierRelease } from './rehearsal/earlier-release.ts';
import {
  callJson,
  type Deployed,
  deploy,
  firstAccount,
  noEmulator,
  startEmulator,
  untilScored,
} from './rehearsal/emulator.ts';
import { rehearseInbox } from './rehearsal/inbox.ts';
import { rehearseNotices } from './rehearsal/notices.ts';
import { type Container, isStreamed, noRuntimeClient, replyOf, startContainer } from './rehearsal/runtime-client.ts';

for (const reason of [noRuntimeClient, noEmulator, noEarlierRelease]) if (reason) console.log(reason);

describe.skipIf(noRuntimeClient)("the bundles under AWS's runtime client", () => {
  const { template } = synthesise({ env: 'prod' });
  const { built } = useBuild();
  const dayMs = 86_400_000;
  let dynamoDb: RunningDynamoDb;
  let table: Table;
  const containers = new Map<string, Container>();
  const ends: (() => void)[] = [];
  let ports: { readonly bundles: number; readonly sources: number };

  const containerOf = (name: string) => {
    const container = containers.get(name);
    if (!container) throw new Error(`no container of ${name}`);
    return container;
  };

  beforeAll(async () => {
    dynamoDb = await startDynamoDbLocal();
    console.log(`the table is in ${dynamoDb.name}`);
    const address = localAddress(dynamoDb.endpoint, 'rehearsal');
    await createTable(address);
    table = openTable(address);
    // the demo writes much at once, and DynamoDB Local on a busy machine takes longer than a job waits
    const patient = openTable(address, new JobHttpHandler());
    await loadDemo(patient, northlight, Math.floor(Date.now() / dayMs));
    patient.close();
    await createAccount(table, asAccount(northlight.customerId), northlight.name);
    const place = { tableName: table.name, endpoint: dynamoDb.endpoint };
    for (const { name } of groups) {
      const environment = functionEnvironment(template, name, place);
      containers.set(name, await startContainer(built(name).folder, environment));
    }
    ports = { bundles: await serveBundles(), sources: await serveSources() };
  }, 1_800_000);

  afterAll(async () => {
    for (const end of ends) end();
    for (const { stop } of containers.values()) stop();
    table?.close();
    await dynamoDb?.stop();
  });

  /** A key of the demo account, one for each test, so that no test exhausts the limit of another. */
  const newKey = () => putKey(table, { customerId: northlight.customerId });

  /** Serves the bundles, each in its container. */
  const serveBundles = () => {
    const functions = groups.map(
      ({ name }) => [name, async (event: object) => replyOf(await containerOf(name).invoke(event))] as const,
    );
    return serve(createGateway(routesOf(groups, new Map(functions))), (end) => ends.push(end));
  };

  /** Serves the sources in this process. */
  const serveSources = async () => {
    const deps = { table, pages: new PageCache(2 ** 20), clock: Date.now, randomBytes, log: () => undefined };
    const functions = await loadFunctions({ ...deps, buildId: 'sources' });
    return serve(createGateway(routesOf(groups, functions)), (end) => ends.push(end));
  };

  /** Without what differs from request to request, from build to build, and between streamed and other responses. */
  const comparable = ({ status, headers, body }: Reply) => {
    const differing =
      /^(date|connection|keep-alive|transfer-encoding|content-length|etag|x-amzn-requestid|x-ratelimit-.*)$/;
    return {
      status,
      body,
      headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !differing.test(name))),
    };
  };

  /** What the bundles answer, which is what the sources do. */
  async function answerTo(path: string, headers: Record<string, string>): Promise<Reply> {
    const [answer, expected] = [
      await send(ports.bundles, `/v1${path}`, { headers }),
      await send(ports.sources, `/v1${path}`, { headers }),
    ];
    expect(comparable(answer)).toEqual(comparable(expected));
    return answer;
  }

  it.each([...answerRequests])(
    '%s answers as the sources do: 200, 304, 401, and an unknown parameter',
    async (_, path) => {
      const withKey = { 'X-API-Key': await newKey() };
      const answer = await answerTo(path, withKey);
      const cached = { ...withKey, 'If-None-Match': answer.headers.etag ?? '' };
      const unchanged = await send(ports.bundles, `/v1${path}`, { headers: cached });
      await answerTo(`${path}${path.includes('?') ? '&' : '?'}misspelled=1`, withKey);

      expect(answer.status).toBe(200);
      expect({ status: unchanged.status, body: unchanged.body }).toEqual({ status: 304, body: '' });
      expect((await answerTo(path, {})).status).toBe(401);
      expect(Number(answer.headers['x-ratelimit-remaining'])).toBeLessThan(100);
    },
  );

  it.each(errorRequests.filter(({ caller }) => caller === 'usual'))(
    '$status $name is answered as by the sources',
    async ({ status, path }) => {
      expect((await answerTo(path, { 'X-API-Key': await newKey() })).status).toBe(status);
    },
  );

  it('the CSV export is streamed: status and headers, eight zero bytes, the file', async () => {
    const outcome = await containerOf('export').invoke(eventFor('/clients/export/csv', await newKey()));
    const end = outcome.body.indexOf(Buffer.alloc(8));

    expect(outcome.kind).toBe('response');
    expect(isStreamed(outcome)).toBe(true);
    expect(outcome.headers).toMatchObject({
      'content-type': 'application/vnd.awslambda.http-integration-response',
      'transfer-encoding': 'chunked',
    });
    expect(JSON.parse(outcome.body.subarray(0, end).toString())).toMatchObject({
      statusCode: 200,
      headers: { 'Content-Type': 'text/csv; charset=utf-8' },
    });
    expect(
      outcome.body
        .subarray(end + 8)
        .toString()
        .split('\r\n').length,
    ).toBeGreaterThan(10);
    expect(outcome.trailers).toEqual({});
  });
});

describe.skipIf(noEmulator)('the stack on an emulator', () => {
  it('is deployed by cdk, operated by the CLI, scored by its worker, and answers as documented', async () => {
    const emulator = await startEmulator();
    const deployed = await deploy(emulator);

    const apiKey = await firstAccount(deployed);
    const { lastNight, accountsBehind } = await untilScored(deployed);
    const { passed, failed } = await deployed.verify(apiKey);
    const elsewhere = await askElsewhere(deployed.url, apiKey);
    await deployed.destroy();

    console.log(deployed.changed.map((each) => `changed for the emulator: ${each}`).join('\n'));
    const today = new Date().toISOString().slice(0, 10);
    expect({ lastNight, accountsBehind }).toEqual({ lastNight: today, accountsBehind: [] });
    // the emulator's runtime for Node cannot stream responses; the part above shows that the bundle can
    expect(failed).toEqual(['exportClientsCsv']);
    expect(passed).toHaveLength(24);
    expect(elsewhere).toEqual([
      'GET /nothing 404',
      'POST /clients 404',
      'GET / 404',
      'GET /clients/c1/x 404',
      'GET /openapi.json 200',
    ]);
  });

  it('of production with domain, firewall, keys and backups works too, keeps its data, and takes back an account', async () => {
    const emulator = await startEmulator();
    const { KeyMetadata } = await callJson(emulator, 'kms', 'TrentService.CreateKey', {});
    const { CertificateArn } = await callJson(emulator, 'acm', 'CertificateManager.RequestCertificate', {
      DomainName: 'api.example.com',
    });
    const options = {
      env: 'prod',
      alarmEmail: 'ops@example.com',
      domain: 'api.example.com',
      certificateArn: CertificateArn,
      kmsKeyArn: KeyMetadata.Arn,
      waf: 'true',
      tlsPolicy: 'tls-1.3',
      morningNames: 'true',
      workerConcurrency: '5',
      apiConcurrency: '5',
      accountConcurrency: '1000',
      tableReadUnits: '8000',
      tableWriteUnits: '8000',
      backupCopyTo: 'arn:aws:backup:eu-central-1:210987654321:backup-vault:copies',
    };
    const deployed = await deploy(emulator, options);
    const { admin, outputs } = deployed;
    console.log(deployed.changed.map((each) => `changed for the emulator: ${each}`).join('\n'));

    const apiKey = await firstAccount(deployed);
    const { lastNight, accountsBehind, options: said, baseUrl, missingOutputs } = await untilScored(deployed);
    const { passed, failed } = await deployed.verify(apiKey);
    const today = new Date().toISOString().slice(0, 10);
    expect({ lastNight, accountsBehind, missingOutputs }).toEqual({
      lastNight: today,
      accountsBehind: [],
      missingOutputs: [],
    });
    expect(baseUrl).toBe('https://api.example.com/v1');
    expect(said).toContain(`kmsKeyArn=${KeyMetadata.Arn}`);
    expect({ failed, passed: passed.length }).toEqual({ failed: ['exportClientsCsv'], passed: 24 });

    // nobody has switched backups on in this account
    const backups = await admin('status', '--backups').catch(({ stdout }: { stdout: string }) => JSON.parse(stdout));
    const found = backups.backups.map(({ name, ok }: { name: string; ok: boolean }) => `${name}: ${ok}`);
    expect(found).toEqual([
      ...['copies: true', 'DynamoDB in AWS Backup: false', 'advanced backups: false'],
      ...['copies to other accounts: false', 'vault: true', 'last backup: false', 'last copy: false'],
    ]);

    // the runbook: restore to a second table, compare, take back
    const restored = `${outputs.TableName}-restored`;
    await callJson(emulator, 'dynamodb', 'DynamoDB_20120810.RestoreTableToPointInTime', {
      SourceTableName: outputs.TableName,
      TargetTableName: restored,
      UseLatestRestorableTime: true,
    });
    const wrong = temporaryFolder({ 'clients.csv': 'Service ID,Name\nwrong,Wrong\n' });
    await admin('import', wrong, '--account', 'acme');
    const compared = await admin('accounts', 'restore', '--account', 'acme', '--from', restored, '--dry-run');
    const taken = await admin('accounts', 'restore', '--account', 'acme', '--from', restored, '--yes');
    const again = await admin('accounts', 'restore', '--account', 'acme', '--from', restored, '--dry-run');
    const ofAccount = { customerId: 'acme', from: restored, added: 0, portfolios: 0 };
    expect(compared).toMatchObject({ ...ofAccount, dryRun: true, clients: 1, removed: 1 });
    expect(taken).toMatchObject({ ...ofAccount, dryRun: false, clients: 1, removed: 1 });
    expect(again).toMatchObject({ ...ofAccount, clients: 0, removed: 0 });

    await expect(deployed.destroy()).rejects.toThrow(/[Tt]ermination[ -]?[Pp]rotection/);
  });

  it('is lost with its Region: another one brings the accounts over from a copy, and issues new keys', async () => {
    const emulator = await startEmulator();
    const lost = await deploy(emulator);
    const oldKey = await firstAccount(lost);
    await untilScored(lost);
    const answers = await answersOf(lost, oldKey);

    // docs/operations.md, A lost Region or AWS account; the owner stands for the other Region
    const other = await deploy(emulator, { env: 'dev', owner: 'elsewhere' });
    const copy = `${other.outputs.TableName}-restored`;
    await callJson(emulator, 'dynamodb', 'DynamoDB_20120810.RestoreTableToPointInTime', {
      SourceTableName: lost.outputs.TableName,
      TargetTableName: copy,
      UseLatestRestorableTime: true,
    });
    await lost.destroy();
    const brought = await other.admin('accounts', 'restore', '--all', '--from', copy, '--yes');
    await other.admin('score');
    const { apiKey } = await other.admin('keys', 'issue', '--account', 'acme', '--name', 'First key');
    const { passed, failed } = await other.verify(apiKey);
    const refused = await fetch(`${other.url}/clients`, { headers: { 'X-API-Key': oldKey } });

    expect(brought).toMatchObject({ from: copy, accounts: [{ customerId: 'acme', clients: 1, removed: 0 }] });
    expect({ failed, passed: passed.length }).toEqual({ failed: ['exportClientsCsv'], passed: 24 });
    expect(refused.status).toBe(401);
    const { apiKey: reader } = await other.admin('keys', 'issue', '--account', 'acme', '--name', 'Reader');
    expect(await answersOf(other, reader)).toEqual(answers);
  });

  it.skipIf(noEarlierRelease)(
    'is upgraded, and taken back by one release, with the same answers before and after',
    async () => {
      const emulator = await startEmulator();
      const release = earlierRelease();
      const earlier = await deploy(emulator, {}, release);
      const apiKey = await firstAccount(earlier);
      await untilScored(earlier);
      const { apiKey: reader } = await earlier.admin('keys', 'issue', '--account', 'acme', '--name', 'Reader');
      let issued = 0;
      const verified = async (deployed: Deployed) => {
        // each key has its own limit a minute
        issued += 1;
        const own = await deployed.admin('keys', 'issue', '--account', 'acme', '--name', `Verify ${issued}`);
        const { failed } = await deployed.verify(own.apiKey);
        expect(failed).toEqual(['exportClientsCsv']);
        return answersOf(deployed, reader);
      };
      /** Adds a client with a signal, and waits for its score. */
      const addClient = async ({ admin, url }: Deployed, id: string) => {
        const files = temporaryFolder({
          'clients.csv': `Client ID,Name\n${id},Client ${id}\n`,
          'signals.csv': `Client ID,Signal ID,Date,Topic,Polarity\n${id},s-1,2026-11-20,timeliness,-1\n`,
        });
        await admin('import', files, '--account', 'acme', '--score');
        const headers = { 'X-API-Key': apiKey };
        const isScored = async () => /"score":\d/.test(await (await fetch(`${url}/clients/${id}`, { headers })).text());
        while (!(await isScored())) await setTimeout(2000);
      };

      const saidBy = (answers: Record<string, string>) =>
        Object.fromEntries(
          Object.entries(answers).flatMap(([path, text]) =>
            text.startsWith('200 ') ? [[path, JSON.parse(text.slice(4))]] : [],
          ),
        );
      /** A release says all that the one before says, and maybe more. */
      const expectMore = (later: Record<string, string>, earlier: Record<string, string>) =>
        expect(saidBy(later)).toMatchObject(saidBy(earlier));
      /** What this release stores, and the one before does not, or not like this. */
      const storeAnew = async ({ admin }: Deployed) => {
        const files = temporaryFolder({
          'clients.csv': 'Client ID,Name\nlater,Client later\ngone,Client gone\n',
          'follow-ups.csv': 'Client ID,At,By,State\nlater,2026-11-19T10:00:00Z,Ada,called\n',
          'aliases.csv': 'Client ID,Name\nlater,Later & Co\n',
        });
        await admin('import', files, '--account', 'acme');
        await admin('clients', 'erase', 'gone', '--account', 'acme', '--yes');
      };

      const first = await verified(earlier);
      const upgraded = await deploy(emulator);
      expect(upgraded.outputs).toMatchObject({ ApiId: earlier.outputs.ApiId, TableName: earlier.outputs.TableName });
      expect(upgraded.outputs.Commit).not.toBe(earlier.outputs.Commit);
      expectMore(await verified(upgraded), first);
      await addClient(upgraded, 'later');
      await storeAnew(upgraded);
      const second = await verified(upgraded);
      expect(second).not.toEqual(first);

      const back = await deploy(emulator, {}, release);
      expect(back.outputs).toEqual(earlier.outputs);
      expectMore(second, await verified(back));
      await addClient(back, 'earlier');
      const third = await verified(back);
      const again = await deploy(emulator);
      expectMore(await verified(again), third);
      // the release before counts no months, and knows nothing of erased clients
      const { keys } = await again.admin('usage', '--account', 'acme');
      expect(Math.max(...keys.map((key: { month: { used: number } }) => key.month.used))).toBeGreaterThan(0);
      const lines: { what: string; who: string }[] = await again.admin('people', 'log', '--account', 'acme');
      expect(lines.map(({ what }) => what)).toContain('client erased');
    },
  );

  it('has a page of each account: people sign in, issue, roll and revoke keys, hand in files, and get nothing of others', async () => {
    const emulator = await startEmulator();
    const deployed = await deploy(emulator, { inbox: 'true' });

    expect(await rehearseAccountPage(emulator, deployed)).toEqual({
      // to the pool, its form, back with a code, to the page
      steps: [303, 200, 302, 303, 200, 303],
      issued: 200,
      works: 200,
      stolen: [409, 409],
      still: 200,
      rolled: 200,
      both: [200, 200],
      revoked: 303,
      one: [401, 200],
      // an empty file, one for another account, and the file that the form is for
      uploads: [400, 403, 204],
      waiting: [true, false],
      log: [
        'file handed in',
        'key revoked',
        'key rolled',
        'key issued',
        'invitation accepted',
        'person invited',
        'account created',
      ],
      signedOut: [303, 303],
    });
  });

  it('tells three accounts of their nights, by mail and by webhooks that the official package verifies', {
    timeout: 1_500_000,
  }, async () => {
    const { posts, mails } = await rehearseNotices();

    console.log(posts);
    for (const account of ['acme', 'beta', 'gamma']) {
      const taken = posts.filter((post) => post.account === account && post.status === 204);
      // one for each night, each once
      expect(taken.map(({ type }) => type)).toEqual(['account.scored', 'account.scored']);
      expect(new Set(taken.map(({ id }) => id)).size).toBe(2);
      expect(mails.filter(({ To }) => String(To).includes(`@${account}.example`))).toHaveLength(1);
    }
    // what was not taken came again with the same id
    const [refused] = posts.filter(({ status }) => status === 503);
    expect(posts.filter(({ id }) => id === refused?.id).map(({ status }) => status)).toEqual([503, 204]);
  });

  it('imports what is put into its inbox: files of four systems are scores after two runs of the schedule', {
    timeout: 1_500_000,
  }, async () => {
    const { posted, waiting, status, report, linked, answer, notices } = await rehearseInbox();

    console.log(linked);
    console.log(notices.map(({ Subject, Message }) => `${Subject}\n${Message}`).join('\n'));
    expect(posted).toBe('204');
    expect(waiting).toHaveLength(6);
    expect(status).toMatchObject({ waiting: [], last: { result: 'done', files: 6 } });
    expect(report).toMatchObject({ result: 'done', kinds: { clients: { added: 3 } } });
    expect(answer.clients.length).toBe(3);
    expect(answer.clients.some(({ score }) => score !== null)).toBe(true);
    expect(notices).toHaveLength(1);
  });
});

/** What requests of no endpoint get with the key, and openapi.json without one. */
async function askElsewhere(url: string, apiKey: string): Promise<string[]> {
  const asked = ['GET /nothing', 'POST /clients', 'GET /', 'GET /clients/c1/x', 'GET /openapi.json'];
  return Promise.all(
    asked.map(async (request) => {
      const [method = '', path = ''] = request.split(' ');
      const headers: Record<string, string> = path === '/openapi.json' ? {} : { 'X-API-Key': apiKey };
      return `${request} ${(await fetch(`${url}${path}`, { method, headers })).status}`;
    }),
  );
}
