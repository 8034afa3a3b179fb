import type { Context } from '../../bin/admin/cli/context.ts';
import type { Target } from '../../bin/admin/service/target.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';

export interface Standing {
  readonly target?: Partial<Target>;
  readonly clock?: () => number;
  readonly randomBytes?: (count: number) => Uint8Array;
  /** Called with each line of the status; without it there is no terminal. */
  readonly onStatus?: (line: string) => void;
  /** What the person at the terminal says to each question; without it nobody is there. */
  readonly answers?: readonly boolean[];
}

/** What a command runs in, and what it said and asked there. */
export function recorded(
  table: () => Table,
  { target, clock = () => noon, randomBytes = bytesOf(randomOf(7)), onStatus, answers }: Standing,
) {
  const [out, err, questions]: [string[], string[], string[]] = [[], [], []];
  const seen = { out, err, questions, closed: 0 };
  const left = [...(answers ?? [])];
  const ask = async (question: string) => {
    questions.push(question);
    return left.shift() ?? false;
  };
  const close = () => {
    seen.closed += 1;
  };
  const context: Context = {
    open: async () => ({ table: table(), keyPrefix: 'svctest', close, ...target }),
    terminal: {
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      style: (_, text) => text,
      ...(onStatus && { status: onStatus }),
      ...(answers && { ask }),
    },
    clock,
    randomBytes,
  };
  return { context, seen };
}
