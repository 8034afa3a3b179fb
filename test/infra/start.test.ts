import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { statusesOf } from '../../shared/contract/endpoint.ts';
import { groups } from '../../shared/contract/groups.ts';
import { dayOf } from '../../shared/domain/dates.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { writeFacts } from '../../shared/table/facts/facts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { readHead } from '../../shared/table/views/model/head.ts';
import { useBuild } from '../build/use-build.ts';
import { functionIds, resourcesOf, synthesise, targetOf } from '../support/infra/template.ts';
import { putKey } from '../support/service/api-keys.ts';
import { eventFor } from '../support/service/events.ts';
import { runBundle } from '../support/service/fresh-process.ts';
import { aClient } from '../support/store/facts.ts';
import { useTable } from '../support/store/table.ts';

const { template } = synthesise({ env: 'prod' });
const ids = functionIds(template);
const table = resourcesOf(template, 'AWS::DynamoDB::Table')[0]?.id;

const database = useTable();
const { built } = useBuild();
const bundleOf = (name: string) => join(built(name).folder, 'index.mjs');

/** The variables that the template sets, with this test's table and queue, and those that Lambda sets. */
function environmentOf(name: string, queueUrl = ''): Record<string, string> {
  const { Variables } = (template.Resources[ids.get(name) ?? '']?.Properties.Environment ?? { Variables: {} }) as {
    Variables: Record<string, unknown>;
  };
  const set = Object.entries(Variables).map(([variable, value]) => {
    if (typeof value === 'string') return [variable, value];
    return [variable, targetOf(value) === table ? database.address.tableName : queueUrl];
  });
  return {
    ...Object.fromEntries(set),
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_SESSION_TOKEN: 'local',
    DYNAMODB_ENDPOINT: database.address.endpoint ?? '',
  };
}

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
    const { url, taken } = await queueStandIn();
    const scheduled = { task: 'dispatch', scheduledTime: '2026-11-20T00:00:00Z' };

    await runBundle({ bundle: bundleOf('nightly'), environment: environmentOf('nightly', url), events: [scheduled] });
    const records = taken.map(({ MessageBody, MessageDeduplicationId }) => ({
      messageId: '1',
      receiptHandle: '1',
      body: MessageBody,
      attributes: { MessageDeduplicationId, ApproximateReceiveCount: '1' },
    }));
    const events = [{ Records: records }];
    await runBundle({ bundle: bundleOf('worker'), environment: environmentOf('worker', url), events });

    expect(taken.map(({ MessageBody }) => JSON.parse(MessageBody))).toEqual([
      { kind: 'score', customerId: 'acme', runDate: '2026-11-20' },
    ]);
    expect((await readHead(database.table, account, 'clients'))?.scoredFor).toBe(dayOf('2026-11-20'));
  });
});

interface Sent {
  readonly Id: string;
  readonly MessageBody: string;
  readonly MessageDeduplicationId: string;
}

/** A fake SQS that accepts messages and delivers none. */
async function queueStandIn(): Promise<{ url: string; taken: readonly Sent[] }> {
  const taken: Sent[] = [];
  const server = createServer(async (request, response) => {
    const { Entries } = JSON.parse(await text(request)) as { Entries: Sent[] };
    taken.push(...Entries);
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    }));
    response.setHeader('Content-Type', 'application/x-amz-json-1.0').end(JSON.stringify({ Successful, Failed: [] }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return { url: `http://127.0.0.1:${address.port}/1/queue.fifo`, taken };
}
