import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TableAddress } from '../../../shared/table/store/table.ts';

export interface Taken {
  readonly exitCode: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** Peak memory of the whole process, including Node. */
  readonly megabytes: number;
}

/** Runs a CLI command in a process with this heap limit; the process crashes if it needs more. */
export function adminIn(folder: string, { tableName, endpoint }: TableAddress) {
  const service = join(folder, 'service-0.json');
  writeFileSync(service, JSON.stringify({ tableName, dynamodbEndpoint: endpoint }));
  const script = join(import.meta.dirname, 'run.ts');
  return async (heapMegabytes: number, views: 'asked for' | 'built', line: string): Promise<Taken> => {
    // without the second flag, V8 reserves more memory for young objects than the first allows, and collects constantly
    const flags = [`--max-old-space-size=${heapMegabytes}`, '--max-semi-space-size=8'];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...flags,
      script,
      folder,
      views,
      ...line.split(' '),
    ]);
    return JSON.parse(stdout);
  };
}
