import type { S3Client } from '@aws-sdk/client-s3';
import { create as createImporter } from '../../functions/importer/handler.ts';
import { create as createCheck } from '../../functions/inbox/handler.ts';
import { s3Store } from '../../import/inbox/aws/s3-store.ts';
import type { InboxJobDeps, InboxMessage } from '../../import/inbox/aws/start.ts';
import type { FileStore } from '../../import/inbox/file-store.ts';
import { reportsOf } from '../../import/inbox/keys.ts';
import type { RunReport } from '../../import/inbox/report.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { memoryBucket } from '../support/inbox/memory-bucket.ts';
import { faultyTable, repeated } from './faulty-table.ts';
import { Broken } from './judge.ts';
import type { SimulatedQueue } from './queue.ts';
import type { Simulated } from './simulated.ts';
import { type Life, within } from './virtual-time.ts';

const minuteMs = 60_000;
const checkEvery = 5 * minuteMs;
const lambdaTimeout = 15 * minuteMs;
const holdFor = 16 * minuteMs;
const longestWait = 12 * 60 * minuteMs;

export interface SimulatedInbox {
  readonly storeFor: (life: Life) => FileStore;
  readonly put: (account: string, files: Readonly<Record<string, string>>) => void;
  /** Resolves when a run has the files of the account, or nothing waits. */
  readonly begun: (account: string) => Promise<void>;
  /** Resolves when the files of the account are imported; puts those of runs that were given up again. */
  readonly imported: (account: string) => Promise<void>;
  /** Throws if files or runs are left, or anything of these accounts. */
  readonly expectEmpty: (deleted: Iterable<string>) => void;
}

