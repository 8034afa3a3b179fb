import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import {
  APIGatewayClient,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
} from '@aws-sdk/client-api-gateway';
import { GetObjectCommand, ListObjectVersionsCommand, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll } from 'vitest';
import { create } from '../../../functions/account/handler.ts';
import { type OpenAccount, openAccount } from '../../../functions/account/open-account.ts';
import { admitPerson, type Role } from '../../../shared/table/access/people.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { memoryBucket } from '../inbox/memory-bucket.ts';
import { type Attempt, allows, type Statement } from '../infra/policies.ts';
import { type Sent, tableAttempts } from '../infra/table-attempts.ts';
import { resourcesOf, synthesise, targetOf } from '../infra/template.ts';
import { aroundAttempts } from '../sim/attempts.ts';
import type { TestTable } from '../store/table.ts';
import { fakeDeps } from './deps.ts';
import { Browser, baseUrl, signInBy } from './page-browser.ts';
import { StandInPool } from './pool.ts';

const { template } = synthesise({ env: 'prod' });
const tableId = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id ?? '';
const poolId = resourcesOf(template, 'AWS::Cognito::UserPool')[0]?.id ?? '';
const parameterId = resourcesOf(template, 'AWS::SSM::Parameter')[0]?.id ?? '';
const bucketId = resourcesOf(template, 'AWS::S3::Bucket').find(({ Properties }) => Properties.LoggingConfiguration)?.id;
const statementsFor = (role: string): Statement[] =>
  resourcesOf(template, 'AWS::IAM::Policy')
    .filter(({ Properties }) => (Properties.Roles as unknown[]).some((each) => targetOf(each)?.startsWith(role)))
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);
const apiGateway = 'arn:aws:apigateway:eu-west-1::';

/** What the role of the page's sessions allows a session of this account. */
export function sessionOf(account: string): Statement[] {
  const text = JSON.stringify(statementsFor('AccountSession'));
  // the name is that of the design, not that of the code
  return JSON.parse(text.replaceAll(/\$\{aws:PrincipalTag\/client-health-account\}/g, account));
}

/**
 * The function of the page with stand-ins for AWS. Every call of a session is evaluated against what the template allows
 * the session of this account; `denied` has what AWS would refuse.
 */
export class AccountSite {
  readonly deps;
  readonly pool: StandInPool;
  readonly bucket = memoryBucket();
  readonly denied: string[] = [];
  /** How many calls were evaluated. */
  evaluated = 0;
  readonly mails: string[] = [];
  readonly gatewayKeys = new Map<string, Record<string, string>>();
  readonly handler;
  readonly #db: TestTable;
  readonly #opened = new Map<Account, Promise<OpenAccount>>();
  #acting = '';
  #made = 0;

  constructor(db: TestTable, services: () => string) {
    this.#db = db;
    this.deps = fakeDeps(db.open());
    this.pool = new StandInPool(this.deps.clock);
    const logins = aroundAttempts(db.open(), (send, input, operation) => {
      this.#evaluate(statementsFor('AccountaccountRole'), tableAttempts(operation, input as Sent, tableId));
      return send();
    });
    this.handler = create({
      ...this.deps,
      clock: this.deps.clock,
      logins,
      ...signInBy(this.pool, this.deps.clock),
      open: (account) => {
        this.#acting = account;
        const opened = this.#opened.get(account) ?? this.#open(account, services());
        this.#opened.set(account, opened);
        return opened;
      },
    });
  }

