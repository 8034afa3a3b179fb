import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface Outcome {
  readonly answer: string;
  readonly cpuSeconds: number;
  readonly peakMegabytes: number;
}

/** Lets a process of its own read the files. Its memory is that of the process and those that it starts, together. */
export async function readApart(folder: string, program = join(import.meta.dirname, 'read.ts'), preset?: string) {
  const child = spawn(process.execPath, [program, folder, ...(preset ? [preset] : [])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let [output, peak] = ['', 0];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const look = setInterval(() => {
    peak = Math.max(peak, residentOf(child.pid ?? 0));
  }, 20);
  const code = await new Promise((resolve) => child.once('close', resolve)).finally(() => clearInterval(look));
  if (code !== 0) return { answer: `ended with ${code}`, cpuSeconds: Number.NaN, peakMegabytes: peak };
  return { ...(JSON.parse(output) as Omit<Outcome, 'peakMegabytes'>), peakMegabytes: peak };
}

function residentOf(parent: number): number {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const megabytes = all.map((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      const isOurs = Number(pid) === parent || Number(/^PPid:\s*(\d+)/m.exec(status)?.[1]) === parent;
      return isOurs ? Number(/^VmRSS:\s*(\d+)/m.exec(status)?.[1] ?? 0) / 1024 : 0;
    } catch {
      return 0;
    }
  });
  return Math.round(megabytes.reduce((sum, each) => sum + each, 0));
}
