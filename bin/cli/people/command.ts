import { Command, Option } from 'commander';
import { invitePerson, removePerson } from '../../../shared/people/people.ts';
import type { UserPool } from '../../../shared/people/user-pool.ts';
import { type LogLine, newestLogLines } from '../../../shared/table/access/account-log.ts';
import { listAccounts, readAccount } from '../../../shared/table/access/accounts.ts';
import { erasedInBoth } from '../../../shared/table/access/erased.ts';
import { peopleOf, type Role, roles } from '../../../shared/table/access/people.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { addPersonCommands } from '../erase/person.ts';
import type { Target } from '../service/target.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { logChange } from '../terminal/log-change.ts';
import { printTable } from '../terminal/terminal.ts';

interface OfAccount extends Output {
  readonly account: Account;
}

export function peopleCommand(context: Context): Command {
  const { out } = context.terminal;
  const people = new Command('people').description('the people who may use the page of an account');
  const addressed = ['<address>', 'the e-mail address of the person'] as const;
  const placeOf = (target: Target) => ({ table: target.table, pool: poolOf(target), clock: context.clock });
  const changeOf = (target: Target, account: Account, email: string, what: LogLine['what'], about = '') => ({
    email,
    announce: (person: string) => logChange(context, target, account, { what, person, about }),
  });

  people
    .command('invite')
    .description('invite a person by mail, or change the role of one; safe to repeat')
    .argument(...addressed)
    .requiredOption(...accountOption, parseAccount)
    .addOption(
      new Option(
        '--role <role>',
        'a viewer sees the board, a reader also hands in files, an administrator also manages keys and people',
      )
        .choices(roles)
        .default('reader'),
    )
    .option(...jsonOption)
    .action((address: string, { account, role, json }: OfAccount & { role: Role }) =>
      withTarget(context, async (target) => {
        const change = changeOf(target, account, address, 'person invited', role);
        const { email, how } = await invitePerson(placeOf(target), account, { ...change, role });
        if (json) return out(JSON.stringify({ customerId: account, email, role, how }));
        if (how === 'role changed') return out(`${email} is ${role} of ${account}.`);
        const where = target.baseUrl ? ` at ${target.baseUrl}/account` : ' on the page of the account';
        out(`${email} can become ${role} of ${account}, by accepting the invitation${where} within 7 days.`);
        if (how === 'invited without a mail')
          out('This person has a login, so Cognito sent no mail: tell them yourself.');
      }),
    );

  people
    .command('list')
    .description('list the people of an account, or of all')
    .option(...accountOption, parseAccount)
    .option(...jsonOption)
    .action(({ account, json }: Output & { account?: Account }) =>
      withTarget(context, async ({ table }) => {
        if (account !== undefined) await readAccount(table, account);
        const found = await peopleOfAll(table, account);
        if (json) return out(JSON.stringify(found));
        const rows = found.map(({ customerId, email, role, invited, expires, byGroup }) => [
          customerId,
          email,
          role,
          invited.slice(0, 10),
          byGroup
            ? 'by group'
            : expires === undefined
              ? 'yes'
              : context.clock() / 1000 < expires
                ? 'not yet'
                : 'too late',
        ]);
        printTable(context.terminal, ['ACCOUNT', 'ADDRESS', 'ROLE', 'INVITED', 'ACCEPTED'], rows);
      }),
    );

  people
    .command('remove')
    .description('end the access of a person with the next request')
    .argument(...addressed)
    .requiredOption(...accountOption, parseAccount)
    .option(...jsonOption)
    .action((address: string, { account, json }: OfAccount) =>
      withTarget(context, async (target) => {
        const change = changeOf(target, account, address, 'person removed');
        const email = await removePerson(placeOf(target), account, change);
        if (json) out(JSON.stringify({ customerId: account, email }));
        else out(`${email} has no access to ${account} any more.`);
      }),
    );

  people
    .command('log')
    .description('show who changed what in an account, newest first')
    .requiredOption(...accountOption, parseAccount)
    .option('--reads', 'instead, who opened which client and downloaded which file, with -c logReads=true')
    .option(...jsonOption)
    .action(({ account, json, reads }: OfAccount & { reads?: boolean }) =>
      withTarget(context, async ({ table }) => {
        const lines = await newestLogLines(table, account, reads ? 'reads' : 'changes');
        // the log outlives the account
        if (lines.length === 0) await readAccount(table, account);
        if (json) return out(JSON.stringify(lines));
        const rows = lines.map(({ at, who, what, about, keyId = '-' }) => [
          at.slice(0, 16),
          who,
          what,
          about || '-',
          keyId,
        ]);
        printTable(context.terminal, ['AT', 'WHO', 'WHAT', 'ABOUT', 'KEY'], rows);
      }),
    );

  people
    .command('restore')
    .description(
      'invite the people of another table again, after its deployment was lost, or of this one, after its user pool was; safe to repeat',
    )
    .requiredOption('--from <table>', 'the table, such as a restored one')
    .option(...jsonOption)
    .action(({ from, json }: Output & { from: string }) =>
      withTarget(context, async (target) => {
        const other = { ...target.table, name: from };
        // others join again when they sign in
        const found = (await peopleOfAll(other)).filter(({ byGroup }) => !byGroup);
        let invited = 0;
        for (const { customerId, email, role } of found) {
          const erased = await erasedInBoth(target.table, other, customerId, { writes: true });
          if (erased.personOn(email) !== undefined) continue;
          invited += 1;
          const change = changeOf(target, customerId, email, 'person invited', `, ${role}`);
          await invitePerson(placeOf(target), customerId, { ...change, role });
        }
        if (json) out(JSON.stringify({ from, invited }));
        else out(`Invited the people of ${from}: ${invited}.`);
      }),
    );

  addPersonCommands(people, context);
  return people;
}

async function peopleOfAll(table: Target['table'], account?: Account) {
  const accounts = account === undefined ? (await listAccounts(table)).map(({ customerId }) => customerId) : [account];
  const found = [];
  for (const customerId of accounts) {
    for (const { email, role, invited, expires, byGroup } of await peopleOf(table, customerId)) {
      const more = { ...(expires !== undefined && { expires }), ...(byGroup && { byGroup }) };
      found.push({ customerId, email, role, invited, ...more });
    }
  }
  return found;
}

function poolOf({ pool, deployment }: Target): UserPool {
  if (pool) return pool;
  throw new Error(
    deployment
      ? 'This deployment was made with -c accountPage=false, or is older, so it has no people.'
      : 'The local service has no logins: its page is open to this machine. Name a deployment: --stack NAME',
  );
}
