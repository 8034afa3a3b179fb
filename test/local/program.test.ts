import { afterEach, expect, it, vi } from 'vitest';
import { help } from '../../bin/local/cli/options.ts';
import { requestLine } from '../../bin/local/gateway/request-line.ts';
import type { LocalService, ServiceOptions } from '../../bin/local/service.ts';
import { welcome } from '../../bin/local/welcome.ts';

// The program of npm start, with a service that only keeps what it is given.

const service: LocalService = {
  ...{ baseUrl: 'http://127.0.0.1:1/v1', tableName: 't', dynamodbEndpoint: 'http://127.0.0.1:2', accounts: [] },
  stop: () => Promise.resolve(),
};
const record = {
  ...{ time: '2026-11-20T12:00:30.000Z', requestId: 'r', method: 'GET', url: '/v1/topics', status: 200 },
  ...{ milliseconds: 12, waitedMilliseconds: 0, units: 1 },
};

interface Given {
  readonly env?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  readonly start?: () => Promise<LocalService>;
}

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.doUnmock('../../bin/local/service.ts');
  vi.doUnmock('../../bin/local/service-file.ts');
  vi.doUnmock('../../bin/local/watch.ts');
  vi.resetModules();
});

/** Runs the program, and returns what it printed, did and was waiting for. */
async function ran(words: string, { env = {}, isTerminal = false, start = async () => service }: Given = {}) {
  const standing = { npm_lifecycle_event: 'test', DYNAMODB_ENDPOINT: undefined, PORT: undefined, ...env };
  for (const [name, value] of Object.entries(standing)) vi.stubEnv(name, value);
  const seen = {
    ...{ out: [] as string[], said: [] as string[], written: [] as string[], exits: [] as unknown[] },
    ...{ folders: [] as string[], announced: [] as unknown[], watched: [] as unknown[], options: {} as ServiceOptions },
    ...{
      signals: new Map<string, () => void>(),
      everyTime: [] as [() => void, NodeJS.Timeout][],
      endings: [] as string[],
    },
  };
  vi.spyOn(console, 'log').mockImplementation((text) => void seen.out.push(text));
  vi.spyOn(console, 'error').mockImplementation((text) => void seen.said.push(text));
  vi.spyOn(process, 'exit').mockImplementation((code) => void seen.exits.push(code) as never);
  vi.spyOn(process, 'chdir').mockImplementation((folder) => void seen.folders.push(folder));
  const { on } = process;
  vi.spyOn(process, 'on').mockImplementation((name, listener) => {
    if (!/^SIG(INT|TERM|HUP)$/.test(String(name))) return on.call(process, name, listener);
    seen.signals.set(String(name), listener as () => void);
    return process;
  });
  const stderr = { isTTY: isTerminal, write: (text: string) => seen.written.push(text) };
  vi.spyOn(process, 'stderr', 'get').mockReturnValue(stderr as never);
  const every = setInterval;
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((call: () => void, milliseconds: number) => {
    const timer = every(() => undefined, milliseconds);
    seen.everyTime.push([call, timer]);
    return timer;
  }) as typeof setInterval);
  const { argv } = process;
  process.argv = ['node', 'local.ts', ...words.split(' ').filter((word) => word !== '')];
  vi.resetModules();
  vi.doMock('../../bin/local/service.ts', () => ({
    startService: async (options: ServiceOptions) => {
      seen.options = options;
      return start();
    },
  }));
  vi.doMock('../../bin/local/service-file.ts', () => ({ announce: (each: unknown) => seen.announced.push(each) }));
  vi.doMock('../../bin/local/watch.ts', () => ({
    watch: (...given: unknown[]) => {
      seen.watched.push(given.slice(1));
      return () => void seen.endings.push('watch');
    },
  }));
  try {
    await import('../../bin/local.ts');
  } finally {
    process.argv = argv;
    for (const [, timer] of seen.everyTime) clearInterval(timer);
  }
  return seen;
}

const never = () => new Promise<never>(() => undefined);

it.each<[string, string, string[]]>([
  ['', welcome(service, undefined), ['inbox acme: a.csv', requestLine(record)]],
  ['--quiet --db x.sqlite', welcome(service, 'x.sqlite'), ['inbox acme: a.csv']],
  [
    '--json --db x.sqlite',
    '{"baseUrl":"http://127.0.0.1:1/v1","file":"x.sqlite","accounts":[]}',
    ['{"inbox":"inbox acme: a.csv"}', JSON.stringify(record)],
  ],
  ['--json --quiet', '{"baseUrl":"http://127.0.0.1:1/v1","accounts":[]}', ['{"inbox":"inbox acme: a.csv"}']],
])('npm start -- %s prints its start, and what happens in the same way', async (words, first, then) => {
  const { out, options, announced } = await ran(words);
  options.onInbox?.('inbox acme: a.csv');
  options.onRequest?.(record);

  expect(out).toEqual([first, ...then]);
  expect(announced).toEqual([service]);
});

