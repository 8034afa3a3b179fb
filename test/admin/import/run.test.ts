import { describe, expect, it, vi } from 'vitest';
import { importCommand } from '../../../bin/admin/import/command.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { withWriterLock } from '../../../shared/table/access/writer-lock.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { noon } from '../../support/service/deps.ts';
import { dump } from '../../support/store/dump.ts';
import { memoryTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { oneCommand } from '../one-command.ts';

// What a person sees while an import runs, and after Ctrl-C.

const account = asAccount('acme');
const clients = (count: number) => ({
  'clients.csv': `Client ID,Name\n${Array.from({ length: count }, (_, at) => `c${at},N${at}\n`).join('')}`,
});

async function anAccount(standing: Parameters<typeof oneCommand>[2] = {}) {
  const table = memoryTable('job');
  await createAccount(table, account, 'Acme');
  let now = noon;
  const shown: string[] = [];
  const run = oneCommand(importCommand, () => table, {
    // slow enough to show every step
    clock: () => {
      now += 250;
      return now;
    },
    onStatus: (line) => shown.push(line),
    ...standing,
  });
  const given = async (files: Readonly<Record<string, string>>, ...words: string[]) => {
    shown.length = 0;
    return { ...(await run(temporaryFolder(files), '--account', 'acme', ...words)), shown: [...shown] };
  };
  return { table, given };
}

/** The steps that were shown, with their unit, or the line if it ends a step or begins the next one. */
const stepsIn = (lines: readonly string[]) =>
  lines
    .map((line) => line.replace(/ ([\d,]+ %|[\d,]+ \w+) · [\d,]+ (\w+)\/s.*/, ' $2'))
    .filter((line, at, all) => line !== all[at - 1]);

describe('every step shows its progress', () => {
  it('of an import with new views', async () => {
    const { given } = await anAccount({ target: { queue: undefined } as object });

    const { shown, out } = await given(clients(40));
    expect(stepsIn(shown)).toEqual([
      ...[
        'Reading kB',
        '',
        'Checking kB',
        '',
        'Writing rows',
        '',
        'Updating the views …',
        'Updating the views clients',
      ],
      ...['Publishing the views pages', ''],
    ]);
    expect(shown.find((line) => line.startsWith('Writing'))).toMatch(/^Writing 100 % · \d+ rows\/s, 0 s left$/);
    expect(shown.filter((line) => /^(Updating the views \d|Publishing)/.test(line))[0]).toMatch(/ 2 % · /);
    expect(shown.findLast((line) => line.startsWith('Publishing'))).toMatch(/^Publishing the views 100 % · /);
    expect(out).toContain('The views are up to date.');
  });

  it('of an import that removes and scores', async () => {
    const { given } = await anAccount({ target: { queue: undefined } as object });
    await given(clients(4));
    const { shown, out } = await given(clients(3), '--prune', '--yes', '--score');

    expect(stepsIn(shown).filter((line) => line !== '')).toEqual(
      expect.arrayContaining([
        ...['Comparing kB', 'Looking for records to remove clients', 'Removing records', 'Scoring …'],
        'Scoring clients',
      ]),
    );
    expect(shown.find((line) => line.startsWith('Removing'))).toMatch(/^Removing 100 % · /);
    expect(shown.find((line) => /^Scoring \d/.test(line))).toMatch(/^Scoring 33 % · /);
    expect(out).toContain('The account is scored and its views are up to date.');
    expect(stepsIn((await given(clients(3), '--dry-run')).shown)).toContain('Looking for signals clients');
  });

  it('of nothing to do for the worker', async () => {
    const send = vi.fn();
    const { given } = await anAccount({ target: { queue: { send, release: send } } });

    const { shown, out } = await given({ 'portfolios.csv': 'Portfolio ID,Name\n' });
    expect(stepsIn(shown).filter((line) => line.includes('views'))).toEqual([]);
    expect([out.at(-1), send.mock.calls]).toEqual(['The views are up to date.', []]);
    // a portfolio changes the views, though no client
    await given({ 'portfolios.csv': 'Portfolio ID,Name\np,North\n' });
    expect(send).toHaveBeenCalledOnce();
  });

  it('of a worker that cannot be asked, until that is known', async () => {
    const failing = async () => {
      throw new Error('no queue');
    };
    const { given } = await anAccount({ target: { queue: { send: failing, release: failing } } });
    const before = process.listenerCount('SIGINT');

    const { shown, failed } = await given(clients(1));
    expect([failed, shown.slice(-2)]).toEqual(['no queue', ['Updating the views …', '']]);
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});

describe('after Ctrl-C it is said how far the import came', () => {
  const again = 'Run the same command again to';
  /** Stops the import whenever the status shows a line like this one; returns what was said. */
  async function stoppedAt(text: RegExp, ...words: string[]) {
    const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never);
    const { given } = await anAccount({
      answers: [true],
      onStatus: (line) => {
        if (text.test(line)) process.listeners('SIGINT')[0]?.('SIGINT');
      },
    });
    if (words.includes('--prune')) await given(clients(4));
    const { err } = await given(words.includes('--prune') ? clients(1) : clients(1001), ...words);
    if (err.some((line) => line.startsWith('Stopped'))) expect(exit).toHaveBeenCalledWith(130);
    return err.filter((line) => line.startsWith('Stopped'));
  }

  it('before it writes', async () => {
    const nothing = `Stopped: nothing is written. ${again} import the files.`;

    expect(await stoppedAt(/^Reading/)).toEqual([nothing]);
    expect(await stoppedAt(/^Looking for records/, '--prune', '--yes')).toContain(nothing);
  });

  it('while it writes', async () => {
    expect(await stoppedAt(/^Writing/)).toEqual([
      ...['500', '1,000', '1,001'].map(
        (count) => `Stopped: ${count} of 1,001 rows are written. ${again} complete the import.`,
      ),
    ]);
  });

  it('while it removes', async () => {
    expect((await stoppedAt(/^Removing/, '--prune', '--yes')).slice(0, 3)).toEqual(
      [1, 2, 3].map(
        (count) =>
          `Stopped: ${count} of 3 records are removed, and all rows are written. ${again} complete the import.`,
      ),
    );
  });

  it('while the worker is asked', async () => {
    const written = (missing: string) => `Stopped: all rows are written, but ${missing}. ${again} complete the import.`;

    expect(await stoppedAt(/^Updating/)).toEqual([written('the views are not up to date')]);
    expect(await stoppedAt(/^Scoring/, '--score')).toEqual([written('the account is not scored')]);
  });
});

it('the lock of an import names this process', async () => {
  const { given, table } = await anAccount();
  const taker = { clock: () => noon, randomBytes: () => new Uint8Array(16) };
  const other = { work: 'deletion' as const, place: 'elsewhere', ...taker };
  await withWriterLock(table, account, other, async () => {
    const before = await dump(table);
    expect(await given(clients(1))).toMatchObject({ exitCode: 4, failed: expect.stringContaining('(elsewhere)') });
    expect(await dump(table)).toEqual(before);
  });
  expect((await given(clients(1))).failed).toBe(undefined);
});
