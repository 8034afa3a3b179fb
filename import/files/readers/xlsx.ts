import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { MissingCells, rowsAtOnce } from './bounds.ts';
import type { CsvRow } from './csv.ts';
import { Unreadable } from './unreadable.ts';
import type { Sheet } from './workbook.ts';

// A workbook is read in a process of its own, which is ended when it needs too much memory or time. So a file that no
// check foresees ends as a file that could not be read, and takes nothing else down.

const mostResidentBytes = 256 * 2 ** 20;
const mostMilliseconds = 60_000;
const betweenLooks = 50;
const mostOutput = 2 ** 20;

/** Next to this file, or next to the bundle of the importer. */
const program = join(import.meta.dirname, `workbook-process${extname(import.meta.filename)}`);

/** The sheets of a workbook, each in a file in the folder. */
export async function sheetsOf(path: string, folder: string): Promise<Sheet[]> {
  const { sheets, unreadable, failed } = await readInProcess([path, folder]);
  if (failed) throw new Error(failed);
  if (unreadable) throw new Unreadable(unreadable.message, unreadable.line);
  return sheets ?? [];
}

interface Result {
  readonly sheets?: Sheet[];
  readonly unreadable?: { readonly message: string; readonly line: number };
  /** The system, not the file. */
  readonly failed?: string;
}

function readInProcess(words: readonly string[]): Promise<Result> {
  const flags = ['--max-old-space-size=160', '--max-semi-space-size=8', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, program, ...words], {
    // it needs none of it, and a workbook must not be able to read it
    env: process.platform === 'win32' ? { SystemRoot: process.env.SystemRoot } : {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const end = () => child.kill('SIGKILL');
  const tooLong = setTimeout(end, mostMilliseconds);
  const looks = setInterval(() => {
    if (residentBytes(child.pid) > mostResidentBytes) end();
  }, betweenLooks);
  process.once('exit', end);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    if (output.length > mostOutput) end();
  });
  return new Promise<Result>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output) as Result);
      else
        resolve({ unreadable: { message: 'could not be read: it needs too much memory or time; use CSV', line: 1 } });
    });
  }).finally(() => {
    clearTimeout(tooLong);
    clearInterval(looks);
    process.off('exit', end);
  });
}

/** What a process has in memory; 0 where the system does not say so in a file: there the heap and the time are bounded. */
function residentBytes(pid: number | undefined): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes) * 1024;
  } catch {
    return 0;
  }
}

/** The rows of a sheet in batches, all of its width. */
export async function* sheetRows(
  path: string,
  width: number,
  onBytes: (count: number) => void,
): AsyncGenerator<CsvRow[]> {
  const file = await open(path);
  const missing = new MissingCells();
  const atOnce = rowsAtOnce(width);
  let batch: CsvRow[] = [];
  try {
    for await (const text of file.readLines()) {
      onBytes(Buffer.byteLength(text) + 1);
      const [line, ...cells] = JSON.parse(text) as [number, ...string[]];
      missing.add(width - cells.length, text.length, line);
      while (cells.length < width) cells.push('');
      batch.push({ line, cells });
      if (batch.length < atOnce) continue;
      yield batch;
      batch = [];
    }
    yield batch;
  } finally {
    await file.close();
  }
}