it('starts the service with its options, and without accounts if it is to be empty', async () => {
  const { options } = await ran('--port 5 --db x.sqlite --inbox box --empty');

  expect(options).toMatchObject({ port: 5, file: 'x.sqlite', inbox: 'box', demos: [] });
  expect((await ran('')).options).not.toHaveProperty('demos');
});

it('prints failures of functions and jobs', async () => {
  const { options, said } = await ran('');
  options.log?.({ level: 'error', kind: 'score' });
  options.log?.({ level: 'info' });

  expect(said).toEqual(['{"level":"error","kind":"score"}']);
});

it('shows on a terminal how much is loaded, and takes the line away in the end', async () => {
  const { options, written } = await ran('', { isTerminal: true });
  for (const share of [0.0399, 0.999, 1]) options.onLoading?.(share);

  expect(written).toEqual([
    ...['\r\x1b[KLoading the demo data: 3 %', '\r\x1b[KLoading the demo data: 99 %', '\r\x1b[K'],
  ]);
  expect((await ran('')).options.onLoading).toBeUndefined();
});

it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s ends a running service, and a second one does not wait', async (name) => {
  const stop = Promise.withResolvers<void>();
  const { exits, signals, written } = await ran('', { start: async () => ({ ...service, stop: () => stop.promise }) });
  signals.get(name)?.();
  expect(exits).toEqual([]);
  signals.get('SIGINT')?.();
  expect(exits).toEqual([1]);
  stop.resolve();
  await vi.waitFor(() => expect(exits).toContain(0));
  // ^C stands in a terminal only
  expect(written).toEqual([]);
});

it('says why a service did not stop, and ends with 1', async () => {
  const stop = () => Promise.reject(new Error('the disk is gone'));
  const { said, exits, signals } = await ran('', { start: async () => ({ ...service, stop }) });
  signals.get('SIGTERM')?.();
  await vi.waitFor(() => expect(exits).toEqual([1]));
  expect(said).toEqual(['The service did not stop as it should: the disk is gone']);
});

it('a signal ends a start that is not complete at once', async () => {
  let asked = () => {};
  const waiting = new Promise<void>((resolve) => {
    asked = resolve;
  });
  const start = () => {
    asked();
    return never();
  };
  void ran('', { start, isTerminal: true });
  await waiting;
  const [[, end] = []] = vi.mocked(process.on).mock.calls.filter(([name]) => String(name) === 'SIGINT');
  (end as () => void)();

  expect(vi.mocked(process.exit).mock.calls).toEqual([[0]]);
});

it('under npm it works in the folder of the caller, and ends with npm', async () => {
  const env = { npm_lifecycle_event: 'start', INIT_CWD: '/of/the/caller' };
  const { folders, everyTime, exits } = await ran('', { env });
  const [[look, timer] = expect.unreachable()] = everyTime;
  look();
  await undefined;

  // the timer alone keeps nothing alive: --help and failures end
  expect({ folders, exits, isHeld: timer.hasRef() }).toEqual({ folders: ['/of/the/caller'], exits: [], isHeld: false });
  vi.spyOn(process, 'ppid', 'get').mockReturnValue(1);
  look();
  await vi.waitFor(() => expect(exits).toEqual([0]));
  const { folders: others, everyTime: none } = await ran('', { env: { INIT_CWD: '/of/the/caller' } });
  expect([others, none]).toEqual([[], []]);
});

it.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['--watch --port 0', {}, false],
  ['--port 0 --db x.sqlite --watch', {}, true],
  ['--port 0 --watch', { DYNAMODB_ENDPOINT: 'http://127.0.0.1:9' }, true],
])('npm start -- %s with %j runs itself under the watcher, which a signal ends', async (words, env, keepsData) => {
  const seen = await ran(words, { env });
  seen.signals.get('SIGTERM')?.();

  expect(seen.watched).toEqual([[words.split(' '), keepsData]]);
  expect([seen.endings, seen.exits, seen.announced]).toEqual([['watch'], [], []]);
});

it('ends with 1 and one line after a start that failed, with 2 after a wrong command line, and with help otherwise', async () => {
  const start = () => Promise.reject(Object.assign(new Error('used'), { syscall: 'listen', code: 'EADDRINUSE' }));
  const failed = await ran('--port 5', { start });
  expect([failed.said, failed.exits, failed.announced]).toEqual([
    ...[['Port 5 is in use; choose another one: npm start -- --port 3000'], [1], []],
  ]);

  const wrong = await ran('now');
  expect([wrong.said, wrong.exits, wrong.announced]).toEqual([
    ...[["Unexpected argument 'now'; see npm start -- --help"], [2], []],
  ]);

  const asked = await ran('--help');
  expect([asked.out, asked.exits, asked.announced]).toEqual([[help], [], []]);
});
