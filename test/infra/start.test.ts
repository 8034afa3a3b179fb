import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { statusesOf } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { readHead } from '../../shared/table/views/model/head.ts';
import { useBuild } from '../build/use-build.ts';
import { functionEnvironment } from '../support/infra/function-environment.ts';
import { synthesise } from '../support/infra/template.ts';
import { putKey } from '../support/service/api-keys.ts';
import { eventFor } from '../support/service/events.ts';
import { eventOfMessages, fakeQueue } from '../support/service/fake-queue.ts';
import { runBundle } from '../support/service/fresh-process.ts';
import { aClient } from '../support/store/facts.ts';
import { useTable } from '../support/store/table.ts';

const { template } = synthesise({ env: 'prod' });

const database = useTable();
const { built } = useBuild();
const bundleOf = (name: string) => join(built(name).folder, 'index.mjs');

const environmentOf = (name: string, queueUrl?: string) =>
  functionEnvironment(template, name, {
    tableName: database.address.tableName,
    endpoint: database.address.endpoint ?? '',
    ...(queueUrl && { queueUrl }),
  });

describe('every function of the API, in the environment that the template gives it', () => {
  it.each(groups.map(({ name }) => name))('%s starts and answers all of its endpoints', async (name) => {
    const apiKey = await putKey(database.table, { customerId: 'acme' });
    const endpoints = Object.values(groups.find((group) => group.name === name)?.endpoints ?? {});
    const events = endpoints.map(({ path }) => eventFor(path, apiKey));

    const { answers } = await runBundle({ bundle: bundleOf(name), environment: environmentOf(name), events });

    // the account is empty, so requests for a single resource get 404
    for (const [at, endpoint] of endpoints.entries()) {
      expect(statusesOf(endpoint).filter((status) => status < 500)).toContain(answers[at]?.statusCode);
    }
  });
});

describe('every function of the night, in the environment that the template gives it', () => {
  it('nightly sends the accounts to the queue, worker scores them', async () => {
    const account = asAccount('acme');
    await createAccount(database.table, account, 'Acme');
    await writeFacts({ table: database.table, randomBytes, project: async () => undefined }, account, [aClient('c1')]);
    const { url, taken } = await fakeQueue();
    const scheduled = { task: 'dispatch', scheduledTime: '2026-11-20T00:00:00Z' };

    await runBundle({ bundle: bundleOf('nightly'), environment: environmentOf('nightly', url), events: [scheduled] });
    const events = [eventOfMessages(taken)];
    await runBundle({ bundle: bundleOf('worker'), environment: environmentOf('worker', url), events });

    expect(taken.map(({ MessageBody }) => JSON.parse(MessageBody))).toEqual([
      { kind: 'score', customerId: 'acme', runDate: '2026-11-20' },
    ]);
    expect((await readHead(database.table, account, 'clients'))?.scoredFor).toBe(dayOf('2026-11-20'));
  });
});
