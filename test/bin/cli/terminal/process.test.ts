import os from 'node:os';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { onInterrupt } from '../../../../bin/cli/terminal/interruption.ts';
import { thisProcess } from '../../../../bin/local/jobs/this-process.ts';

describe('a process that holds a lock', () => {
  const holder = (machine: string, id: number) => ({ process: { machine, id } }) as never;

  it('has a place that people understand, and a machine that stays the same', () => {
    const { place, process: self } = thisProcess();

    expect(place).toBe(`process ${process.pid} on ${os.hostname()}`);
    expect(self).toEqual({ machine: expect.stringMatching(/^[\w-]{16}$/), id: process.pid });
    expect(thisProcess().process).toEqual(self);
  });

  it('has ended if it is gone, of the same machine only', () => {
    const { process: self, hasEnded } = thisProcess();
    const machine = self?.machine ?? '';
    // more than Linux allows
    const gone = 2 ** 22 + 1;

    expect(hasEnded?.(holder(machine, gone))).toBe(true);
    expect(hasEnded?.(holder(machine, process.pid))).toBe(false);
    expect(hasEnded?.(holder('another', gone))).toBe(false);
    expect(hasEnded?.({} as never)).toBe(false);
    // of another user
    const denied = vi.spyOn(process, 'kill').mockImplementation(() => {
      throw Object.assign(new Error('denied'), { code: 'EPERM' });
    });
    expect(hasEnded?.(holder(machine, 1))).toBe(false);
    expect(denied.mock.calls).toEqual([[1, 0]]);
  });
});

describe('a command that is stopped', () => {
  const stopped = (signal: NodeJS.Signals, hasStatus = true) => {
    const lines: string[] = [];
    const terminal = {
      out: () => undefined,
      style: (_: string, text: string) => text,
      err: (line: string) => lines.push(line),
      ...(hasStatus && { status: (line: string) => lines.push(`status ${line}`) }),
    };
    const refuse = () => expect.fail('not asked');
    const earlier = new Set(process.listeners(signal));
    const exits = vi.spyOn(process, 'exit').mockImplementation(((code: number) => lines.push(`exit ${code}`)) as never);
    const context = { terminal, open: refuse, clock: refuse, randomBytes: refuse };
    const { setText, end } = onInterrupt(context, () => 'nothing was done.');
    const own = () => process.listeners(signal).filter((each) => !earlier.has(each));
    const first = process.listeners(signal)[0];
    onTestFinished(() => {
      for (const each of own()) process.off(signal, each);
      exits.mockRestore();
    });
    return {
      lines,
      setText,
      end,
      own,
      isFirst: first === own()[0],
      stop: () => (own()[0] as (by: string) => void)(signal),
    };
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('by %s says how far it came, and exits with %i', (signal, code) => {
    const { lines, setText, stop, isFirst } = stopped(signal);
    setText(() => 'half was done.');
    stop();

    expect(lines).toEqual(['status ', 'Stopped: half was done.', `exit ${code}`]);
    // before the handler that only ends the process
    expect(isFirst).toBe(true);
  });

  it('before it has done anything says what it was told first', () => {
    const { lines, stop } = stopped('SIGINT', false);
    stop();

    expect(lines).toEqual(['Stopped: nothing was done.', 'exit 130']);
  });

  it('after its end says nothing', () => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      const { end, own } = stopped(signal);
      expect(own()).toHaveLength(1);
      end();
      expect(own()).toEqual([]);
    }
  });
});
