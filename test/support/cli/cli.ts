import { runAdmin } from '../../../bin/cli/program.ts';
import type { Target } from '../../../bin/cli/service/target.ts';
import type { Context } from '../../../bin/cli/terminal/context.ts';
import type { Table } from '../../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../random.ts';
import { noon } from '../service/deps.ts';

export interface CliOptions {
  /** What the service has beside its table. */
  readonly target?: Partial<Target>;
  /** Instead of a service on the table. */
  readonly open?: Context['open'];
  readonly randomBytes?: Context['randomBytes'];
  readonly clock?: Context['clock'];
}

/** Runs the operator's CLI in process; returns its output, its errors and its exit code. */
export function cliOn(
  table: () => Table,
  { target = {}, open, randomBytes = bytesOf(randomOf(7)), clock = () => noon }: CliOptions = {},
) {
  return async (line: string) => {
    const out: string[] = [];
    const err: string[] = [];
    const exitCode = await runAdmin(wordsOf(line), {
      open: open ?? (async () => ({ table: table(), keyPrefix: 'svctest', close: () => undefined, ...target })),
      terminal: { out: (text) => out.push(text), err: (text) => err.push(text), style: (_, text) => text },
      clock,
      randomBytes,
    });
    return { out, err, exitCode };
  };
}

/** Splits at spaces; text in double quotes is one word. */
function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}
