import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { runAdmin } from '../../../bin/cli/program.ts';
import { openLocalService } from '../../../bin/cli/service/target.ts';
import type { Queue } from '../../../shared/jobs/queue.ts';

// Runs one command in a separate process, and prints the time, CPU and memory that it took.

const [folder = '', views, ...words] = process.argv.slice(2);
// stands for a deployment's queue, whose worker builds the views
const queue: Queue = { send: async () => undefined, release: async () => undefined };
// a test that stops this process moves its clock on, as a sleep does
const { SLEPT = '' } = process.env;
const clock = () => Date.now() + (SLEPT !== '' && existsSync(SLEPT) ? 61_000 : 0);
const began = performance.now();
const exitCode = await runAdmin(words, {
  open: async () => ({ ...(await openLocalService(undefined, folder)), ...(views === 'asked for' && { queue }) }),
  terminal: { out: () => undefined, err: (line) => process.stderr.write(`${line}\n`), style: (_, text) => text },
  clock,
  randomBytes,
});
const seconds = (performance.now() - began) / 1000;
const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
const taken = { exitCode, seconds, megabytes: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
process.stdout.write(`${JSON.stringify(taken)}\n`);
