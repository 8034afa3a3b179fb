import { createHash } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname, networkInterfaces } from 'node:os';
import type { LockRequest } from '../../../shared/table/facts/writer-lock.ts';

/** Names this process to others that find an account locked. */
export function thisProcess(): Pick<LockRequest, 'place' | 'process' | 'hasEnded'> {
  const machine = machineId();
  return {
    place: `process ${process.pid} on ${hostname()}`,
    process: { machine, id: process.pid },
    hasEnded: (other) => other.process?.machine === machine && isGone(other.process.id),
  };
}

/**
 * Equal for processes that see each other's ids. Names of hosts repeat, so it includes the boot and the namespace of
 * processes on Linux, elsewhere the addresses of the network cards.
 */
function machineId(): string {
  const parts = [hostname()];
  try {
    parts.push(readFileSync('/proc/sys/kernel/random/boot_id', 'utf8'), readlinkSync('/proc/self/ns/pid'));
  } catch {
    const cards = Object.values(networkInterfaces()).flatMap((addresses = []) => addresses.map(({ mac }) => mac));
    parts.push(...new Set(cards.sort()));
  }
  return createHash('sha256').update(parts.join('\n')).digest('base64url').slice(0, 16);
}

function isGone(id: number): boolean {
  try {
    process.kill(id, 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
}
