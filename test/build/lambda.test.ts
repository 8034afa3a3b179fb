import { existsSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { functionNames } from '../../bin/build.ts';
import { topicList } from '../../shared/contract/answers/topics.ts';
import { details, errorText } from '../../shared/contract/errors.ts';
import { groups } from '../../shared/contract/groups.ts';
import { putKey, unknownKey } from '../support/service/api-keys.ts';
import { eventFor } from '../support/service/events.ts';
import { lambdaEnvironment, runBundle, runNode, startBundle } from '../support/service/fresh-process.ts';
import { useTable } from '../support/store/table.ts';
import { useBuild } from './use-build.ts';

const database = useTable();
const { built } = useBuild();
const bundleOf = (name: string) => join(built(name).folder, 'index.mjs');

const apis = groups.filter(({ name }) => functionNames().includes(name));

describe.each(apis)('the function $name in a fresh process', ({ name, endpoints }) => {
  const paths = Object.values(endpoints).map(({ path }) => path);

  it('starts with the variables of the template and Lambda and serves every endpoint, without loading undici', async () => {
    const apiKey = await putKey(database.table);
    const { answers, undici } = await runBundle({
      bundle: bundleOf(name),
      environment: lambdaEnvironment(database.address),
      events: paths.flatMap((path) => [eventFor(path), eventFor(path, apiKey)]),
    });

    const [refused, answered] = [0, 1].map((odd) => answers.filter((_, at) => at % 2 === odd));
    expect(refused?.map(({ statusCode }) => statusCode)).toEqual(paths.map(() => 401));
    for (const { statusCode } of answered ?? []) expect([200, 400, 404, 422]).toContain(statusCode);
    expect(undici).toEqual([]);
  });
});

describe('GET /topics from its bundle', () => {
  it('answers a known key with 200, and any other with 401', async () => {
    const apiKey = await putKey(database.table);
    const { answers } = await runBundle({
      bundle: bundleOf('topics'),
      environment: lambdaEnvironment(database.address),
      events: [eventFor('/topics', apiKey), eventFor('/topics'), eventFor('/topics', unknownKey())],
    });

    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 401]);
    expect(topicList.parse(JSON.parse(answers[0]?.body ?? '')).total).toBe(15);
    expect(answers[0]?.headers?.ETag).toMatch(/\.[0-9a-f]{13}"$/);
    expect(answers[1]?.body).toBe(errorText(401, details.unauthorized));
  });
});

describe('a function with missing or wrong environment variables', () => {
  it.each(['TABLE_NAME', 'DEPLOYMENT', 'AWS_REGION'])(
    'names %s if it is missing, and does not start',
    async (missing) => {
      const { [missing]: _, ...environment } = lambdaEnvironment(database.address);

      const { code, errors } = await startBundle({ bundle: bundleOf('topics'), environment });

      expect(code).not.toBe(0);
      expect(errors).toContain(`environment variables are missing or wrong: ${missing}: `);
    },
  );

  it('names a variable that is wrong, and never prints its value', async () => {
    const environment = { ...lambdaEnvironment(database.address), DYNAMODB_ENDPOINT: 'not-a-url' };

    const { code, errors } = await startBundle({ bundle: bundleOf('topics'), environment });

    expect(code).not.toBe(0);
    expect(errors).toContain('DYNAMODB_ENDPOINT');
    expect(errors).not.toContain('not-a-url');
  });

  it('can import its handler without any environment', async () => {
    const handlers = functionNames()
      .map((name) => join('functions', name, 'handler.ts'))
      .filter((file) => existsSync(file));
    const imports = handlers.map((file) => `await import('./${file}')`).join(';');

    const ended = await runNode(['--input-type=module', '--eval', imports], {});

    expect(handlers).not.toEqual([]);
    expect(ended).toEqual({ code: 0, output: '', errors: '' });
  });
});

describe('when DynamoDB hangs', () => {
  it('init continues without it after 300 ms, and requests get 500 within 3 s', async () => {
    const { answers, load } = await runBundle({
      bundle: bundleOf('topics'),
      environment: lambdaEnvironment({ ...database.address, endpoint: await deafServer() }),
      events: [eventFor('/topics', unknownKey())],
    });

    // without its time limit, the warm-up would take three attempts of 400 ms in addition to loading
    expect(load.ms).toBeGreaterThan(300);
    expect(load.ms).toBeLessThan(1200);
    expect(answers[0]).toMatchObject({ statusCode: 500, body: errorText(500, details.internal) });
    expect(answers[0]?.ms).toBeLessThan(3000);
  });
});

/** Accepts connections and never responds. */
async function deafServer(): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => undefined)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}
