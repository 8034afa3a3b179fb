import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ServiceOptions } from '../../bin/local/service.ts';
import { root } from '../../bin/paths.ts';

// bin/local.ts, with a service, a watcher and a process that only say what is done with them.

const done: unknown[] = [];
const handlers: Record<string, () => void> = {};
let looks: () => void = () => {};
let parent = 7;

interface Call {
  readonly words: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly isTerminal?: boolean;
  readonly start?: (options: ServiceOptions) => void;
}

/** Runs the command; its service stops when `stopped` is called. */
async function run({ words, environment = {}, isTerminal = false, start = () => {} }: Call) {
  const { promise, resolve: stopped } = Promise.withResolvers<void>();
  const service = {
    ...{ baseUrl: 'http://127.0.0.1:1/v1', tableName: 't', dynamodbEndpoint: 'http://127.0.0.1:2', accounts: [] },
    stop: () => {
      done.push('stopping');
      return promise;
    },
  };
  vi.doMock('../../bin/local/service.ts', () => ({
    startService: async (options: ServiceOptions) => {
      start(options);
      return service;
    },
  }));
  vi.doMock('../../bin/local/service-file.ts', () => ({ announce: () => done.push('announced') }));
  vi.doMock('../../bin/local/watch.ts', () => ({
    watch: (...given: unknown[]) => {
      done.push(given);
      return () => done.push('watcher ended');
    },
  }));
  for (const name of ['npm_lifecycle_event', 'INIT_CWD', 'DYNAMODB_ENDPOINT', 'PORT'])
    vi.stubEnv(name, environment[name]);
  const { argv } = process;
  const { isTTY } = process.stderr;
  process.argv = ['node', 'local.ts', ...words];
  process.stderr.isTTY = isTerminal;
  try {
    await import('../../bin/local.ts');
  } finally {
    process.argv = argv;
    process.stderr.isTTY = isTTY;
  }
  return { stopped };
}

beforeEach(() => {
  done.length = 0;
  parent = 7;
  vi.resetModules();
  vi.spyOn(process, 'on').mockImplementation((name, handle) => {
    handlers[String(name)] = handle as () => void;
    return process;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => done.push(`exit ${code}`) as never);
  vi.spyOn(process, 'chdir').mockImplementation((folder) => void done.push(`to ${folder}`));
  vi.spyOn(process, 'ppid', 'get').mockImplementation(() => parent);
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void) => {
    looks = look;
    return { unref: () => done.push('looks at npm') };
  }) as never);
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => done.push(text) > 0);
  vi.spyOn(console, 'log').mockImplementation((line) => done.push(line));
  vi.spyOn(console, 'error').mockImplementation((line) => done.push(line));
});

afterEach(() => {
  for (const name of ['service', 'service-file', 'watch']) vi.doUnmock(`../../bin/local/${name}.ts`);
  vi.restoreAllMocks();
  vi.resetModules();
});

const ready = '{"baseUrl":"http://127.0.0.1:1/v1","accounts":[]}';

it('the first signal waits for the requests in progress, the second does not', async () => {
  const { stopped } = await run({ words: ['--json'] });
  expect(Object.keys(handlers).toSorted()).toEqual(['SIGHUP', 'SIGINT', 'SIGTERM']);

  handlers.SIGINT?.();
  expect(done).toEqual(['announced', ready, 'stopping']);
  handlers.SIGTERM?.();
  expect(done.splice(0)).toEqual(['announced', ready, 'stopping', 'exit 1', 'stopping']);
  stopped();
  await vi.waitFor(() => expect(done).toContain('exit 0'));
});

it('a signal while the data is loaded ends the process', async () => {
  await run({ words: ['--json'], start: () => handlers.SIGHUP?.() });

  expect(done).toEqual(['exit 0', 'announced', ready]);
});

