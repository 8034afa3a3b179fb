import type { Terminal } from '../../bin/admin/cli/terminal.ts';
import { runAdmin } from '../../bin/admin/program.ts';
import type { Table } from '../../shared/table/store/table.ts';
import { bytesOf, randomOf } from '../support/random.ts';
import { recorded, type Standing } from './recorded.ts';

/** Runs the operator's CLI in process, as in a terminal where somebody reads and answers. Marks bold text with stars. */
export function atTerminal(
  table: () => Table,
  // for all its commands, so that no two of them issue the same key
  { answers = [], randomBytes = bytesOf(randomOf(7)), onStatus, ...standing }: Standing = {},
) {
  return async (line: string) => {
    const shown: string[] = [];
    const { context, seen } = recorded(table, {
      ...standing,
      answers,
      randomBytes,
      onStatus: (text) => {
        shown.push(text);
        onStatus?.(text);
      },
    });
    const style: Terminal['style'] = (name, text) => (name === 'bold' ? `*${text}*` : text);
    const exitCode = await runAdmin(line.split(' '), { ...context, terminal: { ...context.terminal, style } });
    const { questions: asked, ...said } = seen;
    return { ...said, asked, shown, exitCode };
  };
}
