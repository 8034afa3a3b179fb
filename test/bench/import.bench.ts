import { once } from 'node:events';
import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { topics } from '../../shared/domain/scoring/topics.ts';
import { createAccount } from '../../shared/table/access/accounts.ts';
import { asAccount } from '../../shared/table/store/item-keys.ts';
import { required, writesBenchmarks } from '../support/benchmarks.ts';
import { randomOf } from '../support/random.ts';
import { useTable } from '../support/store/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { workbookOf } from '../support/xlsx.ts';
import { adminIn, type Taken } from './import/in-heap.ts';

// One file of 100,000 clients and one of 1,000,000 signals, each imported by a process with a limited heap. The limit
// is the same for files of a tenth of the size, so the heap does not grow with the file. Then 200,000 clients of an archive,
// in the same heap, and of a workbook, which needs a larger one.

const db = useTable();
const folder = temporaryFolder();
const sizes = [10_000, 100_000];
const signalsPerClient = 10;
const importHeap = 128;
/** The largest share of a signal in the memory of an import, with what grows before it is copied. */
const bytesPerSignal = 200;
/** The views of an account are sorted in memory, which takes up to 1,400 bytes a client. */
const viewsHeap = (clients: number) => importHeap + Math.ceil((clients * 1400) / 1e6);

beforeAll(async () => {
  for (const clients of sizes) await writeFiles(clients);
});

async function writeFiles(clients: number): Promise<void> {
  const random = randomOf(clients);
  mkdirSync(join(folder, String(clients)));
  const file = async (name: string, header: string, row: (at: number) => string, count: number) => {
    const stream = createWriteStream(join(folder, String(clients), name));
    stream.write(header);
    for (let at = 0; at < count; at += 1) if (!stream.write(row(at))) await once(stream, 'drain');
    stream.end();
    await once(stream, 'finish');
  };
  const client = (at: number) =>
    `CRM-${at},"Client ${at}, Inc.",2026-11-01,Owner ${at % 40},Industry ${at % 20},${at}.5\r\n`;
  await file('clients.csv', 'Client ID,Name,Last Contact,Account Owner,Industry,Revenue TTM\r\n', client, clients);
  const signal = (at: number) => {
    const topic = topics[Math.floor(random() * topics.length)]?.id;
    const day = 1 + Math.floor(random() * 20);
    return `CRM-${at % clients},s${at},2026-11-${String(day).padStart(2, '0')},${topic},${(random() * 2 - 1).toFixed(2)}\r\n`;
  };
  // cycles through all clients, so that no batch can group the signals of a client: the worst order
  await file('signals.csv', 'Client ID,Signal ID,Date,Topic,Polarity\r\n', signal, clients * signalsPerClient);
}

interface Row extends Taken {
  readonly what: string;
  readonly count: number;
  readonly heap: number;
}

writesBenchmarks('import', report);

const rows: Row[] = [];

async function run(what: string, count: number, heap: number, views: 'asked for' | 'built', line: string) {
  const row = { what, count, heap, ...(await adminIn(folder, db.address)(heap, views, line)) };
  console.log(row);
  rows.push(row);
  expect(row.exitCode).toBe(0);
}

it('imports 100,000 clients and 1,000,000 signals in the same heap as a tenth of them', async () => {
  for (const clients of sizes) {
    const [plain, shown] = [`plain-${clients}`, `shown-${clients}`];
    for (const account of [plain, shown]) await createAccount(db.table, asAccount(account), account);
    const into = (account: string, file: string) =>
      `import ${join(folder, String(clients), file)} --account ${account}`;
    await run('clients', clients, importHeap, 'asked for', into(plain, 'clients.csv'));
    await run('signals', clients * signalsPerClient, importHeap, 'asked for', into(plain, 'signals.csv'));
    await run('clients, with their views', clients, viewsHeap(clients), 'built', into(shown, 'clients.csv'));
  }

  for (const what of ['clients', 'signals']) {
    const [few, many] = rows.filter((row) => row.what === what);
    // the rows of signals are kept outside the heap
    const kept = what === 'signals' ? ((many?.count ?? 0) * bytesPerSignal) / 1e6 : 0;
    const most = required(what, few?.megabytes) * 1.5 + kept;
    expect({ what, isFlat: required(what, many?.megabytes) < most }).toEqual({ what, isFlat: true });
  }
});

const inArchives = 200_000;
const headers = ['Client ID', 'Name', 'Account Owner', 'Industry', 'Revenue TTM'];
const cells = (at: number) => [`CRM-${at}`, `Client ${at} Inc.`, `Owner ${at % 40}`, `Industry ${at % 20}`, at + 0.5];
const table = () => [headers, ...Array.from({ length: inArchives }, (_, at) => cells(at))];

it.each([
  ['clients.csv.gz', importHeap, () => gzipSync(table().join('\n'))],
  ['clients.xlsx', 512, () => workbookOf({ clients: table() })],
] as const)('%s is checked and compared in a heap of %d MB', async (name, heap, content) => {
  const account = name.replaceAll('.', '-');
  await createAccount(db.table, asAccount(account), account);
  writeFileSync(join(folder, name), content());

  const line = `import ${join(folder, name)} --account ${account} --dry-run`;
  await run(`clients of ${name}, checked and compared`, inArchives, heap, 'asked for', line);
});

function report(): string {
  return [
    '### Import',
    '',
    `The CLI runs next to the embedded database. Signals come in the worst order: the file cycles through all clients. An import needs a heap of ${importHeap} MB here, and outside of it at most ${bytesPerSignal} bytes for each signal; where the CLI builds the views itself, up to 1.4 KB more per client. A workbook is read as a whole first. Memory is the peak of the whole process.`,
    '',
    '| what | time | CPU | rate | heap | memory |',
    '|---|---:|---:|---:|---:|---:|',
    // the smaller size is there for the comparison of memory
    ...rows.slice(-5).map(({ what, count, heap, seconds, cpuSeconds, megabytes }) => {
      const rate = Math.round(count / seconds).toLocaleString('en');
      const times = `${seconds.toFixed(0)} s | ${cpuSeconds.toFixed(0)} s`;
      return `| ${count.toLocaleString('en')} ${what} | ${times} | ${rate}/s | ${heap} MB | ${megabytes.toFixed(0)} MB |`;
    }),
  ].join('\n');
}
