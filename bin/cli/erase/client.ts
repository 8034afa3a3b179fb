import { Command } from 'commander';
import { eraseClient } from '../../../shared/people/erase.ts';
import { readAccount } from '../../../shared/table/access/accounts.ts';
import { clientById } from '../../../shared/table/entities/client.ts';
import type { Account } from '../../../shared/table/store/item-keys.ts';
import { accountOption, type Context, jsonOption, type Output, parseAccount, withTarget } from '../terminal/context.ts';
import { logChange } from '../terminal/log-change.ts';
import { erasing } from './erasing.ts';
import { whatStays } from './person.ts';

export function clientsCommand(context: Context): Command {
  const { out, ask } = context.terminal;
  const clients = new Command('clients').description('erase clients of an account');

  clients
    .command('erase')
    .description('erase a client with all its records, so that no file brings it back; safe to repeat')
    .argument('<client>', 'its Service ID')
    .requiredOption(...accountOption, parseAccount)
    .option('--yes', 'do not ask for confirmation')
    .option(...jsonOption)
    .action((id: string, { account, yes, json }: Output & { account: Account; yes?: true }) =>
      withTarget(context, async (target) => {
        await readAccount(target.table, account);
        const name = (await clientById(target.table, account, id, { consistent: true }))?.name;
        if (!yes && !ask) throw new Error(`Nothing was erased. Add --yes to erase ${id} of ${account}.`);
        if (!yes && !(await ask?.(`Erase ${id}${name === undefined ? '' : ` (${name})`} with all its records?`)))
          throw new Error('Nothing was erased.');
        const erased = await erasing(context, target, account, (writer) =>
          eraseClient({ ...context, writer }, account, id, {
            announce: (line) => logChange(context, target, account, { what: 'client erased', ...line }),
          }),
        );
        if (json) return out(JSON.stringify({ customerId: account, client: id, erased }));
        out(erased ? `Erased the client ${id} of ${account} with all its records.` : `${id} was erased before.`);
        out(whatStays);
      }),
    );

  return clients;
}
