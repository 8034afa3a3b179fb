// Reads what a page shows: files, console sessions, and tables of cases.

interface Placed {
  /** Where it is in the text of the page, or where its output is. */
  readonly start: number;
}

interface Span extends Placed {
  /** The line of the page, from 1. */
  readonly at: number;
  readonly end: number;
}

/** `name` in backticks, and below it the text of the file. */
interface FileShown extends Placed {
  readonly kind: 'file';
  readonly path: string;
  readonly text: string;
}

/** `<!-- test: in crm/clients.csv, 1250000 is written 1,250 -->`: a change of a file that the text only describes. */
interface EditShown extends Placed {
  readonly kind: 'edit';
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

export interface CommandShown extends Span {
  readonly kind: 'command';
  readonly line: string;
  /** The lines up to the next command. */
  readonly output: string;
}

/** A row of a table whose first heading is a command with `{}`: what stands in its place, and what is printed. */
export interface CaseShown extends Span {
  readonly kind: 'case';
  readonly line: string;
  readonly given: string;
  readonly output: string;
}

export type Step = FileShown | EditShown | CommandShown | CaseShown;

const stepPattern =
  /`(?<path>[\w.:/-]+)`\n\n```(?:csv|json|text)\n(?<file>.*?\n|)```|```console\n(?<session>.*?)\n```|<!-- test: in (?<edited>\S+), (?<from>.+?) is written (?<to>.+?) -->|^\| `\$ (?<command>[^\n]*?)` \|[^\n]*\n\|[-| ]+\|\n(?<rows>(?:\|[^\n]*\|\n)+)/gms;

/** The steps of a page, in its order. */
export function stepsOf(text: string): Step[] {
  return [...text.matchAll(stepPattern)].flatMap((match): Step[] => {
    const { path, file, session, edited, from, to, command, rows } = match.groups ?? {};
    const { 0: whole, index: start } = match;
    if (path !== undefined) return [{ kind: 'file', path, text: file ?? '', start }];
    if (edited !== undefined) return [{ kind: 'edit', path: edited, from: from ?? '', to: to ?? '', start }];
    if (command !== undefined && rows !== undefined)
      return casesOf(text, command, start + whole.length - rows.length, rows);
    return commandsOf(text, start + whole.indexOf('\n') + 1, session ?? '');
  });
}

const lineAt = (text: string, index: number) => text.slice(0, index).split('\n').length;

function commandsOf(text: string, from: number, session: string): CommandShown[] {
  return [...session.matchAll(/^\$ ([^\n]*)(.*?)\s*(?=^\$ |$(?![\s\S]))/gms)].map((match) => {
    const [, line = '', output = ''] = match;
    const start = from + match.index + '$ '.length + line.length;
    return {
      kind: 'command',
      line,
      output: output.replace('\n', ''),
      at: lineAt(text, start),
      start,
      end: start + output.length,
    };
  });
}

function casesOf(text: string, line: string, from: number, rows: string): CaseShown[] {
  return [...rows.matchAll(/^\| (.*?) \| ?(.*?) ?\|$/gm)].map((match) => {
    const [row, given = '', output = ''] = match;
    const start = from + match.index + row.lastIndexOf(output === '' ? '|' : output);
    return {
      kind: 'case',
      line,
      given: cellText(given),
      output: cellText(output),
      at: lineAt(text, start),
      start,
      end: start + output.length,
    };
  });
}

/** Lines of a cell are code, between line breaks; what is quoted in a table by \ is itself. */
const cellText = (cell: string) =>
  cell
    .split('<br>')
    .map((line) => line.replace(/^`(.*)`$/, '$1').replaceAll('\\|', '|'))
    .join('\n');

const cellOf = (text: string) =>
  text === ''
    ? ''
    : text
        .split('\n')
        .map((line) => `\`${line.replaceAll('|', '\\|')}\``)
        .join('<br>');

/** The page with other outputs. */
export function rewritten(text: string, outputs: ReadonlyMap<CommandShown | CaseShown, string>): string {
  let page = text;
  for (const [step, output] of [...outputs].sort(([a], [b]) => b.start - a.start)) {
    const shown = step.kind === 'case' ? `${cellOf(output)}${step.output === '' ? ' ' : ''}` : output && `\n${output}`;
    page = page.slice(0, step.start) + shown + page.slice(step.end);
  }
  return page;
}

/** Whether a text is as a page shows it: `…` and `...` stand for anything. */
export function looksAs(actual: string, shown: string): boolean {
  const parts = shown.split(/ ?(?:…|\.\.\.) ?/);
  const pattern = parts.map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('.*?');
  return new RegExp(`^${pattern}$`, 's').test(actual);
}
