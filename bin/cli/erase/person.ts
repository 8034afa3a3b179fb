import type { Command } from 'commander';
import {
  countsByFile,
  erasePerson,
  findPerson,
  foundTexts,
  storedAbout,
  wantedPerson,
} from '../../../shared/people/erase.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import {
  accountOption,
  type Context,
  collected,
  jsonOption,
  type Output,
  parseAccount,
  withTarget,
} from '../terminal/context.ts';
import { logChange } from '../terminal/log-change.ts';
import { endNotices, erasing } from './erasing.ts';

interface Named extends Output {
  readonly account: Account;
  readonly name?: readonly string[];
  readonly email?: readonly string[];
}

const whom = (command: Command) =>
  command
    .requiredOption(...accountOption, parseAccount)
    .option('--name <name>', 'a name of the person, of two words or more; repeatable', collected)
    .option('--email <address>', 'a mail address of the person; repeatable', collected);

const wantedOf = ({ name = [], email = [] }: Named) => wantedPerson([...name, ...email]);

/** Commands about one person, wherever the person stands. */
export function addPersonCommands(people: Command, context: Context): void {
  const { out, ask } = context.terminal;

  whom(
    people
      .command('erase')
      .description('erase a person from an account, wherever the name or the address stands; safe to repeat'),
  )
    .option('--dry-run', 'show where the person stands, without changing anything')
    .option('--yes', 'do not ask for confirmation')
    .option(...jsonOption)
    .action((given: Named & { dryRun?: true; yes?: true }) =>
      withTarget(context, async (target) => {
        const { account, dryRun, yes, json } = given;
        const wanted = wantedOf(given);
        const { name } = await readAccount(target.table, account);
        const found = await findPerson(target.table, account, wanted);
        const { counts: _, namesakes, members, keys, notices } = found;
        const where = foundTexts(found).join(', ') || 'nothing is stored yet';
        const shown = { facts: countsByFile(found), members: members.length, keys, notices, namesakes };
        if (!dryRun) {
          if (!yes && !ask) throw new Error(`Nothing was erased. Add --yes to erase this person from ${account}.`);
          if (!yes && !(await ask?.(`Erase this person from ${account} (${name})? ${where}.`)))
            throw new Error('Nothing was erased.');
          await erasing(context, target, account, (writer) =>
            erasePerson({ ...target, ...context, writer }, account, wanted, {
              announce: (line) => logChange(context, target, account, { what: 'person erased', ...line }),
            }),
          );
          await endNotices(target, account);
        }
        if (json) return out(JSON.stringify({ customerId: account, dryRun: dryRun ?? false, ...shown }));
        out(dryRun ? `Would be erased from ${account}: ${where}.` : `Erased the person from ${account}: ${where}.`);
        if (namesakes.length > 0) out(`Clients are called so, and stay: ${namesakes.join(', ')}. See clients erase.`);
        if (!dryRun) out(whatStays);
      }),
    );

  whom(people.command('export').description('print everything that is stored about a person, as JSON')).action(
    (given: Named) =>
      withTarget(context, async (target) => {
        const { account } = given;
        const wanted = wantedOf(given);
        await readAccount(target.table, account);
        const stored = await storedAbout(target.table, account, wanted, context.clock());
        const lines = stored.members.length === 0 ? [{}] : stored.members.map(({ id }) => ({ person: id }));
        for (const line of lines) await logChange(context, target, account, { what: 'person exported', ...line });
        out(JSON.stringify(stored, undefined, 2));
      }),
  );
}

/** For the operator, after an erasure. */
export const whatStays =
  'Backups keep it for 35 days, files of the inbox for 90, reports for a year; a restore erases it again.';
