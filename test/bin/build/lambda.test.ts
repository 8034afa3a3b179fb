import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { functionNames } from '../../../bin/build.ts';
import { statusesOf } from '../../../shared/contract/endpoint.ts';
import { details, errorText } from '../../../shared/contract/errors.ts';
import { groups } from '../../../shared/contract/groups.ts';
import { dayOf } from '../../../shared/domain/dates.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { readRoot } from '../../../shared/table/views/root/root.ts';
import { functionEnvironment } from '../../support/infra/function-environment.ts';
import { synthesise } from '../../support/infra/template.ts';
import { putKey, unknownKey } from '../../support/service/api-keys.ts';
import { eventFor } from '../../support/service/events.ts';
import { eventOfMessages, fakeQueue } from '../../support/service/fake-queue.ts';
import { lambdaEnvironment, runBundle, startBundle } from '../../support/service/fresh-process.ts';
import { serve } from '../../support/service/http.ts';
import { aClient } from '../../support/store/facts.ts';
import { useTable } from '../../support/store/table.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { useBuild } from './use-build.ts';

const { template } = synthesise({ env: 'prod' });
const database = useTable();
const { built } = useBuild();
const bundleOf = (name: string) => join(built(name).folder, 'index.mjs');

const apis = groups.filter(({ name }) => functionNames().includes(name));

const environmentOf = (name: string, queueUrl?: string) =>
  functionEnvironment(template, name, {
    tableName: database.address.tableName,
    endpoint: database.address.endpoint ?? '',
    ...(queueUrl && { queueUrl }),
  });

describe.each(apis)(
  'the function $name in a fresh process, with the environment of the template',
  ({ name, endpoints }) => {
    const all = Object.values(endpoints);

    it('starts and serves every endpoint, without loading the web APIs of Node', async () => {
      const apiKey = await putKey(database.table, { customerId: 'acme' });
      const { answers, webApis } = await runBundle({
        bundle: bundleOf(name),
        environment: environmentOf(name),
        events: all.flatMap(({ path }) => [eventFor(path), eventFor(path, apiKey)]),
      });

      const [refused = [], answered = []] = [0, 1].map((odd) => answers.filter((_, at) => at % 2 === odd));
      expect(refused.map(({ statusCode }) => statusCode)).toEqual(all.map(() => 401));
      // the account is empty, so requests for a single resource get 404
      for (const [at, endpoint] of all.entries()) {
        expect(statusesOf(endpoint).filter((status) => ![401, 429].includes(status) && status < 500)).toContain(
          answered[at]?.statusCode,
        );
      }
      expect(webApis).toEqual([]);
    });
  },
);

describe('the functions of the night, with the environment of the template', () => {
  it('nightly sends the accounts to the queue, worker scores them', async () => {
    const account = asAccount('acme');
    await createAccount(database.table, account, 'Acme');
    await writeFacts({ table: database.table, randomBytes, changed: async () => undefined }, account, [aClient('c1')]);
    const { url, taken } = await fakeQueue();
    const scheduled = { task: 'dispatch', scheduledTime: '2026-11-20T00:00:00Z' };

    await runBundle({ bundle: bundleOf('nightly'), environment: environmentOf('nightly', url), events: [scheduled] });
    const events = [eventOfMessages(taken)];
    await runBundle({ bundle: bundleOf('worker'), environment: environmentOf('worker', url), events });

    expect(taken.map(({ MessageBody }) => JSON.parse(MessageBody))).toEqual([
      { kind: 'score', customerId: 'acme', runDate: '2026-11-20' },
    ]);
    expect((await readRoot(database.table, account))?.scoredFor).toBe(dayOf('2026-11-20'));
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
});

describe('when DynamoDB hangs', () => {
  it('init continues without it after 300 ms, before its calls are repeated, and a request gets 500', async () => {
    const { endpoint, connections } = await deafServer();
    const { answers, load } = await runBundle({
      bundle: bundleOf('topics'),
      environment: lambdaEnvironment({ ...database.address, endpoint }),
      events: [eventFor('/topics', unknownKey())],
    });

    // without its time limit, init would make three attempts of each of its first two calls, before the three of the request
    expect(connections()).toBeLessThan(3 * 2 + 3);
    expect(load.ms).toBeGreaterThan(300);
    expect(answers[0]).toMatchObject({ statusCode: 500, body: errorText(500, details.internal) });
  });
});

/** Accepts connections and never responds. */
async function deafServer() {
  let count = 0;
  const server = createServer(() => undefined).on('connection', () => (count += 1));
  return { endpoint: `http://127.0.0.1:${await serve(server)}`, connections: () => count };
}
