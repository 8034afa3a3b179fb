import { randomBytes } from 'node:crypto';
import { eventOf, localQueue } from '../../../bin/local/jobs/queue.ts';
import { localAddress } from '../../../bin/local/store/table.ts';
import { create } from '../../../functions/worker/handler.ts';
import { nightMessage } from '../../../shared/jobs/requests.ts';
import { meterConsumption } from '../../../shared/table/store/meter.ts';
import { openTable } from '../../../shared/table/store/sdk.ts';
import { bareCalls } from './bare-calls.ts';

// One worker in a separate process, so that its CPU and memory can be measured.

const [endpoint = '', tableName = '', customerId = '', ...work] = process.argv.slice(2);
const address = localAddress(endpoint, tableName);
const { consumed, onConsumed } = meterConsumption();
const told: object[] = [];
// a night reads at half price only if it runs on the day that it scores
let now = Date.now();
const worker = create({
  table: { ...openTable(address), onConsumed },
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
  const outgoing = nightMessage(customerId, each);
  now = Date.parse(each);
  const before = process.cpuUsage();
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
