import { runAdmin } from '../../bin/admin/program.ts';
import type { Target } from '../../bin/admin/service/target.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { noon } from '../support/service/deps.ts';

interface Standing {
  readonly target?: Partial<Target>;
  /** What the person at the terminal says to each question. */
  readonly answers?: readonly boolean[];
  readonly clock?: () => number;
  readonly randomBytes?: (count: number) => Uint8Array;
  /** Called with each line of the status. */
  readonly onStatus?: (line: string) => void;
}

/** Runs the operator's CLI in process, as in a terminal where somebody reads and answers. Marks bold text with stars. */
export function atTerminal(
  table: () => Table,
  { target, answers = [], clock = () => noon, randomBytes = bytesOf(randomOf(7)), onStatus }: Standing = {},
) {
  return async (line: string) => {
    const [out, err, asked, shown]: [string[], string[], string[], string[]] = [[], [], [], []];
    const left = [...answers];
    let closed = 0;
    const close = () => {
      closed += 1;
    };
    const exitCode = await runAdmin(line.split(' '), {
      open: async () => ({ table: table(), keyPrefix: 'svctest', close, ...target }),
      terminal: {
        ...{ out: (text) => out.push(text), err: (text) => err.push(text) },
        style: (name, text) => (name === 'bold' ? `*${text}*` : text),
        ask: async (question) => {
          asked.push(question);
          return left.shift() ?? false;
        },
        status: (text) => {
          shown.push(text);
          onStatus?.(text);
        },
      },
      ...{ clock, randomBytes },
    });
    return { out, err, asked, shown, exitCode, closed };
  };
}
