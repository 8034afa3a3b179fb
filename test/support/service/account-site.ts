import { create } from '../../../functions/account/handler.ts';
import { type OpenAccount, openAccount } from '../../../functions/account/open-account.ts';
import { acceptInvitation, putInvitation } from '../../../shared/table/access/invitations.ts';
import type { Role } from '../../../shared/table/access/people.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { useAws } from '../infra/aws.ts';
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
const statementsFor = (role: string): Statement[] =>
  resourcesOf(template, 'AWS::IAM::Policy')
    .filter(({ Properties }) => (Properties.Roles as unknown[]).some((each) => targetOf(each)?.startsWith(role)))
    .flatMap(({ Properties }) => (Properties.PolicyDocument as { Statement: Statement[] }).Statement);

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
  readonly aws: ReturnType<typeof useAws>;
  readonly denied: string[] = [];
  /** How many calls were evaluated. */
  evaluated = 0;
  readonly handler;
  readonly #db: TestTable;
  readonly #opened = new Map<Account, Promise<OpenAccount>>();
  #acting = '';

  constructor(db: TestTable, aws: ReturnType<typeof useAws>) {
    this.#db = db;
    this.aws = aws;
    this.deps = fakeDeps(db.open());
    this.pool = new StandInPool(this.deps.clock);
    const logins = aroundAttempts(db.open(), (send, input, operation) => {
      this.#evaluate(statementsFor('AccountaccountRole'), tableAttempts(operation, input as Sent, tableId));
      return send();
    });
    this.handler = create({
      ...this.deps,
      clock: this.deps.clock,
      groupsOf: 'client-health-prod',
      logins,
      ...signInBy(this.pool),
      open: (account) => {
        this.#acting = account;
        const opened = this.#opened.get(account) ?? this.#open(account, aws.url());
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
      provider: undefined,
      bucket: 'inbox',
      queueUrl: `${services}queue`,
      noticesUrl: `${services}notices`,
      mailFrom: 'news@example.com',
      logsReads: true,
    };
    return openAccount(deployed, this.deps, account, { table: { ...table, logDays: 30 }, credentials });
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

  async admit(account: Account, id: string, role: Role): Promise<Browser> {
    const { table } = this.#db;
    const second = this.deps.clock() / 1000;
    const invited = new Date(this.deps.clock()).toISOString();
    const member = { id, email: `${id}@example.com`, role, invited, expires: second + 60 };
    await putInvitation(table, account, member, { accountName: 'Acme', by: 'The operator' });
    await acceptInvitation(table, account, id, second);
    const browser = new Browser(this);
    await browser.signIn(id);
    return browser;
  }
}

/** A site for this test file. */
export function useAccountSite(db: TestTable): () => AccountSite {
  let site: AccountSite | undefined;
  const aws = useAws(template, (...attempts) => site?.called(...attempts));
  return () => {
    site ??= new AccountSite(db, aws);
    return site;
  };
}