  async #open(account: Account, services: string): Promise<OpenAccount> {
    const table = aroundAttempts(this.#db.open(), (send, input, operation) => {
      this.#evaluate(sessionOf(account), tableAttempts(operation, input as Sent, tableId));
      return send();
    });
    const credentials = { accessKeyId: 'a', secretAccessKey: 's', sessionToken: 't', expiration: new Date(8.64e15) };
    const addresses = { cognito: services, parameters: services, gateway: undefined, files: undefined };
    const deployed = {
      region: 'eu-west-1',
      baseUrl,
      stackName: 'client-health-prod',
      keyPrefix: 'svclive' as const,
      ...addresses,
      usagePlan: '/client-health-prod/usage-plan',
      userPoolId: 'pool',
      bucket: 'inbox',
    };
    return openAccount(deployed, this.deps, account, { table, credentials });
  }

  /** A call of a service, by the session of the account whose page answers. */
  called(...attempts: Attempt[]): void {
    this.#evaluate(sessionOf(this.#acting), attempts);
  }

  #evaluate(statements: Statement[], attempts: readonly Attempt[]): void {
    for (const attempt of attempts) {
      this.evaluated += 1;
      if (!allows(statements, attempt)) this.denied.push(`${this.#acting}: ${JSON.stringify(attempt)}`);
    }
  }

  makeKey(tags: Record<string, string>): string {
    this.#made += 1;
    this.gatewayKeys.set(`g${this.#made}`, tags);
    return `g${this.#made}`;
  }

  async admit(account: Account, id: string, role: Role): Promise<Browser> {
    await admitPerson(this.#db.table, account, {
      id,
      email: `${id}@example.com`,
      role,
      invited: '2026-11-20T12:00:00.000Z',
    });
    const browser = new Browser(this);
    await browser.signIn(id);
    return browser;
  }
}

/** A site for this test file. Tests of the file share the mocks of AWS's clients. */
export function useAccountSite(db: TestTable): () => AccountSite {
  const mocks = { gateway: mockClient(APIGatewayClient), files: mockClient(S3Client) };
  let site: AccountSite | undefined;
  let services = '';
  const server = createServer(async (request, response) => {
    const [, operation] = String(request.headers['x-amz-target']).split('.');
    const input = JSON.parse(await text(request));
    site?.called(
      operation === 'GetParameter'
        ? { action: 'ssm:GetParameter', on: `arn:aws:ssm:eu-west-1:123456789012:parameter${parameterId}` }
        : { action: `cognito-idp:${operation}`, on: poolId },
    );
    if (operation === 'AdminCreateUser') site?.mails.push(input.Username);
    const User = { Attributes: [{ Name: 'sub', Value: `sub-${input.Username?.split('@')[0]}` }] };
    response.end(JSON.stringify({ User, Parameter: { Value: 'plan1' } }));
  });
  beforeAll(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    services = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const called = (...attempts: Attempt[]) => site?.called(...attempts);
    mocks.gateway.on(CreateApiKeyCommand).callsFake(({ tags }) => {
      const tagging = `${apiGateway}/tags/arn%3Aaws%3Aapigateway%3Aeu-west-1%3A%3A%2Fapikeys%2F*`;
      called(
        { action: 'apigateway:POST', on: `${apiGateway}/apikeys`, requestTags: tags },
        { action: 'apigateway:PUT', on: tagging, requestTags: tags },
      );
      return { id: site?.makeKey(tags) };
    });
    mocks.gateway.on(CreateUsagePlanKeyCommand).callsFake(() => {
      called({
        action: 'apigateway:POST',
        on: `${apiGateway}/usageplans/${resourcesOf(template, 'AWS::ApiGateway::UsagePlan')[0]?.id}/keys`,
      });
      return {};
    });
    mocks.gateway.on(DeleteApiKeyCommand).callsFake(({ apiKey }) => {
      const resourceTags = site?.gatewayKeys.get(apiKey) ?? {};
      called({ action: 'apigateway:DELETE', on: `${apiGateway}/apikeys/${apiKey}`, resourceTags });
      site?.gatewayKeys.delete(apiKey);
      return {};
    });
    mocks.files.on(ListObjectVersionsCommand).callsFake((input) => {
      called({ action: 's3:ListBucketVersions', on: `${bucketId}`, prefix: input.Prefix });
      return site?.bucket.client.send(new ListObjectVersionsCommand(input));
    });
    mocks.files.on(GetObjectCommand).callsFake((input) => {
      called({ action: 's3:GetObject', on: `${bucketId}/${input.Key}` });
      return site?.bucket.client.send(new GetObjectCommand(input));
    });
  });
  afterAll(() => {
    for (const mock of Object.values(mocks)) mock.restore();
    server.close();
  });
  return () => {
    site ??= new AccountSite(db, () => services);
    return site;
  };
}
