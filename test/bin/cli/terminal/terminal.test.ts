import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type * as terminals from '../../../../bin/cli/terminal/terminal.ts';

// The terminal is looked at once, when the program starts.

interface Standing {
  readonly stdout?: object;
  readonly stderr?: object;
  readonly stdin?: object;
  readonly env?: Readonly<Record<string, string | undefined>>;
}

const noLanguage = { LC_ALL: undefined, LC_CTYPE: undefined, LANG: undefined, TERM: undefined };
const real = { stdout: process.stdout, stderr: process.stderr, stdin: process.stdin };
const written = { out: '', err: '' };
const toOut = (text: string) => (written.out += text);
const toErr = (text: string) => (written.err += text);

/** The terminal of a program that starts with these streams. */
async function startWith<T>(given: Standing, use: (terminal: terminals.Terminal) => T): Promise<T> {
  const streams = {
    stdout: given.stdout instanceof PassThrough ? given.stdout : { write: toOut, ...given.stdout },
    stderr: given.stderr instanceof PassThrough ? given.stderr : { write: toErr, ...given.stderr },
    stdin: given.stdin ?? {},
  };
  for (const [name, value] of Object.entries({ ...noLanguage, ...given.env })) vi.stubEnv(name, value);
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true });
  vi.resetModules();
  try {
    const { terminal } = await import('../../../../bin/cli/terminal/terminal.ts');
    // whatever happens, the streams come back
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('no answer')), 2000).unref();
    });
    return await Promise.race([use(terminal), late]);
  } finally {
    for (const [name, value] of Object.entries(real))
      Object.defineProperty(process, name, { value, configurable: true });
  }
}

beforeEach(() => {
  Object.assign(written, { out: '', err: '' });
});

describe('lines', () => {
  it('have colours on a terminal only', async () => {
    const env = { FORCE_COLOR: undefined, NO_COLOR: undefined };
    const painted = (isTTY: boolean) => {
      const stdout = Object.assign(new PassThrough(), { isTTY, getColorDepth: () => 8 });
      return startWith({ stdout, env }, ({ style }) => style('red', 'x'));
    };
    expect(await painted(true)).toBe('\u001b[31mx\u001b[39m');
    expect(await painted(false)).toBe('x');
  });
});

it.each<[Standing['env'], boolean]>([
  [{}, false],
  [{ LANG: 'en_GB.UTF-8' }, true],
  [{ LANG: 'C.utf8' }, true],
  [{ LANG: 'en_GB.ISO-8859-1' }, false],
  [{ LANG: 'UTF-16' }, false],
  // the first that is set decides
  [{ LC_ALL: 'C', LANG: 'C.UTF-8' }, false],
  [{ LC_CTYPE: 'C', LANG: 'C.UTF-8' }, false],
  [{ LC_ALL: 'C.UTF-8', LC_CTYPE: 'C' }, true],
  [{ LC_CTYPE: 'C.UTF-8' }, true],
  [{ LANG: 'C.UTF-8', TERM: 'dumb' }, false],
  [{ LANG: 'C.UTF-8', TERM: 'xterm' }, true],
])('with %j, blocks can be shown: %s', async (env, expected) => {
  expect(await startWith({ env: { ...env } }, ({ unicode }) => unicode)).toBe(expected);
});

describe('on a terminal', () => {
  it('the status overwrites its line', async () => {
    await startWith({ stderr: { isTTY: true } }, ({ status }) => status?.('half'));
    expect(written).toEqual({ out: '', err: '\r\u001b[Khalf' });
  });

  it('questions are asked if somebody can type and read', async () => {
    const able = (stderr: boolean, stdin: boolean) =>
      startWith({ stderr: { isTTY: stderr }, stdin: { isTTY: stdin } }, ({ ask, status }) => [!!ask, !!status]);
    expect(await able(true, true)).toEqual([true, true]);
    expect(await able(true, false)).toEqual([false, true]);
    expect(await able(false, true)).toEqual([false, false]);
  });

  /** What somebody types at the question, or does before it is answered. */
  const answered = (type: (input: PassThrough) => unknown) => {
    const [input, output] = [Object.assign(new PassThrough(), { isTTY: true }), new PassThrough()];
    const stderr = Object.assign(output, { isTTY: true });
    return startWith({ stdin: input, stderr }, async ({ ask }) => {
      const answer = ask?.('Delete it?');
      type(input);
      const yes = await answer;
      return { yes, asked: String(output.read()), isPaused: input.isPaused() };
    });
  };

  it.each<[string, boolean]>([
    ['y', true],
    ['Yes', true],
    [' YES ', true],
    ['', false],
    ['n', false],
    ['yes please', false],
    ['oh yes', false],
    ['ye', false],
  ])('the answer %j means %s', async (text, yes) => {
    const { asked, ...rest } = await answered((input) => input.write(`${text}\n`));
    expect(rest).toEqual({ yes, isPaused: true });
    expect(asked).toContain('Delete it? [y/N] ');
  });
});
