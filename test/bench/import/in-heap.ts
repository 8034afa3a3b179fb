import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { TableAddress } from '../../../shared/table/store/table.ts';

export interface Taken {
  readonly exitCode: number;
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** The most that the process had of the machine, with all of Node. */
  readonly megabytes: number;
}

/** Runs a command of the CLI in a process that ends when it needs more heap than that: no lazy collector can hide it. */
export function adminIn(folder: string, { tableName, endpoint }: TableAddress) {
  const service = join(folder, 'service-0.json');
  writeFileSync(service, JSON.stringify({ tableName, dynamodbEndpoint: endpoint }));
  const script = join(import.meta.dirname, 'run.ts');
  return async (heapMegabytes: number, views: 'asked for' | 'built', line: string): Promise<Taken> => {
    // without the second, V8 keeps young objects in more memory than the first allows, and collects all the time
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
