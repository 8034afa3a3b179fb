import { expect, it, onTestFinished, vi } from 'vitest';
import { runAdmin } from '../../bin/cli/program.ts';
import { cliOn } from '../support/cli/cli.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';
import { useMemoryTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const db = useMemoryTable();

/** Runs a command on a terminal, with a clock that is slow enough to show every step. Returns what the status showed. */
async function statusOf(...words: string[]): Promise<string[]> {
  const shown: string[] = [];
  let now = noon;
  const silent = () => undefined;
  await runAdmin(words, {
    open: async () => ({ table: db.table, keyPrefix: 'svctest', close: silent }),
    terminal: { out: silent, err: silent, style: (_, text) => text, status: (line) => shown.push(line) },
    clock: () => {
      now += 250;
      return now;
    },
    randomBytes: bytesOf(randomOf(7)),
  });
  return shown.filter((line) => /\d\/s|\d+ \w+\/s|B\/s/.test(line));
}

const stepsIn = (lines: readonly string[]) => [...new Set(lines.map((line) => line.replace(/ [\d,.]+ .*/, '')))];

it('every long step of an import and of an export shows its rate', async () => {
  await statusOf('accounts', 'create', '--account', 'steps', '--name', 'X');
  const clients = (count: number) => ({
    'clients.csv': `Client ID,Name\n${Array.from({ length: count }, (_, at) => `C${at},N${at}\n`).join('')}`,
  });
  const importing = (count: number, ...more: string[]) =>
    statusOf('import', temporaryFolder(clients(count)), '--account', 'steps', ...more);

  const first = await importing(4);
  expect(stepsIn(first)).toEqual([...['Reading', 'Checking', 'Writing', 'Updating the views', 'Publishing the views']]);
  expect(first.find((line) => line.startsWith('Writing'))).toMatch(/^Writing 100 % · \d+ rows\/s, 0 s left$/);
  expect(first.find((line) => line.startsWith('Updating'))).toMatch(
    /^Updating the views 25 % · \d+ clients\/s, \d s left$/,
  );
  expect(first.find((line) => line.startsWith('Publishing'))).toMatch(/ pages\/s, 0 s left$/);

  expect(stepsIn(await importing(3, '--prune', '--yes', '--score'))).toEqual(
    expect.arrayContaining(['Comparing', 'Looking for records to remove', 'Removing', 'Scoring']),
  );
  expect(stepsIn(await importing(3, '--dry-run'))).toContain('Looking for signals');
  const notes = temporaryFolder({ 'notes.csv': 'Client ID,Content,Created At,Created By\nC1,Hello,2026-11-02,Ann\n' });
  expect(stepsIn(await statusOf('import', notes, '--account', 'steps'))).toContain(
    'Counting notes, reads and payments',
  );
  expect(stepsIn(await statusOf('export', temporaryFolder(), '--account', 'steps'))).toEqual([
    'Looking for columns',
    'Exporting',
  ]);
});

it('stopped with Ctrl-C while it asks for new views, an import says that all rows are written', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
  onTestFinished(() => exit.mockRestore());
  const send = async () => process.listeners('SIGINT')[0]?.('SIGINT');
  const admin = cliOn(() => db.table, { target: { queue: { send, release: send } } });
  await admin('accounts create --account stopped --name X');
  const { err } = await admin(
    `import ${temporaryFolder({ 'clients.csv': 'Client ID,Name\nC1,One\n' })} --account stopped`,
  );

  expect(err).toEqual([
    'Stopped: all rows are written, but the views are not up to date. Run the same command again to complete the import.',
  ]);
  expect(exit).toHaveBeenCalledWith(130);
});