/** The bucket where files arrive, the check every five minutes while something waits, and importers that are killed. */
export function simulatedInbox(simulated: Simulated, worker: SimulatedQueue): SimulatedInbox {
  const { world, store, items, count } = simulated;
  const { yes, upTo, one } = simulated.choices;
  const bucket = memoryBucket(() => world.now, 5);
  const seen = new Map<string, number>();
  /** The text that was last put under a name. */
  const newest = new Map<string, string>();
  let isScheduled = false;

  const call = <T>(life: Life, work: () => Promise<T>) => repeated(simulated, life, work, isAnswer);
  const clientFor = (life: Life) =>
    ({
      send: (command: Parameters<S3Client['send']>[0]) => call(life, () => bucket.client.send(command)),
    }) as unknown as S3Client;
  const storeFor = (life: Life) => s3Store(clientFor(life), 'bucket');

  function depsFor(life: Life): InboxJobDeps {
    return {
      table: faultyTable(store, simulated, life, 'job'),
      store: storeFor(life),
      holdFor,
      importer: { place: 'the inbox' },
      randomBytes: simulated.randomBytes,
      log: () => undefined,
      clock: () => world.now + simulated.skew(life),
      ask: worker.queueFor(life).send,
      queue: {
        send: async (messages) => {
          for (const { message, id } of messages) await call(life, async () => send(message, id));
        },
        release: async () => undefined,
      },
      consumed: () => ({ calls: 0, readUnits: 0, writeUnits: 0 }),
    };
  }

  /** Messages come late and twice, also while the first is being worked on; some that nobody ended never come again. */
  function send(message: InboxMessage, id: string): void {
    if (world.now - (seen.get(id) ?? Number.NEGATIVE_INFINITY) < checkEvery) return;
    seen.set(id, world.now);
    const deliverAt = (time: number) => world.at(time, () => void deliver(message).catch(simulated.fail));
    deliverAt(world.now + (yes(0.9) ? 50 + upTo(400) : upTo(10 * minuteMs)));
    if (simulated.isCalm() || !yes(0.1)) return;
    count.redelivered = (count.redelivered ?? 0) + 1;
    deliverAt(world.now + upTo(20 * minuteMs));
  }

  async function deliver(message: InboxMessage): Promise<void> {
    const life = simulated.newLife(`importer ${message.customerId}`, 0.3, one([20, 60]), 4);
    const startedAt = world.now;
    if (!simulated.isCalm() && yes(0.3)) life.slowFrom = 1 + upTo(20);
    // some get only a little time, so that the run goes on in the next one
    let asked = 0;
    const patience = simulated.isCalm() || !yes(0.4) ? Number.POSITIVE_INFINITY : upTo(2);
    const getRemainingTimeInMillis = () => {
      asked += 1;
      return asked > patience ? 0 : lambdaTimeout - (world.now - startedAt);
    };
    world.at(startedAt + lambdaTimeout, life.kill);
    const event = { Records: [{ body: JSON.stringify(message), receiptHandle: '1', messageId: '1' }] };
    await run(life, (deps) => createImporter(deps)(event as never, { getRemainingTimeInMillis }));
  }

  async function run(life: Life, work: (deps: InboxJobDeps) => Promise<void>): Promise<void> {
    const deps = depsFor(life);
    let said = '';
    const log = (record: { outcome?: string; error?: object; due?: number }) => {
      said = `: ${record.outcome ?? record.due ?? JSON.stringify(record.error)}`;
    };
    const outcome = await within(life, () => work({ ...deps, log }).then(() => 'done' as const));
    deps.table.close();
    simulated.tell(`${life.name} -> ${outcome}${said}`);
  }

  const filesOf = (account: string) => bucket.keys().filter((key) => key.startsWith(`in/${account}/`));
  const hasRun = (account: string) => items.get(`INBOXES ${account}`)?.run !== undefined;
  const accounts = () => [...items.keys()].flatMap((address) => address.match(/^ACCOUNTS (.+)$/)?.[1] ?? []);
  const waits = (account: string) => filesOf(account).length > 0 || hasRun(account);

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    world.at((Math.floor(world.now / checkEvery) + 1) * checkEvery, () => {
      isScheduled = false;
      // the schedule starts some checks twice
      for (let times = yes(0.1) && !simulated.isCalm() ? 2 : 1; times > 0; times -= 1) {
        const life = simulated.newLife('check of the inboxes', 0.15, 6);
        void run(life, (deps) => createCheck(deps)()).catch(simulated.fail);
      }
      if (accounts().some(waits)) schedule();
    });
  }

  function put(account: string, files: Readonly<Record<string, string>>): void {
    for (const [name, text] of Object.entries(files)) {
      bucket.put(`in/${account}/${name}`, text);
      newest.set(`${account}/${name}`, text);
    }
    schedule();
  }

  const reportsFor = (account: string): RunReport[] =>
    bucket
      .keys()
      .filter((key) => key.startsWith(reportsOf(asAccount(account))) && key.endsWith('.json'))
      .map((key) => JSON.parse(bucket.contentOf(key) ?? ''));
  const read = new Set<string>();

  async function begun(account: string): Promise<void> {
    while (waits(account) && !hasRun(account)) await world.sleep(1000);
  }

  async function imported(account: string): Promise<void> {
    const since = world.now;
    while (waits(account)) {
      if (world.now - since > longestWait) throw new Broken(`files of ${account} wait in the inbox for hours`);
      await world.sleep(minuteMs);
    }
    let isAgain = false;
    for (const { run: id, result, reason } of reportsFor(account).filter((each) => !read.has(each.run))) {
      read.add(id);
      simulated.tell(`run ${id} of ${account}: ${result}`);
      if (result === 'done') continue;
      if (!reason?.startsWith('Three attempts')) throw new Broken(`the inbox refused files of ${account}: ${reason}`);
      for (const key of bucket.keys().filter((each) => each.startsWith(`failed/${account}/${id}/`))) {
        const name = key.split('/').at(-1) ?? '';
        // an older file that is put again would replace what a newer one said
        put(account, { [name]: newest.get(`${account}/${name}`) ?? '' });
        isAgain = true;
      }
    }
    if (isAgain) await imported(account);
  }

  function expectEmpty(deleted: Iterable<string>): void {
    const waiting = accounts().filter(waits);
    if (waiting.length > 0) throw new Broken(`the inboxes of ${waiting} have files or runs left`);
    for (const account of deleted) {
      const left = bucket.versions().filter(({ key }) => key.split('/')[1] === account);
      if (left.length > 0) throw new Broken(`of the deleted account ${account} is left: ${left.map(({ key }) => key)}`);
    }
  }

  return { storeFor, put, begun, imported, expectEmpty };
}

/** What S3 answered, and no failure on the way. */
function isAnswer(error: unknown): boolean {
  const { $metadata } = error as { $metadata?: { httpStatusCode?: number } };
  return $metadata?.httpStatusCode === 404 || $metadata?.httpStatusCode === 405;
}
