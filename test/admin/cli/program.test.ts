import { describe, expect, it } from 'vitest';
import { commandNames, optionNames, runAdmin } from '../../../bin/admin/program.ts';

// How a line of words becomes a command, and its end an exit code. The service always fails to open.

const failing = (error: Error) => {
  const [out, err, opened]: [string[], string[], unknown[]] = [[], [], []];
  const context = {
    open: async (...words: unknown[]) => {
      opened.push(words);
      throw error;
    },
    terminal: {
      out: (line: string) => out.push(line),
      err: (line: string) => err.push(line),
      style: (_: string, text: string) => text,
    },
    clock: () => 0,
    randomBytes: () => new Uint8Array(),
  };
  return { out, err, opened, context };
};

const run = async (words: readonly string[], error = new Error('no service')) => {
  const { context, ...seen } = failing(error);
  return { exitCode: await runAdmin(words, context), ...seen };
};

describe('a command', () => {
  it('opens the service that the options name, before or after it', async () => {
    expect((await run(['status'])).opened).toEqual([[undefined, undefined]]);
    expect((await run(['status', '--stack', 'health'])).opened).toEqual([['health', undefined]]);
    expect((await run(['--local', '3001', 'keys', 'list'])).opened).toEqual([[undefined, '3001']]);
  });

  it('that fails exits with 1, or with the code of its error; stored text cannot control the terminal', async () => {
    expect(await run(['status'], new Error('bad \u001b[31m'))).toMatchObject({
      exitCode: 1,
      out: [],
      err: ['error: bad \\u001b[31m'],
    });
    const locked = Object.assign(new Error('locked'), { exitCode: 4 });
    expect(await run(['status', '--json'], locked)).toMatchObject({
      exitCode: 4,
      out: [],
      err: ['{"error":"locked","exitCode":4}'],
    });
  });

  it('is wrong if an option is given twice, unless its help calls it repeatable', async () => {
    const twice = ['morning', '--portfolio', 'a', '--portfolio', 'b'];
    expect(await run(twice)).toMatchObject({
      exitCode: 2,
      opened: [],
      err: ['error: --portfolio can be given only once.'],
    });
    expect((await run(['status', '--stack', 'a', '--stack', 'b'])).exitCode).toBe(2);
    // what is only switched on may be repeated
    expect((await run(['status', '--backups', '--backups'])).exitCode).toBe(1);
    for (const command of ['import /none', 'match /none', 'inbox configure']) {
      const mapped = `${command} --account acme --map a.json --map b.json`.split(' ');
      expect((await run(mapped)).err.join()).not.toContain('only once');
      expect((await run([...command.split(' '), '--help'])).out.join()).toMatch(/--map .*repeatable/s);
    }
  });
});

it('names of commands and options are known to the launcher and to the documentation', () => {
  const { context } = failing(new Error('not opened'));

  expect(commandNames(context)).toEqual(
    expect.arrayContaining(['status', 'accounts create', 'keys issue', 'inbox put', 'mcp', 'completion']),
  );
  expect(commandNames(context)).not.toContain('keys');
  const options = optionNames(context);
  expect(options).toEqual(expect.arrayContaining(['stack', 'json', 'account', 'yes', 'keep', 'dry-run']));
  expect(new Set(options).size).toBe(options.length);
});