it('under npm, paths are of the caller, and the service stops once npm has ended', async () => {
  await run({ words: ['--json'], environment: { npm_lifecycle_event: 'start', INIT_CWD: '/caller' } });
  looks();
  expect(done.splice(0)).toEqual(['to /caller', 'looks at npm', 'announced', ready]);
  // whoever takes over orphans
  parent = 8;
  looks();
  expect(done.splice(0)).toEqual(['stopping']);

  vi.resetModules();
  await run({ words: ['--json'], environment: { npm_lifecycle_event: 'test', INIT_CWD: '/caller' } });
  expect(done).toEqual(['announced', ready]);
});

it('a terminal shows how much of the data is loaded, in a line that goes away; a file does not', async () => {
  const start = ({ onLoading }: ServiceOptions) => {
    for (const share of [0.125, 0.999, 1]) onLoading?.(share);
  };
  await run({ words: ['--json'], isTerminal: true, start });
  const line = '\r\x1b[K';
  expect(done.splice(0, 3)).toEqual([`${line}Loading the demo data: 12 %`, `${line}Loading the demo data: 99 %`, line]);

  vi.resetModules();
  done.length = 0;
  await run({ words: ['--json'], start });
  expect(done).toEqual(['announced', ready]);
});

const request = {
  ...{ time: '2026-11-20T12:00:30.000Z', requestId: 'r', method: 'GET', url: '/v1/topics', status: 200 },
  ...{ milliseconds: 12, waitedMilliseconds: 0, units: 1, keyName: 'ci' },
};
const happens = ({ onRequest, onInbox, log }: ServiceOptions) => {
  onRequest?.(request);
  onInbox?.('inbox acme: imported');
  log?.({ level: 'error', kind: 'score' });
  log?.({ level: 'info' });
};

it.each<[string[], unknown[]]>([
  [
    [],
    [
      '12:00:30  GET  200     12 ms      1 unit  ci            /v1/topics',
      'inbox acme: imported',
      '{"level":"error","kind":"score"}',
    ],
  ],
  [['--json'], [JSON.stringify(request), '{"inbox":"inbox acme: imported"}', '{"level":"error","kind":"score"}']],
  [['--quiet'], ['inbox acme: imported', '{"level":"error","kind":"score"}']],
])('with %j it prints what happens: %j', async (words, printed) => {
  await run({ words, start: happens });

  expect(done.slice(0, printed.length)).toEqual(printed);
  expect(done.slice(printed.length)).toEqual([
    'announced',
    words[0] === '--json' ? ready : expect.stringMatching(/^Serving http:\/\/127\.0\.0\.1:1\/v1\n/),
  ]);
});

it.each<[string[], Partial<ServiceOptions>]>([
  [[], { port: 3000 }],
  [
    ['--port', '0', '--empty', '--db', 'x.sqlite', '--inbox', 'box'],
    { port: 0, demos: [], file: 'x.sqlite', inbox: 'box' },
  ],
])('%j starts the service with %j', async (words, expected) => {
  let options: Partial<ServiceOptions> = {};
  await run({
    words,
    start: (given) => {
      options = given;
    },
  });
  const { port, demos, file, inbox } = options;

  expect({ port, demos, file, inbox }).toEqual(expected);
});

it.each<[string[], Record<string, string>, boolean]>([
  [['--watch', '--quiet'], {}, false],
  [['--watch', '--db', 'x'], {}, true],
  [['--watch'], { DYNAMODB_ENDPOINT: 'http://localhost:8000' }, true],
])(
  '%j is run by the watcher, in an environment of %j; its data is kept elsewhere: %j',
  async (words, environment, kept) => {
    await run({ words, environment });
    handlers.SIGTERM?.();

    expect(done).toEqual([[`${root}/bin/local.ts`, words, kept], 'watcher ended']);
  },
);

it('a start that fails says why and exits with 1, a wrong call with 2', async () => {
  const taken = Object.assign(new Error('taken'), { syscall: 'listen', code: 'EADDRINUSE' });
  await run({
    words: ['--port', '3005'],
    start: () => {
      throw taken;
    },
  });
  expect(done.splice(0)).toEqual(['Port 3005 is in use; choose another one: npm start -- --port 3000', 'exit 1']);

  vi.resetModules();
  await run({ words: ['--port', 'x'] });
  expect(done).toEqual(['--port must be a number from 0 to 65535', 'exit 2']);
});
