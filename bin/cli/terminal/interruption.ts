import { constants } from 'node:os';
import type { Context } from './context.ts';

export interface Interruption {
  /** Sets the text that is printed: what was done, and how to continue. */
  readonly setText: (done: () => string) => void;
  readonly end: () => void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** On Ctrl-C, and when the process is asked to end, prints how far the command came before the process exits. */
export function onInterrupt({ terminal: { err, status } }: Context, first: () => string): Interruption {
  let done = first;
  const stop = (signal: NodeJS.Signals) => {
    status?.('');
    err(`Stopped: ${done()}`);
    process.exit(128 + constants.signals[signal]);
  };
  // runs before the handler of the CLI, which only ends the process
  for (const signal of signals) process.prependOnceListener(signal, stop);
  return {
    setText: (text) => {
      done = text;
    },
    end: () => {
      for (const signal of signals) process.off(signal, stop);
    },
  };
}
