import { CreateTableCommand, DynamoDBClient, UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import { openLeanTable } from '../../../shared/table/store/lean/table.ts';
import { tableSchema } from '../../../shared/table/store/schema.ts';
import { operations } from '../../../shared/table/store/sdk.ts';
import type { Calls, Credentials, Table, TableAddress } from '../../../shared/table/store/table.ts';

export interface LocalAddress extends TableAddress {
  readonly endpoint: string;
  readonly credentials: Credentials;
}

/** The embedded engine accepts any credentials but requires some. */
const localCredentials = { accessKeyId: 'local', secretAccessKey: 'local' };

export function localAddress(endpoint: string, tableName: string): LocalAddress {
  return { tableName, endpoint, region: 'us-east-1', credentials: localCredentials };
}

const timeouts = { connecting: 3000, responding: 10_000 };

/**
 * The table while the demo is loaded, with thousands of calls: through the AWS SDK each takes four times the CPU. Nobody
 * else writes there, so that a transaction whose condition fails is an error.
 */
export function openEmptyTable(address: LocalAddress): Table {
  const { send, ...table } = openLeanTable<Calls>(address, { clock: Date.now, timeouts }, operations);
  return { ...table, send, write: send };
}

/** Creates the table with the schema that CDK deploys; leaves an existing table unchanged. */
export async function createTable({ tableName, credentials: _, ...address }: TableAddress): Promise<void> {
  const client = new DynamoDBClient({
    region: address.region,
    endpoint: address.endpoint ?? '',
    credentials: localCredentials,
  });
  const { partitionKey, sortKey, timeToLive } = tableSchema;
  try {
    await client.send(
      new CreateTableCommand({
        TableName: tableName,
        BillingMode: 'PAY_PER_REQUEST',
        AttributeDefinitions: [partitionKey, sortKey].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
        KeySchema: [
          { AttributeName: partitionKey, KeyType: 'HASH' },
          { AttributeName: sortKey, KeyType: 'RANGE' },
        ],
      }),
    );
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: tableName,
        TimeToLiveSpecification: { AttributeName: timeToLive, Enabled: true },
      }),
    );
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ResourceInUseException') throw error;
  } finally {
    client.destroy();
  }
}
