import { describe, expect, it } from 'vitest';
import { cliOn } from '../../../support/cli/cli.ts';

// How a line of words becomes a command, and its end an exit code. The service always fails to open.

const run = async (line: string, error = new Error('no service')) => {
  const opened: unknown[] = [];
  const open = async (...words: unknown[]) => {
    opened.push(words);
    throw error;
  };
  return { opened, ...(await cliOn(() => expect.unreachable(), { open })(line)) };
};

describe('a command', () => {
  it('opens the service that the options name, before or after it', async () => {
    expect((await run('status')).opened).toEqual([[undefined, undefined]]);
    expect((await run('status --stack health')).opened).toEqual([['health', undefined]]);
    expect((await run('--local 3001 keys list')).opened).toEqual([[undefined, '3001']]);
  });

  it('that fails exits with 1, or with the code of its error; stored text cannot control the terminal', async () => {
    expect(await run('status', new Error('bad \u001b[31m'))).toMatchObject({
      exitCode: 1,
      out: [],
      err: ['error: bad \\u001b[31m'],
    });
    const locked = Object.assign(new Error('locked'), { exitCode: 4 });
    expect(await run('status --json', locked)).toMatchObject({
      exitCode: 4,
      out: [],
      err: ['{"error":"locked","exitCode":4}'],
    });
  });

  it('is wrong if an option is given twice, unless its help calls it repeatable', async () => {
    expect(await run('morning --portfolio a --portfolio b')).toMatchObject({
      exitCode: 2,
      opened: [],
      err: ['error: --portfolio can be given only once.'],
    });
    expect((await run('status --stack a --stack b')).exitCode).toBe(2);
    // what is only switched on may be repeated
    expect((await run('status --backups --backups')).exitCode).toBe(1);
    for (const command of ['import /none', 'match /none', 'inbox configure']) {
      expect((await run(`${command} --account acme --map a.json --map b.json`)).err.join()).not.toContain('only once');
      expect((await run(`${command} --help`)).out.join()).toMatch(/--map .*repeatable/s);
    }
  });
});
