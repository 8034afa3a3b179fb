import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { topics } from '../../shared/domain/topics.ts';
import { createAccount } from '../../shared/table/accounts.ts';
import { accountOf } from '../../shared/table/keys.ts';
import { writeBenchmarks } from '../support/benchmarks.ts';
import { randomOf } from '../support/random.ts';
import { useTable } from '../support/table.ts';

// One file of 100,000 clients and one of 1,000,000 signals, as a process of its own imports them.

const db = useTable();
const folder = mkdtempSync(join(tmpdir(), 'import-'));
const serviceFile = join(folder, 'service.json');
// a tenth first: what grows with the files would be ten times as much behind it
const sizes = [10_000, 100_000];
const signalsPerClient = 10;

interface Taken {
  readonly exitCode: number;
  readonly seconds: number;
  readonly megabytes: number;
  readonly cpuSeconds: number;
}

beforeAll(async () => {
  const { tableName, endpoint } = db.address;
  writeFileSync(serviceFile, JSON.stringify({ tableName, dynamodbEndpoint: endpoint }));
  for (const clients of sizes) await writeFiles(clients);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

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
  // one after the other of all clients, which no batch can gather: the worst order there is
  await file('signals.csv', 'Client ID,Signal ID,Date,Topic,Polarity\r\n', signal, clients * signalsPerClient);
}

async function run(...words: string[]): Promise<Taken> {
  const script = join(import.meta.dirname, 'import', 'run.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, serviceFile, ...words]);
  console.log(words.join(' '), stdout);
  return JSON.parse(stdout);
}

it('imports 100,000 clients and 1,000,000 signals in memory that grows by what clients are called', async () => {
  const taken = new Map<string, Taken>();
  for (const clients of sizes) {
    const account = `bench-${clients}`;
    await createAccount(db.table, accountOf(account), account);
    const path = join(folder, String(clients));
    const count = clients.toLocaleString('en');
    taken.set(`${count} clients`, await run('import', join(path, 'clients.csv'), '--account', account));
    taken.set(
      `${(clients * signalsPerClient).toLocaleString('en')} signals`,
      await run('import', join(path, 'signals.csv'), '--account', account),
    );
  }
  const rows = [...taken].map(([what, { seconds, megabytes, cpuSeconds }]) => {
    const rate = Math.round(Number(/[\d,]+(?= (?:clients|signals))/.exec(what)?.[0].replaceAll(',', '')) / seconds);
    return `| ${what} | ${seconds.toFixed(0)} s | ${cpuSeconds.toFixed(0)} s | ${Number.isNaN(rate) ? '' : `${rate.toLocaleString('en')}/s`} | ${megabytes.toFixed(0)} MB |`;
  });
  writeBenchmarks(
    'import',
    [
      '## Import',
      '',
      'The CLI in a process of its own against the embedded database on the same machine, from the first check of the files until the views show them. Signals come in the worst order, round and round over all clients. Memory is the peak of the CLI, views of all clients included.',
      '',
      '| what | time | CPU of the CLI | rate | peak memory |',
      '| --- | --- | --- | --- | --- |',
      ...rows,
    ].join('\n'),
  );
  for (const { exitCode } of taken.values()) expect(exitCode).toBe(0);
  const signals = taken.get('1,000,000 signals');
  expect(signals?.megabytes).toBeLessThan(700);
}, 3_600_000);
