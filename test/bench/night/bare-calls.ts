import { DynamoDBClient, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { TableAddress } from '../../../shared/table/store/table.ts';

const calls = 2000;
const atOnce = 16;

/** CPU milliseconds of one conditional UpdateItem through a default SDK client: the current speed of this machine. */
export async function bareCalls({ tableName, region, endpoint, credentials }: TableAddress): Promise<number> {
  const client = new DynamoDBClient({ region, endpoint: endpoint ?? '', ...(credentials && { credentials }) });
  const points = new Uint8Array(730);
  const update = (at: number) =>
    client.send(
      new UpdateItemCommand({
        TableName: tableName,
        Key: { pk: { S: `BARE#${at % 100}` }, sk: { S: 'SCORE' } },
        UpdateExpression: 'SET points = :points, touched = :at',
        ConditionExpression: 'attribute_not_exists(gone)',
        ExpressionAttributeValues: { ':points': { B: points }, ':at': { N: String(at) } },
      }),
    );
  let cpu = 0;
  // the first round warms up
  for (let round = 0; round < 2; round += 1) {
    const before = process.cpuUsage();
    let left = calls;
    const work = async () => {
      while (left > 0) {
        left -= 1;
        await update(left);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const { user, system } = process.cpuUsage(before);
    cpu = (user + system) / 1000 / calls;
  }
  client.destroy();
  return cpu;
}
