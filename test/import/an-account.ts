import { asAccount } from '../../shared/table/store/item-keys.ts';
import { cliOn } from '../support/cli/cli.ts';
import { noon } from '../support/service/deps.ts';
import { factsIn } from '../support/store/facts-in.ts';
import type { TestTable } from '../support/store/table.ts';
import { filesIn, temporaryFolder } from '../support/temporary-folder.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

let made = 0;

/** A new account, into which the CLI imports, and what it has then. Its clock stands still. */
export async function anAccount(db: Pick<TestTable, 'table'>) {
  made += 1;
  const account = asAccount(`account-${made}`);
  const clock = { now: noon };
  const cli = cliOn(() => db.table, { clock: () => clock.now });
  const admin = (line: string) => cli(`${line} --account ${account}`);
  await admin('accounts create --name X');
  /** Files, or the path of a folder or file. */
  const imported = async (files: Files | string, options = '') => {
    const folder = typeof files === 'string' ? files : temporaryFolder(files);
    const { out, err, exitCode } = await admin(`import ${folder} ${options}`);
    const json = options.includes('--json') ? JSON.parse(out[0] ?? '{}') : undefined;
    return { said: [...out, ...err], out, err, exitCode, json };
  };
  /** Of an import of which nothing may be rejected. */
  const resultOf = async (files: Files | string, options = '') => {
    const { out, err, exitCode, json } = await imported(files, `${options} --json`);
    if (exitCode !== 0) throw new Error([...out, ...err].join('\n'));
    return json;
  };
  /** The rows of each file of an export, below its header. */
  const exported = async (): Promise<Record<string, string[]>> => {
    const folder = temporaryFolder();
    await admin(`export ${folder}`);
    const rows = (text: string) => text.trimEnd().split('\r\n').slice(1);
    return Object.fromEntries(Object.entries(filesIn(folder)).map(([name, text]) => [name, rows(text)]));
  };
  const facts = () => factsIn(db.table, account);
  const clients = async () => (await facts()).filter(({ sk }) => sk.startsWith('CLIENT#'));
  const namesOfClients = async () => (await clients()).map(({ name }) => `${name}`).sort();
  return { account, clock, cli, admin, imported, resultOf, exported, facts, clients, namesOfClients };
}

/** The option that names a mapping of these files. */
export const mapOption = (...files: readonly object[]): string =>
  `--map ${temporaryFolder({ 'ours.json': JSON.stringify({ version: 1, files }) })}/ours.json`;
