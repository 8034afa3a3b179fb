import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InboxMessage } from '../../../import/inbox/aws/start.ts';
import { mostImporters } from '../../../infra/settings.ts';
import { topics } from '../../../shared/domain/scoring/topics.ts';
import { createAccount } from '../../../shared/table/access/accounts.ts';
import { asAccount } from '../../../shared/table/store/item-keys.ts';
import { numbered } from '../../import/numbered.ts';
import type { useTable } from '../../support/store/table.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import type { Told } from './importer.ts';

// Many accounts with a file each, and some with a very large file, that arrive at once.

/** Of each importer. */
const heapMegabytes = 128;
const signalsPerClient = 30;
// the first of the queue: all others have to get past them
const largeAccount = (at: number) => asAccount(`a-large-${at}`);

interface Load {
  /** Small accounts whose report came after the end of the first large run. */
  readonly late: readonly string[];
  /** How many runs ended how. */
  readonly results: Readonly<Record<string, number>>;
  readonly megabytesOfFile: number;
  readonly rows: number;
  /** After these seconds the last small account had its report, and all large runs ended. */
  readonly seconds: { readonly small: number; readonly large: number };
  /** Peak memory of the processes that had a large account. Megabytes. */
  readonly peak: number;
}

export async function loadInbox(
  { table, address }: ReturnType<typeof useTable>,
  accounts: number,
  bytes: number,
  largeAccounts: number,
): Promise<Load> {
  const folder = temporaryFolder();
  const small = numbered(accounts, (at) => asAccount(`s-${at}`));
  const large = numbered(largeAccounts, largeAccount);
  for (const account of [...large, ...small]) await createAccount(table, account, account);
  let rows = 0;
  for (const account of large) rows = await writeLarge(join(folder, 'in', account), bytes);
  const lines = numbered(50, (at) => `C${at},Client ${at},2026-11-01\n`);
  for (const account of small) {
    mkdirSync(join(folder, 'in', account));
    writeFileSync(join(folder, 'in', account, 'clients.csv'), `Client ID,Name,Last Contact\n${lines.join('')}`);
  }
  const megabytesOfFile = statSync(join(folder, 'in', largeAccount(0), 'signals.csv')).size / 1e6;
  const queued: InboxMessage[] = [...large, ...small].map((customerId) => ({ customerId }));

  const importers = numbered(mostImporters, () =>
    fork(join(import.meta.dirname, 'importer.ts'), [folder, JSON.stringify(address)], {
      // without the second flag, V8 reserves more memory for young objects than the first allows, and collects constantly
      execArgv: [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'],
    }),
  );
  await Promise.all(importers.map(told));

  const beganAt = performance.now();
  const endedAt = new Map<string, number>();
  const results: Record<string, number> = {};
  let peak = 0;
  const work = async (importer: ChildProcess) => {
    let hadLarge = false;
    for (let message = queued.shift(); message; message = queued.shift()) {
      hadLarge ||= large.some((each) => each === message?.customerId);
      importer.send(message);
      const { megabytes, more, logged } = (await told(importer)) as Told;
      if (hadLarge) peak = Math.max(peak, megabytes);
      queued.push(...more.map((each) => each.message));
      for (const { result, error } of logged) {
        // an invocation that passes its run on
        if (!result && !error) continue;
        const ended = result ?? JSON.stringify(error);
        results[ended] = (results[ended] ?? 0) + 1;
      }
      if (more.length === 0) endedAt.set(message.customerId, (performance.now() - beganAt) / 1000);
    }
  };
  try {
    await Promise.all(importers.map(work));
  } finally {
    for (const importer of importers) importer.kill();
  }

  const endOf = (account: string) => endedAt.get(account) ?? Infinity;
  const ends = large.map(endOf);
  return {
    late: small.filter((account) => endOf(account) > Math.min(...ends)),
    results,
    megabytesOfFile,
    rows,
    seconds: { small: Math.max(...small.map(endOf)), large: Math.max(...ends) },
    peak,
  };
}

/** The next message of the process. */
async function told(importer: ChildProcess): Promise<unknown> {
  const ended = new AbortController();
  const crash = once(importer, 'exit', ended).then(([code]) => {
    throw new Error(`an importer ended with ${code}`);
  });
  crash.catch(() => undefined);
  try {
    const [message] = await Promise.race([once(importer, 'message', ended), crash]);
    return message;
  } finally {
    ended.abort();
  }
}

/** Clients and their signals in the worst order: they cycle through all clients, so that no batch can group them. */
async function writeLarge(folder: string, bytes: number): Promise<number> {
  mkdirSync(folder, { recursive: true });
  const id = (at: number, prefix: string) => `${prefix}5g00000${String(at).padStart(8, '0')}`;
  const rows = Math.ceil(bytes / 68);
  const clients = Math.ceil(rows / signalsPerClient);
  const write = async (name: string, header: string, count: number, row: (at: number) => string) => {
    const file = createWriteStream(join(folder, name));
    file.write(header);
    for (let at = 0; at < count; at += 1) if (!file.write(row(at))) await once(file, 'drain');
    await once(file.end(), 'finish');
  };
  await write('clients.csv', 'Client ID,Name\n', clients, (at) => `${id(at, '001')},Client ${at}\n`);
  await write('signals.csv', 'Client ID,Signal ID,Date,Topic,Polarity\n', rows, (at) => {
    const day = String(1 + (at % 20)).padStart(2, '0');
    return `${id(at % clients, '001')},${id(at, 'a0B')},2026-11-${day},${topics[at % topics.length]?.id},0.${at % 90}\n`;
  });
  return rows + clients;
}
