import { randomBytes } from 'node:crypto';
import { eventOf, localQueue } from '../../../bin/local/jobs/queue.ts';
import { localAddress } from '../../../bin/local/store/table.ts';
import { create } from '../../../functions/worker/handler.ts';
import { nightMessage, rebuilding } from '../../../shared/jobs/requests.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { meterConsumption } from '../../../shared/table/store/meter.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { aClient } from '../../support/store/facts.ts';
import { writeFacts } from '../../support/store/writer.ts';
import { benchClientId } from './account.ts';
import { bareCalls } from './bare-calls.ts';

// One worker in a separate process, so that its CPU and memory can be measured. `rename` in place of a night changes the name
// of a client and builds the lists again.

const [endpoint = '', tableName = '', customerId = '', ...work] = process.argv.slice(2);
const address = localAddress(endpoint, tableName);
const { consumed, onConsumed } = meterConsumption();
const told: object[] = [];
// a night reads at half price only if it runs on the day that it scores
let now = Date.now();
const table = { ...openTable(address), onConsumed };
const worker = create({
  table,
  queue: localQueue(),
  consumed,
  clock: () => now,
  randomBytes,
  log: (record) => told.push(record),
  buildId: 'bench',
});

const results = [];
const bare = await bareCalls(address);
for (const each of work) {
  const isNight = each !== 'rename';
  if (isNight) now = Date.parse(each);
  const outgoing = isNight ? nightMessage(customerId, each) : rebuilding(customerId, randomBytes);
  const before = process.cpuUsage();
  if (!isNight) {
    const renamed = aClient(benchClientId(0), { name: 'Renamed' });
    await writeFacts({ table, randomBytes }, asAccount(customerId), [renamed]);
  }
  await worker(eventOf({ messageId: each, receiptHandle: each, outgoing, receiveCount: 1 }), {
    getRemainingTimeInMillis: () => 300_000,
  });
  const { user, system } = process.cpuUsage(before);
  const { _aws, ...line } = told.at(-1) as { _aws: object };
  results.push({ ...line, cpu: (user + system) / 1000 });
}
// maxRSS is in kilobytes
const { maxRSS } = process.resourceUsage();
console.log(JSON.stringify({ results, megabytes: maxRSS / 1024, bare }));
process.exit(0);
